package io.acp4j.agent.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.McpCapabilities;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.init.SessionAdditionalDirectoriesCapabilities;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.mcp.McpServerHttp;
import io.acp4j.schema.mcp.McpServerSse;
import io.acp4j.schema.mcp.McpServerStdio;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is refused in requests that are well-formed, for each kind of content and each place of a path. */
@Execution(ExecutionMode.CONCURRENT)
class RequestChecksTest {

    private static final Map<String, String> BLOCKS = Map.of(
            "text", "{\"type\":\"text\",\"text\":\"t\"}",
            "link", "{\"type\":\"resource_link\",\"name\":\"n\",\"uri\":\"file:///a\"}",
            "image", "{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"\"}",
            "audio", "{\"type\":\"audio\",\"mimeType\":\"audio/wav\",\"data\":\"\"}",
            "embedded", "{\"type\":\"resource\",\"resource\":{\"uri\":\"file:///a\",\"text\":\"t\"}}",
            "unknown", "{\"type\":\"hologram\",\"data\":\"\"}");

    private static AgentCapabilities advertising(String kind) {
        return AgentCapabilities.builder()
                .promptCapabilities(new PromptCapabilities(
                        kind.equals("image"), kind.equals("audio"), kind.equals("embedded"), null, Map.of()))
                .sessionCapabilities(SessionCapabilities.builder()
                        .additionalDirectories(SessionAdditionalDirectoriesCapabilities.SUPPORTED)
                        .build())
                .build();
    }

    private static ContentBlock block(String kind) throws IOException {
        byte[] json = BLOCKS.get(kind).getBytes(StandardCharsets.UTF_8);
        try (JsonReader in = JsonReader.over(json, 0, json.length)) {
            in.start();
            return ContentBlock.CODEC.read(in);
        }
    }

    static List<Arguments> contents() {
        List<Arguments> rows = new ArrayList<>();
        for (String kind : BLOCKS.keySet()) {
            for (String advertised : List.of("nothing", "image", "audio", "embedded")) {
                boolean taken = kind.equals("text") || kind.equals("link") || kind.equals(advertised);
                rows.add(argumentSet(kind + ", advertised: " + advertised, kind, advertised, taken));
            }
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("contents")
    void contentThatWasNotAdvertisedIsRefusedWhetherKnownOrNot(String kind, String advertised, boolean taken)
            throws IOException {
        RequestChecks checks = new RequestChecks(advertising(advertised), WireVersion.V1);
        List<ContentBlock> prompt = List.of(block("text"), block(kind));
        if (taken) {
            assertThatCode(() -> checks.prompt(prompt)).doesNotThrowAnyException();
        } else {
            assertRefused(() -> checks.prompt(prompt), "not_advertised", "/params/prompt/1");
        }
    }

    @Test
    void emptyPromptIsRefused() {
        assertRefused(
                () -> new RequestChecks(advertising("image"), WireVersion.V1).prompt(List.of()),
                "empty",
                "/params/prompt");
    }

    /** Each kind of server needs that the agent takes it; the draft has a capability for programs, too. */
    @Test
    void serverOfAKindThatTheAgentDoesNotTakeIsRefused() {
        List<McpServer> servers = List.of(
                McpServerStdio.of("n", "/bin/true"),
                McpServerHttp.of("n", "http://x"),
                McpServerSse.of("n", "http://x"));
        for (int taken = 0; taken < servers.size(); taken++) {
            AgentCapabilities advertised = AgentCapabilities.builder()
                    .mcpCapabilities(new McpCapabilities(taken == 0, taken == 1, taken == 2, false, null, Map.of()))
                    .build();
            RequestChecks checks = new RequestChecks(advertised, WireVersion.V2);
            for (int asked = 0; asked < servers.size(); asked++) {
                List<McpServer> one = List.of(servers.get(asked));
                if (asked == taken) {
                    assertThatCode(() -> checks.surroundings("/a", List.of(), one))
                            .doesNotThrowAnyException();
                } else {
                    assertRefused(
                            () -> checks.surroundings("/a", List.of(), one), "not_advertised", "/params/mcpServers/0");
                }
            }
        }
    }

    @Test
    void pathWithANulCharacterIsRefusedWhereverItStands() {
        RequestChecks checks = new RequestChecks(advertising("nothing"), WireVersion.V1);
        for (String path : List.of("/a\0", "/\0/b", "C:\\a\0b", "\\\\server\\\0")) {
            assertRefused(() -> checks.surroundings(path, List.of(), List.of()), "nul_character", "/params/cwd");
            assertRefused(
                    () -> checks.surroundings("/a", List.of("/b", path), List.of()),
                    "nul_character",
                    "/params/additionalDirectories/1");
            assertRefused(() -> RequestChecks.absolute(path, "/params/path"), "nul_character", "/params/path");
        }
        assertThatCode(() -> checks.surroundings("/a", List.of("/b"), List.of()))
                .doesNotThrowAnyException();
    }

    private static void assertRefused(Runnable check, String reason, String path) {
        assertThatThrownBy(check::run).isInstanceOfSatisfying(AcpErrorException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PARAMS);
            assertThat(e.error().data().toTree().path("reason").asText()).isEqualTo(reason);
            assertThat(e.error().data().toTree().path("path").asText()).isEqualTo(path);
        });
    }
}
