package io.acp4j.examples.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.transport.stdio.LaunchException;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What a user reads when an agent does not work: why, in the agent's own words. */
@DisabledOnOs(OS.WINDOWS)
class AgentThatFailsTest {

    /** An agent, and what is to be read of it. */
    private record Case(String name, String script, List<String> shown) {
        /** The script of an agent that reads a request before; one that does so anyway reads no more. */
        String afterReading() {
            return script.startsWith("read line") ? script : "read line\n" + script;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final String INITIALIZED =
            "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}'\n";

    private static final List<Case> DEATHS = List.of(
            new Case(
                    "crash",
                    "echo 'Traceback:' >&2; echo 'ImportError: no module named acp' >&2; exit 1",
                    List.of("exited with code 1", "error output ends with:", "    ImportError: no module named acp")),
            new Case("silence", "exit 0", List.of("exited with code 0")),
            new Case(
                    "usage on the output",
                    "echo 'Usage: agent [--acp]'; exit 0",
                    List.of("exited with code 0", "no JSON", "    Usage: agent [--acp]")),
            new Case(
                    "login",
                    "echo 'Welcome to agent 1.0'; echo 'Not logged in. Run: agent login' >&2; exit 41",
                    List.of("exited with code 41", "    Not logged in. Run: agent login", "    Welcome to agent 1.0")),
            new Case(
                    "after reading",
                    "read line; echo 'panic: bad config' >&2; exit 101",
                    List.of("exited with code 101", "    panic: bad config")),
            new Case(
                    "signal",
                    "echo 'out of memory' >&2; kill -9 $$",
                    List.of("exited with code 137", "    out of memory")),
            new Case(
                    "missing interpreter of a dependency",
                    "no-such-node --version",
                    List.of("exited with code 127", "no-such-node")),
            new Case(
                    "secret",
                    "echo 'invalid API_KEY=abcdef0123456789' >&2; exit 1",
                    List.of("exited with code 1", "invalid API_KEY=[redacted]")),
            new Case(
                    "closed output",
                    "echo 'detached' >&2; exec >&-; exec sleep 1000",
                    List.of("closed its output but did not exit", "    detached")));

    private static StdioTransport agent(String script) {
        return StdioTransport.launch("sh", "-c", script);
    }

    private static void assertShown(Throwable failure, List<String> shown) {
        assertThat(failure).isInstanceOf(ConnectionClosedException.class);
        assertThat(failure.getMessage())
                .contains(shown)
                .doesNotContain("abcdef0123456789")
                .hasSizeLessThan(1500);
    }

    @ParameterizedTest
    @FieldSource("DEATHS")
    void agentThatDiesAtItsStartSaysWhy(Case each) {
        assertThatThrownBy(() -> AcpClient.builder(agent(each.script())).connect())
                .satisfies(failure -> assertShown(failure, each.shown()));
        assertThatThrownBy(() ->
                        AcpClient.builder(agent(each.script())).connectAsync().join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .satisfies(failure -> assertShown(failure, each.shown()));
    }

    @ParameterizedTest
    @FieldSource("DEATHS")
    void agentThatDiesLaterSaysWhy(Case each) {
        try (AcpClient client =
                AcpClient.builder(agent(INITIALIZED + each.afterReading())).connect()) {
            assertThatThrownBy(() -> client.newSession(Path.of("/")))
                    .satisfies(failure -> assertShown(failure, each.shown()));
        }
    }

    @ParameterizedTest
    @FieldSource("DEATHS")
    void agentThatDiesInATurnSaysWhy(Case each) {
        try (AcpClient client = AcpClient.builder(agent(INITIALIZED
                        + "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s\"}}'\n"
                        + each.afterReading()))
                .connect()) {
            ClientSession session = client.newSession(Path.of("/"));
            assertThatThrownBy(() -> session.prompt("Hello")).satisfies(failure -> assertShown(failure, each.shown()));
        }
    }

    @Test
    void agentThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> StdioTransport.launch("no-such-agent", "--token=secret"))
                .isInstanceOf(LaunchException.class)
                .hasMessageContaining("no-such-agent")
                .hasMessageContaining("PATH")
                .hasMessageNotContaining("secret");
    }

    @Test
    void requestThatIsNotAnsweredShowsWhatTheAgentWroteInstead() {
        String script = "echo 'Welcome!'; echo 'Press enter to log in'; echo 'waiting for a key' >&2; exec sleep 1000";
        // How long the lines take depends on the machine; what they are told in does not.
        AcpException failure = unanswered(script, 1);
        for (int seconds = 4; seconds <= 64 && !saysAll(failure); seconds *= 4) {
            failure = unanswered(script, seconds);
        }
        assertThat(failure)
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessageStartingWith("initialize got no response within ")
                .hasMessageContainingAll(
                        "2 lines that are no JSON",
                        "    Welcome!",
                        "    Press enter to log in",
                        "    waiting for a key");
    }

    private static boolean saysAll(AcpException failure) {
        String said = String.valueOf(failure.getMessage());
        return said.contains("2 lines") && said.contains("waiting for a key");
    }

    private static AcpException unanswered(String script, int seconds) {
        return failure(() -> AcpClient.builder(agent(script))
                .options(ConnectionOptions.builder()
                        .requestTimeout(Duration.ofSeconds(seconds))
                        .build())
                .connect()
                .close());
    }

    private static AcpException failure(Runnable action) {
        try {
            action.run();
        } catch (AcpException e) {
            return e;
        }
        throw new AssertionError("nothing failed");
    }
}
