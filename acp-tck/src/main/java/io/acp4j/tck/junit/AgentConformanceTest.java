package io.acp4j.tck.junit;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.agent.v2.V2Suite;
import io.acp4j.tck.internal.wire.Connectors;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Certifies an agent from its own tests: extend it and say how the agent is started. Each scenario becomes one test with the
 * ids of its requirements in its name. A test fails when something that the specification demands is not fulfilled, and is
 * aborted when nothing that it is about could be seen. Further tests fail when the agent cannot be tested at all (it does not start, or
 * needs authentication), when something that counts was not tested because of an error or a timeout, and when an expected failure did not
 * happen.
 *
 * @since 0.1.0
 */
public abstract class AgentConformanceTest {

    /** For subclasses. */
    protected AgentConformanceTest() {}

    /**
     * Returns how to reach the agent.
     *
     * @return the agent to certify
     */
    protected abstract Subject subject();

    /**
     * Returns how to go about it.
     *
     * @return the defaults, unless overridden
     */
    protected Settings settings() {
        return Settings.defaults();
    }

    /**
     * Returns which requirements are known not to be fulfilled; they do not fail a test. One that does not fail, or that is
     * no requirement, fails a test of its own.
     *
     * @return their ids, none unless overridden
     */
    protected Set<String> expectedFailures() {
        return Set.of();
    }

    /**
     * Returns whether recommendations bind the agent, too.
     *
     * @return false unless overridden: what the specification only recommends fails no test
     */
    protected boolean strict() {
        return false;
    }

    /**
     * Returns which versions of the protocol the agent is certified in.
     *
     * @return 1 unless overridden; 2 is possible, and both
     * @since 0.1.0
     */
    protected List<Integer> protocols() {
        return List.of(1);
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
        Settings settings = settings();
        Stream<DynamicTest> tests =
                Stream.of(ScenarioTests.ofExpectedFailures(expectedFailures(), List.of(V2Suite.of(1), V2Suite.of(2))));
        for (int protocol : protocols()) {
            tests = Stream.concat(
                    tests,
                    new ScenarioTests(V2Suite.of(protocol), settings, strict(), expectedFailures())
                            .of(Connectors.to(subject(), settings.startupTimeout())));
        }
        return tests;
    }
}
