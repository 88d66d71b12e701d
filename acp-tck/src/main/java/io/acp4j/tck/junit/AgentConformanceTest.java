package io.acp4j.tck.junit;

import io.acp4j.tck.Subject;
import io.acp4j.tck.internal.agent.v2.V2Suite;
import io.acp4j.tck.internal.wire.Connectors;
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
public abstract class AgentConformanceTest extends ConformanceTest {

    /** For subclasses. */
    protected AgentConformanceTest() {}

    /**
     * Returns how to reach the agent.
     *
     * @return the agent to certify
     */
    protected abstract Subject subject();

    /**
     * Makes a test of each scenario that applies to the agent. The scenarios run side by side, as many at a time as the
     * settings say, whatever order the tests are asked for in.
     *
     * @return the tests
     * @throws InterruptedException when the thread is interrupted while the agent is asked what it offers
     */
    @TestFactory
    protected Stream<DynamicTest> agentConforms() throws InterruptedException {
        return conforms(V2Suite::of, (settings, protocol) -> Connectors.to(subject(), settings.startupTimeout()));
    }
}
