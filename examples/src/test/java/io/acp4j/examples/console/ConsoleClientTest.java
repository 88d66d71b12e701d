package io.acp4j.examples.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.examples.Children;
import io.acp4j.examples.console.screen.PlainScreen;
import io.acp4j.examples.echo.EchoAgent;
import io.acp4j.transport.ws.WsServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConsoleClientTest {

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    private int run(String input, List<String> command) {
        List<String> args = new ArrayList<>(List.of("--"));
        args.addAll(command);
        return run(input, args.toArray(String[]::new));
    }

    private int run(String input, String... args) {
        PlainScreen screen = new PlainScreen(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(shown, true, StandardCharsets.UTF_8));
        return ConsoleClient.run(screen, args);
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void eachLineIsAPromptAndItsAnswerIsShown() {
        int exit = run("héllo\n\nworld\n", Children.java(EchoAgent.class));

        assertThat(exit).isZero();
        assertThat(shown().lines()).containsExactly("connected to echo-agent", "You said: héllo", "You said: world");
    }

    @Test
    void agentElsewhereIsTalkedToOverAWebSocket() {
        AcpAgent agent = AcpAgent.builder("far-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
        try (WsServer server = WsServer.builder(agent::serve).start()) {
            assertThat(run("hello\n", "--ws", server.uri().toString())).isZero();
        }
        assertThat(shown().lines()).containsExactly("connected to far-agent", "You said: hello");
    }

    @Test
    void whatTheAgentCannotDoIsSaidAndTheRestGoesOn() {
        int exit = run("hi\n/fork\nho\n", Children.java(EchoAgent.class));

        assertThat(exit).isEqualTo(ConsoleClient.FAILED);
        assertThat(shown()).contains("sessionCapabilities.fork").contains("You said: ho");
    }

    @Test
    void agentThatCannotBeStartedIsToldInOneLine() {
        int exit = run("hi\n", List.of("no-such-agent-anywhere"));

        assertThat(exit).isEqualTo(ConsoleClient.LOST);
        assertThat(shown().lines()).hasSize(1).first().asString().contains("no-such-agent-anywhere");
    }

    @Test
    void agentThatExitsIsToldWithItsExitCode() {
        int exit = run("hi\n", Children.java(Dying.class));

        assertThat(exit).isEqualTo(ConsoleClient.LOST);
        assertThat(shown()).contains("exited with code 7");
    }

    /** An agent that gives up at once. */
    public static final class Dying {
        public static void main(String[] args) {
            System.exit(7);
        }
    }

    @Test
    void noAgentAndTwoAgentsAreErrorsOfUsage() {
        assertThat(run("", List.of())).isEqualTo(2);
        assertThat(run("", "--ws", "ws://localhost/acp", "--", "my-agent")).isEqualTo(2);
    }
}
