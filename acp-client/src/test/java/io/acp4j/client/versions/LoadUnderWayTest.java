package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.UpdateListener;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What meets a load that is under way, with an agent that serves the requests of a session one after the other. */
class LoadUnderWayTest {

    private static final SessionId ID = new SessionId(WalkedAgent.ID);

    /** How the load ends. */
    enum End {
        COMPLETE,
        FAILED,
        /** The client gives it up, and the agent goes on to its end. */
        GIVEN_UP,
        /** The client gives it up, and the agent goes on for a while. */
        CANCELLED
    }

    private int version;
    private WalkedAgent agent;
    private AcpClient client;
    private ClientSession session;

    /** What the agent knows of the session, as {@code user:text}, by the ids of messages. */
    private final Map<String, String> history = new LinkedHashMap<>();

    private void connect(int spoken) {
        version = spoken;
        agent = new WalkedAgent(version);
        client = agent.connect(builder ->
                builder.protocolVersions(V2Fixture.V2, V2Fixture.V1).transcripts(TranscriptOptions.KEEP_ALL));
    }

    @AfterEach
    void close() {
        client.close();
    }

    private void openWithHistory() {
        session = V2Fixture.open(client, agent.raw(), WalkedAgent.ID);
        history.putAll(stored());
        history.forEach((id, text) -> agent.replay(Map.of(id, text), List.of(), null));
        awaitShown();
    }

    private static Map<String, String> stored() {
        Map<String, String> stored = new LinkedHashMap<>();
        stored.put("u1", "user:u1");
        stored.put("a1", "agent:a1");
        stored.put("u2", "user:u2");
        stored.put("a2", "agent:a2");
        return stored;
    }

    private void awaitShown() {
        V2Fixture.awaitEqual(
                "texts", () -> V2Fixture.shown(session.transcript().snapshot()), List.copyOf(history.values()));
    }

    private CompletableFuture<ClientSession> load(@Nullable UpdateListener listener) {
        return client.loadSessionAsync(
                LoadSessionRequest.builder(ID, "/project").build(), listener);
    }

    private JsonNode expectLoad() {
        return agent.expect(version == 1 ? "session/load" : "session/resume");
    }

    /** Sends what is stored, from one message to another one. */
    private void replay(int from, int to) {
        List<Map.Entry<String, String>> all = new ArrayList<>(stored().entrySet());
        all.subList(from, to).forEach(each -> agent.replay(Map.of(each.getKey(), each.getValue()), List.of(), null));
    }

    /** Serves a prompt that the client has sent; its message gets its text as its id. */
    private void serve(JsonNode prompt, String text, String answer) {
        history.put(text, "user:" + text);
        if (version == 2) {
            agent.insert(prompt, text, true);
            agent.state("running", null, "");
        }
        agent.say(answer);
        history.put(answer, "agent:" + answer);
        if (version == 1) {
            agent.end(prompt, "end_turn");
        } else {
            agent.state("idle", null, ",'stopReason':'end_turn'");
        }
    }

    static Stream<Arguments> loads() {
        return Stream.of(1, 2)
                .flatMap(version -> Stream.of(End.values())
                        .flatMap(end ->
                                IntStream.rangeClosed(0, 4).mapToObj(moment -> Arguments.of(version, end, moment))));
    }

    /** Ends a load of which some has been sent. */
    private void end(End end, JsonNode request, CompletableFuture<ClientSession> loading, int sent) {
        if (end == End.GIVEN_UP || end == End.CANCELLED) {
            loading.cancel(true);
            agent.expect("$/cancel_request");
        }
        replay(sent, end == End.CANCELLED || end == End.FAILED ? Math.max(sent, 3) : 4);
        switch (end) {
            case FAILED -> agent.raw().error(request, -32603, "no");
            case CANCELLED -> agent.withdrawn(request);
            default -> agent.done(request);
        }
        if (end == End.FAILED) {
            assertThat(catchThrowable(() -> get(loading))).isNotNull();
        } else if (end == End.COMPLETE) {
            get(loading);
        }
    }

    @ParameterizedTest
    @MethodSource("loads")
    void aPromptSentMeanwhileIsShownBehindTheHistory(int spoken, End end, int moment) {
        connect(spoken);
        openWithHistory();
        CompletableFuture<ClientSession> loading = load(null);
        JsonNode request = expectLoad();
        replay(0, moment);
        PromptTurn turn = session.startTurn("Hi");
        JsonNode prompt = agent.expect("session/prompt");
        if (version == 1) {
            List<String> shown = V2Fixture.shown(session.transcript().snapshot());
            assertThat(shown).endsWith("user:Hi");
            assertThat(session.transcript().snapshot().isTurnInProgress()).isTrue();
        }
        end(end, request, loading, moment);
        serve(prompt, "Hi", "Hello");
        awaitShown();
        assertThat(get(turn.result()).stopReason().value()).isEqualTo("end_turn");
        awaitShown();
        assertThat(session.transcript().snapshot().isTurnInProgress()).isFalse();
        assertThat(session.transcript().snapshot().turns()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("loads")
    void aTurnThatBeginsMeanwhileIsToldOfNothingThatIsReplayed(int spoken, End end, int moment) {
        connect(spoken);
        openWithHistory();
        CompletableFuture<ClientSession> loading = load(null);
        JsonNode request = expectLoad();
        replay(0, moment);
        PromptTurn turn = session.startTurn("Hi");
        JsonNode prompt = agent.expect("session/prompt");
        end(end, request, loading, moment);
        serve(prompt, "Hi", "Hello");
        List<String> told = new ArrayList<>();
        for (SessionUpdate update : turn.updates()) {
            if (update instanceof ContentChunk chunk) {
                told.add(chunk.text());
            }
        }
        assertThat(told).containsExactly("Hello");
    }

    @ParameterizedTest
    @MethodSource("loads")
    void whatComesBehindTheResponseIsShownBehindTheHistory(int spoken, End end, int moment) {
        connect(spoken);
        openWithHistory();
        CompletableFuture<ClientSession> loading = load(null);
        JsonNode request = expectLoad();
        replay(0, moment);
        end(end, request, loading, moment);
        agent.say("more");
        history.put("more", "agent:more");
        awaitShown();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatIsGivenUpIsNotTakenForTheNextLoadAlsoBeforeItsResponse(int spoken) {
        for (boolean known : new boolean[] {false, true}) {
            for (boolean responded : new boolean[] {false, true}) {
                connect(spoken);
                if (known) {
                    openWithHistory();
                }
                history.clear();
                history.putAll(stored());
                CompletableFuture<ClientSession> givenUp = load(null);
                JsonNode first = expectLoad();
                replay(0, 2);
                givenUp.cancel(true);
                agent.expect("$/cancel_request");
                replay(2, 3);
                if (responded) {
                    agent.withdrawn(first);
                }
                CompletableFuture<ClientSession> loading = load(null);
                JsonNode second = expectLoad();
                if (!responded) {
                    replay(3, 4);
                    agent.done(first);
                }
                replay(0, 4);
                agent.done(second);
                session = get(loading);
                awaitShown();
                List<SessionUpdate> early = new CopyOnWriteArrayList<>();
                var unused = session.onUpdate((same, update) -> early.add(update));
                if (!known) {
                    assertThat(early).hasSize(4);
                }
                client.close();
            }
        }
    }

    @Test
    void aTurnIsShownAtItsEndThoughTheAgentNeverRespondsToALoadThatWasGivenUp() {
        connect(1);
        openWithHistory();
        List<SessionUpdate> seen = new CopyOnWriteArrayList<>();
        var unused = session.onUpdate((same, update) -> seen.add(update));
        int before = seen.size();
        CompletableFuture<ClientSession> givenUp = load(null);
        expectLoad();
        replay(0, 2);
        givenUp.cancel(true);
        agent.expect("$/cancel_request");
        replay(2, 3);
        // What comes behind the prompt is taken for the turn's, as the agent never says otherwise.
        V2Fixture.awaitEqual("updates", seen::size, before + 3);
        CompletableFuture<?> turn = session.promptAsync("Hi");
        serve(agent.expect("session/prompt"), "Hi", "Hello");
        get(turn);
        awaitShown();
        agent.say("more");
        history.put("more", "agent:more");
        awaitShown();
    }
}
