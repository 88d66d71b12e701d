package io.acp4j.interop.drift;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.interop.drift.Drift.Finding;
import io.acp4j.interop.drift.Drift.Kind;
import io.acp4j.schema.json.WireVersion;
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

    private static final Path DEFINITIONS = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolveSibling("acp-schema")
            .resolve("src/protocol");

    @TempDir
    Path folder;

    @Test
    void whatOneSideLacksIsFound() throws IOException {
        assertThat(findings(OurTypes.read(DEFINITIONS, WireVersion.V1)))
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
    void version2IsComparedByItsOwnNamesAndRules() throws IOException {
        String schema = """
                {"$defs": {
                  "McpCapabilities": {"type": "object", "properties": {
                      "stdio": {"type": "object", "x-deserialize-default-on-error": true},
                      "http": {"type": "object", "x-deserialize-default-on-error": true},
                      "sse": {"type": "object", "x-deserialize-default-on-error": true},
                      "_meta": {"type": "object", "x-deserialize-default-on-error": true}}},
                  "LoginAuthRequest": {"type": "object", "required": [], "x-method": "auth/login", "x-side": "agent",
                    "properties": {
                      "methodId": {"type": "string"},
                      "_meta": {"type": "object", "x-deserialize-default-on-error": true}}},
                  "ToolCallStatus": {"oneOf": [
                      {"type": "string", "const": "pending"}, {"type": "string", "const": "abandoned"}]}
                }}""";
        Path file = Files.writeString(folder.resolve("version2.json"), schema);

        List<Finding> findings = Drift.between(
                OfficialSchema.read(file),
                OurTypes.read(DEFINITIONS, WireVersion.V2).stable());

        assertThat(findings)
                .contains(
                        new Finding(Kind.MISSING, "McpCapabilities.sse", "member"),
                        new Finding(Kind.DIFFERENT, "LoginAuthRequest.methodId", "optional there"),
                        new Finding(Kind.MISSING, "ToolCallStatus.abandoned", "value"),
                        new Finding(Kind.EXTRA, "ToolCallStatus.paused", "value"),
                        new Finding(Kind.EXTRA, "TerminalUpdate", "type"),
                        new Finding(Kind.EXTRA, "request tool_call/cancel of agent", "method"))
                .noneMatch(finding -> finding.place().equals("McpCapabilities.stdio"))
                .noneMatch(finding -> finding.place().equals("McpCapabilities.acp"))
                .noneMatch(finding -> finding.place().equals("request auth/login of agent"))
                .noneMatch(finding -> finding.place().equals("CreateTerminalRequest"));
    }

    @Test
    void whatIsMarkedAsUnstableIsNoPartOfTheStableTypes() throws IOException {
        assertThat(findings(OurTypes.read(DEFINITIONS, WireVersion.V1).stable()))
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
