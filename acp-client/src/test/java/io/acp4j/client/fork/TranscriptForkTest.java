package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.NoForkPointException;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
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

    private void turn(ClientSession session, String prompt, @Nullable String answerId) {
        CompletableFuture<PromptResponse> turn = session.promptAsync(prompt);
        JsonNode request = agent.expect("session/prompt");
        chunk(session.id().value(), "agent_thought_chunk", answerId, "hm");
        chunk(session.id().value(), "agent_message_chunk", answerId, "answer ");
        chunk(session.id().value(), "agent_message_chunk", answerId, "to " + prompt);
        agent.result(request, "{'stopReason':'end_turn'}");
        get(turn);
    }

    private void chunk(String session, String kind, @Nullable String id, String text) {
        agent.update(
                session,
                "{'sessionUpdate':'" + kind + "'," + (id == null ? "" : "'messageId':'" + id + "',")
                        + "'content':{'type':'text','text':'" + text + "'}}");
    }

    @Test
    @DisplayName("30: what was prompted is edited in a fork, and again in a fork of that")
    void promptedMessageIsEditedInAFork() {
        ClientSession session = session();
        turn(session, "one", "a1");
        turn(session, "two", "a2");
        ClientSession forkable = session;

        assertThat(forkable.forks().messages())
                .extracting(message -> message.role() + " " + message.id())
                .containsExactly("USER null", "AGENT a1", "USER null", "AGENT a2");
        CompletableFuture<PromptTurn> asking =
                supplyAsync(() -> forkable.forks().regenerate(new MessageId("a2")));
        JsonNode fork = agent.expect("session/fork");
        agent.result(fork, "{'sessionId':'s2'}");
        JsonNode prompt = agent.expect("session/prompt");
        chunk("s2", "agent_message_chunk", "b2", "another");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        PromptTurn again = get(asking);
        get(again.result());

        assertThat(fork.at("/params/messageId").asText()).isEqualTo("a1");
        assertThat(prompt.at("/params/prompt/0/text").asText()).isEqualTo("two");
        assertThat(again.session().forks().messages())
                .extracting(message -> message.role() + " " + message.id())
                .containsExactly("USER null", "AGENT a1", "USER null", "AGENT b2");
        assertThat(again.session().forks().supports(again.session().forks().before(message(again.session(), 0))))
                .isTrue();
        assertThat(again.session().forks().supports(again.session().forks().at(message(again.session(), 1))))
                .isTrue();
    }

    private static TranscriptMessage message(ClientSession session, int index) {
        return session.forks().messages().get(index);
    }

    @Test
    @DisplayName("56: where the agent replays a fork with ids of its own, those are used and the old ones dropped")
    void replayedHistoryReplacesWhatWasInherited() {
        ClientSession session = session();
        turn(session, "one", "a1");
        ClientSession forkable = session;
        CompletableFuture<ClientSession> forking = forkable.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        agent.result(agent.expect("session/fork"), "{'sessionId':'s2'}");
        ClientSession fork = get(forking);
        chunk("s2", "user_message_chunk", "n1", "one");
        chunk("s2", "agent_message_chunk", "n2", "answer to one");
        await().atMost(PATIENCE)
                .until(() ->
                        fork.forks().messages().stream().anyMatch(message -> new MessageId("n2").equals(message.id())));
        turn(fork, "two", "n3");

        assertThat(fork.forks().messages())
                .extracting(message -> message.role() + " " + message.id())
                .containsExactly("USER n1", "AGENT n2", "USER null", "AGENT n3");
        assertThat(fork.forks().supports(fork.forks().before(message(fork, 0)))).isTrue();
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
        ClientSession forkable = resumed;

        assertThatThrownBy(() -> forkable.forks().editAndFork(message(forkable, 0), List.of(), ForkOptions.DEFAULT))
                .isInstanceOf(NoForkPointException.class);
        assertThat(forkable.forks().supports(ForkPoint.at(new MessageId("a9")))).isTrue();
    }

    @Test
    void lastMessageWithoutAnIdInAResumedSessionHasNoPointThatMoves() {
        session();
        CompletableFuture<ClientSession> resuming = client.resumeSessionAsync(
                ResumeSessionRequest.builder(new SessionId("stored"), "/project")
                        .build(),
                null);
        agent.result(agent.expect("session/resume"), "{}");
        ClientSession resumed = get(resuming);
        turn(resumed, "on", null);
        TranscriptMessage prompt = message(resumed, 0);
        TranscriptMessage last = message(resumed, 1);
        assertThat(last.id()).isNull();

        assertThatThrownBy(() -> resumed.forks().at(last))
                .isInstanceOf(NoForkPointException.class)
                .hasMessageContaining("message 2 of 2 (agent)")
                .hasMessageContaining("ForkPoint.end()")
                .hasMessageContaining("load the session");
        assertThatThrownBy(() -> resumed.forks().before(prompt))
                .isInstanceOf(NoForkPointException.class)
                .hasMessageContaining("before message 1 of 2 (user)")
                .hasMessageContaining("load the session");
        assertThat(resumed.forks().supports(ForkPoint.end())).isTrue();
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
        ClientSession forkable = get(loading);

        assertThat(forkable.forks().messages())
                .extracting(message -> message.role() + " " + message.id())
                .containsExactly("USER m1", "AGENT a1", "USER m2");
        assertThat(forkable.forks().supports(ForkPoint.before(new MessageId("m1"))))
                .isTrue();
        assertThat(forkable.forks().supports(ForkPoint.before(new MessageId("m2"))))
                .isTrue();
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
        ClientSession forkable = get(loading);
        assertThat(message(forkable, 0).missing()).isEqualTo(4_500);
        chunk("stored", "agent_message_chunk", "a1", "long");

        await().atMost(PATIENCE)
                .until(() -> new MessageId("a1").equals(message(forkable, 0).id()));
        assertThatThrownBy(() -> forkable.forks().regenerate(new MessageId("a1")))
                .isInstanceOf(NoForkPointException.class)
                .hasMessageContaining("no message of the user is known");
    }

    @Test
    void clientWithoutTranscriptsForksAtIdsOnly() {
        client = agent.connect(CAPABILITIES, builder -> {});
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1'}");
        ClientSession forkable = get(opening);

        assertThat(forkable.forks().messages()).isEmpty();
        assertThat(forkable.forks().isBeginningKnown()).isFalse();
        assertThat(forkable.forks().supports(ForkPoint.end())).isTrue();
        assertThat(forkable.forks().supports(ForkPoint.at(new MessageId("a1")))).isFalse();
        assertThat(forkable.forks().supports(ForkPoint.first(0))).isFalse();
        CompletableFuture<ClientSession> forking =
                forkable.forks().forkAsync(ForkPoint.at(new MessageId("a1")), ForkOptions.DEFAULT);
        JsonNode fork = agent.expect("session/fork");
        assertThat(fork.at("/params/messageId").asText()).isEqualTo("a1");
        agent.result(fork, "{'sessionId':'s2'}");
        get(forking);
        assertThatThrownBy(() -> forkable.forks().editAndFork(new MessageId("m1"), "other"))
                .isInstanceOf(NoForkPointException.class)
                .hasMessageContaining("transcripts");
    }
}
