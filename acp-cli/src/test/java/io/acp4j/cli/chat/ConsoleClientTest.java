package io.acp4j.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.cli.ChildJvm;
import io.acp4j.cli.chat.screen.PlainScreen;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.stdio.StdioTransport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        return PipedConsole.commandLine(screen).execute(args);
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void eachLineIsAPromptAndItsAnswerIsShown() {
        int exit = run("héllo\n\nworld\n", ChildJvm.java(EchoAgent.class));

        assertThat(exit).isZero();
        assertThat(shown().lines()).containsExactly("connected to echo-agent", "You said: héllo", "You said: world");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--ws", "--http"})
    void agentElsewhereIsTalkedToOverAWebSocketOrHttp(String option) {
        AcpAgent agent = AcpAgent.builder()
                .info("far-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build();
        try (HttpServer server = HttpServer.builder(agent::serve).start()) {
            URI address = option.equals("--ws") ? server.webSocketUri() : server.uri();
            assertThat(run("hello\n", option, address.toString())).isZero();
        }
        assertThat(shown().lines()).containsExactly("connected to far-agent", "You said: hello");
    }

    @Test
    void whatTheAgentCannotDoIsSaidAndTheRestGoesOn() {
        int exit = run("hi\n/fork\n/fork 1\nho\n/edit 3 hu\n/regenerate\n", ChildJvm.java(EchoAgent.class));

        assertThat(exit).isEqualTo(ChatCommand.FAILED);
        assertThat(shown().lines())
                .containsExactly(
                        "connected to echo-agent",
                        "You said: hi",
                        "This agent cannot fork sessions.",
                        "This agent cannot fork sessions.",
                        "You said: ho",
                        "This agent cannot fork sessions.",
                        "This agent cannot fork sessions.");
    }

    @Test
    void featuresThatAnAgentLacksAreNamedInWords() {
        int exit = run(
                "/branches\n/delete 1\n/mode\n/model\n/login\n/sessions\n/switch 4\n", ChildJvm.java(EchoAgent.class));

        assertThat(exit).isEqualTo(ChatCommand.FAILED);
        assertThat(shown().lines())
                .contains(
                        "This agent cannot delete sessions.",
                        "This agent offers no modes to choose from.",
                        "This agent offers no models to choose from.",
                        "This agent offers no login that this client supports; see its documentation.")
                .noneMatch(line -> line.contains("Capabilities"));
    }

    @Test
    void commandThatLacksItsArgumentSaysWhichOne() {
        run(
                "hi\n/edit\n/label\n/switch\n/delete\n/go\n/export no-such-directory/talk.md\n",
                ChildJvm.java(EchoAgent.class));

        assertThat(shown().lines())
                .containsExactly(
                        "connected to echo-agent",
                        "You said: hi",
                        "Name a message; /messages lists them.",
                        "Name a message; /messages lists them.",
                        "Name a session; /sessions lists them.",
                        "Name a session; /sessions lists them.",
                        "Name a branch; /branches lists them.",
                        "no-such-directory/talk.md cannot be written: there is no such directory.");
    }

    @Test
    void hiddenCharactersOfTheAgentAreShown() {
        assertThat(run("safe\u202Elive\u001B[2J\n", ChildJvm.java(EchoAgent.class)))
                .isZero();

        assertThat(shown().lines()).contains("You said: safe\\u{202E}live\\u{1B}[2J");
    }

    @Test
    void personIsAskedToLogInWhenTheAgentWantsIt() {
        assertThat(run("hello\n2\n", ChildJvm.java(Locked.class))).isZero();

        assertThat(shown().lines())
                .containsExactly(
                        "connected to locked-agent",
                        "The agent requires a login:",
                        "  1  By browser",
                        "  2  By key",
                        "logged in: By key",
                        "in by key");
    }

    /** An agent that makes sessions only after somebody has logged in. */
    public static final class Locked {
        private static volatile String way;

        private Locked() {}

        public static void main(String[] args) throws InterruptedException {
            AcpAgent.builder()
                    .info("locked-agent", "1")
                    .onAuthenticate(
                            List.of(
                                    AuthMethodAgent.of(new AuthMethodId("browser"), "By browser"),
                                    AuthMethodAgent.of(new AuthMethodId("key"), "By key")),
                            (request, context) -> way = request.methodId().value())
                    .onNewSession((request, setup) -> {
                        if (way == null) {
                            throw AcpErrorException.authRequired();
                        }
                        return NewSessionResponse.of(setup.sessionId());
                    })
                    .onPrompt(turn -> turn.say("in by " + way))
                    .build()
                    .serve(StdioTransport.ofProcessStreams())
                    .awaitClosed();
        }
    }

    @Test
    void agentThatCannotBeStartedIsReportedInOneLineBeforeTheOfferOfTheSampleAgent() {
        int exit = run("hi\n", List.of("no-such-agent-anywhere"));

        assertThat(exit).isEqualTo(ChatCommand.LOST);
        assertThat(shown().lines()).hasSize(2).first().asString().contains("no-such-agent-anywhere");
        assertThat(shown()).endsWith("To start the sample agent, run chat without an agent.\n");
    }

    @Test
    void agentThatExitsIsToldWithItsExitCode() {
        int exit = run("hi\n", ChildJvm.java(Dying.class));

        assertThat(exit).isEqualTo(ChatCommand.LOST);
        assertThat(shown()).contains("exited with code 7");
    }

    @Test
    void agentThatIsLostDuringAConversationEndsAPipe() {
        int exit = run("exit\nhello\n", ChildJvm.java(AskingAgent.class));

        assertThat(exit).isEqualTo(ChatCommand.LOST);
        assertThat(shown())
                .contains("leaving", "exited with code 9")
                .doesNotContain("Start the agent again?", "To start the sample agent");
    }

    @Test
    void nextLineStopsATurnAndLaterLinesRemain() {
        int exit = run("wait\n/cancel\nedit\nNo\nwait\n/cancel\n", ChildJvm.java(AskingAgent.class));

        assertThat(exit).isZero();
        assertThat(shown().lines())
                .containsSubsequence(
                        "waiting", "(cancelled)", "The agent asks: Edit a.txt", "It is **left**.", "(cancelled)");
    }

    @Test
    void cancelledTurnAllowsNothing() {
        int exit = run("edit\n/cancel\nedit\ny\n", ChildJvm.java(AskingAgent.class));

        assertThat(exit).isZero();
        assertThat(shown().lines())
                .containsSubsequence("It is **left**.", "(cancelled)", "The agent asks: Edit a.txt", "It is **done**.");
    }

    /** An agent that gives up at once. */
    public static final class Dying {
        public static void main(String[] args) {
            System.exit(7);
        }
    }

    @Test
    void wordsBeforeTheProgramSetVariablesOfTheAgent() {
        List<String> command = new ArrayList<>(List.of("GREETING=hello=you", "EMPTY="));
        command.addAll(ChildJvm.java(Greeting.class));

        assertThat(run("hi\n", command)).isZero();
        assertThat(shown().lines()).containsExactly("connected to greeting-agent", "hello=you[]");
    }

    /** An agent that says what is in its environment. */
    public static final class Greeting {
        private Greeting() {}

        public static void main(String[] args) throws InterruptedException {
            AcpAgent.builder()
                    .info("greeting-agent", "1")
                    .onPrompt(turn -> turn.say(System.getenv("GREETING") + "[" + System.getenv("EMPTY") + "]"))
                    .build()
                    .serve(StdioTransport.ofProcessStreams())
                    .awaitClosed();
        }
    }

    @Test
    void agentThatFailsInsideIsToldWithTheEndOfItsErrorOutput() {
        int exit = run("hi\nagain\n", ChildJvm.java(Failing.class));

        assertThat(exit).isEqualTo(ChatCommand.FAILED);
        assertThat(shown())
                .contains("Internal error (-32603); its error output ends with:", "    no model \\u{1B}7 at all")
                .doesNotContain("sk-0123456789abcdefghijklmnop");
    }

    /** An agent that tells only its error output why its prompts fail. */
    public static final class Failing {
        private Failing() {}

        public static void main(String[] args) throws InterruptedException {
            AcpAgent.builder()
                    .info("failing-agent", "1")
                    .onPrompt(turn -> {
                        System.err.println("Authorization: Bearer sk-0123456789abcdefghijklmnop");
                        System.err.println("no model \0337 at all");
                        throw AcpErrorException.internalError("Internal error");
                    })
                    .build()
                    .serve(StdioTransport.ofProcessStreams())
                    .awaitClosed();
        }
    }

    /** Mistakes in the arguments, and the messages, each of which is one line without a stack trace. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            --ws http://localhost:1/acp        | --ws: the scheme must be ws or wss, was http; write ws:// instead of http://
            --ws HTTPS://localhost:1/acp       | write wss:// instead of https://
            --ws localhost:1                   | write for instance ws://localhost:8080/acp
            --ws ws://a^b                      | --ws: Illegal character
            --http WS://localhost:1/acp        | --http: the scheme must be http or https, was ws; write http:// instead of ws://
            --http localhost:1                 | write for instance http://localhost:8080/acp
            --cwd /no/such/directory -- agent  | --cwd: there is no directory /no/such/directory.
            -- A_KEY=secret                    | After --: the agent's command names no program
            --bearer-variable NOT_SET --ws ws://a | The variable NOT_SET with the bearer token is not set.
            --trust /no/such.pem --ws wss://a  | --trust: /no/such.pem cannot be read
            --trust /no/such.pem --http https://a | --trust: /no/such.pem cannot be read
            --trust /no/such.pem -- agent      | --bearer-variable and --trust need an agent at an address
            """)
    void wrongArgumentsAreToldInALine(String arguments, String told) {
        StringWriter errors = new StringWriter();

        int exit = PipedConsole.commandLine(new PlainScreen(
                        new ByteArrayInputStream(new byte[0]), new PrintStream(shown, true, StandardCharsets.UTF_8)))
                .setErr(new PrintWriter(errors))
                .execute(arguments.split(" "));

        assertThat(exit).isEqualTo(2);
        assertThat(errors.toString().lines())
                .hasSize(2)
                .first()
                .asString()
                .contains(told)
                .doesNotContain("secret");
        assertThat(errors.toString()).endsWith("chat --help lists the options." + System.lineSeparator());
    }

    @Test
    void severalAgentsAreAnErrorOfUsage() {
        assertThat(run("", "--ws", "ws://localhost/acp", "--", "my-agent")).isEqualTo(2);
        assertThat(run("", "--http", "http://localhost/acp", "--", "my-agent")).isEqualTo(2);
        assertThat(run("", "--http", "http://localhost/acp", "--ws", "ws://localhost/acp"))
                .isEqualTo(2);
    }
}
