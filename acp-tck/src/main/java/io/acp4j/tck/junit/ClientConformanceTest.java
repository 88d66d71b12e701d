package io.acp4j.tck.junit;

import io.acp4j.tck.ClientSubject;
import io.acp4j.tck.internal.client.v2.ClientSuites;
import io.acp4j.tck.internal.launch.ClientConnector;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Certifies a client from its own tests: extend it and say how the client is started. The kit plays the client's agent. Each
 * scenario becomes one test with the ids of its requirements in its name. A test fails when something that the specification
 * demands is not fulfilled, and is aborted when nothing that it is about could be seen, as with a client that has no test
 * driver. Further tests fail when the client does not connect at all, when something that counts was not tested because of an error or a
 * timeout, and when an expected failure did not happen.
 *
 * @since 0.1.0
 */
public abstract class ClientConformanceTest extends ConformanceTest {

    /** For subclasses. */
    protected ClientConformanceTest() {}

    /**
     * Returns how to start the client.
     *
     * @return the client to certify
     */
    protected abstract ClientSubject subject();

    /**
     * Makes a test of each scenario that applies to the client. Each has a client of its own, so they run side by side, as
     * many at a time as the settings say.
     *
     * @return the tests
     * @throws InterruptedException when the thread is interrupted while the client is asked what it can do
     */
    @TestFactory
    protected Stream<DynamicTest> clientConforms() throws InterruptedException {
        return conforms(ClientSuites::of, (settings, protocol) -> new ClientConnector(subject(), protocol));
    }
}
