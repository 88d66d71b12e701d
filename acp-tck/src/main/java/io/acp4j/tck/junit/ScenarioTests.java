package io.acp4j.tck.junit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.report.VisibleText;
import io.acp4j.tck.internal.run.Runner;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connector;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Makes tests of the scenarios of a suite. They run side by side, whatever order the tests are asked for in. */
final class ScenarioTests {

    private final Suite suite;
    private final Settings settings;
    private final boolean strict;
    private final Set<String> expectedFailures;

    ScenarioTests(Suite suite, Settings settings, boolean strict, Set<String> expectedFailures) {
        this.suite = suite;
        this.settings = settings;
        this.strict = strict;
        this.expectedFailures = expectedFailures;
    }

    Stream<DynamicTest> of(Connector connector) throws InterruptedException {
        Runner runner = new Runner(suite, connector, settings, (run, finished, total) -> {});
        Profile profile = runner.discover();
        ExecutorService workers = Executors.newFixedThreadPool(settings.jobs());
        List<DynamicTest> tests = new ArrayList<>();
        for (Scenario scenario : runner.applicable(profile)) {
            Future<ScenarioRun> run = workers.submit(() -> runner.run(scenario, profile));
            String name = scenario.name() + " " + scenario.proves();
            tests.add(DynamicTest.dynamicTest(name, () -> judge(scenario, run.get())));
        }
        workers.shutdown();
        return tests.stream().onClose(runner::close);
    }

    private void judge(Scenario scenario, ScenarioRun run) {
        List<String> failures = run.findings().stream()
                .filter(finding -> finding.outcome() == Outcome.FAIL && binds(finding))
                .filter(finding -> !expectedFailures.contains(finding.requirement()))
                .map(finding -> finding.requirement() + " expected: " + finding.expected() + ", observed: "
                        + finding.observed())
                .toList();
        assertTrue(failures.isEmpty(), () -> VisibleText.lines(String.join("\n", failures)));
        List<String> stale = run.findings().stream()
                .filter(finding -> finding.outcome() == Outcome.PASS
                        && scenario.proves().contains(finding.requirement())
                        && expectedFailures.contains(finding.requirement()))
                .map(Finding::requirement)
                .toList();
        assertTrue(stale.isEmpty(), () -> "expected to fail, but fulfilled: " + stale);
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
