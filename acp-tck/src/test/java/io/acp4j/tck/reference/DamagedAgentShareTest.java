package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.run.Verdict;
import io.acp4j.tck.reference.VerdictFinder.Found;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Damaged agents do not pass the kit. The test measures the share of agents that violate a MUST and whose verdict is PASS. It writes the
 * verdicts to {@code target/damaged-agents-….txt}. Each agent that passes is listed with its reason in a resource.
 */
@Tag("full")
class DamagedAgentShareTest {

    private static final Logger LOG = LoggerFactory.getLogger(DamagedAgentShareTest.class);

    /** The name of an agent without faults, which must pass. */
    private static final String NONE = "none";

    /** The prefix of an agent without an effect of its fault. */
    private static final String EQUIVALENT = "equivalent | ";

    private static final Duration WAIT = Duration.ofSeconds(1);
    private static final Duration CONNECT = Duration.ofSeconds(60);
    private static final Duration SECOND_LOOK = Duration.ofSeconds(10);
    private static final Duration SETTLE = Duration.ofMillis(400);
    private static final int AGENTS_AT_A_TIME = 16;
    private static final int JOBS = 4;

    /**
     * The agents of a row, and the share in percent of them that may pass. The limits may only be lowered. An agent without the vocabulary
     * does not count if its fault has no effect in a run of all areas.
     */
    enum Agents {
        VERSION_1_WITH_VOCABULARY(1, true, 3),
        VERSION_1_WITHOUT_VOCABULARY(1, false, 15),
        VERSION_2_WITH_VOCABULARY(2, true, 3),
        VERSION_2_WITHOUT_VOCABULARY(2, false, 15);

        private final int version;
        private final boolean knowsVocabulary;
        private final double limit;

        Agents(int version, boolean knowsVocabulary, double limit) {
            this.version = version;
            this.knowsVocabulary = knowsVocabulary;
            this.limit = limit;
        }

        Suite suite() {
            return version == 1 ? InProcess.SUITE : InProcess.V2;
        }

        Map<String, FaultTable.Case> faults() {
            Map<String, FaultTable.Case> all = new TreeMap<>(version == 1 ? FaultTable.all() : FaultTable.ofV2());
            all.putAll(version == 1 ? FaultTable.others() : FaultTable.othersOfV2());
            all.values().removeIf(each -> !violatesMust(each));
            all.put(NONE, new FaultTable.Case(FaultTable.Over.STREAM, new Faults(), Set.of()));
            return all;
        }

        private boolean violatesMust(FaultTable.Case damaged) {
            return damaged.fails().stream()
                    .anyMatch(id -> suite().catalogue().get(id).level() == Level.MUST);
        }

        String file() {
            return "damaged-agents-" + name().toLowerCase(Locale.ROOT).replace('_', '-') + ".txt";
        }
    }

    private static Settings settings() {
        return InProcess.settings(WAIT).toBuilder()
                .authMethod("login")
                .jobs(JOBS)
                .cancelPrompt(ServedAgent.LONG_PROMPT)
                .build();
    }

    private static Settings patientSettings() {
        return settings().toBuilder()
                .timeouts(SECOND_LOOK, SECOND_LOOK)
                .settle(SETTLE)
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void fewDamagedAgentsPass(Agents agents) throws Exception {
        Map<String, String> reasons = reasons(agents);
        Map<String, Found> found = find(agents, agents.faults(), settings());
        // A loaded machine can delay what a listed agent sends, and can hide what another one sends too much.
        Map<String, FaultTable.Case> doubtful = agents.faults();
        doubtful.keySet()
                .removeIf(name -> passes(found.get(name))
                                == (name.equals(NONE)
                                        || reasons.containsKey(name)
                                        || reasons.containsKey(EQUIVALENT + name))
                        && !found.get(name).isUncertain());
        found.putAll(find(agents, doubtful, patientSettings()));
        Found correct = found.remove(NONE);
        Map<String, FaultTable.Case> survivors = agents.faults();
        survivors.keySet().removeIf(name -> name.equals(NONE) || !passes(found.get(name)));
        Set<String> equivalent = new TreeSet<>();
        found.putAll(findInAllAreas(agents, survivors, equivalent));
        List<String> passed = found.keySet().stream()
                .filter(name -> passes(found.get(name)) && !equivalent.contains(name))
                .toList();
        int damaged = found.size() - equivalent.size();
        double share = 100.0 * passed.size() / damaged;
        String figures = String.format(
                Locale.ROOT,
                "%s: %d of %d pass: %.1f %%; the faults of %d more have no effect in a run",
                agents,
                passed.size(),
                damaged,
                share,
                equivalent.size());
        LOG.info("{}", figures);
        List<String> lines = new ArrayList<>(List.of(figures, "The agent without faults: " + correct));
        found.forEach((name, each) -> lines.add(
                (equivalent.contains(name) ? "EQUIVALENT" : each.verdict()) + "\t" + name + "\t" + each.reason()));
        Files.createDirectories(Path.of("target"));
        Files.write(Path.of("target", agents.file()), lines);

        assertThat(correct).as("verdict on the agent without faults").isEqualTo(new Found(Verdict.PASS, ""));
        assertThat(passed).as("damaged agents that pass, each with a reason").isSubsetOf(reasons.keySet());
        assertThat(equivalent.stream().map(name -> EQUIVALENT + name))
                .as("agents whose faults have no effect, each with a reason")
                .isSubsetOf(reasons.keySet());
        assertThat(reasons.keySet())
                .as("listed agents that no longer pass, to be removed from the list")
                .isSubsetOf(Stream.concat(passed.stream(), equivalent.stream().map(name -> EQUIVALENT + name))
                        .toList());
        assertThat(share).as(figures).isLessThanOrEqualTo(agents.limit);
    }

    private static boolean passes(Found found) {
        return found.verdict() == Verdict.PASS;
    }

    private static Map<String, Found> find(Agents agents, Map<String, FaultTable.Case> damaged, Settings settings)
            throws InterruptedException, ExecutionException {
        ExecutorService workers = Executors.newFixedThreadPool(AGENTS_AT_A_TIME);
        try {
            Map<String, Future<Found>> running = new TreeMap<>();
            damaged.forEach((name, each) -> running.put(name, workers.submit(() -> find(agents, each, settings))));
            Map<String, Found> found = new TreeMap<>();
            for (Map.Entry<String, Future<Found>> each : running.entrySet()) {
                found.put(each.getKey(), each.getValue().get());
            }
            return found;
        } finally {
            workers.shutdownNow();
        }
    }

    /**
     * Finds the verdicts on agents in a run of all areas, and adds to a set the names of those that pass and whose faults had no effect. Such
     * an agent is correct: its fault needs a word of the prompt vocabulary.
     */
    private static Map<String, Found> findInAllAreas(
            Agents agents, Map<String, FaultTable.Case> damaged, Set<String> equivalent)
            throws InterruptedException, ExecutionException {
        Map<String, FaultTable.Case> everywhere = new TreeMap<>();
        Map<String, Set<String>> flags = new TreeMap<>();
        damaged.forEach((name, each) -> {
            flags.put(name, each.faults().flags());
            boolean inAll = each.over() == FaultTable.Over.STREAM;
            everywhere.put(name, inAll ? new FaultTable.Case(each.over(), each.faults(), Set.of()) : each);
        });
        Map<String, Found> found = find(agents, everywhere, settings());
        found.forEach((name, each) -> {
            if (passes(each) && !everywhere.get(name).faults().hadEffect(flags.get(name))) {
                equivalent.add(name);
            }
        });
        return found;
    }

    private static Found find(Agents agents, FaultTable.Case damaged, Settings settings)
            throws InterruptedException, IOException {
        Faults faults = damaged.faults();
        if (!agents.knowsVocabulary) {
            ServedAgent.withoutVocabulary(faults);
        }
        ServedAgent.Transport transport =
                ServedAgent.Transport.valueOf(damaged.over().name());
        Settings selected = (damaged.over() == FaultTable.Over.STREAM
                        ? settings
                        : settings.toBuilder()
                                .timeouts(settings.timeout(), CONNECT)
                                .build())
                .toBuilder().selection(areas(damaged), Set.of()).build();
        try (ServedAgent agent = ServedAgent.over(transport, agents.version, faults, selected)) {
            return new VerdictFinder(agents.suite(), selected).find(agent.connector(), damaged.fails()::contains);
        }
    }

    /** Returns the areas in which a fault is expected to show, to save the time for the others; empty for all areas. */
    private static Set<String> areas(FaultTable.Case damaged) {
        return switch (damaged.over()) {
            case HTTP -> Set.of("HTTP");
            case WEBSOCKET -> FaultMatrixTest.TRANSPORT;
            case STREAM ->
                damaged.fails().isEmpty()
                        ? Set.of()
                        : VerdictFinder.withTurns(
                                damaged.fails().stream().map(id -> id.substring(0, id.lastIndexOf('-'))));
        };
    }

    /**
     * Reads the agents that may pass: a line is a name and a reason, separated by {@code " | "}. The prefix {@code "equivalent | "} marks an
     * agent whose fault has no effect without the vocabulary.
     */
    private static Map<String, String> reasons(Agents agents) throws IOException {
        Map<String, String> reasons = new TreeMap<>();
        try (InputStream in = DamagedAgentShareTest.class.getResourceAsStream(agents.file())) {
            Stream<String> lines = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"));
            lines.forEach(line -> {
                int end = line.lastIndexOf(" | ");
                reasons.put(line.substring(0, end), line.substring(end));
            });
            return reasons;
        }
    }
}
