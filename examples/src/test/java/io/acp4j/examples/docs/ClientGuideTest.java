package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.host.FileSystemService;
import io.acp4j.client.host.PermissionBroker;
import io.acp4j.client.host.PermissionRule;
import io.acp4j.client.host.TerminalObserver;
import io.acp4j.client.host.TerminalService;
import io.acp4j.client.supervise.SupervisedAgent;
import io.acp4j.client.supervise.SupervisorListener;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.examples.Children;
import io.acp4j.examples.echo.EchoAgent;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.rpc.VisibleText;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.permission.SelectedPermissionOutcome;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.terminal.WaitForTerminalExitRequest;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.test.FakeAgent;
import io.acp4j.transport.stdio.AgentCommand;
import io.acp4j.transport.stdio.LaunchException;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The code of docs/guides/write-a-client.md, run. */
class ClientGuideTest {

    private static final Path PROJECT = Path.of(".").toAbsolutePath();

    private final StringBuilder screen = new StringBuilder();

    @Test
    void agentIsLaunchedAndAsked() {
        List<String> words = Children.java(EchoAgent.class);
        // snippet:launch
        AgentCommand command = AgentCommand.of(words); // leading NAME=value words set environment variables
        StdioTransport transport = command.transport()
                .inheritEnvironment("MY_AGENT_API_KEY")
                .onStderrLine(line -> show("agent: " + line))
                .launch();
        try (AcpClient client =
                AcpClient.builder(transport).info("my-editor", "1.0.0").connect()) {
            ClientSession session = client.newSession(PROJECT);
            StopReason why = session.prompt("Hello!").stopReason();
            show(client.agentInfo().name() + ": " + why);
        }
        // end
        assertThat(shown()).contains("echo-agent: end_turn");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void agentThatFailsSaysWhy() {
        List<String> words = List.of("sh", "-c", "echo 'Not logged in. Run: my-agent login' >&2; exit 1");
        // snippet:fails
        try (AcpClient client = AcpClient.builder(StdioTransport.launch(words)).connect()) {
            show("It ended: " + client.newSession(PROJECT).prompt("Hello!").stopReason());
        } catch (LaunchException e) {
            show("The agent cannot be started: " + e.getMessage());
        } catch (ConnectionClosedException | RequestTimeoutException e) {
            show("The agent does not work: " + e.getMessage());
        }
        // end
        assertThat(shown())
                .isEqualTo("The agent does not work: connection closed: agent exited with code 1; "
                        + "its error output ends with:\n    Not logged in. Run: my-agent login");
    }

    @Test
    void updatesOfAllSessionsComeToAListener() {
        FakeAgent agent = FakeAgent.create().nextTurn(turn -> turn.say("Found."));
        // snippet:listener
        var builder = agent.client().onUpdate((session, update) -> {
            if (update instanceof AgentMessageChunk chunk) {
                show(session.id() + ": " + chunk.text());
            }
        });
        try (AcpClient client = builder.connect()) {
            client.newSession(PROJECT).prompt("Where is it?"); // returns when the listener has handled all updates
        }
        // end
        assertThat(shown()).endsWith(": Found.");
    }

    @Test
    void updatesOfATurnAreIterated() {
        FakeAgent agent = FakeAgent.create().nextTurn(turn -> {
            turn.say("Let me see. ");
            turn.callTool("1", "Search");
            turn.say("Found.");
        });
        // snippet:updates
        try (AcpClient client = agent.connect()) {
            PromptTurn turn = client.newSession(PROJECT).startTurn("Where is it?");
            for (SessionUpdate update : turn.updates()) {
                if (update instanceof AgentMessageChunk chunk) {
                    show(chunk.text());
                } else if (update instanceof ToolCall call) {
                    show("[" + call.title() + "] ");
                }
            }
            show(" (" + turn.await().stopReason() + ")");
        }
        // end
        assertThat(shown()).isEqualTo("Let me see. [Search] Found. (end_turn)");
    }

    @Test
    void theConversationIsPutTogether() {
        FakeAgent agent = FakeAgent.answering("Hello!");
        // snippet:transcript
        try (AcpClient client =
                agent.client().transcripts(TranscriptOptions.KEEP_ALL).connect()) {
            ClientSession session = client.newSession(PROJECT);
            session.transcript().onChange((change, now) -> redraw(now));
            session.prompt("Hi");
            session.transcript().snapshot().messages().forEach(message -> show(message.role() + ": " + message.text()));
        }
        // end
        assertThat(shown()).isEqualTo("USER: HiAGENT: Hello!");
    }

    private static void redraw(Conversation now) {
        assertThat(now).isNotNull();
    }

    @Test
    void theAgentIsServedAsFarAsTheUserWants() {
        CompletableFuture<ClientCapabilities> advertised = new CompletableFuture<>();
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        FakeAgent agent = FakeAgent.create()
                .nextTurn(turn -> outcome.complete(turn.ask(
                                "1",
                                "Delete all",
                                PermissionOption.allowOnce("y", "Yes"),
                                PermissionOption.rejectOnce("n", "No"))
                        .outcome()));
        Predicate<String> user = question -> false;
        // snippet:host
        var builder = agent.client()
                .host(FileSystemService.readWrite((file, content) -> user.test("Write " + file.requested() + "?")))
                .host(TerminalService.of(command -> user.test("Run " + String.join(" ", command.words()) + "?")))
                .host(PermissionBroker.builder()
                        .rule(PermissionRule.allow(ToolKind.READ, ToolKind.SEARCH))
                        .prompt(question -> question.option(
                                user.test(question.title() + "?")
                                        ? PermissionOptionKind.ALLOW_ONCE
                                        : PermissionOptionKind.REJECT_ONCE))
                        .build());
        // end
        try (AcpClient client = builder.connect()) {
            client.newSession(PROJECT).prompt("Go");
            advertised.complete(agent.initialized().clientCapabilities());
        }
        assertThat(advertised.join().fs().writeTextFile()).isTrue();
        assertThat(advertised.join().terminal()).isTrue();
        assertThat(outcome.join())
                .isInstanceOfSatisfying(
                        SelectedPermissionOutcome.class,
                        selected -> assertThat(selected.optionId().value()).isEqualTo("n"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void outputOfCommandsIsShownWhileTheyRun() {
        FakeAgent agent = FakeAgent.create().nextTurn(turn -> {
            var created = turn.request(
                    Methods.TERMINAL_CREATE,
                    CreateTerminalRequest.builder(turn.session(), "echo")
                            .args(List.of("hello"))
                            .build());
            turn.request(
                    Methods.TERMINAL_WAIT_FOR_EXIT,
                    WaitForTerminalExitRequest.of(turn.session(), created.terminalId()));
        });
        Predicate<String> user = question -> true;
        // snippet:terminals
        TerminalService terminals = TerminalService.builder(command -> user.test("Run " + command.commandLine() + "?"))
                .observer(new TerminalObserver() {
                    @Override
                    public void onOutput(ObservedTerminal terminal, String text) {
                        show(terminal.id() + ": " + VisibleText.of(text));
                    }

                    @Override
                    public void onExited(ObservedTerminal terminal, TerminalExitStatus status) {
                        show("exit code " + status.exitCode());
                    }
                })
                .build();
        // end
        try (AcpClient client = agent.client().host(terminals).connect()) {
            client.newSession(PROJECT).prompt("Go");
            await().atMost(Duration.ofMinutes(1)).until(() -> shown().endsWith("exit code 0"));
        }
        assertThat(shown()).contains(": hello\n");
    }

    @Test
    void aLostAgentIsReplacedAndItsSessionsComeBack() throws Exception {
        BlockingQueue<FakeAgent> launched = new ArrayBlockingQueue<>(8);
        CompletableFuture<Integer> restored = new CompletableFuture<>();
        Transport.Factory agents = () -> {
            FakeAgent agent = FakeAgent.create().onPrompt(turn -> turn.say("here"));
            agent.stored(new SessionId("session-1"));
            launched.add(agent);
            return agent.transport();
        };
        // snippet:supervise
        SupervisorListener listener = new SupervisorListener() {
            @Override
            public void onLost(ConnectionLoss loss) {
                show("lost: " + loss.sessions().size() + " session; ");
            }

            @Override
            public void onRestored(Restoration restoration) {
                show("back: " + restoration.sessions().size() + " session");
                restored.complete(restoration.sessions().size());
            }
        };
        SupervisedAgent.Builder supervised =
                SupervisedAgent.builder(agents).listener(listener).client(client -> client.info("my-editor", "1.0.0"));
        // end
        try (SupervisedAgent agent = supervised.start()) {
            agent.client().newSession(PROJECT).prompt("Are you there?");
            launched.take().crash(new IllegalStateException("out of memory"));
            assertThat(restored.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        }
        assertThat(shown()).isEqualTo("lost: 1 session; back: 1 session");
    }

    @Test
    void clientIsTestedWithoutAnAgent() {
        // snippet:test
        try (FakeAgent agent = FakeAgent.answering("Hello!");
                AcpClient client = agent.connect()) {
            client.newSession(PROJECT).prompt("Hi");

            assertThat(agent.prompts()).hasSize(1);
        }
        // end
    }

    private synchronized void show(String text) {
        screen.append(text);
    }

    private synchronized String shown() {
        return screen.toString();
    }
}
