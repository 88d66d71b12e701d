package io.acp4j.tck.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.agent.AgentSuite;
import io.acp4j.tck.internal.agent.v2.V2Suite;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.run.Verdict;
import io.acp4j.tck.reference.Faults;
import io.acp4j.tck.reference.ServedAgent;
import io.acp4j.tck.reference.ServedAgent.Transport;
import io.acp4j.tck.reference.VerdictFinder;
import io.acp4j.tck.reference.VerdictFinder.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agents with semantic faults do not pass the kit. The verdicts are written to {@code target/semantic-faults-….txt}. An agent survives if it
 * violates neither a requirement nor a recommendation. Each survivor is listed with its reason in a resource.
 */
@Tag("full")
class SemanticFaultTest {

    private static final Logger LOG = LoggerFactory.getLogger(SemanticFaultTest.class);

    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration SETTLE = Duration.ofMillis(40);
    private static final Duration CONNECT = Duration.ofSeconds(60);
    private static final Duration SECOND_LOOK = Duration.ofSeconds(10);
    private static final Duration LONG_SETTLE = Duration.ofMillis(400);
    private static final int AGENTS_AT_A_TIME = 8;
    private static final int JOBS = 4;

    /** Limit of the share of agents that pass, in percent, with the prompt vocabulary and without it. */
    private static final double LIMIT = 3;

    private static final double LIMIT_WITHOUT_VOCABULARY = 15;

    /** An agent without faults, which must pass. */
    private static final SemanticFault NONE = SemanticFault.inBoth("none", "INIT", () -> new TrafficFilter() {});

    private final Survivors survivors = Survivors.read("semantic-survivors.txt");

    /** The agents of a row. */
    enum Agents {
        VERSION_1_STREAM(1, Transport.STREAM, true),
        VERSION_1_WEBSOCKET(1, Transport.WEBSOCKET, true),
        VERSION_1_HTTP(1, Transport.HTTP, true),
        VERSION_1_WITHOUT_VOCABULARY(1, Transport.STREAM, false),
        VERSION_2_STREAM(2, Transport.STREAM, true),
        VERSION_2_WEBSOCKET(2, Transport.WEBSOCKET, true),
        VERSION_2_HTTP(2, Transport.HTTP, true),
        VERSION_2_WITHOUT_VOCABULARY(2, Transport.STREAM, false);

        private final int version;
        private final Transport transport;
        private final boolean knowsVocabulary;

        Agents(int version, Transport transport, boolean knowsVocabulary) {
            this.version = version;
            this.transport = transport;
            this.knowsVocabulary = knowsVocabulary;
        }

        private Suite suite() {
            return version == 1 ? AgentSuite.create() : V2Suite.of(version);
        }

        private Faults correct() {
            return knowsVocabulary ? new Faults() : ServedAgent.withoutVocabulary(new Faults());
        }

        /** Returns the areas in which a fault is expected to show, to save the time for the others; empty for all areas. */
        private Set<String> selection(SemanticFault fault) {
            return fault == NONE && transport == Transport.STREAM
                    ? Set.of()
                    : VerdictFinder.withTurns(fault.selection(version));
        }

        Found find(SemanticFault fault, Settings settings) throws IOException, InterruptedException {
            Settings used = (transport == Transport.STREAM
                            ? settings
                            : settings.toBuilder()
                                    .timeouts(settings.timeout(), CONNECT)
                                    .build())
                    .toBuilder()
                            .selection(selection(fault), Set.of())
                            // Each session of a connection over HTTP has a stream, whose signs of life need more time
                            // than new
                            // connections.
                            .isolated(transport == Transport.HTTP)
                            .build();
            try (ServedAgent agent = ServedAgent.over(transport, version, correct(), used)) {
                FilteredConnector faulty =
                        new FilteredConnector(agent.connector(), fault.filter().get());
                return new VerdictFinder(suite(), used).find(faulty, fault::concerns, faulty::refuseConnections);
            }
        }
    }

    private static Settings settings(Duration timeout, Duration settle) {
        return MutationTest.settings(timeout).toBuilder()
                .settle(settle)
                .cancelPrompt(ServedAgent.LONG_PROMPT)
                .jobs(JOBS)
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void agentsWithSemanticFaultsDoNotPass(Agents agents) throws Exception {
        List<SemanticFault> faults = new ArrayList<>(SemanticFault.ofVersion(agents.version));
        faults.add(NONE);
        Map<SemanticFault, Found> found = find(agents, faults, settings(WAIT, SETTLE));
        // A loaded machine can delay what a listed agent sends, and can hide what another one sends too much.
        List<SemanticFault> doubtful = faults.stream()
                .filter(fault -> passes(found.get(fault)) != mayPass(agents, fault)
                        || found.get(fault).isUncertain())
                .toList();
        found.putAll(find(agents, doubtful, settings(SECOND_LOOK, LONG_SETTLE)));
        Found correct = found.remove(NONE);
        List<String> passed = found.keySet().stream()
                .filter(fault -> passes(found.get(fault)))
                .map(SemanticFault::name)
                .toList();
        long equivalent = passed.stream()
                .filter(name -> survivors.isEquivalent(line(agents, name)))
                .count();
        String figures = figures(agents, found, passed.size(), equivalent);
        LOG.info("{}", figures);
        write(agents, figures + "\nThe agent without faults: " + correct, found);

        assertThat(correct)
                .as("verdict on the agent without faults")
                .extracting(Found::verdict, Found::reason)
                .containsExactly(Verdict.PASS, "");
        assertThat(passed)
                .as("agents with a semantic fault that pass, each with a reason")
                .allMatch(name -> survivors.knows(line(agents, name)));
        assertThat(found.keySet().stream().map(SemanticFault::name))
                .as("listed agents that no longer pass, to be removed from the list")
                .filteredOn(name -> survivors.knows(line(agents, name)))
                .allMatch(passed::contains);
        assertThat(share(found.size(), passed.size(), equivalent))
                .as(figures)
                .isLessThanOrEqualTo(agents.knowsVocabulary ? LIMIT : LIMIT_WITHOUT_VOCABULARY);
    }

    private static String line(Agents agents, String fault) {
        return agents + " " + fault;
    }

    private boolean mayPass(Agents agents, SemanticFault fault) {
        return fault == NONE || survivors.knows(line(agents, fault.name()));
    }

    /** Returns true if neither a requirement nor a recommendation is violated; the kit reports both. */
    private static boolean passes(Found found) {
        return found.verdict() == Verdict.PASS && found.reason().isEmpty();
    }

    private static double share(int all, long passed, long equivalent) {
        return 100.0 * (passed - equivalent) / (all - equivalent);
    }

    private static long count(Map<SemanticFault, Found> found, Verdict verdict) {
        return found.values().stream().filter(each -> each.verdict() == verdict).count();
    }

    private static String figures(Agents agents, Map<SemanticFault, Found> found, int passed, long equivalent) {
        long failed = count(found, Verdict.FAIL);
        long open = count(found, Verdict.INCOMPLETE);
        long advised = found.size() - failed - open - passed;
        return String.format(
                Locale.ROOT,
                "%s: %d semantic faults: %d fail, %d leave a MUST untested, %d violate a recommendation, %d pass, of these %d"
                        + " equivalent: %.1f %% survive, %.1f %% by the verdict alone",
                agents,
                found.size(),
                failed,
                open,
                advised,
                passed,
                equivalent,
                share(found.size(), passed, equivalent),
                share(found.size(), passed + advised, equivalent));
    }

    private static void write(Agents agents, String figures, Map<SemanticFault, Found> found) throws IOException {
        List<String> lines = new ArrayList<>(List.of(figures));
        found.forEach((fault, each) -> lines.add(each.verdict() + "\t" + fault.name() + "\t" + each.reason()));
        Files.createDirectories(Path.of("target"));
        String name = agents.name().toLowerCase(Locale.ROOT).replace('_', '-');
        Files.write(Path.of("target", "semantic-faults-" + name + ".txt"), lines);
    }

    private static Map<SemanticFault, Found> find(Agents agents, List<SemanticFault> faults, Settings settings)
            throws InterruptedException, ExecutionException {
        ExecutorService workers = Executors.newFixedThreadPool(AGENTS_AT_A_TIME);
        try {
            Map<SemanticFault, Future<Found>> running = new LinkedHashMap<>();
            faults.forEach(fault -> running.put(fault, workers.submit(() -> agents.find(fault, settings))));
            Map<SemanticFault, Found> found = new LinkedHashMap<>();
            for (Map.Entry<SemanticFault, Future<Found>> each : running.entrySet()) {
                found.put(each.getKey(), each.getValue().get());
            }
            return found;
        } finally {
            workers.shutdownNow();
        }
    }
}
