package io.acp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.agent.AcpAgent;
import io.acp4j.inspector.testing.Recorded;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;
import io.acp4j.transport.ws.WsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The option {@code --agent} of the commands that connect to an agent. */
class AgentSelectionTest {

    private static final String SECRET = "s3cr3t-value";

    @TempDir
    Path directory;

    /** An agent that knows a variable of its environment. */
    public static final class Greeting {
        private Greeting() {}

        public static void main(String[] args) throws InterruptedException {
            AcpAgent.builder()
                    .info("greeting-agent", "1")
                    .onPrompt(turn -> turn.say(
                            "The variable has " + System.getenv("A_KEY").length() + " characters"))
                    .build()
                    .serve(StdioTransport.ofProcessStreams())
                    .awaitClosed();
        }
    }

    private record Outcome(int code, String out, String err) {}

    private Path configured() throws IOException {
        return new ConfiguredAgents()
                .program("greeting", ChildJvm.java(Greeting.class), Map.of("A_KEY", SECRET))
                .address("remote", "ws://127.0.0.1:1/acp")
                .writeTo(directory);
    }

    private static Outcome run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = AcpCommand.commandLine("acp")
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(java.util.Arrays.stream(arguments).map(String::valueOf).toArray(String[]::new));
        return new Outcome(code, out.toString(), err.toString());
    }

    private Outcome process(List<String> command, String input) throws Exception {
        Path err = directory.resolve("err");
        Process process =
                new ProcessBuilder(command).redirectError(err.toFile()).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), out, Files.readString(err));
    }

    @Test
    void chatStartsAConfiguredAgentWithItsVariables() throws Exception {
        List<String> command =
                ChildJvm.java(Main.class, "chat", "--config", configured().toString(), "--agent", "greeting");

        Outcome outcome = process(command, "hello\n");

        assertThat(outcome.out().lines())
                .containsExactly("connected to greeting-agent", "The variable has 12 characters");
        assertThat(outcome.code()).isZero();
    }

    @Test
    void matrixAsksConfiguredAgentsByTheirNames() throws IOException {
        Path file = configured();

        Outcome outcome = run("matrix", "--json", "--config", file, "--agent", "greeting", "--agent", "remote");

        assertThat(outcome.code()).as("the second does not respond").isEqualTo(1);
        assertThat(new ObjectMapper().readTree(outcome.out()).findValuesAsText("agent"))
                .contains("greeting", "greeting-agent 1");
    }

    @Test
    void replayUsesAConfiguredAgent() throws IOException {
        Path recording = Recorded.conversation(directory.resolve("a.jsonl"), new ProtocolVersion(1), directory, "one");

        Outcome outcome = run("replay", "--json", recording, "--config", configured(), "--agent", "greeting");

        assertThat(outcome.code()).as("another agent than the recorded one").isEqualTo(1);
        assertThat(outcome.out()).contains("greeting-agent");
    }

    @Test
    void configuredAddressIsUsed() throws IOException {
        AcpAgent agent =
                AcpAgent.builder().info("far-agent", "1").onPrompt(turn -> {}).build();
        try (WsServer server = WsServer.builder(agent::serve).start()) {
            Path file = new ConfiguredAgents()
                    .address("far", server.uri().toString())
                    .writeTo(directory);

            assertThat(run("matrix", "--config", file, "--agent", "far").out()).contains("far-agent 1");
        }
    }

    /** Started without flags of the JVM, so that the kit runs in a second JVM as it does from its own archive. */
    @Test
    void kitCertifiesAConfiguredAgent() throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "certify",
                "agent",
                "--only",
                "INIT-001",
                "--report-dir",
                directory.resolve("report").toString(),
                "--agent=greeting",
                "--config",
                configured().toString()));

        Outcome outcome = process(command, "");

        assertThat(outcome.out()).contains(Greeting.class.getName()).doesNotContain(SECRET);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.code()).as("PARTIAL").isEqualTo(4);
        assertThat(Files.readString(directory.resolve("report/report.json"))).doesNotContain(SECRET);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            certify agent --agent gretting               | There is no agent "gretting" in
            certify agent --agent greeting -- my-agent   | Name one agent: -- and its command, or --agent and its name.
            certify agent --agent                        | Missing required parameter for option '--agent'
            chat --agent gretting                        | did you mean greeting?
            chat --agent greeting --ws ws://a            | Name one agent
            inspect --agent greeting -- my-agent         | Name one agent
            inspect --agent greeting --trust a.pem       | --bearer-variable and --trust need an agent at an address
            matrix --agent other                         | it contains greeting, remote.
            replay a.jsonl --agent other                 | There is no agent "other" in
            """)
    void errorsAreReportedInALine(String arguments, String expected) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments.split(" ")));
        all.addAll(
                all.get(0).equals("certify") ? 2 : 1,
                List.of("--config", configured().toString()));

        Outcome outcome = process(ChildJvm.java(Main.class, all.toArray(String[]::new)), "");

        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err().lines()).hasSize(2);
        assertThat(outcome.err())
                .contains(expected, " --help lists the options.")
                .doesNotContain(SECRET);
    }

    @Test
    void agentsListsNamesWithoutValues() throws IOException {
        Outcome outcome = run("agents", "--config", configured());

        assertThat(outcome.out())
                .startsWith("greeting  ")
                .contains("(sets A_KEY)", "remote    ws://127.0.0.1:1/acp")
                .doesNotContain(SECRET);
        assertThat(outcome.code()).isZero();
    }

    @Test
    void agentsReportsAMissingFileWithAnExample() {
        Outcome outcome = run("agents", "--config", directory.resolve("none.json"));

        assertThat(outcome.err()).contains(directory.resolve("none.json").toString(), "\"agent_servers\"");
        assertThat(outcome.code()).isEqualTo(2);
    }
}
