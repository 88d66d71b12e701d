package io.acp4j.examples.conformance;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.junit.AgentConformanceTest;
import java.time.Duration;
import java.util.List;

/** Certifies an agent built with this library, over real processes. */
// snippet:certify
class ConformanceAgentIT extends AgentConformanceTest {

    @Override
    protected Subject subject() {
        List<String> command = Archived.agent();
        return Subject.command(command.toArray(String[]::new));
    }

    @Override
    protected Settings settings() {
        return super.settings().toBuilder()
                .timeouts(Duration.ofSeconds(60), Duration.ofSeconds(60))
                .profiles("rfd", "acp4j")
                .build();
    }
}
// end
