package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.internal.wire.Connectors;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the kit finds does not change from one run to the next on the same sessions; {@code -Dtck.runs=50} makes more than three. */
@Tag("full")
class RepeatedRunsTest {

    private static final int RUNS = Integer.getInteger("tck.runs", 3);

    private static final Settings SETTINGS = InProcess.settings(Duration.ofSeconds(60)).toBuilder()
            .authMethod("login")
            .build();

    /** Reaches the same agents each time. */
    @FunctionalInterface
    private interface Agents {
        Connector connect();
    }

    private static void assertThatRunsAreAlike(Agents agents) throws InterruptedException {
        Map<String, Outcome> first = outcomes(agents.connect());
        assertThat(first).containsValue(Outcome.PASS).doesNotContainValue(Outcome.FAIL);
        for (int run = 2; run <= RUNS; run++) {
            assertThat(outcomes(agents.connect())).as("run %d", run).isEqualTo(first);
        }
    }

    private static Map<String, Outcome> outcomes(Connector agent) throws InterruptedException {
        Report report = InProcess.certify(InProcess.SUITE, agent, SETTINGS);
        return report.results().stream()
                .collect(Collectors.toMap(
                        result -> result.requirement().id(),
                        result -> result.outcome(),
                        (one, other) -> other,
                        TreeMap::new));
    }

    @Test
    void runsOverStreamsOnOneStoreGiveTheSameOutcomes() throws InterruptedException {
        ReferenceConnector agents = new ReferenceConnector(new Faults());

        assertThatRunsAreAlike(() -> agents);
    }

    @Test
    void runsOnAStoreThatGrowsGiveTheSameOutcomes() throws InterruptedException {
        ReferenceConnector agents = new ReferenceConnector(new Faults()
                .change(
                        "result:initialize",
                        message -> FaultTable.child(message, "/result/agentCapabilities/sessionCapabilities")
                                .remove("delete")));

        assertThatRunsAreAlike(() -> agents);
        assertThat(agents.sessions()).hasSizeGreaterThan(RUNS * 100);
    }

    @Test
    void runsOverWebSocketsOnOneStoreGiveTheSameOutcomes() throws Exception {
        try (ReferenceEndpoint endpoint = new ReferenceEndpoint(new Faults())) {
            assertThatRunsAreAlike(() -> Connectors.to(Subject.webSocket(endpoint.uri()), SETTINGS.startupTimeout()));
        }
    }

    @Test
    void runsOverHttpOnOneStoreGiveTheSameOutcomes() throws Exception {
        try (ReferenceHttpEndpoint endpoint = new ReferenceHttpEndpoint(new Faults())) {
            assertThatRunsAreAlike(() -> Connectors.to(Subject.http(endpoint.uri()), SETTINGS.startupTimeout()));
        }
    }
}
