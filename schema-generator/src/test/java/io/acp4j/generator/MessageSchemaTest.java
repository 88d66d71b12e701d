package io.acp4j.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MessageSchemaTest {

    private static final Path MODULE =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("acp-schema");

    private static final Path CHECKED_IN =
            MODULE.resolveSibling("acp-tck").resolve("src/main/resources/io/acp4j/tck/messages.schema.json");

    @Test
    void theSchemaOfTheConformanceKitIsWhatTheDefinitionsGive() throws IOException {
        String schema = MessageSchema.of(MODULE);
        if (Boolean.getBoolean("acp.types.write")) {
            Files.writeString(CHECKED_IN, schema);
        }

        assertThat(CHECKED_IN).as("run build-support/write-types").hasContent(schema);
    }

    @Test
    void membersHaveTheirTypesAndRules() throws IOException {
        assertThat(MessageSchema.of(MODULE).replaceAll("\\s+", " "))
                .contains("\"NewSessionResponse\": { \"type\": \"object\", \"properties\": {"
                        + " \"sessionId\": {\"$ref\": \"#/$defs/SessionId\"}, \"modes\":"
                        + " {\"$ref\": \"#/$defs/SessionModeState\", \"x-deserialize-default-on-null\": true,"
                        + " \"x-deserialize-default-on-error\": true}")
                .contains("\"required\": [\"sessionId\"], \"x-method\": \"session/new\" }");
    }
}
