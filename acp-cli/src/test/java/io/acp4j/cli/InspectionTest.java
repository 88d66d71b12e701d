package io.acp4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.inspector.testing.RecordingText;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.ws.WsServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The command line of the commands that serve a page. */
class InspectionTest {

    @TempDir
    Path directory;

    private static AcpAgent agent(LinkedBlockingQueue<String> asked) {
        return AcpAgent.builder()
                .info("far-agent", "1.0")
                .onListSessions((request, context) -> {
                    asked.add("session/list");
                    return ListSessionsResponse.of(List.of());
                })
                .onPrompt(turn -> turn.say("hello"))
                .build();
    }

    /** Runs the inspector until it has requested the sessions of the agent. */
    private void isDriven(LinkedBlockingQueue<String> asked, String... arguments) throws Exception {
        StringWriter printed = new StringWriter();
        CommandLine line = AcpCommand.commandLine("acp")
                .setOut(new PrintWriter(printed))
                .setErr(new PrintWriter(new StringWriter()));
        List<String> all = new ArrayList<>(List.of("inspect", "--no-browser", "--cwd", directory.toString()));
        all.addAll(List.of(arguments));
        Thread inspector = new Thread(() -> line.execute(all.toArray(String[]::new)));
        inspector.start();
        try {
            assertThat(asked.poll(60, TimeUnit.SECONDS)).isEqualTo("session/list");
            assertThat(printed.toString()).startsWith("http://127.0.0.1:");
        } finally {
            inspector.interrupt();
            inspector.join(60_000);
        }
        assertThat(inspector.isAlive()).isFalse();
    }

    @Test
    void anAgentThatServesWebSocketsIsDrivenByItsAddress() throws Exception {
        LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
        AcpAgent agent = agent(asked);
        try (WsServer server = WsServer.builder(agent::serve).start()) {
            isDriven(asked, "--ws", server.uri().toString());
        }
    }

    @Test
    void anAgentThatServesStreamableHttpIsDrivenByItsAddressBesideRecordingsAndOthers() throws Exception {
        LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
        AcpAgent agent = agent(asked);
        Path recording = new RecordingText().opens("s").to(directory.resolve("recording.jsonl"));
        try (HttpServer server = HttpServer.builder(agent::serve).start()) {
            String address = server.uri().toString();
            isDriven(
                    asked,
                    "--recording",
                    recording.toString(),
                    "--other",
                    address,
                    "--other",
                    "my-agent --acp",
                    "--http",
                    address);
        }
    }

    @Test
    void anotherAgentWithAnInvalidAddressIsReported() {
        StringWriter errors = new StringWriter();
        CommandLine line = AcpCommand.commandLine("acp").setErr(new PrintWriter(errors));
        assertThat(line.execute("inspect", "--no-browser", "--other", "http://a b", "--", "my-agent"))
                .isEqualTo(2);
        assertThat(errors.toString()).contains("--other: ");
    }

    @Test
    void aRecordingThatIsNotThereIsSaid() {
        StringWriter errors = new StringWriter();
        CommandLine line = AcpCommand.commandLine("acp").setErr(new PrintWriter(errors));
        String missing = directory.resolve("missing.jsonl").toString();

        assertThat(line.execute("inspect", "--no-browser", "--recording", missing, "--", "my-agent"))
                .isEqualTo(1);
        assertThat(errors.toString()).contains(missing);
    }

    @Test
    void nameOfAFileCannotSteerTheTerminal() {
        String missing = directory.resolve("a\u001b[31m.jsonl").toString();
        for (String[] args : new String[][] {
            {"open", "--no-browser", missing},
            {"diff", missing, missing, missing},
            {"inspect", "--no-browser", "--recording", missing, "--", "my-agent"}
        }) {
            StringWriter errors = new StringWriter();
            assertThat(AcpCommand.commandLine("acp")
                            .setErr(new PrintWriter(errors))
                            .execute(args))
                    .isPositive();
            assertThat(errors.toString()).contains("a\\u{1B}[31m").doesNotContain("\u001b");
        }
    }

    /** Mistakes in the arguments, and the messages, each of which is one line without a stack trace. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            inspect --port 99999 -- cat        | --port is a number from 0, for a free one, to 65535, not 99999.
            inspect --port -1 -- cat           | --port is a number from 0
            open --port 65536 a.jsonl          | --port is a number from 0
            taps --port -1                     | --port is a number from 0
            inspect --cwd /no/such/directory -- cat | --cwd: there is no directory /no/such/directory.
            inspect -- A_KEY=secret            | After --: the agent's command names no program
            inspect opne a.jsonl               | There is no program "opne" on the PATH; did you mean acp open?
            inspect --protocol 3               | --protocol is 1 or 2, not 3.
            inspect --ws http://localhost:1    | --ws: the scheme must be ws or wss, was http; write ws:// instead
            inspect --trust a.pem -- cat       | --bearer-variable and --trust need an agent at an address
            opne a.jsonl                       | There is no command "opne"; did you mean open?
            vlaidate a.jsonl                   | There is no command "vlaidate"; did you mean validate?
            tapp -- cat                        | did you mean tap?
            convrt a.jsonl                     | did you mean convert?
            nonsense                           | There is no command "nonsense".
            """)
    void wrongArgumentsAreToldInALine(String arguments, String told) {
        StringWriter errors = new StringWriter();
        CommandLine line = AcpCommand.commandLine("acp").setErr(new PrintWriter(errors));
        List<String> all = new ArrayList<>(List.of(arguments.split(" ")));

        assertThat(line.execute(all.toArray(String[]::new))).isEqualTo(2);
        assertThat(errors.toString().lines())
                .hasSize(2)
                .first()
                .asString()
                .contains(told)
                .doesNotContain("secret");
        assertThat(errors.toString()).containsPattern("acp.* --help lists the (commands|options)\\.");
    }

    @Test
    void severalAgentsAreAnErrorOfUsage() {
        StringWriter errors = new StringWriter();
        CommandLine line = AcpCommand.commandLine("acp").setErr(new PrintWriter(errors));

        assertThat(line.execute("inspect", "--ws", "ws://localhost:1/acp", "--", "my-agent"))
                .isEqualTo(2);
        assertThat(line.execute("inspect", "--ws", "ws://localhost:1/acp", "--http", "http://localhost:1/acp"))
                .isEqualTo(2);
        assertThat(errors.toString()).contains("Name one agent: -- COMMAND, --agent NAME, --ws URL or --http URL.");
    }
}
