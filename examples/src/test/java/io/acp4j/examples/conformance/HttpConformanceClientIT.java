package io.acp4j.examples.conformance;

import io.acp4j.tck.ClientSubject;
import io.acp4j.tck.Settings;
import io.acp4j.tck.junit.ClientConformanceTest;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;

/**
 * Certifies what a client built with this library says over Streamable HTTP: recommendations included. What does not depend on the
 * transport is certified over the others.
 */
@Tag("full")
class HttpConformanceClientIT extends ClientConformanceTest {

    @Override
    protected ClientSubject subject() {
        List<String> command = Archived.client(ClientSubject.AGENT);
        return ClientSubject.http(command.toArray(String[]::new));
    }

    @Override
    protected Settings settings() {
        return Certified.everything(super.settings()).toBuilder()
                .selection(Set.of("CLI-HTTP"), Set.of())
                .build();
    }

    @Override
    protected boolean strict() {
        return true;
    }
}
