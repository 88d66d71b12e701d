package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code session/resume} of version 2 does, with a replay and without, by which handlers an author has set. */
class V2ResumeTest {

    private static final String PLAIN = "{'sessionId':'stored','cwd':'/project'}";
    private static final String REPLAYED = "{'sessionId':'stored','cwd':'/project','replayFrom':{'type':'start'}}";

    private final ScriptedAgent script = new ScriptedAgent();

    private AcpAgentBuilder agent(String handlers) {
        AcpAgentBuilder builder = script.builder().protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2);
        if (handlers.contains("load")) {
            builder.onLoadSession((request, setup) -> {
                setup.replay(UserMessageChunk.text(new MessageId("u"), "Hello"));
                setup.replay(ToolCall.builder(new ToolCallId("c"), "Reads").build());
                setup.replay(AgentMessageChunk.text(new MessageId("a"), "Hi"));
                setup.replay(new AvailableCommandsUpdate(List.of(AvailableCommand.of("plan", "Plans")), null));
                setup.afterResponse(session -> session.update(AgentMessageChunk.text(new MessageId("l"), "Later")));
                return LoadSessionResponse.EMPTY;
            });
        }
        if (handlers.contains("resume")) {
            builder.onResumeSession((request, setup) -> {
                setup.afterResponse(session -> session.update(AgentMessageChunk.text(new MessageId("l"), "Later")));
                return ResumeSessionResponse.EMPTY;
            });
        }
        return builder;
    }

    static Stream<Arguments> opened() {
        String[] loaded = {"user_message_chunk", "tool_call_update", "agent_message_chunk", "available_commands_update"
        };
        return Stream.of(
                Arguments.of("load", PLAIN, List.of("available_commands_update")),
                Arguments.of("load", REPLAYED, List.of(loaded)),
                Arguments.of("resume", PLAIN, List.of()),
                Arguments.of("load and resume", PLAIN, List.of()),
                Arguments.of("load and resume", REPLAYED, List.of(loaded)));
    }

    @ParameterizedTest
    @MethodSource("opened")
    void theConversationIsShownWhereItWasAskedForAndTheSessionGoesOn(
            String handlers, String request, List<String> shown) {
        try (V2Client client = V2Client.of(agent(handlers).build())) {
            for (int time = 1; time <= 2; time++) {
                int before = client.updates("stored").size();
                client.result(client.request("session/resume", request));
                List<String> all = kinds(client).subList(before, kinds(client).size());
                assertThat(all.subList(0, all.size() - 1)).isEqualTo(shown);
                assertThat(all).as("the state comes last before the response").endsWith("state_update");
                client.until(() -> client.wire().texts("stored").contains("agent_message:Later"));
                int ends = client.wire().ends("stored").size();
                client.result(client.prompt("stored", "say on"));
                client.awaitEnds("stored", ends + 1);
                assertThat(client.wire().texts("stored")).endsWith("agent_message:on");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "load", "resume", "load and resume"})
    void aSessionThatWorksIsResumedWithoutAHandler(String handlers) {
        try (V2Client client = V2Client.of(agent(handlers).build())) {
            String session = client.newSession();
            client.prompt(session, "say a;wait gate;say b");
            client.until(() -> client.wire().texts(session).contains("agent_message:a"));
            String request = "{'sessionId':'" + session + "','cwd':'/project'";
            client.result(client.request("session/resume", request + "}"));
            assertThat(client.wire().log(session)).containsExactly("running");
            JsonNode error =
                    client.error(client.request("session/resume", request + ",'replayFrom':{'type':'start'}}"));
            assertThat(error.at("/data/reason").asText())
                    .as("only its author could replay it")
                    .isEqualTo(handlers.contains("load") ? "turn_in_progress" : "not_replayable");
            client.result(client.request("session/resume", request + "}"));
            script.open("gate");
            client.awaitEnds(session, 1);
            assertThat(client.wire().log(session)).containsExactly("running", "agent_message_chunk", "idle end_turn");
        }
    }

    @Test
    void anAgentThatOpensNoSessionsResumesThoseThatAreOpen() {
        try (V2Client client = V2Client.of(agent("none").build())) {
            String session = client.newSession();
            client.result(client.request("session/resume", "{'sessionId':'" + session + "','cwd':'/project'}"));
            assertThat(client.wire().log(session)).containsExactly("idle");
            client.prompt(session, "say on");
            client.awaitEnds(session, 1);
        }
    }

    private static List<String> kinds(V2Client client) {
        return client.updates("stored").stream()
                .map(update -> update.get("sessionUpdate").asText())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatNoHandlerCanDoIsRefused(String handlers, String request, int code, String reason) {
        try (V2Client client = V2Client.of(agent(handlers).build())) {
            JsonNode error = client.error(client.request("session/resume", request));
            assertThat(error.get("code").asInt()).isEqualTo(code);
            assertThat(error.at("/data/reason").asText()).isEqualTo(reason);
        }
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("none", PLAIN, -32002, "unknown_session"),
                Arguments.of("none", REPLAYED, -32602, "not_replayable"),
                Arguments.of("resume", REPLAYED, -32602, "not_replayable"));
    }
}
