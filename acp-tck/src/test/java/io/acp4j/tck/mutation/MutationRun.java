package io.acp4j.tck.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connector;
import io.acp4j.tck.mutation.Judgement.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Alters the traffic of a good peer in every way that a rule can say, and sees that the kit notices. A normal build tries a
 * sample, the same each time; {@code -Dtck.mutations=all} tries all rules and holds the share that nobody notices. What became
 * of each rule is written to a file in {@code target}, the figures first.
 */
final class MutationRun {

    private static final Logger LOG = LoggerFactory.getLogger(MutationRun.class);

    private static final int SAMPLE = 400;
    private static final long SEED = 20_261_122;
    private static final int AT_A_TIME = 24;

    private static final Duration QUICK = Duration.ofSeconds(1);
    private static final Duration GENEROUS = Duration.ofSeconds(60);

    private final Judge judge;
    private final Survivors survivors;
    private final Function<Duration, Settings> settings;
    private final Path report;
    private int gaps;
    private int equivalent;

    /**
     * Gets to know a good peer.
     *
     * @param suite what it is certified by
     * @param good how it is reached
     * @param settings how a run goes about it, by how long the peer may be silent
     * @param survivors the resource that names the rules that nobody notices
     * @param report the name of the file for what became of each rule
     */
    MutationRun(
            Suite suite,
            Supplier<Connector> good,
            Function<Duration, Settings> settings,
            String survivors,
            String report)
            throws InterruptedException {
        this.judge = Judge.of(suite, good, settings.apply(GENEROUS));
        this.survivors = Survivors.read(survivors);
        this.settings = settings;
        this.report = Path.of("target", report);
    }

    /** Tries the rules, of which there are to be more than a few. */
    void assertThatAlterationsAreNoticed(int moreThan) throws Exception {
        List<Rule> rules = judge.rules();
        boolean all = "all".equals(System.getProperty("tck.mutations"));
        Map<Rule, Judgement> judgements = judge(all ? rules : sample(rules), QUICK);
        // A busy machine may have cut the first look short.
        judgements.putAll(judge(withoutReason(judgements), GENEROUS));
        List<Rule> unknown = withoutReason(judgements);
        countNamed(judgements);
        double share = 100.0 * (gaps + unknown.size()) / Math.max(1, judgements.size() - equivalent);
        String figures = String.format(
                Locale.ROOT,
                "%d of %d rules tried: %d noticed, %d leave a MUST untested, %d equivalent, %d unnoticed: %.2f %%",
                judgements.size(),
                rules.size(),
                count(judgements, Verdict.NOTICED),
                count(judgements, Verdict.WITHHELD),
                equivalent,
                gaps + unknown.size(),
                share);
        LOG.info("{}: {}", report.getFileName(), figures);
        write(figures, judgements);

        if (all) {
            assertThat(share).as("share of unnoticed rules, in percent").isLessThanOrEqualTo(survivors.limit());
        }
        assertThat(unknown).as("rules that nobody notices, without a reason").isEmpty();
        assertThat(rules).hasSizeGreaterThan(moreThan);
    }

    /** Lists what nobody has noticed and no reason is given for. */
    private List<Rule> withoutReason(Map<Rule, Judgement> judgements) {
        return unnoticed(judgements).filter(rule -> !survivors.knows(rule)).toList();
    }

    private void countNamed(Map<Rule, Judgement> judgements) {
        List<Rule> named = unnoticed(judgements).filter(survivors::knows).toList();
        equivalent = (int) named.stream().filter(survivors::isEquivalent).count();
        gaps = named.size() - equivalent;
    }

    private static Stream<Rule> unnoticed(Map<Rule, Judgement> judgements) {
        return judgements.entrySet().stream()
                .filter(each -> each.getValue().verdict() == Verdict.UNNOTICED)
                .map(Map.Entry::getKey);
    }

    private static List<Rule> sample(List<Rule> rules) {
        List<Rule> shuffled = new ArrayList<>(rules);
        Collections.shuffle(shuffled, new Random(SEED));
        return shuffled.subList(0, Math.min(SAMPLE, shuffled.size()));
    }

    private static long count(Map<Rule, Judgement> judgements, Verdict verdict) {
        return judgements.values().stream()
                .filter(judgement -> judgement.verdict() == verdict)
                .count();
    }

    private Map<Rule, Judgement> judge(List<Rule> rules, Duration timeout)
            throws InterruptedException, ExecutionException {
        ExecutorService workers = Executors.newFixedThreadPool(AT_A_TIME, task -> {
            Thread thread = new Thread(task, "mutation");
            thread.setDaemon(true);
            return thread;
        });
        try {
            Map<Rule, Future<Judgement>> futures = new LinkedHashMap<>();
            Settings each = settings.apply(timeout);
            rules.forEach(rule -> futures.put(rule, workers.submit(() -> judge.judge(rule, each))));
            Map<Rule, Judgement> judgements = new LinkedHashMap<>();
            for (Map.Entry<Rule, Future<Judgement>> future : futures.entrySet()) {
                judgements.put(future.getKey(), future.getValue().get());
            }
            return judgements;
        } finally {
            workers.shutdownNow();
        }
    }

    private void write(String figures, Map<Rule, Judgement> judgements) throws IOException {
        List<String> lines = new ArrayList<>(List.of(figures));
        judgements.forEach(
                (rule, judgement) -> lines.add(rule + "\t" + judgement.verdict() + "\t" + judgement.requirement()));
        Files.createDirectories(report.toAbsolutePath().getParent());
        Files.write(report, lines);
    }
}
