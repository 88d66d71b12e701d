package io.acp4j.examples.echo;

// snippet:certify
import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.junit.AgentConformanceTest;
import java.time.Duration;

class EchoAgentConformanceIT extends AgentConformanceTest {

    @Override
    protected Subject subject() {
        return Subject.command("java", "-cp", System.getProperty("java.class.path"), EchoAgent.class.getName());
    }

    @Override
    protected Settings settings() {
        return super.settings().toBuilder()
                .timeouts(Duration.ofSeconds(15), Duration.ofSeconds(60))
                .build();
    }
}
// end
