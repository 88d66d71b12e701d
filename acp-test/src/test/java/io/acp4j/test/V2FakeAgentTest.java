package io.acp4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.CancelToolCallRequest;
import io.acp4j.schema.tool.CancelToolCallResponse;
import io.acp4j.schema.tool.ToolCallCapabilities;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.BackgroundToolCall;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.RequiresActionStateUpdate;
import io.acp4j.schema.update.RunningStateUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import io.acp4j.schema.update.ToolCallUpdate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** An agent of version 2: the scripts of version 1, and what only version 2 has. */
class V2FakeAgentTest {

    private static final Path HERE = Path.of(".");
    private static final ToolCallId BUILD = new ToolCallId("build");

    private final List<SessionUpdate> seen = new CopyOnWriteArrayList<>();

    private static FakeAgent agent() {
        return FakeAgent.create().protocolVersion(ProtocolVersion.V2);
    }

    private AcpClient connect(FakeAgent agent) {
        return agent.client()
                .transcripts(TranscriptOptions.KEEP_ALL)
                .onUpdate((session, update) -> seen.add(update))
                .onPermission((request, context) -> RequestPermissionResponse.selected(new PermissionOptionId("yes")))
                .connect();
    }

    private static List<String> texts(ClientSession session) {
        return session.transcript().snapshot().messages().stream()
                .map(TranscriptMessage::text)
                .toList();
    }

    private List<Class<?>> states() {
        return seen.stream()
                .filter(StateUpdate.class::isInstance)
                .<Class<?>>map(Object::getClass)
                .toList();
    }

    @Test
    void aScriptOfVersion1IsPlayedWithTheStatesOfVersion2() {
        FakeAgent agent = agent().nextTurn(turn -> {
            turn.think("Hm, ", "well");
            turn.callTool("c1", "Write");
            RequestPermissionResponse response = turn.ask("c1", "Write", PermissionOption.allowOnce("yes", "Yes"));
            turn.toolIs("c1", ToolCallStatus.COMPLETED);
            turn.say("Did ", turn.promptText(), " with " + response.outcome());
            turn.stopReason(StopReason.MAX_TOKENS);
        });
        try (agent;
                AcpClient client = connect(agent)) {
            ClientSession session = client.newSession(HERE);
            assertThat(session.prompt("it").stopReason()).isEqualTo(StopReason.MAX_TOKENS);

            assertThat(texts(session)).hasSize(3).startsWith("it", "Hm, well");
            assertThat(texts(session).get(2)).startsWith("Did it with").contains("yes");
            assertThat(states())
                    .containsExactly(
                            RunningStateUpdate.class,
                            RequiresActionStateUpdate.class,
                            RunningStateUpdate.class,
                            IdleStateUpdate.class);
            assertThat(agent.prompts()).hasSize(1);
            assertThat(agent.initialized().protocolVersion()).isEqualTo(ProtocolVersion.V2);
            assertThat(agent.history(session.id())).noneMatch(StateUpdate.class::isInstance);
        }
    }

    @Test
    void messagesAreReplacedAndCleared() {
        FakeAgent agent = agent().nextTurn(turn -> {
            MessageId draft = turn.say("dra", "ft");
            turn.replace(draft, "final");
            turn.clear(turn.say("secret"));
            turn.say("end");
        });
        try (agent;
                AcpClient client = connect(agent)) {
            ClientSession session = client.newSession(HERE);
            session.prompt("go");
            assertThat(texts(session)).containsExactly("go", "final", "", "end");

            ClientSession again = client.loadSession(session.id(), HERE);
            assertThat(texts(again)).containsExactly("go", "final", "", "end");
            assertThat(seen.get(seen.size() - 1))
                    .as("the state of a session that was resumed")
                    .isInstanceOf(IdleStateUpdate.class);
        }
    }

    @Test
    void promptsWaitOrAreTakenInByTheTurn() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        FakeAgent agent = agent().nextTurn(turn -> {
            turn.say("one");
            waiting.await();
            turn.say("and " + turn.takeWaitingPrompt());
        });
        agent.onPrompt(turn -> turn.say("then " + turn.promptText()));
        try (agent;
                AcpClient client = connect(agent)) {
            ClientSession session = client.newSession(HERE);
            PromptTurn first = session.startTurn("first");
            PromptTurn second = session.startTurn("second");
            PromptTurn third = session.startTurn("third");
            // A request that is refused in the order of the session: the prompts before it have come.
            assertThatThrownBy(() ->
                            client.request(V2Methods.TOOL_CALL_CANCEL, CancelToolCallRequest.of(session.id(), BUILD)))
                    .isInstanceOf(AcpErrorException.class);
            waiting.countDown();
            first.await();
            second.await();
            third.await();
            assertThat(texts(session)).containsExactly("first", "one", "second", "and second", "third", "then third");
            assertThat(agent.prompts()).hasSize(3);
            assertThat(agent.history(session.id())).hasSize(6);
        }
    }

    @Test
    void whatGoesOnInTheBackgroundStandsInEveryState() throws Exception {
        CompletableFuture<ToolCallId> cancelled = new CompletableFuture<>();
        FakeAgent agent = agent().onRequest(V2Methods.TOOL_CALL_CANCEL, (request, context) -> {
                    cancelled.complete(request.toolCallId());
                    return CancelToolCallResponse.EMPTY;
                })
                .nextTurn(turn -> {
                    turn.callTool("build", "Build");
                    turn.update(ToolCallUpdate.builder(BUILD)
                            .capabilities(
                                    ToolCallCapabilities.builder().cancel().build())
                            .build());
                    turn.background(BackgroundToolCall.of(BUILD));
                    turn.say("It runs.");
                });
        try (agent;
                AcpClient client = connect(agent)) {
            ClientSession session = client.newSession(HERE);
            session.prompt("build");
            assertThat(((IdleStateUpdate) seen.get(seen.size() - 1)).background())
                    .containsExactly(BackgroundToolCall.of(BUILD));

            session.cancelToolCall(BUILD);
            assertThat(cancelled.get(60, TimeUnit.SECONDS)).isEqualTo(BUILD);
            agent.update(
                    session.id(),
                    ToolCallUpdate.builder(BUILD)
                            .status(ToolCallStatus.CANCELLED)
                            .build());
            agent.background(session.id());
            agent.startTurn(session.id(), turn -> {
                        turn.say("It was cancelled.");
                        assertThatThrownBy(turn::prompt).isInstanceOf(IllegalStateException.class);
                    })
                    .toCompletableFuture()
                    .get(60, TimeUnit.SECONDS);
            session.prompt("well?");
            assertThat(texts(session)).containsExactly("build", "It runs.", "It was cancelled.", "well?");
            assertThat(((IdleStateUpdate) seen.get(seen.size() - 1)).background())
                    .isEmpty();
        }
    }

    @Test
    void aStateOfTheScriptIsSentAsItIs() {
        FakeAgent agent = agent().nextTurn(turn -> turn.update(new RequiresActionStateUpdate(null, null)));
        try (agent;
                AcpClient client = connect(agent)) {
            ClientSession session = client.newSession(HERE);
            session.prompt("go");
            agent.update(session.id(), new IdleStateUpdate(null, null, null, null, null));
            session.prompt("again");
            assertThat(states())
                    .containsExactly(
                            RunningStateUpdate.class,
                            RequiresActionStateUpdate.class,
                            IdleStateUpdate.class,
                            IdleStateUpdate.class,
                            RunningStateUpdate.class,
                            IdleStateUpdate.class);
        }
    }

    @Test
    void cancellationFailureAndClosingAreAsInVersion1() {
        FakeAgent agent = agent().nextTurn(turn -> {
                    turn.say("working");
                    turn.awaitCancel();
                })
                .nextTurn(turn -> {
                    throw AcpErrorException.internalError("The model is overloaded");
                });
        try (agent;
                AcpClient client = connect(agent)) {
            ClientSession session = client.newSession(HERE);
            PromptTurn turn = session.startTurn("go");
            for (SessionUpdate update : turn.updates()) {
                if (update instanceof AgentMessageChunk) {
                    break;
                }
            }
            turn.cancel();
            assertThat(turn.await().stopReason()).isEqualTo(StopReason.CANCELLED);
            assertThatThrownBy(() -> session.prompt("again"))
                    .isInstanceOf(AcpErrorException.class)
                    .hasMessageContaining("overloaded");
            session.close();
            assertThatThrownBy(() -> session.prompt("more")).isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void sessionsAreListedResumedForkedAndDeleted() {
        SessionId stored = new SessionId("old");
        FakeAgent agent = agent().stored(stored, AgentMessageChunk.text(new MessageId("m"), "from the archive"))
                .onPrompt(turn -> turn.say("re: " + turn.promptText()));
        try (agent;
                AcpClient client = connect(agent)) {
            assertThat(texts(client.loadSession(stored, HERE))).containsExactly("from the archive");
            ClientSession session = client.newSession(HERE);
            session.prompt("a");
            session.prompt("b");
            ClientSession fork = session.forks().fork();
            fork.prompt("c");
            assertThat(agent.history(fork.id())).hasSize(6);
            assertThat(agent.history(session.id())).hasSize(4);
            assertThat(client.storedSessions()).hasSize(3);
            client.deleteSession(fork.id());
            assertThat(client.storedSessions()).hasSize(2);
            assertThatThrownBy(() -> client.loadSession(new SessionId("none"), HERE))
                    .isInstanceOfSatisfying(
                            AcpErrorException.class,
                            e -> assertThat(e.error().code()).isEqualTo(ErrorCode.RESOURCE_NOT_FOUND));
        }
    }

    @Test
    void aClientOfVersion1IsRefused() {
        try (FakeAgent agent = agent()) {
            assertThatThrownBy(() -> AcpClient.builder(agent.transport()).connect())
                    .isInstanceOfSatisfying(
                            AcpErrorException.class,
                            e -> assertThat(e.error().code()).isEqualTo(ErrorCode.UNSUPPORTED_PROTOCOL_VERSION));
        }
    }

    @Test
    void whatOnlyVersion2HasIsRefusedInVersion1() {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        FakeAgent agent = FakeAgent.create().nextTurn(turn -> {
            assertThat(turn.takeWaitingPrompt()).isNull();
            List<Runnable> actions = List.of(
                    () -> turn.replace(new MessageId("m"), "x"),
                    () -> turn.clear(new MessageId("m")),
                    () -> turn.background(BackgroundToolCall.of(BUILD)),
                    () -> turn.background());
            for (Runnable action : actions) {
                assertThatThrownBy(action::run)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("protocolVersion(ProtocolVersion.V2)");
            }
            failure.complete(null);
        });
        try (agent;
                AcpClient client = agent.connect()) {
            ClientSession session = client.newSession(HERE);
            assertThat(session.prompt("go").stopReason()).isEqualTo(StopReason.END_TURN);
            assertThat(failure).succeedsWithin(Duration.ofMinutes(1));
            assertThatThrownBy(() -> agent.startTurn(session.id(), turn -> {}))
                    .isInstanceOf(IllegalStateException.class);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FakeAgent.create().protocolVersion(new ProtocolVersion(3)));
    }

    @Test
    void anAgentThatIsNotConnectedOrASessionThatIsNotOpenHasNoBackground() {
        try (FakeAgent agent = agent()) {
            SessionId none = new SessionId("none");
            assertThatThrownBy(() -> agent.background(none)).isInstanceOf(IllegalStateException.class);
            try (AcpClient client = agent.connect()) {
                assertThat(client.agentInfo().name()).isEqualTo("fake-agent");
                assertThatThrownBy(() -> agent.startTurn(none, turn -> {}))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("not open");
            }
        }
    }
}
