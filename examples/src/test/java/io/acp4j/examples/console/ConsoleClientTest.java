package io.acp4j.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.examples.Children;
import io.acp4j.examples.echo.EchoAgent;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.v1.permission.PermissionOption;
import io.acp4j.schema.v1.permission.RequestPermissionRequest;
import io.acp4j.schema.v1.permission.RequestPermissionResponse;
import io.acp4j.schema.v1.plan.PlanEntry;
import io.acp4j.schema.v1.tool.ToolCallStatus;
import io.acp4j.schema.v1.update.AgentMessageChunk;
import io.acp4j.schema.v1.update.AgentThoughtChunk;
import io.acp4j.schema.v1.update.Plan;
import io.acp4j.schema.v1.update.SessionUpdate;
import io.acp4j.schema.v1.update.ToolCall;
import io.acp4j.schema.v1.update.ToolCallUpdate;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

class ConsoleClientTest {

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    private Terminal terminal(String input, boolean interactive) {
        return new Terminal(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(shown, true, StandardCharsets.UTF_8),
                interactive);
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void eachLineIsAPromptAndItsAnswerIsShown() throws Exception {
        int exit = new ConsoleClient(terminal("héllo\n\nworld\n", false)).run(Children.java(EchoAgent.class));

        assertThat(exit).isZero();
        assertThat(shown().lines()).containsExactly("connected to echo-agent", "You said: héllo", "You said: world");
    }

    @Test
    void agentElsewhereIsTalkedToOverAWebSocket() throws Exception {
        AcpAgent agent = AcpAgent.builder("far-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
        try (WsServer server = WsServer.builder(agent::serve).start()) {
            String address = server.uri().toString();
            int exit = new ConsoleClient(terminal("hello\n", false)).run(address, () -> WsTransport.connect(address));

            assertThat(exit).isZero();
        }
        assertThat(shown().lines()).containsExactly("connected to far-agent", "You said: hello");
    }

    @Test
    void agentThatCannotBeStartedIsToldInOneLine() throws Exception {
        int exit = new ConsoleClient(terminal("hi\n", false)).run(List.of("no-such-agent-anywhere"));

        assertThat(exit).isEqualTo(1);
        assertThat(shown().lines()).hasSize(1).first().asString().contains("no-such-agent-anywhere");
    }

    @Test
    void agentThatExitsIsToldWithItsExitCode() throws Exception {
        List<String> command = Children.java(Dying.class);

        int exit = new ConsoleClient(terminal("hi\n", false)).run(command);

        assertThat(exit).isEqualTo(1);
        assertThat(shown()).contains("exited with code 7");
    }

    /** An agent that gives up at once. */
    public static final class Dying {
        public static void main(String[] args) {
            System.exit(7);
        }
    }

    @Test
    void progressAndColoursAreForTerminalsOnly() {
        Terminal pipe = terminal("", false);
        pipe.progress();
        pipe.line("done", Terminal.Style.RED);

        assertThat(shown().lines()).containsExactly("done");
    }

    @Test
    void progressGivesWayToText() {
        Terminal screen = terminal("", true);
        screen.progress();
        screen.text("answer", Terminal.Style.PLAIN);

        assertThat(shown()).isEqualTo("…\r\033[Kanswer");
    }

    @Test
    void thoughtsToolCallsAndPlansAreShown() {
        UpdatePrinter printer = new UpdatePrinter(terminal("", false));
        List<SessionUpdate> updates = List.of(
                AgentThoughtChunk.text(null, "hm"),
                AgentMessageChunk.text(null, "first"),
                ToolCall.builder(new ToolCallId("t"), "Read a file").build(),
                ToolCallUpdate.builder(new ToolCallId("t"))
                        .status(ToolCallStatus.COMPLETED)
                        .build(),
                ToolCallUpdate.builder(new ToolCallId("never announced"))
                        .status(ToolCallStatus.FAILED)
                        .build(),
                Plan.of(List.of(PlanEntry.of("Think"))),
                AgentMessageChunk.text(null, "second"));

        updates.forEach(update -> printer.show(Mockito.mock(), update));

        assertThat(shown().lines())
                .containsExactly(
                        "hm",
                        "first",
                        "▸ Read a file",
                        "✓ Read a file",
                        "✗ tool call never announced",
                        "plan",
                        "  [pending] Think",
                        "second");
    }

    @Test
    void permissionIsAskedUntilAnOptionIsNamed() throws Exception {
        RequestPermissionResponse answer = new PermissionQuestion(terminal("x\n3\n2\n", false)).ask(question());

        assertThat(answer).isEqualTo(RequestPermissionResponse.selected(new PermissionOptionId("no")));
    }

    @Test
    void endOfInputAllowsNothing() throws Exception {
        RequestPermissionResponse answer = new PermissionQuestion(terminal("", false)).ask(question());

        assertThat(answer).isEqualTo(RequestPermissionResponse.cancelled());
    }

    private static RequestPermissionRequest question() {
        return new RequestPermissionRequest(
                new SessionId("s"),
                ToolCallUpdate.builder(new ToolCallId("t")).title("Delete it").build(),
                List.of(PermissionOption.allowOnce("yes", "Yes"), PermissionOption.rejectOnce("no", "No")),
                null);
    }
}
