package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Wire;
import io.acp4j.tck.internal.wire.WireListener;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The second meeting with an agent that became silent during a run. */
class SilentSubjectTest {

    private static final Duration WAIT = Duration.ofMillis(150);

    private static final Settings SETTINGS = InProcess.settings(WAIT).toBuilder()
            .authMethod("login")
            .jobs(16)
            .selection(Set.of("INIT"), Set.of())
            .build();

    /** Scenarios that hold a connection now. */
    private final AtomicInteger running = new AtomicInteger();

    private final ThreadLocal<Boolean> inScenario = ThreadLocal.withInitial(() -> false);

    /** For each second meeting, the number of scenarios that ran at its start. */
    private final List<Integer> meetings = new CopyOnWriteArrayList<>();

    private final AtomicInteger starts = new AtomicInteger();
    private volatile boolean inMeeting;

    /** Returns the suite of agents with scenarios that record when they run. */
    private Suite observed() {
        return InProcess.withScenarios(scenario -> probe -> {
            running.incrementAndGet();
            inScenario.set(true);
            inMeeting = false;
            try {
                scenario.body().run(probe);
            } finally {
                inScenario.set(false);
                running.decrementAndGet();
            }
        });
    }

    /** Connects to agents, and records each connection after the first one that no scenario opens. */
    private Connector observed(Faults agent, RuntimeException... failure) {
        ReferenceConnector connector = new ReferenceConnector(agent);
        return new Connector() {
            @Override
            public Wire open(WireListener listener) throws IOException {
                if (starts.getAndIncrement() > 0 && !inScenario.get()) {
                    meetings.add(running.get());
                    inMeeting = true;
                    for (RuntimeException each : failure) {
                        throw each;
                    }
                }
                return connector.open(listener);
            }

            @Override
            public String describe() {
                return connector.describe();
            }
        };
    }

    private Faults silentInScenarios() {
        return new Faults()
                .take(
                        "initialize",
                        (message, agent) -> starts.get() > 1 && !inMeeting ? Faults.Reaction.silence() : null);
    }

    @Test
    void nothingElseRunsDuringTheSecondMeeting() throws InterruptedException {
        Faults agent =
                new Faults().take("initialize", (message, self) -> starts.get() > 1 ? Faults.Reaction.silence() : null);

        Report report = InProcess.certify(observed(), observed(agent), SETTINGS);

        assertThat(meetings).isNotEmpty().containsOnly(0);
        assertThat(report.results())
                .anyMatch(result -> result.observed().contains("the subject no longer sends messages"));
    }

    @Test
    void theSecondMeetingConsistsOfInitialize() throws InterruptedException {
        List<String> requests = new CopyOnWriteArrayList<>();
        Faults agent = silentInScenarios();
        for (String method : List.of("session/new", "session/prompt")) {
            agent.take(method, (message, self) -> {
                if (inMeeting) {
                    requests.add(method);
                }
                return null;
            });
        }

        Report report = InProcess.certify(
                observed(), observed(agent), SETTINGS.toBuilder().jobs(1).build());

        assertThat(meetings).isNotEmpty();
        assertThat(requests).isEmpty();
        assertThat(report.results())
                .noneMatch(result -> result.observed().contains("the subject no longer sends messages"));
    }

    @Test
    void anExceptionInTheSecondMeetingDoesNotEndTheRun() throws InterruptedException {
        Report report = InProcess.certify(
                observed(),
                observed(silentInScenarios(), new UnsupportedOperationException("no second connection")),
                SETTINGS.toBuilder().jobs(1).build());

        assertThat(meetings).isNotEmpty();
        assertThat(report.results()).isNotEmpty();
    }
}
