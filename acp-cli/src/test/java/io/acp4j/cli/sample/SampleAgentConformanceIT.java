package io.acp4j.cli.sample;

import io.acp4j.tck.Settings;
import io.acp4j.tck.Subject;
import io.acp4j.tck.junit.AgentConformanceTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Certifies the sample agent in both versions of the protocol. */
@Tag("full")
class SampleAgentConformanceIT extends AgentConformanceTest {

    @TempDir
    private static Path directory;

    @Override
    protected Subject subject() {
        return Subject.command(SampleAgent.command("--directory", directory.toString(), "--no-pacing")
                .toArray(String[]::new));
    }

    @Override
    protected Settings settings() {
        return super.settings().toBuilder()
                .timeouts(Duration.ofSeconds(60), Duration.ofSeconds(60))
                .cancelPrompt("/hang")
                .profiles("rfd", "acp4j")
                .build();
    }

    @Override
    protected List<Integer> protocols() {
        return List.of(1, 2);
    }
}
