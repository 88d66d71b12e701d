package io.acp4j.interop.drift;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.interop.drift.Drift.Finding;
import io.acp4j.interop.drift.Drift.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriftTest {

    private static final String SCHEMA = """
            {"$defs": {
              "McpCapabilities": {"type": "object", "properties": {
                  "http": {"type": "boolean", "x-deserialize-default-on-error": true},
                  "quic": {"type": "boolean"},
                  "acp": {"type": "boolean"},
                  "_meta": {"type": "object", "x-deserialize-default-on-error": true}}},
              "Walk": {"type": "object", "properties": {}},
              "WalkRequest": {"type": "object", "properties": {}, "x-method": "dog/walk", "x-side": "client"}
            }}""";

    @TempDir
    Path folder;

    @Test
    void whatOneSideLacksIsFound() throws IOException {
        assertThat(findings(OurTypes.scan()))
                .contains(
                        new Finding(Kind.MISSING, "Walk", "type"),
                        new Finding(Kind.MISSING, "McpCapabilities.quic", "member"),
                        new Finding(Kind.EXTRA, "McpCapabilities.sse", "member"),
                        new Finding(Kind.DIFFERENT, "McpCapabilities.acp", "strict there"),
                        new Finding(Kind.MISSING, "request dog/walk of client", "method"),
                        new Finding(Kind.EXTRA, "request session/fork of agent", "method"),
                        new Finding(Kind.EXTRA, "ForkSessionRequest", "type"))
                .noneMatch(finding -> finding.place().equals("McpCapabilities.http"));
    }

    @Test
    void whatIsMarkedAsUnstableIsNoPartOfTheStableTypes() throws IOException {
        assertThat(findings(OurTypes.scan().stable()))
                .contains(
                        new Finding(Kind.MISSING, "McpCapabilities.acp", "member"),
                        new Finding(Kind.EXTRA, "request session/prompt of agent", "method"))
                .noneMatch(finding -> finding.place().equals("request session/fork of agent"))
                .noneMatch(finding -> finding.place().equals("ForkSessionRequest"));
    }

    private List<Finding> findings(OurTypes ours) throws IOException {
        Path file = Files.writeString(folder.resolve("schema.json"), SCHEMA);
        return Drift.between(OfficialSchema.read(file), ours);
    }
}
