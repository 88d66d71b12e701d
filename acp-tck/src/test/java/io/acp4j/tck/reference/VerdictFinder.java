package io.acp4j.tck.reference;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.catalogue.Requirement;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Runner;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.run.Verdict;
import io.acp4j.tck.internal.wire.Connector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the verdict on a damaged agent with as few scenarios as possible. The scenarios of the violated requirements run first. The
 * remaining scenarios run only if the first ones do not decide the verdict.
 */
public final class VerdictFinder {

    /** Requirements with a megabyte in each message. They would account for most of the time of agents that are not damaged there. */
    private static final Set<String> LARGE = Set.of(
            "RPC-030",
            "PROMPT-014",
            "V2-PROMPT-024",
            "HTTP-037",
            "HTTP-038",
            "HTTP-047",
            "CLI-TURN-006",
            "CLI-HARD-003");

    /** Reasons that a loaded machine can have. */
    private static final Pattern UNCERTAIN = Pattern.compile("late:|silent|cannot be reached|no response in");

    private final Suite suite;
    private final Settings settings;
    private final Set<String> watched;

    /**
     * A verdict.
     *
     * @param verdict FAIL, INCOMPLETE or PASS
     * @param reason the result that decides it; for PASS the first recommendation that the agent does not follow, or an empty text
     */
    public record Found(Verdict verdict, String reason) {

        /** Returns true if a longer wait may lead to another verdict. */
        public boolean isUncertain() {
            return verdict == Verdict.INCOMPLETE && UNCERTAIN.matcher(reason).find();
        }
    }

    /** Creates a search with a suite. */
    public VerdictFinder(Suite suite, Settings settings) {
        this.suite = suite;
        this.settings = settings;
        this.watched = suite.monitors().stream()
                .flatMap(monitor -> monitor.watches().stream())
                .collect(Collectors.toSet());
    }

    /** Returns areas with those in which monitors see ordinary turns. */
    public static Set<String> withTurns(Stream<String> areas) {
        return Stream.concat(areas, Stream.of("PROMPT", "V2-PROMPT", "SHAPE")).collect(Collectors.toSet());
    }

    /** Finds the verdict on an agent that is expected to violate some of these requirements. */
    public Found find(Connector connector, Predicate<String> violated) throws InterruptedException {
        return find(connector, violated, () -> {});
    }

    /**
     * Finds the verdict on an agent that is expected to violate some of these requirements.
     *
     * @param decided called after the verdict, before the sessions of the run are removed
     */
    public Found find(Connector connector, Predicate<String> violated, Runnable decided) throws InterruptedException {
        try (Runner runner = new Runner(suite, connector, settings, (run, finished, total) -> {})) {
            Found found = find(runner, violated);
            decided.run();
            return found;
        }
    }

    private Found find(Runner runner, Predicate<String> violated) throws InterruptedException {
        Instant started = Instant.now();
        Profile profile = runner.discover();
        Map<Boolean, List<Scenario>> scenarios = runner.applicable(profile).stream()
                .filter(scenario -> !LARGE.containsAll(scenario.proves()) || proves(scenario, violated))
                .collect(Collectors.partitioningBy(scenario -> proves(scenario, violated)));
        List<ScenarioRun> runs = new ArrayList<>(run(runner, profile, scenarios.get(true)));
        Report first = runner.report(started, profile, runs, false, Set.of());
        Optional<Found> decided = failure(first)
                .or(() -> open(first.tested()
                        .filter(result -> violated.test(result.requirement().id()))
                        .filter(result -> !watched.contains(result.requirement().id()))
                        .toList()));
        if (decided.isPresent()) {
            return decided.get();
        }
        runs.addAll(run(runner, profile, scenarios.get(false)));
        Report report = runner.report(started, profile, runs, false, Set.of());
        return failure(report)
                .or(() -> open(report.tested().toList()))
                .orElseGet(() -> new Found(Verdict.PASS, advice(report)));
    }

    private static boolean proves(Scenario scenario, Predicate<String> some) {
        return scenario.proves().stream().anyMatch(some);
    }

    private static Optional<Found> failure(Report report) {
        return report.results().stream()
                .filter(report::fails)
                .findFirst()
                .map(result -> new Found(Verdict.FAIL, described(result)));
    }

    private static String advice(Report report) {
        return report.tested()
                .filter(result ->
                        result.outcome() == Outcome.FAIL && result.requirement().level() != Level.MAY)
                .findFirst()
                .map(VerdictFinder::described)
                .orElse("");
    }

    private static Optional<Found> open(List<Result> results) {
        return results.stream()
                .filter(result ->
                        result.outcome() == Outcome.NOT_TESTED && result.blocks() && isDecisive(result.requirement()))
                .findFirst()
                .map(result -> new Found(Verdict.INCOMPLETE, described(result)));
    }

    private static boolean isDecisive(Requirement requirement) {
        return requirement.level() == Level.MUST && !LARGE.contains(requirement.id());
    }

    private static String described(Result result) {
        String observed = result.observed().replaceAll("\\s+", " ");
        return result.requirement().id() + ": " + observed.substring(0, Math.min(160, observed.length()));
    }

    /** Runs scenarios at the same time until one of them fails a MUST. */
    private List<ScenarioRun> run(Runner runner, Profile profile, List<Scenario> scenarios)
            throws InterruptedException {
        AtomicReference<@Nullable Found> failure = new AtomicReference<>();
        ExecutorService workers = Executors.newFixedThreadPool(settings.jobs(), task -> {
            Thread thread = new Thread(task, "verdict");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Callable<Optional<ScenarioRun>>> tasks = new ArrayList<>();
            for (Scenario scenario : scenarios) {
                tasks.add(() -> {
                    if (failure.get() != null) {
                        return Optional.empty();
                    }
                    ScenarioRun run = runner.run(scenario, profile);
                    // A violated MUST outside the scope of the verdict decides nothing.
                    failure(runner.report(Instant.now(), profile, List.of(run), false, Set.of()))
                            .ifPresent(failure::set);
                    return Optional.of(run);
                });
            }
            List<ScenarioRun> runs = new ArrayList<>();
            for (Future<Optional<ScenarioRun>> each : workers.invokeAll(tasks)) {
                each.get().ifPresent(runs::add);
            }
            return runs;
        } catch (ExecutionException e) {
            throw new IllegalStateException("A scenario ended with an exception", e.getCause());
        } finally {
            workers.shutdownNow();
        }
    }
}
