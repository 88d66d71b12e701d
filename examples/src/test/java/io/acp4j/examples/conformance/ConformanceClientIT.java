package io.acp4j.examples.conformance;

import io.acp4j.tck.ClientSubject;
import io.acp4j.tck.Settings;
import io.acp4j.tck.junit.ClientConformanceTest;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** Certifies a client built with this library, which starts its agent as a program: recommendations included. */
@Tag("full")
class ConformanceClientIT extends ClientConformanceTest {

    @Override
    protected ClientSubject subject() {
        List<String> command = Archived.client(ClientSubject.AGENT);
        return ClientSubject.command(command.toArray(String[]::new));
    }

    @Override
    protected Settings settings() {
        return Certified.everything(super.settings());
    }

    @Override
    protected boolean strict() {
        return true;
    }
}
