package io.acp4j.tck.junit;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.agent.AgentSuite;
import io.acp4j.tck.internal.catalogue.Level;
import io.acp4j.tck.internal.catalogue.Profile;
import io.acp4j.tck.internal.probe.Finding;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.run.Runner;
import io.acp4j.tck.internal.run.ScenarioRun;
import io.acp4j.tck.internal.run.Suite;
import io.acp4j.tck.internal.wire.Connectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Certifies an agent from its own tests: extend it and say how the agent is started. Each scenario becomes one test with the
 * ids of its requirements in its name. A test fails when something that the specification demands is not fulfilled, and is
 * aborted when nothing that it is about could be seen.
 *
 * @since 0.1.0
 */
public abstract class AgentConformanceTest {

    /** For subclasses. */
    protected AgentConformanceTest() {}

    /**
     * Says how to reach the agent.
     *
     * @return the agent to certify
     */
    protected abstract Subject subject();

    /**
     * Says how to go about it.
     *
     * @return the defaults, unless overridden
     */
    protected Settings settings() {
        return Settings.defaults();
    }

    /**
     * Says which requirements are known not to be fulfilled; they do not fail a test, unless they are fulfilled after all.
     *
     * @return their ids, none unless overridden
     */
    protected Set<String> expectedFailures() {
        return Set.of();
    }

    /**
     * Makes a test of each scenario that applies to the agent. The scenarios run side by side, as many at a time as the
     * settings say, whatever order the tests are asked for in.
     *
     * @return the tests
     * @throws InterruptedException when the thread is interrupted while the agent is asked what it offers
     */
    @TestFactory
    protected Stream<DynamicTest> agentConforms() throws InterruptedException {
        Suite suite = AgentSuite.create();
        Settings settings = settings();
        Runner runner = new Runner(
                suite, Connectors.to(subject(), settings.startupTimeout()), settings, (run, finished, total) -> {});
        Profile profile = runner.discover();
        ExecutorService workers = Executors.newFixedThreadPool(settings.jobs());
        List<DynamicTest> tests = new ArrayList<>();
        for (Scenario scenario : runner.applicable(profile)) {
            Future<ScenarioRun> run = workers.submit(() -> runner.run(scenario, profile));
            String name = scenario.name() + " " + scenario.proves();
            tests.add(DynamicTest.dynamicTest(name, () -> judge(suite, scenario, run.get())));
        }
        workers.shutdown();
        return tests.stream();
    }

    private void judge(Suite suite, Scenario scenario, ScenarioRun run) {
        Set<String> expected = expectedFailures();
        List<String> failures = run.findings().stream()
                .filter(finding -> finding.outcome() == Outcome.FAIL && binds(suite, finding))
                .filter(finding -> !expected.contains(finding.requirement()))
                .map(finding -> finding.requirement() + " expected: " + finding.expected() + ", observed: "
                        + finding.observed())
                .toList();
        assertTrue(failures.isEmpty(), () -> String.join("\n", failures));
        List<String> stale = run.findings().stream()
                .filter(finding -> finding.outcome() == Outcome.PASS
                        && scenario.proves().contains(finding.requirement())
                        && expected.contains(finding.requirement()))
                .map(Finding::requirement)
                .toList();
        assertTrue(stale.isEmpty(), () -> "expected to fail, but fulfilled: " + stale);
        boolean seen = run.findings().stream()
                .anyMatch(finding -> scenario.proves().contains(finding.requirement())
                        && (finding.outcome() == Outcome.PASS || finding.outcome() == Outcome.FAIL));
        assumeTrue(seen, () -> "nothing could be seen: " + run.findings());
    }

    private static boolean binds(Suite suite, Finding finding) {
        return suite.catalogue().get(finding.requirement()).level() == Level.MUST;
    }
}
