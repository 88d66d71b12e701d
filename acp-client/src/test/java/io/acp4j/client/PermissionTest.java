package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PermissionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String ASKED = "{'sessionId':'s1','toolCall':{'toolCallId':'t1','title':'rm'},'options':["
            + "{'optionId':'yes','name':'Yes','kind':'allow_once'},{'optionId':'no','name':'No','kind':'reject_once'}]}";
    private static final String CANCELLED = "{'outcome':{'outcome':'cancelled'}}";
    private static final String SELECTED = "{'outcome':{'outcome':'selected','optionId':'yes'}}";

    private final RawAgent agent = new RawAgent();
    private final CountDownLatch asking = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private AcpClient client;
    private ClientSession session;
    private CompletableFuture<PromptResponse> turn;
    private JsonNode prompt;

    private void beginTurn(Consumer<AcpClientBuilder> settings) {
        client = agent.connect("{'sessionCapabilities':{'close':{}}}", settings);
        session = SessionOpeningTest.open(client, agent, "s1");
        turn = session.promptAsync("go");
        prompt = agent.expect("session/prompt");
    }

    /** A person who never decides. */
    private RequestPermissionResponse ponder() throws InterruptedException {
        asking.countDown();
        try {
            assertThat(new CountDownLatch(1).await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
        return RequestPermissionResponse.cancelled();
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void decisionIsTheAnswer() {
        beginTurn(builder -> builder.onPermission((request, context) ->
                RequestPermissionResponse.selected(request.options().get(0).optionId())));
        agent.request("'p1'", "session/request_permission", ASKED);

        JsonNode answer = agent.next();
        assertThat(answer.get("id").asText()).isEqualTo("p1");
        assertThat(answer.get("result")).isEqualTo(json(SELECTED));
    }

    @Test
    void withoutAHandlerTheOutcomeIsCancelled() {
        beginTurn(builder -> {});
        for (int i = 1; i <= 2; i++) {
            agent.request(String.valueOf(i), "session/request_permission", ASKED);
            assertThat(agent.next().get("result")).isEqualTo(json(CANCELLED));
        }
    }

    @Test
    void cancelAnswersWhatIsPendingWhileThePersonStillThinks() throws Exception {
        beginTurn(builder -> builder.onPermission((request, context) -> ponder()));
        agent.request("1", "session/request_permission", ASKED);
        await(asking);
        session.cancel();

        agent.expect("session/cancel");
        assertThat(agent.next().get("result")).isEqualTo(json(CANCELLED));
        await(interrupted);
        agent.result(prompt, "{'stopReason':'cancelled'}");
        get(turn);
    }

    @Test
    void cancellingTheFutureOfThePromptAnswersWhatIsPending() throws Exception {
        beginTurn(builder -> builder.onPermission((request, context) -> ponder()));
        agent.request("1", "session/request_permission", ASKED);
        await(asking);
        turn.cancel(true);

        agent.expect("session/cancel");
        assertThat(agent.next().get("result")).isEqualTo(json(CANCELLED));
        await(interrupted);
    }

    @Test
    void whatIsAskedAfterTheCancellationIsAnsweredWithoutAskingAnybody() {
        AtomicInteger asked = new AtomicInteger();
        beginTurn(builder -> builder.onPermission((request, context) -> {
            asked.incrementAndGet();
            return RequestPermissionResponse.selected(request.options().get(0).optionId());
        }));
        session.cancel();
        agent.expect("session/cancel");
        agent.request("1", "session/request_permission", ASKED);
        assertThat(agent.next().get("result")).isEqualTo(json(CANCELLED));
        agent.result(prompt, "{'stopReason':'cancelled'}");
        get(turn);
        assertThat(asked).hasValue(0);

        CompletableFuture<PromptResponse> next = session.promptAsync("again");
        JsonNode second = agent.expect("session/prompt");
        agent.request("2", "session/request_permission", ASKED);
        assertThat(agent.next().get("result")).isEqualTo(json(SELECTED));
        agent.result(second, "{'stopReason':'end_turn'}");
        get(next);
    }

    @Test
    void otherSessionsAreNotConcerned() throws Exception {
        beginTurn(builder -> builder.onPermission((request, context) -> ponder()));
        ClientSession other = SessionOpeningTest.open(client, agent, "s2");
        agent.request("1", "session/request_permission", ASKED);
        await(asking);
        other.cancel();
        agent.expect("session/cancel");
        session.cancel();

        agent.expect("session/cancel");
        assertThat(agent.next().get("result")).isEqualTo(json(CANCELLED));
    }

    @Test
    void closingTheSessionAnswersWhatIsPending() throws Exception {
        beginTurn(builder -> builder.onPermission((request, context) -> ponder()));
        agent.request("1", "session/request_permission", ASKED);
        await(asking);
        CompletableFuture<Void> closing = session.closeAsync();

        // The answer is given on a handler thread if that one has only just begun to ask.
        JsonNode one = agent.next();
        JsonNode other = agent.next();
        boolean answeredFirst = one.has("result");
        assertThat((answeredFirst ? one : other).get("result")).isEqualTo(json(CANCELLED));
        JsonNode close = answeredFirst ? other : one;
        assertThat(close.path("method").asText()).isEqualTo("session/close");
        agent.result(close, "{}");
        get(closing);
    }

    @Test
    void cancelAlsoEndsAnAsynchronousDecision() {
        CompletableFuture<RequestPermissionResponse> dialog = new CompletableFuture<>();
        CountDownLatch shown = new CountDownLatch(1);
        beginTurn(builder -> builder.onPermissionAsync((request, context) -> {
            shown.countDown();
            return dialog;
        }));
        agent.request("1", "session/request_permission", ASKED);
        assertThat(shown).satisfies(PermissionTest::await);
        session.cancel();

        agent.expect("session/cancel");
        assertThat(agent.next().get("result")).isEqualTo(json(CANCELLED));
        org.awaitility.Awaitility.await().atMost(PATIENCE).until(dialog::isCancelled);
    }

    @Test
    void asynchronousDecisionIsTheAnswer() {
        CompletableFuture<RequestPermissionResponse> dialog = new CompletableFuture<>();
        beginTurn(builder -> builder.onPermissionAsync((request, context) -> dialog));
        agent.request("1", "session/request_permission", ASKED);
        dialog.complete(RequestPermissionResponse.selected(new io.acp4j.schema.PermissionOptionId("yes")));

        assertThat(agent.next().get("result")).isEqualTo(json(SELECTED));
    }

    @Test
    void requestThatTheAgentCancelsIsAnsweredAsCancelledAndInterruptsTheHandler() throws Exception {
        beginTurn(builder -> builder.onPermission((request, context) -> ponder()));
        agent.request("7", "session/request_permission", ASKED);
        await(asking);
        agent.notification("$/cancel_request", "{'requestId':7}");

        assertThat(agent.next().at("/error/code").asInt()).isEqualTo(-32800);
        await(interrupted);
    }

    @Test
    void endOfTheConnectionInterruptsTheHandler() throws Exception {
        beginTurn(builder -> builder.onPermission((request, context) -> ponder()));
        agent.request("7", "session/request_permission", ASKED);
        await(asking);
        client.close();

        await(interrupted);
    }

    @Test
    void failingHandlerGivesAnInternalErrorWithoutDetails() {
        beginTurn(builder -> builder.onPermission((request, context) -> {
            throw new IllegalStateException("secret");
        }));
        agent.request("1", "session/request_permission", ASKED);

        JsonNode answer = agent.next();
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32603);
        assertThat(answer.toString()).doesNotContain("secret");
    }

    @Test
    void handlerWithoutADecisionGivesAnInternalError() {
        beginTurn(builder -> builder.onPermission((request, context) -> null));
        agent.request("1", "session/request_permission", ASKED);

        assertThat(agent.next().at("/error/code").asInt()).isEqualTo(-32603);
    }

    @Test
    void malformedRequestIsRefusedWithThePathOfTheFault() {
        beginTurn(builder -> builder.onPermission((request, context) -> ponder()));
        agent.request(
                "1", "session/request_permission", "{'sessionId':'s1','toolCall':{'toolCallId':'t'},'options':7}");

        JsonNode answer = agent.next();
        assertThat(answer.at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(answer.at("/error/data/path").asText()).isEqualTo("/params/options");
    }
}
