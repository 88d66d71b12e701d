package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.BackgroundTerminal;
import io.acp4j.schema.update.TerminalUpdate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tool calls and terminals that a client of version 2 may cancel, and what runs in the background. */
class V2ToolsTest {

    private final ScriptedAgent script = new ScriptedAgent();

    private AcpAgent agent() {
        return script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .build();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting", e);
        }
    }

    private static int cancel(V2Client client, String session, String kind, String id) {
        String member = kind.equals("tool_call") ? "toolCallId" : "terminalId";
        return client.request(kind + "/cancel", "{'sessionId':'" + session + "','" + member + "':'" + id + "'}");
    }

    private static void refused(V2Client client, int request) {
        assertThat(client.error(request).get("code").asInt()).isEqualTo(-32602);
    }

    private static JsonNode firstOf(V2Client client, String session, String kind, String member) {
        return client.updates(session).stream()
                .filter(update -> update.get("sessionUpdate").asText().equals(kind) && update.has(member))
                .findFirst()
                .orElse(null);
    }

    @Test
    void aToolCallIsCancelledAloneWhileItSaysThatItCanBe() {
        CountDownLatch stop = new CountDownLatch(1);
        script.step("long", turn -> {
            ToolCallHandle plain = turn.toolCall("plain", ToolKind.OTHER);
            ToolCallHandle call = turn.toolCall("long", ToolKind.EXECUTE).onCancel(stop::countDown);
            await(stop);
            call.cancelled("as you wish");
            plain.complete();
        });
        try (V2Client client = V2Client.of(agent())) {
            String session = client.newSession();
            client.result(client.prompt(session, "long;wait gate"));
            client.until(() -> firstOf(client, session, "tool_call_update", "capabilities") != null);
            JsonNode offered = firstOf(client, session, "tool_call_update", "capabilities");
            assertThat(offered.get("capabilities")).isEqualTo(json("{'cancel':{}}"));
            String call = offered.get("toolCallId").asText();
            refused(client, cancel(client, session, "tool_call", "nobody"));
            refused(
                    client,
                    cancel(
                            client,
                            session,
                            "tool_call",
                            firstOf(client, session, "tool_call_update", "title")
                                    .get("toolCallId")
                                    .asText()));
            assertThat(client.result(cancel(client, session, "tool_call", call)))
                    .isEqualTo(json("{}"));
            client.until(() -> client.updates(session).stream()
                    .anyMatch(update -> update.path("status").asText().equals("cancelled")));
            refused(client, cancel(client, session, "tool_call", call));
            script.open("gate");
            client.awaitEnds(session, 1);
            assertThat(client.wire().ends(session)).containsExactly("end_turn");
        }
    }

    @Test
    void aTerminalShowsBytesAndItsEndAndMayOutliveTheTurn() {
        AtomicReference<AgentTerminal> opened = new AtomicReference<>();
        CountDownLatch stop = new CountDownLatch(1);
        script.step("run", turn -> {
            AgentTerminal terminal = turn.session().openTerminal("make", "/project");
            opened.set(terminal);
            terminal.size(80, 24);
            terminal.onCancel(stop::countDown);
            terminal.write("h\u00e9".getBytes(StandardCharsets.UTF_8));
            turn.toolCall("make", ToolKind.EXECUTE).complete(terminal.content());
            turn.session().background(List.of(new BackgroundTerminal(terminal.id(), null)));
        });
        try (V2Client client = V2Client.of(agent())) {
            String session = client.newSession();
            client.result(client.prompt(session, "run"));
            client.awaitEnds(session, 1);
            AgentTerminal terminal = opened.get();
            JsonNode idle = client.updates(session).get(client.updates(session).size() - 1);
            assertThat(idle.at("/background/0/terminalId").asText())
                    .isEqualTo(terminal.id().value());
            assertThat(firstOf(client, session, "terminal_output_chunk", "data")
                            .get("data")
                            .asText())
                    .isEqualTo("aMOp");
            assertThat(firstOf(client, session, "terminal_update", "size").get("size"))
                    .isEqualTo(json("{'cols':80,'rows':24}"));

            client.result(cancel(client, session, "terminal", terminal.id().value()));
            await(stop);
            terminal.killed("SIGTERM");
            client.raw().agent().session(new io.acp4j.schema.SessionId(session)).background(List.of());
            client.until(() -> firstOf(client, session, "terminal_update", "exitStatus") != null);
            refused(client, cancel(client, session, "terminal", terminal.id().value()));
            assertThatIllegalStateException().isThrownBy(() -> terminal.write(new byte[1]));
            client.settle();
            client.wire().requireSettled();
        }
    }

    @Test
    void version1ShowsACancelledCallAsFailedAndHasNoTerminalsOfTheAgent() {
        script.step("both", turn -> {
            turn.toolCall("long", ToolKind.EXECUTE).onCancel(() -> {}).cancelled("stopped");
            assertThat(turn.session().supports(TerminalUpdate.of(new TerminalId("t"))))
                    .isFalse();
            assertThatThrownBy(() -> turn.session().openTerminal("ls", null))
                    .isInstanceOf(UnsupportedCapabilityException.class)
                    .hasMessageContaining("protocolVersion 2");
        });
        try (RawClient client = RawClient.initialized(agent())) {
            List<JsonNode> updates = client.updatesBefore(client.prompt(client.newSession(), "both"));
            assertThat(updates).hasSize(2);
            assertThat(updates.get(1).get("status").asText()).isEqualTo("failed");
        }
    }
}
