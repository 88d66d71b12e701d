package io.acp4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.schema.fs.ReadTextFileRequest;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.FileSystemCapabilities;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.terminal.CreateTerminalRequest;
import io.acp4j.schema.terminal.TerminalOutputRequest;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AgentThoughtChunk;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FakeClientTest {

    private static AcpAgent agent(PromptHandler handler) {
        return AcpAgent.builder().info("under-test", "1").onPrompt(handler).build();
    }

    private static void edit(PromptTurn turn) {
        ToolCallHandle call = turn.toolCall("Edit", ToolKind.EDIT);
        boolean allowed = turn.requestPermission(
                        call, PermissionOption.allowOnce("y", "Yes"), PermissionOption.rejectOnce("n", "No"))
                .isAllowed();
        call.complete(allowed ? "done" : "left");
        turn.think("hm");
        turn.say(allowed ? "done" : "left");
    }

    @Test
    void remembersWhatItWasShownByTheTimeTheTurnEnds() {
        try (FakeClient client = FakeClient.create().allowing().connect(agent(FakeClientTest::edit))) {
            FakeSession session = client.newSession();

            assertThat(session.prompt("go").stopReason()).isEqualTo(StopReason.END_TURN);

            assertThat(session.said()).isEqualTo("done");
            assertThat(session.updates(ToolCall.class))
                    .extracting(ToolCall::title)
                    .containsExactly("Edit");
            assertThat(session.updates(ToolCallUpdate.class))
                    .extracting(update -> update.status().value())
                    .contains(ToolCallStatus.COMPLETED);
            assertThat(session.updates(AgentThoughtChunk.class)).hasSize(1);
            assertThat(client.permissions()).hasSize(1);
            assertThat(client.initialized().agentInfo()).isNotNull();
            session.forget();
            assertThat(session.updates()).isEmpty();
        }
    }

    @Test
    void rejectsOrDismissesWhatTheAgentAsksFor() {
        for (FakeClient client : new FakeClient[] {FakeClient.create().rejecting(), FakeClient.create()}) {
            try (client) {
                FakeSession session =
                        client.connect(agent(FakeClientTest::edit)).newSession();
                session.prompt("go");
                assertThat(session.said()).isEqualTo("left");
            }
        }
    }

    @Test
    void sessionsAreKeptApart() {
        try (FakeClient client = FakeClient.create().connect(agent(turn -> turn.say("heard " + turn.text())))) {
            FakeSession one = client.newSession();
            FakeSession two = client.newSession();
            one.prompt("a");
            two.prompt("b");
            assertThat(one.said()).isEqualTo("heard a");
            assertThat(two.said()).isEqualTo("heard b");
            assertThat(client.session(one.id())).isSameAs(one);
        }
    }

    @Test
    void servesWhatItAdvertises() {
        FakeClient client = FakeClient.create()
                .capabilities(ClientCapabilities.builder()
                        .fs(FileSystemCapabilities.of(true, false))
                        .build())
                .onRequest(
                        Methods.FS_READ_TEXT_FILE,
                        (request, context) -> ReadTextFileResponse.of("of " + request.path()));
        try (client) {
            client.connect(agent(turn -> turn.say(turn.client().readTextFile("/project/a"))));
            FakeSession session = client.newSession();
            session.prompt("read");
            assertThat(session.said()).isEqualTo("of /project/a");
        }
    }

    @Test
    void hasFilesAndCommandsInMemoryAndAdvertisesThem() {
        AcpAgent agent = agent(turn -> {
            String text = turn.client().readTextFile("/project/a");
            turn.client().writeTextFile("/project/b", text.toUpperCase(Locale.ROOT));
            turn.say(turn.client()
                    .request(
                            Methods.FS_READ_TEXT_FILE,
                            ReadTextFileRequest.builder(turn.session().id(), "/project/a")
                                    .line(2L)
                                    .limit(1L)
                                    .build())
                    .content());
            try (RemoteTerminal terminal = turn.client().createTerminal("make", "all")) {
                turn.say(terminal.waitForExit().exitCode() + " "
                        + terminal.output().output());
            }
            try (RemoteTerminal server = turn.client().createTerminal("serve")) {
                server.kill();
                turn.say(" " + server.waitForExit().signal());
            }
        });
        FakeClient client = FakeClient.create()
                .file("/project/a", "one\ntwo\nthree\n")
                .onCommand(command -> command.command().equals("make")
                        ? FakeCommand.exiting(2, "no rule")
                        : FakeCommand.running("listening"));
        try (client) {
            FakeSession session = client.connect(agent).newSession();
            session.prompt("go");

            assertThat(session.said()).isEqualTo("two\n2 no rule SIGKILL");
            assertThat(client.fileContents()).containsEntry("/project/b", "ONE\nTWO\nTHREE\n");
            assertThat(client.commands())
                    .extracting(CreateTerminalRequest::command)
                    .containsExactly("make", "serve");
            assertThat(client.openTerminals()).isZero();
        }
    }

    @Test
    void advertisesNothingThatItDoesNotServe() {
        AcpAgent agent = agent(turn -> turn.say(turn.client().supports(Methods.FS_READ_TEXT_FILE)
                + " " + turn.client().supports(Methods.FS_WRITE_TEXT_FILE)
                + " " + turn.client().supports(Methods.TERMINAL_CREATE)));
        try (FakeClient client = FakeClient.create().connect(agent);
                FakeClient reading = FakeClient.create()
                        .onRequest(Methods.FS_READ_TEXT_FILE, (request, context) -> ReadTextFileResponse.of(""))
                        .connect(agent)) {
            FakeSession session = client.newSession();
            session.prompt("?");
            assertThat(session.said()).isEqualTo("false false false");
            FakeSession other = reading.newSession();
            other.prompt("?");
            assertThat(other.said()).isEqualTo("true false false");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsServedByHandTakesThePlaceOfWhatTheClientDoesWhicheverIsAddedFirst(boolean first) {
        AcpAgent agent = agent(turn -> {
            turn.say(turn.client().readTextFile("/project/a"));
            try (RemoteTerminal terminal = turn.client().createTerminal("make")) {
                turn.say(terminal.output().output());
            }
        });
        FakeClient client = FakeClient.create();
        if (first) {
            byHand(client);
        }
        client.file("/project/a", "in memory").onCommand(command -> FakeCommand.exiting(0, "of the script"));
        if (!first) {
            byHand(client);
        }
        try (client) {
            FakeSession session = client.connect(agent).newSession();
            session.prompt("go");
            assertThat(session.said()).isEqualTo("read by hand, put out by hand");
        }
    }

    private static void byHand(FakeClient client) {
        client.onRequest(Methods.FS_READ_TEXT_FILE, (request, context) -> ReadTextFileResponse.of("read by hand, "))
                .onRequest(
                        Methods.TERMINAL_OUTPUT,
                        (request, context) -> TerminalOutputResponse.builder("put out by hand", false)
                                .build());
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, 1, 'one\\r\\n'",
                "-, 2, 'one\\r\\ntwo\\n'",
                "1, -, 'one\\r\\ntwo\\nthree'",
                "2, 1, 'two\\n'",
                "3, -, 'three'",
                "3, 5, 'three'",
                "2, 0, ''",
                "4, -, ''",
            })
    void linesOfAFileAreReadAsTheyStandInIt(@Nullable Long line, @Nullable Long limit, String expected) {
        AcpAgent agent = agent(turn -> turn.say(turn.client()
                .request(
                        Methods.FS_READ_TEXT_FILE,
                        ReadTextFileRequest.builder(turn.session().id(), "/project/a")
                                .line(line)
                                .limit(limit)
                                .build())
                .content()));
        try (FakeClient client =
                FakeClient.create().file("/project/a", "one\r\ntwo\nthree").connect(agent)) {
            FakeSession session = client.newSession();
            session.prompt("go");
            assertThat(session.said()).isEqualTo(expected.translateEscapes());
        }
    }

    @Test
    void outputBeyondTheLimitIsCutBetweenCharacters() {
        AcpAgent agent = agent(turn -> {
            var terminal = turn.client()
                    .request(
                            Methods.TERMINAL_CREATE,
                            CreateTerminalRequest.builder(turn.session().id(), "x")
                                    .outputByteLimit(4L)
                                    .build());
            turn.say(turn.client()
                    .request(
                            Methods.TERMINAL_OUTPUT,
                            TerminalOutputRequest.of(turn.session().id(), terminal.terminalId()))
                    .output());
        });
        try (FakeClient client = FakeClient.create()
                .onCommand(command -> FakeCommand.running("aé€"))
                .connect(agent)) {
            FakeSession session = client.newSession();
            session.prompt("go");
            assertThat(session.said()).isEqualTo("€");
        }
    }

    @Test
    void waitsEnd() {
        AcpAgent silent = agent(turn ->
                turn.cancellation().whenCancelled().toCompletableFuture().get(60, TimeUnit.SECONDS));
        try (FakeClient client = FakeClient.create().connect(silent)) {
            FakeSession session = client.newSession();
            FakeSession other = client.newSession();
            client.timeLimit(Duration.ofMillis(50)); // after what is to succeed, however busy the machine is
            assertThatThrownBy(() -> session.prompt("go")).isInstanceOf(RequestTimeoutException.class);
            assertThatThrownBy(() -> other.promptAsync("go").join()).hasCauseInstanceOf(RequestTimeoutException.class);
            assertThatThrownBy(() -> session.await(ToolCall.class))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("ToolCall")
                    .hasMessageContaining("within 50 ms");
        }
    }

    @Test
    void loadsAndForksWhatTheAgentHasStored() throws Exception {
        AcpAgent agent = AcpAgent.builder()
                .info("under-test", "1")
                .sessions(SessionRepository.over(SessionStore.inMemory()))
                .onPrompt(turn -> turn.say("heard " + turn.text()))
                .build();
        try (FakeClient client = FakeClient.create().connect(agent)) {
            FakeSession session = client.newSession();
            session.prompt("a");
            AgentMessageChunk said = session.await(AgentMessageChunk.class);
            session.prompt("b");
            FakeSession fork = client.forkSession(session.id(), said.messageId());
            assertThat(client.loadSession(fork.id()).said()).isEqualTo("heard a");
            assertThat(client.loadSession(session.id()).said()).isEqualTo("heard aheard b");
        }
    }

    @Test
    void cancelsATurn() throws Exception {
        AcpAgent patient = agent(turn -> {
            turn.say("waiting");
            turn.cancellation().whenCancelled().toCompletableFuture().get(60, TimeUnit.SECONDS);
        });
        try (FakeClient client = FakeClient.create().connect(patient)) {
            FakeSession session = client.newSession();
            CompletableFuture<PromptResponse> turn = session.promptAsync("go");
            await().atMost(Duration.ofSeconds(60)).until(() -> session.said().equals("waiting"));
            session.cancel();
            assertThat(turn.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
        }
    }

    @Test
    void errorsOfTheAgentAndABrokenConnectionAreThrown() {
        try (FakeClient client = FakeClient.create().connect(agent(turn -> {
            throw AcpErrorException.invalidParams("reason", "no such thing");
        }))) {
            FakeSession session = client.newSession();
            assertThatThrownBy(() -> session.prompt("go"))
                    .isInstanceOf(AcpErrorException.class)
                    .hasMessageContaining("no such thing");
            client.crash(new IOException("on purpose"));
            assertThatThrownBy(() -> session.prompt("again")).isInstanceOf(ConnectionClosedException.class);
        }
    }

    @Test
    void clientThatIsNotConnectedCannotAsk() {
        try (FakeClient client = FakeClient.create()) {
            assertThatThrownBy(client::connection).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(client::initialized).isInstanceOf(IllegalStateException.class);
        }
    }
}
