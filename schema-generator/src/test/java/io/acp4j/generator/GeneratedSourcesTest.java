package io.acp4j.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GeneratedSourcesTest {

    private static final Path MODULE =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("acp-schema");

    @Test
    void whatIsCheckedInIsWhatTheDefinitionsGive() throws IOException {
        GeneratedSources sources = new GeneratedSources(MODULE);
        if (Boolean.getBoolean("acp.types.write")) {
            sources.write();
        }

        assertThat(sources.differences()).as("run build-support/write-types").isEmpty();
    }
}
