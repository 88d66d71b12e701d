package io.acp4j.tck.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.run.Verdict;
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
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged agents do not pass the kit. The test measures the share of agents that violate a MUST and whose verdict is PASS. It writes the
 * verdicts to {@code target/damaged-agents-….txt}. Each agent that passes is listed with its reason in a resource.
 */
@Tag("full")
class DamagedAgentShareTest {

    private static final Duration WAIT = Duration.ofSeconds(3);
    private static final int AGENTS_AT_A_TIME = 6;
    private static final int JOBS = 4;

    /** The agents of a row, and the share in percent of them that may pass. */
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
        return InProcess.settings(WAIT).withAuthMethod("login").withJobs(JOBS);
    }

    @ParameterizedTest
    @EnumSource
    void fewDamagedAgentsPass(Agents agents) throws Exception {
        Map<String, String> verdicts = verdicts(agents);
        Map<String, String> reasons = reasons(agents);
        List<String> passed = verdicts.keySet().stream()
                .filter(name -> verdicts.get(name).equals(Verdict.PASS.name()))
                .toList();
        double share = 100.0 * passed.size() / verdicts.size();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT, "%s: %d of %d pass: %.1f %%", agents, passed.size(), verdicts.size(), share));
        verdicts.forEach((name, verdict) -> lines.add(verdict + "\t" + name));
        Files.createDirectories(Path.of("target"));
        Files.write(Path.of("target", agents.file()), lines);

        assertThat(passed).as("damaged agents that pass, each with a reason").isSubsetOf(reasons.keySet());
        assertThat(share).as(lines.get(0)).isLessThanOrEqualTo(agents.limit);
    }

    private static Map<String, String> verdicts(Agents agents) throws InterruptedException, ExecutionException {
        ExecutorService workers = Executors.newFixedThreadPool(AGENTS_AT_A_TIME);
        try {
            Map<String, Future<String>> running = new TreeMap<>();
            agents.faults()
                    .forEach((name, damaged) -> running.put(
                            name,
                            workers.submit(
                                    () -> certify(agents, damaged).verdict().name())));
            Map<String, String> verdicts = new TreeMap<>();
            for (Map.Entry<String, Future<String>> each : running.entrySet()) {
                verdicts.put(each.getKey(), each.getValue().get());
            }
            return verdicts;
        } finally {
            workers.shutdownNow();
        }
    }

    private static Report certify(Agents agents, FaultTable.Case damaged) throws InterruptedException {
        Faults faults = damaged.faults();
        if (!agents.knowsVocabulary) {
            faults.flag("knows-no-words").flag("works-in-each-turn");
        }
        return switch (damaged.over()) {
            case HTTP -> InProcess.certifyOverHttp(faults, settings());
            case WEBSOCKET -> InProcess.certifyOverWebSocket(faults, settings());
            case STREAM ->
                agents.version == 1
                        ? InProcess.certify(faults, settings())
                        : InProcess.certifyV2(ReferenceConnector.ofV2(faults), settings());
        };
    }

    /** Reads the agents that may pass: a line is a name and a reason, separated by {@code " | "}. */
    private static Map<String, String> reasons(Agents agents) throws IOException {
        Map<String, String> reasons = new TreeMap<>();
        try (InputStream in = DamagedAgentShareTest.class.getResourceAsStream(agents.file())) {
            Stream<String> lines = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"));
            lines.forEach(line -> {
                String[] cells = line.split(" \\| ", 2);
                reasons.put(cells[0], cells[1]);
            });
            return reasons;
        }
    }
}
