package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.versions.V2Fixture.await;
import static io.acp4j.client.versions.V2Fixture.echo;
import static io.acp4j.client.versions.V2Fixture.idle;
import static io.acp4j.client.versions.V2Fixture.insert;
import static io.acp4j.client.versions.V2Fixture.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.TurnInProgressException;
import io.acp4j.client.internal.protocol.TurnLimits;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.testing.HeldCommonPool;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverlappingTurnsTest {

    private static final StopReason END = StopReason.END_TURN;

    private final RawAgent agent = new RawAgent();
    private AcpClient client;
    private ClientSession session;

    @BeforeEach
    void open() {
        client = V2Fixture.connect(agent, "{}", builder -> {});
        session = V2Fixture.open(client, agent, "s1");
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static StopReason reason(PromptTurn turn) {
        return get(turn.result()).stopReason();
    }

    private JsonNode expectPrompt() {
        return agent.expect("session/prompt");
    }

    /** The order in which an agent says that a prompt was inserted. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "response echo running",
                "echo response running",
                "running echo response",
                "echo running response"
            })
    void aTurnEndsWithTheIdleAfterItsMessageInWhateverOrderItIsTold(String order) {
        PromptTurn turn = session.startTurn("Hi");
        JsonNode prompt = expectPrompt();
        for (String step : order.split(" ")) {
            switch (step) {
                case "response" -> insert(agent, prompt, "u1");
                case "echo" -> echo(agent, "s1", "u1", "Hi");
                default -> running(agent, "s1");
            }
        }
        assertThat(get(turn.inserted())).isEqualTo(new MessageId("u1"));
        assertThat(turn.isDone()).isFalse();
        idle(agent, "s1", "end_turn");

        assertThat(reason(turn)).isEqualTo(END);
        await(() -> !session.isTurnInProgress());
    }

    @Test
    void theIdleMayComeBeforeTheResponse() {
        PromptTurn turn = session.startTurn("Hi");
        JsonNode prompt = expectPrompt();
        running(agent, "s1");
        echo(agent, "s1", "u1", "Hi");
        idle(agent, "s1", "refusal");
        insert(agent, prompt, "u1");

        assertThat(get(turn.inserted())).isEqualTo(new MessageId("u1"));
        assertThat(reason(turn)).isEqualTo(StopReason.REFUSAL);
    }

    @Test
    void blockingPromptReturnsWhenTheWorkHasEnded() {
        CompletableFuture<StopReason> turn =
                CompletableFuture.supplyAsync(() -> session.prompt("Hi").stopReason());
        insert(agent, expectPrompt(), "u1");
        running(agent, "s1");
        idle(agent, "s1", "max_tokens");

        assertThat(get(turn)).isEqualTo(StopReason.MAX_TOKENS);
    }

    @Test
    void turnOfALostConnectionEndsWhileTheThreadsOfTheCommonPoolAreHeld() {
        PromptTurn turn = session.startTurn("Hi");
        insert(agent, expectPrompt(), "u1");
        get(turn.inserted());
        try (HeldCommonPool held = new HeldCommonPool()) {
            client.close();
            assertThatThrownBy(() -> get(turn.result())).isInstanceOf(ConnectionClosedException.class);
            assertThat(held).isNotNull();
        }
    }

    @Test
    void aHeldPromptEndsWithTheWorkThatItBegins() {
        PromptTurn first = session.startTurn("one");
        JsonNode one = expectPrompt();
        insert(agent, one, "u1");
        echo(agent, "s1", "u1", "one");
        running(agent, "s1");
        get(first.inserted());
        PromptTurn second = session.startTurn("two");
        JsonNode two = expectPrompt();
        idle(agent, "s1", "end_turn");

        assertThat(reason(first)).isEqualTo(END);
        assertThat(second.isDone()).isFalse();
        assertThat(session.isTurnInProgress()).isTrue();

        insert(agent, two, "u2");
        echo(agent, "s1", "u2", "two");
        running(agent, "s1");
        idle(agent, "s1", "max_tokens");
        assertThat(reason(second)).isEqualTo(StopReason.MAX_TOKENS);
    }

    @Test
    void aPromptThatJoinsTheWorkEndsWithItAndTheUsageIsToldOnce() {
        PromptTurn first = session.startTurn("one");
        insert(agent, expectPrompt(), "u1");
        running(agent, "s1");
        get(first.inserted());
        PromptTurn second = session.startTurn("two");
        insert(agent, expectPrompt(), "u2");
        get(second.inserted());
        agent.update("s1", idle("'stopReason':'end_turn','usage':{'totalTokens':3,'inputTokens':1,'outputTokens':2}"));

        assertThat(get(first.result()).usage()).isNotNull();
        assertThat(get(second.result()).usage()).isNull();
        assertThat(reason(second)).isEqualTo(END);
    }

    @Test
    void anIdleThatIsRepeatedEndsNothing() {
        agent.update("s1", idle(""));
        idle(agent, "s1", "end_turn");
        PromptTurn turn = session.startTurn("Hi");
        JsonNode prompt = expectPrompt();
        idle(agent, "s1", "end_turn");
        insert(agent, prompt, "u1");
        get(turn.inserted());
        agent.update("s1", idle(""));
        running(agent, "s1");
        await(session::isTurnInProgress);
        assertThat(turn.isDone()).isFalse();
        idle(agent, "s1", "max_tokens");

        assertThat(reason(turn)).isEqualTo(StopReason.MAX_TOKENS);
    }

    @Test
    void workThatNoPromptBeganEndsNoPromptThatWaits() {
        running(agent, "s1");
        await(session::isTurnInProgress);
        PromptTurn turn = session.startTurn("Hi");
        JsonNode prompt = expectPrompt();
        idle(agent, "s1", "end_turn");
        insert(agent, prompt, "u1");
        echo(agent, "s1", "u1", "Hi");
        running(agent, "s1");
        idle(agent, "s1", "max_tokens");

        assertThat(reason(turn)).isEqualTo(StopReason.MAX_TOKENS);
    }

    @Test
    void anErrorBeforeTheInsertionFailsThatPromptOnly() {
        PromptTurn first = session.startTurn("one");
        insert(agent, expectPrompt(), "u1");
        get(first.inserted());
        PromptTurn second = session.startTurn("two");
        agent.error(expectPrompt(), -32602, "no");

        assertThatThrownBy(() -> get(second.inserted())).isInstanceOf(AcpErrorException.class);
        assertThatThrownBy(() -> get(second.result())).isInstanceOf(AcpErrorException.class);
        idle(agent, "s1", "end_turn");
        assertThat(reason(first)).isEqualTo(END);
    }

    @Test
    void workThatFailsFailsTheTurnWithTheErrorOfTheAgent() {
        PromptTurn turn = session.startTurn("Hi");
        insert(agent, expectPrompt(), "u1");
        get(turn.inserted());
        agent.update("s1", idle("'stopReason':'error','error':{'code':-32000,'message':'log in'}"));

        assertThatThrownBy(() -> get(turn.result()))
                .isInstanceOf(io.acp4j.client.AuthenticationRequiredException.class);
        assertThat(get(turn.inserted())).isEqualTo(new MessageId("u1"));
    }

    @Test
    void cancellingEndsWhatWorksAndWhatIsHeld() {
        PromptTurn first = session.startTurn("one");
        insert(agent, expectPrompt(), "u1");
        get(first.inserted());
        PromptTurn second = session.startTurn("two");
        JsonNode two = expectPrompt();
        session.cancel();
        agent.expect("session/cancel");
        agent.error(two, -32800, "cancelled");
        idle(agent, "s1", "cancelled");

        assertThat(reason(first)).isEqualTo(StopReason.CANCELLED);
        assertThat(reason(second)).isEqualTo(StopReason.CANCELLED);
        assertThatThrownBy(() -> get(second.inserted())).isInstanceOf(RequestCancelledException.class);
    }

    @Test
    void archivingAndDeletingEndAsCancelledWhatIsHeld() {
        client.close();
        RawAgent other = new RawAgent();
        client = V2Fixture.connect(other, "{'archive':{},'delete':{}}", builder -> {});
        for (String how : List.of("archive", "delete")) {
            session = V2Fixture.open(client, other, how);
            PromptTurn turn = session.startTurn("one");
            JsonNode prompt = other.expect("session/prompt");
            CompletableFuture<Void> ending = how.equals("archive")
                    ? client.unstable().archiveSessionAsync(session.id())
                    : client.deleteSessionAsync(session.id());
            JsonNode request = other.expect("session/" + how);
            other.error(prompt, -32800, "cancelled");
            assertThat(reason(turn)).as(how).isEqualTo(StopReason.CANCELLED);
            other.result(request, "{}");
            get(ending);
        }
    }

    @Test
    void aHeldPromptIsTakenBackWithoutTouchingTheWork() {
        PromptTurn first = session.startTurn("one");
        insert(agent, expectPrompt(), "u1");
        get(first.inserted());
        PromptTurn second = session.startTurn("two");
        JsonNode two = expectPrompt();
        second.cancel();

        JsonNode withdrawal = agent.expect("$/cancel_request");
        assertThat(withdrawal.at("/params/requestId")).isEqualTo(two.get("id"));
        assertThat(reason(second)).isEqualTo(StopReason.CANCELLED);
        agent.error(two, -32800, "cancelled");
        assertThat(first.isDone()).isFalse();
        idle(agent, "s1", "end_turn");
        assertThat(reason(first)).isEqualTo(END);
        assertThat(agent.waiting()).isZero();
    }

    @Test
    void thePromptThatWaitsForItsInsertionAloneIsCancelledWithTheSession() {
        PromptTurn turn = session.startTurn("one");
        JsonNode prompt = expectPrompt();
        turn.cancel();
        agent.expect("session/cancel");
        insert(agent, prompt, "u1");
        running(agent, "s1");
        idle(agent, "s1", "cancelled");

        assertThat(reason(turn)).isEqualTo(StopReason.CANCELLED);
    }

    @Test
    void updatesOfATurnAreThoseFromItsSendingToItsEnd() {
        PromptTurn turn = session.startTurn("Hi");
        CompletableFuture<List<String>> seen = CompletableFuture.supplyAsync(() -> {
            List<String> kinds = new ArrayList<>();
            for (SessionUpdate update : turn.updates()) {
                kinds.add(
                        update instanceof ContentChunk chunk
                                ? chunk.text()
                                : update instanceof StateUpdate
                                        ? "state"
                                        : update.getClass().getSimpleName());
            }
            return kinds;
        });
        JsonNode prompt = expectPrompt();
        running(agent, "s1");
        echo(agent, "s1", "u1", "Hi");
        insert(agent, prompt, "u1");
        agent.update(
                "s1",
                "{'sessionUpdate':'agent_message_chunk','messageId':'a1','content':{'type':'text','text':'Hello'}}");
        idle(agent, "s1", "end_turn");
        agent.update(
                "s1",
                "{'sessionUpdate':'agent_message_chunk','messageId':'a2','content':{'type':'text','text':'later'}}");

        assertThat(get(seen)).containsExactly("state", "UserMessage", "Hello", "state");
    }

    @Test
    void asManyPromptsMayWaitAsTheLimitSays() {
        for (int i = 0; i < TurnLimits.MAX_OVERLAPPING; i++) {
            session.startTurn("prompt " + i);
        }

        assertThatThrownBy(() -> session.startTurn("one too many")).isInstanceOf(TurnInProgressException.class);
    }

    @Test
    void theEndOfTheConnectionFailsTurnsWhoseMessageStands() {
        PromptTurn turn = session.startTurn("Hi");
        insert(agent, expectPrompt(), "u1");
        get(turn.inserted());
        agent.close();

        assertThatThrownBy(() -> get(turn.result())).isInstanceOf(ConnectionClosedException.class);
        assertThat(session.isTurnLost()).isTrue();
    }

    @Test
    void aSessionThatIsForgottenFailsTheTurnThatItWouldHaveEnded() {
        PromptTurn turn = session.startTurn("Hi");
        insert(agent, expectPrompt(), "u1");
        get(turn.inserted());
        session.detach();

        assertThatThrownBy(() -> get(turn.result())).hasMessageContaining("no longer followed");
    }

    @Test
    void inVersion1ThePromptCountsAsInsertedWithTheFirstUpdateAndHasNoName() {
        RawAgent older = new RawAgent();
        try (AcpClient first = older.connect("{}", builder -> builder.protocolVersions(V2Fixture.V2, V2Fixture.V1))) {
            PromptTurn turn = V2Fixture.open(first, older, "s1").startTurn("Hi");
            JsonNode prompt = older.expect("session/prompt");
            assertThat(turn.inserted()).isNotDone();
            older.say("s1", "Hello");

            assertThat(get(turn.inserted())).isNull();
            assertThat(turn.isDone()).isFalse();
            older.result(prompt, "{'stopReason':'end_turn'}");
            assertThat(reason(turn)).isEqualTo(END);
        }
    }

    @Test
    void promptAfterATurnThatWasAbandonedWithoutOutputBeginsAnotherTurn() {
        client.close();
        RawAgent other = new RawAgent();
        client = V2Fixture.connect(
                other,
                "{}",
                builder -> builder.transcripts(TranscriptOptions.KEEP_ALL).cancelTimeout(Duration.ofMillis(100)));
        session = V2Fixture.open(client, other, "s1");
        for (String word : List.of("one", "two")) {
            PromptTurn turn = session.startTurn(word);
            insert(other, other.expect("session/prompt"), word);
            echo(other, "s1", word, word);
            await(() -> V2Fixture.shown(session.transcript().snapshot()).contains("user:" + word));
            turn.cancel();
            other.expect("session/cancel");
            assertThat(reason(turn)).isEqualTo(StopReason.CANCELLED);
        }
        assertThat(session.transcript().snapshot().messages())
                .extracting(TranscriptMessage::turn)
                .containsExactly(1, 2);
    }
}
