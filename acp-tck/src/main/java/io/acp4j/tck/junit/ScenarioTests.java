package io.acp4j.tck.junit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.report.VisibleText;
import io.acp4j.tck.internal.run.Report;
import io.acp4j.tck.internal.run.Result;
import io.acp4j.tck.internal.run.Runner;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connector;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Makes tests of the scenarios of a suite. They run side by side, whatever order the tests are asked for in. Two further tests make sure
 * that a build in which nothing was tested fails: the first is about the subject as a whole, the last about what is left open.
 */
final class ScenarioTests {

    static final String SUBJECT = "the subject can be tested";
    static final String VERDICT = "nothing is left open, and what is expected to fail does";

    private final Suite suite;
    private final Settings settings;
    private final boolean strict;
    private final Set<String> expectedFailures;

    ScenarioTests(Suite suite, Settings settings, boolean strict, Set<String> expectedFailures) {
        this.suite = suite;
        this.settings = settings;
        this.strict = strict;
        this.expectedFailures = Set.copyOf(expectedFailures);
    }

    /** Returns a test that fails when an expected failure is no requirement of any of these suites. */
    static DynamicTest ofExpectedFailures(Set<String> expectedFailures, List<Suite> suites) {
        return DynamicTest.dynamicTest("expected failures are requirements", () -> {
            Set<String> unknown = new TreeSet<>(expectedFailures);
            unknown.removeIf(id ->
                    suites.stream().anyMatch(suite -> suite.catalogue().find(id).isPresent()));
            assertTrue(unknown.isEmpty(), () -> "expectedFailures() names what is no requirement: " + unknown);
        });
    }

    Stream<DynamicTest> of(Connector connector) throws InterruptedException {
        Runner runner = new Runner(suite, connector, settings, (run, finished, total) -> {});
        Instant started = Instant.now();
        Profile profile = runner.discover();
        ExecutorService workers = Executors.newFixedThreadPool(settings.jobs());
        List<DynamicTest> tests = new ArrayList<>();
        List<Future<ScenarioRun>> runs = new ArrayList<>();
        String version = suite.protocol() == 1 ? "" : "version " + suite.protocol() + ": ";
        tests.add(DynamicTest.dynamicTest(version + SUBJECT, () -> judge(profile)));
        for (Scenario scenario : runner.applicable(profile)) {
            Future<ScenarioRun> run = workers.submit(() -> runner.run(scenario, profile));
            runs.add(run);
            String name = scenario.name() + " " + scenario.proves();
            tests.add(DynamicTest.dynamicTest(name, () -> judge(scenario, run.get())));
        }
        workers.shutdown();
        tests.add(DynamicTest.dynamicTest(version + VERDICT, () -> judge(report(runner, started, profile, runs))));
        return tests.stream().onClose(runner::close);
    }

    private static void judge(Profile profile) {
        String trouble = profile.firstTrouble();
        if (trouble != null) {
            fail(VisibleText.lines(trouble));
        }
    }

    private Report report(Runner runner, Instant started, Profile profile, List<Future<ScenarioRun>> runs)
            throws InterruptedException, ExecutionException {
        List<ScenarioRun> done = new ArrayList<>();
        for (Future<ScenarioRun> run : runs) {
            done.add(run.get());
        }
        return runner.report(started, profile, done, strict, expected());
    }

    /** Returns those of the expected failures that this version of the protocol has. */
    private Set<String> expected() {
        return expectedFailures.stream()
                .filter(id -> suite.catalogue().find(id).isPresent())
                .collect(Collectors.toSet());
    }

    /** Judges what no single scenario tells. */
    private static void judge(Report report) {
        Set<String> stale = report.stale();
        assertTrue(stale.isEmpty(), () -> "expected to fail, but did not: " + stale);
        List<String> open = report.tested()
                .filter(result -> result.outcome() == Outcome.NOT_TESTED && report.counts(result) && result.blocks())
                .map(ScenarioTests::words)
                .toList();
        assertTrue(open.isEmpty(), () -> VisibleText.lines("not tested: " + String.join("\n", open)));
        assertTrue(
                report.runs().stream().allMatch(run -> run.cut().isEmpty()),
                () -> report.scope().partial());
    }

    private static String words(Result result) {
        return result.requirement().id() + ": " + result.observed();
    }

    private void judge(Scenario scenario, ScenarioRun run) {
        List<String> failures = run.findings().stream()
                .filter(finding -> finding.outcome() == Outcome.FAIL && binds(finding))
                .filter(finding -> !expectedFailures.contains(finding.requirement()))
                .map(finding -> finding.requirement() + " expected: " + finding.expected() + ", observed: "
                        + finding.observed())
                .toList();
        assertTrue(failures.isEmpty(), () -> VisibleText.lines(String.join("\n", failures)));
        assumeTrue(run.cut().isEmpty(), run::cut);
        boolean seen = run.findings().stream()
                .anyMatch(finding -> scenario.proves().contains(finding.requirement())
                        && (finding.outcome() == Outcome.PASS || finding.outcome() == Outcome.FAIL));
        assumeTrue(seen, () -> VisibleText.lines("nothing could be seen: " + run.findings()));
    }

    private boolean binds(Finding finding) {
        Level level = suite.catalogue().get(finding.requirement()).level();
        return level == Level.MUST || (strict && level == Level.SHOULD);
    }
}
