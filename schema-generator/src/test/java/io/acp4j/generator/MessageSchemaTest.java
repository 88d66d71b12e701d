package io.acp4j.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageSchemaTest {

    private static final Path MODULE =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("acp-schema");

    private static final Path KIT = MODULE.resolveSibling("acp-tck").resolve("src/main/resources/io/acp4j/tck");

    @ParameterizedTest
    @CsvSource({"1, messages.schema.json", "2, messages-v2.schema.json"})
    void theSchemaOfTheConformanceKitIsWhatTheDefinitionsGive(int version, String file) throws IOException {
        Path checkedIn = KIT.resolve(file);
        String schema = MessageSchema.of(MODULE, version);
        if (Boolean.getBoolean("acp.types.write")) {
            Files.writeString(checkedIn, schema);
        }

        assertThat(checkedIn).as("run build-support/write-types").hasContent(schema);
    }

    @Test
    void version2HasItsOwnMethodsMarkersAndIds() throws IOException {
        assertThat(MessageSchema.of(MODULE, 2).replaceAll("\\s+", " "))
                .contains("\"x-method\": \"auth/login\"", "\"x-method\": \"terminal/cancel\"")
                .contains("\"image\": {\"type\": \"object\", \"additionalProperties\": true")
                .contains("\"required\": [\"messageId\"], \"x-method\": \"session/prompt\"")
                .doesNotContain("session/load", "fs/read_text_file", "terminal/create");
    }

    @Test
    void membersHaveTheirTypesAndRules() throws IOException {
        assertThat(MessageSchema.of(MODULE, 1).replaceAll("\\s+", " "))
                .contains("\"NewSessionResponse\": { \"type\": \"object\", \"properties\": {"
                        + " \"sessionId\": {\"$ref\": \"#/$defs/SessionId\"}, \"modes\":"
                        + " {\"$ref\": \"#/$defs/SessionModeState\", \"x-deserialize-default-on-null\": true,"
                        + " \"x-deserialize-default-on-error\": true}")
                .contains("\"required\": [\"sessionId\"], \"x-method\": \"session/new\", \"x-side\": \"agent\" }")
                .contains("\"StopReason\": { \"type\": \"string\", \"enum\": [\"end_turn\", \"max_tokens\"");
    }
}
