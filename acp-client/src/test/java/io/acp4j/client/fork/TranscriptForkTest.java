package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TranscriptForkTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String CAPABILITIES =
            "{'loadSession':true,'sessionCapabilities':{'resume':{},'fork':{'atMessageId':true}}}";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @AfterEach
    void close() {
        client.close();
    }

    private ClientSession session() {
        client = agent.connect(CAPABILITIES, builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1'}");
        return get(opening);
    }

    private void turn(ClientSession session, String prompt, String answerId) {
        CompletableFuture<PromptResponse> turn = session.promptAsync(prompt);
        JsonNode request = agent.expect("session/prompt");
        chunk(session.id().value(), "agent_thought_chunk", answerId, "hm");
        chunk(session.id().value(), "agent_message_chunk", answerId, "answer ");
        chunk(session.id().value(), "agent_message_chunk", answerId, "to " + prompt);
        agent.result(request, "{'stopReason':'end_turn'}");
        get(turn);
    }

    private void chunk(String session, String kind, String id, String text) {
        agent.update(
                session,
                "{'sessionUpdate':'" + kind + "','messageId':'" + id + "','content':{'type':'text','text':'" + text
                        + "'}}");
    }

    @Test
    @DisplayName("30: what was prompted is edited in a fork, and again in a fork of that")
    void promptedMessageIsEditedInAFork() {
        ClientSession session = session();
        turn(session, "one", "a1");
        turn(session, "two", "a2");
        ForkableSession forkable = ForkableSession.of(session);

        assertThat(forkable.messages().messages())
                .extracting(message -> message.role() + " " + message.id())
                .containsExactly("user null", "agent a1", "user null", "agent a2");
        CompletableFuture<ForkedTurn> asking = supplyAsync(() -> forkable.regenerate(new MessageId("a2")));
        JsonNode fork = agent.expect("session/fork");
        agent.result(fork, "{'sessionId':'s2'}");
        JsonNode prompt = agent.expect("session/prompt");
        chunk("s2", "agent_message_chunk", "b2", "another");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        ForkedTurn again = get(asking);
        get(again.turn().result());

        assertThat(fork.at("/params/messageId").asText()).isEqualTo("a1");
        assertThat(prompt.at("/params/prompt/0/text").asText()).isEqualTo("two");
        assertThat(again.fork().messages().messages())
                .extracting(message -> message.role() + " " + message.id())
                .containsExactly("user null", "agent a1", "user null", "agent b2");
        assertThat(again.fork().offers(ForkPoint.before(message(again.fork(), 0))))
                .isTrue();
        assertThat(again.fork().offers(ForkPoint.at(message(again.fork(), 1)))).isTrue();
    }

    private static HistoryMessage message(ForkableSession session, int index) {
        return session.messages().messages().get(index);
    }

    @Test
    @DisplayName("56: where the agent replays a fork with ids of its own, those are used and the old ones dropped")
    void replayedHistoryReplacesWhatWasInherited() {
        ClientSession session = session();
        turn(session, "one", "a1");
        ForkableSession forkable = ForkableSession.of(session);
        CompletableFuture<ForkableSession> forking = forkable.forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        agent.result(agent.expect("session/fork"), "{'sessionId':'s2'}");
        ForkableSession fork = get(forking);
        chunk("s2", "user_message_chunk", "n1", "one");
        chunk("s2", "agent_message_chunk", "n2", "answer to one");
        await().atMost(PATIENCE)
                .until(() -> fork.messages().messages().stream()
                        .anyMatch(message -> new MessageId("n2").equals(message.id())));
        turn(fork.session(), "two", "n3");

        assertThat(fork.messages().messages())
                .extracting(message -> message.role() + " " + message.id())
                .containsExactly("user n1", "agent n2", "user null", "agent n3");
        assertThat(fork.offers(ForkPoint.before(message(fork, 0)))).isTrue();
    }

    @Test
    void resumedSessionIsNotEditedWhereItsPastBegins() {
        session();
        CompletableFuture<ClientSession> resuming = client.resumeSessionAsync(
                ResumeSessionRequest.builder(new SessionId("stored"), "/project")
                        .build(),
                null);
        agent.result(agent.expect("session/resume"), "{}");
        ClientSession resumed = get(resuming);
        turn(resumed, "on", "a9");
        ForkableSession forkable = ForkableSession.of(resumed);

        assertThatThrownBy(() -> forkable.editAndFork(message(forkable, 0), List.of(), ForkOptions.DEFAULT))
                .isInstanceOf(NoForkPointException.class);
        assertThat(forkable.offers(ForkPoint.at(new MessageId("a9")))).isTrue();
    }

    @Test
    void loadedSessionIsKnownFromItsBeginning() {
        session();
        CompletableFuture<ClientSession> loading = client.loadSessionAsync(
                LoadSessionRequest.builder(new SessionId("stored"), "/project").build(), null);
        JsonNode load = agent.expect("session/load");
        chunk("stored", "user_message_chunk", "m1", "one");
        chunk("stored", "agent_message_chunk", "a1", "answer");
        chunk("stored", "user_message_chunk", "m2", "two");
        agent.result(load, "{}");
        ForkableSession forkable = ForkableSession.of(get(loading));

        assertThat(forkable.messages().messages())
                .extracting(message -> message.role() + " " + message.id())
                .containsExactly("user m1", "agent a1", "user m2");
        assertThat(forkable.offers(ForkPoint.before(new MessageId("m1")))).isTrue();
        assertThat(forkable.offers(ForkPoint.before(new MessageId("m2")))).isTrue();
    }

    @Test
    void promptThatIsNotKeptWholeIsNotPromptedAgain() {
        client = agent.connect(
                CAPABILITIES,
                builder -> builder.transcripts(
                        TranscriptOptions.builder().maxSize(2_000).build()));
        CompletableFuture<ClientSession> loading = client.loadSessionAsync(
                LoadSessionRequest.builder(new SessionId("stored"), "/project").build(), null);
        JsonNode load = agent.expect("session/load");
        chunk("stored", "user_message_chunk", "m1", "x".repeat(1_500));
        chunk("stored", "user_message_chunk", "m1", "y".repeat(5_000));
        agent.result(load, "{}");
        ForkableSession forkable = ForkableSession.of(get(loading));

        assertThat(message(forkable, 0).content()).isEmpty();
        assertThat(forkable.session().transcript().snapshot().messages().get(0).missing())
                .isEqualTo(4_500);
    }

    @Test
    void clientWithoutTranscriptsForksAtIdsOnly() {
        client = agent.connect(CAPABILITIES, builder -> {});
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1'}");
        ForkableSession forkable = ForkableSession.of(get(opening));

        assertThat(forkable.messages()).isEqualTo(MessageHistory.NONE);
        assertThat(forkable.offers(ForkPoint.end())).isTrue();
        assertThat(forkable.offers(ForkPoint.at(new MessageId("a1")))).isFalse();
        assertThat(forkable.offers(ForkPoint.first(0))).isFalse();
        CompletableFuture<ForkableSession> forking =
                forkable.forkAsync(ForkPoint.at(new MessageId("a1")), ForkOptions.DEFAULT);
        JsonNode fork = agent.expect("session/fork");
        assertThat(fork.at("/params/messageId").asText()).isEqualTo("a1");
        agent.result(fork, "{'sessionId':'s2'}");
        get(forking);
        assertThatThrownBy(() -> forkable.editAndFork(new MessageId("m1"), "other"))
                .isInstanceOf(NoForkPointException.class)
                .hasMessageContaining("transcripts");
    }
}
