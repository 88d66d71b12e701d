package io.acp4j.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.mode.SetSessionModeResponse;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AgentMessageChunk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class FakeAgentTest {

    private static final Path HERE = Path.of(".");

    private static List<String> texts(ClientSession session) {
        return session.transcript().snapshot().messages().stream()
                .map(TranscriptMessage::text)
                .toList();
    }

    @Test
    void answersPromptsInOrderAndThenSaysNothing() {
        try (FakeAgent agent = FakeAgent.answering("one", "two");
                AcpClient client =
                        agent.client().transcripts(TranscriptOptions.KEEP_ALL).connect()) {
            ClientSession session = client.newSession(HERE);
            for (int i = 1; i <= 3; i++) {
                assertThat(session.prompt("prompt " + i).stopReason()).isEqualTo(StopReason.END_TURN);
            }
            assertThat(texts(session)).containsExactly("prompt 1", "one", "prompt 2", "two", "prompt 3");
            assertThat(agent.prompts()).hasSize(3);
            assertThat(agent.opened()).hasSize(1);
            assertThat(agent.initialized()).isNotNull();
        }
    }

    @Test
    void playsToolCallsPermissionsAndThoughts() {
        List<String> asked = new CopyOnWriteArrayList<>();
        FakeAgent agent = FakeAgent.create().onPrompt(turn -> {
            turn.think("Hm, ", "well");
            turn.callTool("c1", "Write");
            RequestPermissionResponse answer = turn.ask("c1", "Write", PermissionOption.allowOnce("yes", "Yes"));
            turn.toolIs("c1", ToolCallStatus.COMPLETED);
            turn.say("Did ", turn.promptText(), " with " + answer.outcome());
            turn.stopReason(StopReason.MAX_TOKENS);
        });
        try (agent;
                AcpClient client = agent.client()
                        .transcripts(TranscriptOptions.KEEP_ALL)
                        .onPermission((request, context) -> {
                            asked.add(request.toolCall().title().value());
                            return RequestPermissionResponse.selected(new PermissionOptionId("yes"));
                        })
                        .connect()) {
            ClientSession session = client.newSession(HERE);
            assertThat(session.prompt("it").stopReason()).isEqualTo(StopReason.MAX_TOKENS);
            assertThat(texts(session)).hasSize(3).contains("Hm, well");
            assertThat(texts(session).get(2)).startsWith("Did it with").contains("yes");
            assertThat(asked).containsExactly("Write");
        }
    }

    @Test
    void aCancelledTurnEndsAsCancelled() {
        FakeAgent agent = FakeAgent.create().nextTurn(turn -> {
            turn.say("working");
            turn.awaitCancel();
        });
        try (agent;
                AcpClient client = agent.connect()) {
            PromptTurn turn = client.newSession(HERE).startTurn("go");
            assertThat(turn.updates().iterator().next()).isInstanceOf(AgentMessageChunk.class);
            turn.cancel();
            assertThat(turn.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        }
    }

    @Test
    void aCancellationRightBehindItsPromptIsNotLost() {
        try (FakeAgent agent = FakeAgent.create().onPrompt(FakeTurn::awaitCancel);
                AcpClient client = agent.connect()) {
            ClientSession session = client.newSession(HERE);
            for (int i = 0; i < 500; i++) {
                PromptTurn turn = session.startTurn("go");
                turn.cancel();
                assertThat(turn.await().stopReason()).isEqualTo(StopReason.CANCELLED);
            }
        }
    }

    @Test
    void replaysWhatWasSaidAndWhatIsStored() {
        SessionId stored = new SessionId("old");
        try (FakeAgent agent = FakeAgent.answering("Hello")
                        .stored(stored, AgentMessageChunk.text(new MessageId("m"), "from the archive"));
                AcpClient client =
                        agent.client().transcripts(TranscriptOptions.KEEP_ALL).connect()) {
            assertThat(texts(client.loadSession(stored, HERE))).containsExactly("from the archive");
            ClientSession session = client.newSession(HERE);
            assertThat(session.prompt("Hi").stopReason()).isEqualTo(StopReason.END_TURN);
            List<String> live = texts(session);
            assertThat(texts(client.loadSession(session.id(), HERE))).isEqualTo(live);
            assertThat(agent.history(session.id())).hasSize(2);
            assertThatThrownBy(() -> client.loadSession(new SessionId("none"), HERE))
                    .isInstanceOf(AcpErrorException.class);
        }
    }

    @Test
    void listsAndForksWholeAndAtAMessage() {
        try (FakeAgent agent = FakeAgent.answering("one", "two");
                AcpClient client =
                        agent.client().transcripts(TranscriptOptions.KEEP_ALL).connect()) {
            ClientSession session = client.newSession(HERE);
            assertThat(session.prompt("a").stopReason()).isEqualTo(StopReason.END_TURN);
            MessageId first = session.transcript().snapshot().messages().get(1).id();
            assertThat(session.prompt("b").stopReason()).isEqualTo(StopReason.END_TURN);

            ClientSession whole = session.forks().fork();
            ForkSessionResponse part = client.request(
                    Methods.SESSION_FORK,
                    ForkSessionRequest.builder(session.id(), "/project")
                            .messageId(first)
                            .build());

            assertThat(agent.history(whole.id())).isEqualTo(agent.history(session.id()));
            assertThat(texts(client.loadSession(part.sessionId(), HERE))).containsExactly("a", "one");
            assertThat(client.storedSessions()).hasSize(3);
            assertThat(client.request(
                                    Methods.SESSION_LIST,
                                    ListSessionsRequest.builder().cwd("/none").build())
                            .sessions())
                    .isEmpty();
            assertThatThrownBy(() -> client.request(
                            Methods.SESSION_FORK,
                            ForkSessionRequest.builder(session.id(), "/project")
                                    .messageId(new MessageId("none"))
                                    .build()))
                    .isInstanceOf(AcpErrorException.class);
        }
    }

    @Test
    void waitsEnd() {
        FakeAgent agent = FakeAgent.create().timeLimit(Duration.ofMillis(50)).nextTurn(FakeTurn::awaitCancel);
        try (agent;
                AcpClient client = agent.connect()) {
            ClientSession session = client.newSession(HERE);
            assertThatThrownBy(() -> session.prompt("go")).isInstanceOf(AcpErrorException.class);
        }
    }

    @Test
    void servesAnyMethodByHandAndSpeaksBetweenTurns() {
        List<String> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<String> mode = new CompletableFuture<>();
        FakeAgent agent = FakeAgent.create().onRequest(Methods.SESSION_SET_MODE, (request, context) -> {
            mode.complete(request.modeId().value());
            return SetSessionModeResponse.EMPTY;
        });
        try (agent;
                AcpClient client = agent.client()
                        .onUpdate((session, update) -> seen.add(((AgentMessageChunk) update).text()))
                        .connect()) {
            ClientSession session = client.newSession(HERE);
            agent.update(session.id(), AgentMessageChunk.text(null, "by the way"));
            session.setMode(new SessionModeId("ask"));
            assertThat(mode).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("ask");
            assertThat(seen).containsExactly("by the way");
        }
    }

    @Test
    void aFailingScriptIsAnErrorAndACrashEndsTheConnection() {
        FakeAgent agent = FakeAgent.create().nextTurn(turn -> {
            throw AcpErrorException.invalidParams("reason", "no such thing");
        });
        agent.nextTurn(turn -> turn.awaitCancel());
        try (agent;
                AcpClient client = agent.connect()) {
            ClientSession session = client.newSession(HERE);
            assertThatThrownBy(() -> session.prompt("a"))
                    .isInstanceOf(AcpErrorException.class)
                    .hasMessageContaining("no such thing");
            CompletableFuture<PromptResponse> pending = session.promptAsync("b");
            agent.crash(new java.io.IOException("on purpose"));
            assertThat(pending)
                    .failsWithin(Duration.ofMinutes(1))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(ConnectionClosedException.class);
        }
    }

    @Test
    void anAgentThatIsNotConnectedCannotSpeak() {
        try (FakeAgent agent = FakeAgent.create()) {
            assertThatThrownBy(agent::connection).isInstanceOf(IllegalStateException.class);
            assertThat(new ArrayList<>(agent.history(new SessionId("none")))).isEmpty();
        }
    }
}
