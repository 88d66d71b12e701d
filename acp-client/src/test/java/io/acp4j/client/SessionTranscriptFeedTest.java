package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.SessionTranscript;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client tells the transcripts of its sessions. */
class SessionTranscriptFeedTest {

    private final RawAgent agent = new RawAgent();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private AcpClient client;

    @AfterEach
    void close() {
        client.close();
    }

    private ClientSession session() {
        client = agent.connect(
                "{'loadSession':true}",
                builder -> builder.transcripts(TranscriptOptions.KEEP_ALL)
                        .onPermissionAsync((request, context) -> new CompletableFuture<RequestPermissionResponse>()));
        return SessionOpeningTest.open(client, agent, "s1");
    }

    private static String text(ClientSession session, int message) {
        return session.transcript().snapshot().messages().get(message).text();
    }

    @Test
    void withoutTheOptionThereIsNoTranscript() {
        client = agent.connect();
        ClientSession session = SessionOpeningTest.open(client, agent, "s1");
        assertThatThrownBy(session::transcript)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("AcpClientBuilder.transcripts");
    }

    @Test
    void updatesBeforeTheAnswerToSessionNewAreInIt() {
        client = agent.connect("{}", builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/p").build(), null);
        JsonNode request = agent.expect("session/new");
        agent.say("s1", "Welcome");
        agent.result(
                request,
                "{'sessionId':'s1','modes':{'currentModeId':'ask','availableModes':[{'id':'ask','name':'Ask'}]}}");
        ClientSession session = get(opening);
        assertThat(text(session, 0)).isEqualTo("Welcome");
        assertThat(session.transcript().snapshot().modes()).isEqualTo(session.modes());
    }

    @Test
    void promptsAndEndsOfTurnsAreInIt() {
        ClientSession session = session();
        CompletableFuture<PromptResponse> end = session.promptAsync("Hi");
        JsonNode prompt = agent.expect("session/prompt");
        assertThat(session.transcript().snapshot().isTurnInProgress()).isTrue();
        agent.say("s1", "Hello");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        get(end);
        Conversation conversation = session.transcript().snapshot();
        assertThat(conversation.messages()).extracting(TranscriptMessage::text).containsExactly("Hi", "Hello");
        assertThat(conversation.isTurnInProgress()).isFalse();
        assertThat(conversation.lastStop()).isEqualTo(StopReason.END_TURN);
    }

    @Test
    void anUpdateIsInItBeforeListenersGetIt() {
        client = agent.connect(
                "{}",
                builder -> builder.transcripts(TranscriptOptions.KEEP_ALL)
                        .onUpdate((session, update) -> seen.add(text(session, 1))));
        ClientSession session = SessionOpeningTest.open(client, agent, "s1");
        CompletableFuture<PromptResponse> end = session.promptAsync("Hi");
        JsonNode prompt = agent.expect("session/prompt");
        agent.say("s1", "a");
        agent.say("s1", "b");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        get(end);
        assertThat(seen).containsExactly("a", "ab");
    }

    @Test
    void cancellingMarksUnfinishedToolCallsAtOnceAndAnswersPermissionRequests() {
        ClientSession session = session();
        CompletableFuture<PromptResponse> end = session.promptAsync("Hi");
        JsonNode prompt = agent.expect("session/prompt");
        agent.request(
                "7",
                "session/request_permission",
                "{'sessionId':'s1','toolCall':{'toolCallId':'c','title':'Write','status':'pending'},"
                        + "'options':[{'optionId':'y','name':'Yes','kind':'allow_once'}]}");
        agent.update("s1", "{'sessionUpdate':'tool_call','toolCallId':'d','title':'Read'}");
        get(eventually(session, 3));

        session.cancel();
        List<TranscriptEntry> entries = session.transcript().snapshot().entries();
        assertThat(entries.subList(1, 3))
                .allSatisfy(entry ->
                        assertThat(((TranscriptToolCall) entry).isCancelled()).isTrue());
        agent.expect("session/cancel");
        assertThat(agent.next().at("/result/outcome/outcome").asText()).isEqualTo("cancelled");
        agent.result(prompt, "{'stopReason':'cancelled'}");
        get(end);
        assertThat(session.transcript().snapshot().lastStop()).isEqualTo(StopReason.CANCELLED);
    }

    /** Completes when the conversation has so many entries. */
    private static CompletableFuture<Conversation> eventually(ClientSession session, int entries) {
        CompletableFuture<Conversation> reached = new CompletableFuture<>();
        SessionTranscript transcript = session.transcript();
        var unused = transcript.onChange((change, after) -> {
            if (after.entries().size() >= entries) {
                reached.complete(after);
            }
        });
        if (transcript.snapshot().entries().size() >= entries) {
            reached.complete(transcript.snapshot());
        }
        return reached;
    }

    @Test
    void aFailedTurnEndsInItToo() {
        ClientSession session = session();
        CompletableFuture<PromptResponse> end = session.promptAsync("Hi");
        JsonNode prompt = agent.expect("session/prompt");
        agent.update("s1", "{'sessionUpdate':'tool_call','toolCallId':'d','title':'Read'}");
        agent.error(prompt, -32603, "no");
        assertThatThrownBy(() -> get(end)).isInstanceOf(io.acp4j.rpc.AcpErrorException.class);
        assertThat(session.transcript().snapshot().isTurnInProgress()).isFalse();
        assertThat(((TranscriptToolCall)
                                session.transcript().snapshot().entries().get(1))
                        .isCancelled())
                .isTrue();
    }

    @Test
    void loadingAnOpenSessionReplacesItsConversationAndFailingToKeepsIt() {
        ClientSession session = session();
        agent.update("s1", chunk("agent_message_chunk", "old", "Hello"));
        get(eventually(session, 1));

        CompletableFuture<ClientSession> failing = load();
        agent.error(agent.expect("session/load"), -32603, "no");
        assertThatThrownBy(() -> get(failing)).isInstanceOf(io.acp4j.rpc.AcpErrorException.class);
        assertThat(text(session, 0)).isEqualTo("Hello");

        CompletableFuture<ClientSession> loading = load();
        JsonNode request = agent.expect("session/load");
        agent.update("s1", chunk("user_message_chunk", "u", "Hi"));
        agent.update("s1", chunk("agent_message_chunk", "new", "Hello"));
        agent.result(request, "{}");
        assertThat(get(loading).transcript().snapshot().messages())
                .extracting(TranscriptMessage::text)
                .containsExactly("Hi", "Hello");
    }

    private void replay(String... texts) {
        for (int i = 0; i < texts.length; i++) {
            agent.update("s1", chunk(i % 2 == 0 ? "user_message_chunk" : "agent_message_chunk", "m" + i, texts[i]));
        }
    }

    private static List<String> texts(ClientSession session) {
        return session.transcript().snapshot().messages().stream()
                .map(TranscriptMessage::text)
                .toList();
    }

    @RepeatedTest(20)
    void aSessionThatIsLoadedTwiceInOneWriteShowsItsHistoryOnce() {
        ClientSession session = session();
        CompletableFuture<ClientSession> first = load();
        CompletableFuture<ClientSession> second = load();
        JsonNode one = agent.expect("session/load");
        JsonNode two = agent.expect("session/load");
        replay("Hi", "Hello", "More", "Yes");
        agent.result(one, "{}");
        replay("Hi", "Hello", "More", "Yes");
        agent.result(two, "{}");
        get(first);
        get(second);
        assertThat(texts(session)).containsExactly("Hi", "Hello", "More", "Yes");
    }

    @Test
    void aSessionThatIsLoadedTwiceInOneWriteIsAsTheOneSaysThatSucceeds() {
        ClientSession session = session();
        replay("old");
        get(eventually(session, 1));
        for (boolean firstFails : new boolean[] {true, false}) {
            CompletableFuture<ClientSession> first = load();
            CompletableFuture<ClientSession> second = load();
            JsonNode one = agent.expect("session/load");
            JsonNode two = agent.expect("session/load");
            replay("Hi", "Hel");
            if (firstFails) {
                agent.error(one, -32603, "no");
                assertThatThrownBy(() -> get(first)).isInstanceOf(io.acp4j.rpc.AcpErrorException.class);
                replay("Hi", "Hello");
                agent.result(two, "{}");
                get(second);
                assertThat(texts(session)).containsExactly("Hi", "Hello");
            } else {
                agent.result(one, "{}");
                get(first);
                replay("Hi");
                agent.error(two, -32603, "no");
                assertThatThrownBy(() -> get(second)).isInstanceOf(io.acp4j.rpc.AcpErrorException.class);
                assertThat(texts(session)).containsExactly("Hi", "Hel");
            }
        }
    }

    @Test
    void aResponseToResumeDoesNotEndTheReplayOfALoad() {
        client = agent.connect(
                "{'loadSession':true,'sessionCapabilities':{'resume':{}}}",
                builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        ClientSession session = SessionOpeningTest.open(client, agent, "s1");
        replay("old");
        get(eventually(session, 1));
        CompletableFuture<ClientSession> loading = load();
        CompletableFuture<ClientSession> resuming = client.resumeSessionAsync(
                ResumeSessionRequest.builder(new SessionId("s1"), "/p").build(), null);
        JsonNode load = agent.expect("session/load");
        agent.result(agent.expect("session/resume"), "{}");
        get(resuming);
        replay("Hi", "Hel");
        agent.error(load, -32603, "no");
        assertThatThrownBy(() -> get(loading)).isInstanceOf(io.acp4j.rpc.AcpErrorException.class);
        assertThat(texts(session)).containsExactly("old");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aForkOfASessionThatIsBeingReplayedBeginsWithAllOfItsHistoryOrNone(boolean lineage) {
        client = agent.connect(
                "{'loadSession':true,'sessionCapabilities':{'fork':{}}}",
                builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        ClientSession session = SessionOpeningTest.open(client, agent, "s1");
        CompletableFuture<ClientSession> loading = load();
        JsonNode load = agent.expect("session/load");
        replay("Hi", "Hel");
        get(eventually(session, 2));
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        JsonNode fork = agent.expect("session/fork");
        agent.update("s1", chunk("agent_message_chunk", "m1", "lo"));
        agent.update("s1", chunk("user_message_chunk", "m2", "More"));
        agent.result(load, "{}");
        get(loading);
        agent.result(
                fork,
                "{'sessionId':'s2'"
                        + (lineage ? ",'_meta':{'acp4j/lineage':{'parentSessionId':'s1','forkDepth':3}}}" : "}"));
        assertThat(texts(get(forking))).isEqualTo(lineage ? List.of("Hi", "Hello", "More") : List.of());
    }

    private CompletableFuture<ClientSession> load() {
        return client.loadSessionAsync(
                LoadSessionRequest.builder(new SessionId("s1"), "/p").build(), null);
    }

    private static String chunk(String kind, String id, String text) {
        return "{'sessionUpdate':'" + kind + "','messageId':'" + id + "','content':{'type':'text','text':'" + text
                + "'}}";
    }

    @Test
    void modesThatTheClientSetsAreInIt() {
        ClientSession session = session();
        CompletableFuture<Void> setting = session.setModeAsync(new SessionModeId("code"));
        agent.result(agent.expect("session/set_mode"), "{}");
        get(setting);
        assertThat(session.transcript().snapshot().modes()).isEqualTo(session.modes());
    }
}
