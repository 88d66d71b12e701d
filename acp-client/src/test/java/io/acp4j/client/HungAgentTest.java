package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns of an agent that ignores their cancellation. */
class HungAgentTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String CAPABILITIES =
            "{'loadSession':true,'sessionCapabilities':{'resume':{},'close':{},'delete':{}}}";

    private final RawAgent agent = new RawAgent();
    private final BlockingQueue<ClientSession> unconfirmed = new LinkedBlockingQueue<>();
    private AcpClient client;
    private ClientSession session;

    private JsonNode hang(Duration cancelTimeout) {
        client = agent.connect(
                CAPABILITIES,
                builder -> builder.cancelTimeout(cancelTimeout)
                        .onCancelUnconfirmed(unconfirmed::add)
                        .transcripts(TranscriptOptions.KEEP_ALL));
        session = SessionOpeningTest.open(client, agent, "s1");
        turn = session.promptAsync("hang");
        return agent.expect("session/prompt");
    }

    private CompletableFuture<PromptResponse> turn;

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void cancelledTurnEndsAfterTheTimeoutWithAMark() throws Exception {
        JsonNode prompt = hang(Duration.ofMillis(100));
        agent.say("s1", "seen");
        await().atMost(PATIENCE)
                .until(() -> session.transcript().snapshot().messages().stream()
                        .anyMatch(message -> message.text().equals("seen")));
        session.cancel();
        PromptResponse end = get(turn);
        assertThat(end.stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(PromptTurn.isUnconfirmed(end)).isTrue();
        assertThat(unconfirmed.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isSameAs(session);
        assertThat(session.transcript().snapshot().entries().get(2))
                .isInstanceOfSatisfying(
                        TranscriptEntry.Gap.class,
                        gap -> assertThat(gap.reason()).isEqualTo(TranscriptEntry.Gap.Reason.CANCELLATION_UNCONFIRMED));
        assertThat(session.isTurnInProgress()).isFalse();

        // The late response neither breaks the connection nor ends the next turn.
        CompletableFuture<PromptResponse> next = session.promptAsync("next");
        agent.expect("session/cancel");
        JsonNode second = agent.expect("session/prompt");
        agent.result(prompt, "{'stopReason':'refusal'}");
        agent.say("s1", "answer");
        await().atMost(PATIENCE)
                .until(() -> session.transcript().snapshot().messages().stream()
                        .anyMatch(message -> message.text().equals("answer")));
        assertThat(next).isNotDone();
        agent.result(second, "{'stopReason':'end_turn'}");
        assertThat(get(next).stopReason()).isEqualTo(StopReason.END_TURN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT5M", "PT2562047788015215H30M7.999999999S"})
    void confirmedCancellationHasNoMark(Duration cancelTimeout) {
        JsonNode prompt = hang(cancelTimeout);
        session.cancel();
        agent.result(prompt, "{'stopReason':'cancelled'}");
        PromptResponse end = get(turn);
        assertThat(end.stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(PromptTurn.isUnconfirmed(end)).isFalse();
        assertThat(unconfirmed).isEmpty();
        assertThat(session.transcript().snapshot().entries()).noneMatch(TranscriptEntry.Gap.class::isInstance);
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "delete"})
    void closingOrDeletingTheSessionEndsItsTurn(String how) {
        hang(Duration.ofMinutes(5));
        CompletableFuture<Void> ending = how.equals("close") ? session.closeAsync() : session.deleteAsync();
        agent.result(agent.expect("session/" + how), "{}");
        get(ending);
        PromptResponse end = get(turn);
        assertThat(end.stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(PromptTurn.isUnconfirmed(end)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "delete"})
    void turnEndsAfterTheTimeoutWhereTheAgentIgnoresThatToo(String how) {
        hang(Duration.ofMillis(100));
        var unused = how.equals("close") ? session.closeAsync() : session.deleteAsync();
        assertThat(PromptTurn.isUnconfirmed(get(turn))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"load", "resume"})
    void openingTheSessionAgainEndsItsCancelledTurn(String how) {
        hang(Duration.ofMinutes(5));
        session.cancel();
        agent.expect("session/cancel");
        CompletableFuture<ClientSession> again = how.equals("load")
                ? client.loadSessionAsync(
                        LoadSessionRequest.builder(session.id(), "/project").build(), null)
                : client.resumeSessionAsync(
                        ResumeSessionRequest.builder(session.id(), "/project").build(), null);
        agent.result(agent.expect("session/" + how), "{}");
        assertThat(PromptTurn.isUnconfirmed(get(turn))).isTrue();
        CompletableFuture<PromptResponse> next = get(again).promptAsync("next");
        agent.result(agent.expect("session/prompt"), "{'stopReason':'end_turn'}");
        assertThat(get(next).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(List.copyOf(unconfirmed)).isEmpty();
    }

    @Test
    void applicationIsNotifiedOfATurnThatALoadHasEndedAfterTheTimeoutOnly() throws Exception {
        hang(Duration.ofSeconds(1));
        session.cancel();
        agent.expect("session/cancel");
        CompletableFuture<ClientSession> again = client.loadSessionAsync(
                LoadSessionRequest.builder(session.id(), "/project").build(), null);
        agent.result(agent.expect("session/load"), "{}");
        get(again);
        assertThat(PromptTurn.isUnconfirmed(get(turn))).isTrue();
        assertThat(unconfirmed.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isSameAs(session);
    }

    @Test
    void refusedPromptIsNotAMessageAlthoughOutputOfAnAbandonedTurnFollowsIt() {
        JsonNode prompt = hang(Duration.ofMillis(100));
        session.cancel();
        agent.expect("session/cancel");
        get(turn);
        CompletableFuture<PromptResponse> next = session.promptAsync("next");
        JsonNode second = agent.expect("session/prompt");
        agent.say("s1", "late");
        agent.result(prompt, "{'stopReason':'cancelled'}");
        agent.error(second, -32602, "no");
        assertThat(next).failsWithin(PATIENCE);
        assertThat(session.transcript().snapshot().messages())
                .extracting(TranscriptMessage::text)
                .containsExactly("hang", "late");

        CompletableFuture<PromptResponse> third = session.promptAsync("third");
        JsonNode request = agent.expect("session/prompt");
        agent.say("s1", "half");
        agent.error(request, -32603, "broken");
        assertThat(third).failsWithin(PATIENCE);
        assertThat(session.transcript().snapshot().messages())
                .extracting(TranscriptMessage::text)
                .containsExactly("hang", "late", "third", "half");
    }

    @Test
    void openingTheSessionAgainLeavesATurnThatWasNotCancelled() {
        JsonNode prompt = hang(Duration.ofMillis(50));
        CompletableFuture<ClientSession> again = client.resumeSessionAsync(
                ResumeSessionRequest.builder(session.id(), "/project").build(), null);
        agent.result(agent.expect("session/resume"), "{}");
        get(again);
        assertThat(turn).isNotDone();
        agent.result(prompt, "{'stopReason':'end_turn'}");
        assertThat(get(turn).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(List.copyOf(unconfirmed)).isEmpty();
    }
}
