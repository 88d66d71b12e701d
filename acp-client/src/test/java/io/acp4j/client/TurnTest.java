package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.schema.v1.permission.RequestPermissionResponse;
import io.acp4j.schema.v1.prompt.PromptResponse;
import io.acp4j.schema.v1.prompt.StopReason;
import io.acp4j.schema.v1.update.ContentChunk;
import io.acp4j.schema.v1.update.SessionUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String END = "{'stopReason':'end_turn'}";
    private static final String CANCELLED = "{'stopReason':'cancelled'}";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;
    private ClientSession session;

    @AfterEach
    void close() {
        client.close();
    }

    private Turn start() {
        return start(builder -> {});
    }

    private Turn start(Consumer<AcpClientBuilder> settings) {
        client = agent.connect("{}", settings);
        session = SessionOpeningTest.open(client, agent, "s1");
        return session.startTurn("Hi");
    }

    private static String text(SessionUpdate update) {
        return ((ContentChunk) update).text();
    }

    private void say(int from, int to) {
        for (int i = from; i < to; i++) {
            agent.say("s1", Integer.toString(i));
        }
    }

    private static List<String> numbers(int count) {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(Integer.toString(i));
        }
        return numbers;
    }

    /** Takes signals down; asks for nothing by itself. */
    private static final class Recorder implements Flow.Subscriber<SessionUpdate> {
        private final List<String> seen = new CopyOnWriteArrayList<>();
        private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        private final CompletableFuture<String> terminal = new CompletableFuture<>();
        private final AtomicInteger inside = new AtomicInteger();
        private volatile boolean overlapped;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription.complete(given);
        }

        @Override
        public void onNext(SessionUpdate update) {
            overlapped |= inside.incrementAndGet() != 1;
            seen.add(text(update));
            inside.decrementAndGet();
        }

        @Override
        public void onError(Throwable failure) {
            terminal.complete(failure.getClass().getSimpleName());
        }

        @Override
        public void onComplete() {
            terminal.complete("complete");
        }

        private void request(long count) {
            get(subscription).request(count);
        }
    }

    @Test
    void updatesCanBeIteratedToTheEndOfTheTurn() {
        try (Turn turn = start()) {
            JsonNode prompt = agent.expect("session/prompt");
            CompletableFuture<Void> talking = CompletableFuture.runAsync(() -> {
                say(0, 1_000);
                agent.result(prompt, END);
            });
            List<String> seen = new ArrayList<>();
            for (SessionUpdate update : turn.updates()) {
                seen.add(text(update));
            }
            assertThat(seen).isEqualTo(numbers(1_000));
            assertThat(turn.await().stopReason()).isEqualTo(StopReason.END_TURN);
            assertThat(turn.isDone()).isTrue();
            assertThat(turn.session()).isSameAs(session);
            get(talking);
        }
    }

    @Test
    void anIterationOfAFailedTurnThrowsWhyItFailed() {
        Turn turn = start();
        say(0, 2);
        agent.error(agent.expect("session/prompt"), -32603, "no");
        Iterator<SessionUpdate> updates = turn.updates().iterator();
        assertThat(text(updates.next()) + text(updates.next())).isEqualTo("01");
        assertThatThrownBy(updates::hasNext).isInstanceOf(AcpErrorException.class);
        assertThatThrownBy(turn::await).isInstanceOf(AcpErrorException.class);
    }

    @Test
    void awaitingTheEndGivesUpWhatAnIterationHasNotTaken() {
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        Iterator<SessionUpdate> updates = turn.updates().iterator();
        CompletableFuture<Void> talking = CompletableFuture.runAsync(() -> {
            say(0, 500);
            agent.result(prompt, END);
        });
        assertThat(text(updates.next())).isEqualTo("0");
        assertThat(turn.await().stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(updates.hasNext()).isFalse();
        get(talking);
    }

    @Test
    void interruptingAnIterationCancelsTheTurn() throws Exception {
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread iterating = new Thread(() -> {
            try {
                turn.updates().iterator().hasNext();
                thrown.complete(new AssertionError("not interrupted"));
            } catch (RuntimeException e) {
                thrown.complete(e);
            }
        });
        iterating.start();
        iterating.interrupt();
        assertThat(get(thrown)).isInstanceOf(RequestCancelledException.class);
        agent.expect("session/cancel");
        agent.result(prompt, CANCELLED);
        assertThat(get(turn.result()).stopReason()).isEqualTo(StopReason.CANCELLED);
        iterating.join(10_000);
    }

    @Test
    void aCallbackHasHadAllUpdatesWhenTheResultCompletes() {
        List<String> seen = new CopyOnWriteArrayList<>();
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        say(0, 10);
        CompletableFuture<Integer> seenAtTheEnd = turn.onUpdate(update -> {
                    seen.add(text(update));
                    if (seen.size() == 3) {
                        throw new IllegalStateException("on purpose");
                    }
                })
                .result()
                .thenApply(end -> seen.size());
        CompletableFuture<Void> talking = CompletableFuture.runAsync(() -> {
            say(10, 1_000);
            agent.result(prompt, END);
        });
        assertThat(get(seenAtTheEnd)).isEqualTo(1_000);
        assertThat(seen).isEqualTo(numbers(1_000));
        get(talking);
    }

    @Test
    void aCallbackMayComeAfterTheEndOfTheTurn() {
        Turn turn = start();
        say(0, 10);
        agent.result(agent.expect("session/prompt"), END);
        await().atMost(PATIENCE).until(turn::isDone);
        List<String> seen = new ArrayList<>();
        assertThat(get(turn.onUpdate(update -> seen.add(text(update))).result()).stopReason())
                .isEqualTo(StopReason.END_TURN);
        assertThat(seen).isEqualTo(numbers(10));
    }

    @Test
    void theResultAloneNeedsNoTaker() {
        Turn turn = start();
        CompletableFuture<PromptResponse> result = turn.result();
        JsonNode prompt = agent.expect("session/prompt");
        say(0, 1_000);
        agent.result(prompt, END);
        assertThat(get(result).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThatThrownBy(turn::updates).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> turn.onUpdate(update -> {})).isInstanceOf(IllegalStateException.class);
        assertThat(get(turn.result()).stopReason()).isEqualTo(StopReason.END_TURN);
    }

    @Test
    void aSubscriberGetsWhatItAsksForInOrderAndThenTheEnd() {
        Recorder recorder = new Recorder();
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        say(0, 5);
        turn.subscribe(recorder);
        assertThat(recorder.seen).isEmpty();
        recorder.request(2);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(recorder.seen).isEqualTo(numbers(2)));
        agent.result(prompt, END);
        assertThat(get(turn.result()).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(recorder.terminal).isNotDone();
        recorder.request(Long.MAX_VALUE);
        recorder.request(Long.MAX_VALUE);
        assertThat(get(recorder.terminal)).isEqualTo("complete");
        assertThat(recorder.seen).isEqualTo(numbers(5));
    }

    @Test
    void aSlowSubscriberStopsTheAgentsPipe() {
        int count = 20_000;
        AtomicInteger sent = new AtomicInteger();
        Recorder recorder = new Recorder();
        Turn turn = start(builder -> builder.options(
                ConnectionOptions.builder().maxQueuedInboundBytes(64 * 1024).build()));
        JsonNode prompt = agent.expect("session/prompt");
        turn.subscribe(recorder);
        String padding = "x".repeat(1_000);
        CompletableFuture<Void> talking = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < count; i++) {
                agent.say("s1", i + padding);
                sent.incrementAndGet();
            }
            agent.result(prompt, END);
        });
        recorder.request(1);
        await().during(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(60))
                .until(sent::get, stopped -> stopped > Turn.BUFFERED_UPDATES && stopped < count / 2);
        assertThat(recorder.seen).hasSize(1);
        int before = sent.get();
        recorder.request(5_000);
        await().atMost(Duration.ofSeconds(60)).until(() -> sent.get() > before + 1_000);
        recorder.request(count);
        assertThat(get(recorder.terminal)).isEqualTo("complete");
        assertThat(recorder.seen).hasSize(count);
        assertThat(recorder.seen.get(count - 1)).startsWith(Integer.toString(count - 1));
        assertThat(recorder.overlapped).isFalse();
        get(talking);
    }

    @Test
    void otherSessionsGoOnWhileATakerIsSlow() {
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        Iterator<SessionUpdate> updates = turn.updates().iterator();
        say(0, 1_000);
        ClientSession other = SessionOpeningTest.open(client, agent, "s2");
        CompletableFuture<PromptResponse> end = other.promptAsync("Hi");
        agent.result(agent.expect("session/prompt"), END);
        assertThat(get(end).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(turn.isDone()).isFalse();
        agent.result(prompt, END);
        int taken = 0;
        while (updates.hasNext()) {
            assertThat(text(updates.next())).isEqualTo(Integer.toString(taken++));
        }
        assertThat(taken).isEqualTo(1_000);
    }

    @Test
    void cancellingTheSubscriptionCancelsTheTurn() {
        Recorder recorder = new Recorder();
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        turn.subscribe(recorder);
        get(recorder.subscription).cancel();
        agent.expect("session/cancel");
        say(0, 500);
        agent.result(prompt, CANCELLED);
        assertThat(get(turn.result()).stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(recorder.seen).isEmpty();
        assertThat(recorder.terminal).isNotDone();
    }

    @Test
    void aFailedTurnIsTheSubscribersErrorAndASecondSubscriberIsRefused() {
        Recorder first = new Recorder();
        Recorder second = new Recorder();
        Turn turn = start();
        turn.subscribe(first);
        turn.subscribe(second);
        assertThat(get(second.terminal)).isEqualTo("IllegalStateException");
        second.request(1);
        agent.error(agent.expect("session/prompt"), -32603, "no");
        assertThat(get(first.terminal)).isEqualTo("AcpErrorException");
    }

    @Test
    void askingForNothingIsAnErrorThatEndsTheTurn() {
        Recorder recorder = new Recorder();
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        turn.subscribe(recorder);
        recorder.request(0);
        assertThat(get(recorder.terminal)).isEqualTo("IllegalArgumentException");
        agent.expect("session/cancel");
        agent.result(prompt, CANCELLED);
        assertThat(get(turn.result()).stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    @Test
    void aSubscriberMayAskFromWithinEachSignal() {
        AtomicReference<Flow.Subscription> asked = new AtomicReference<>();
        List<String> seen = new CopyOnWriteArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        turn.subscribe(new Flow.Subscriber<>() {
            @Override
            public void onSubscribe(Flow.Subscription subscription) {
                asked.set(subscription);
                subscription.request(1);
            }

            @Override
            public void onNext(SessionUpdate update) {
                seen.add(text(update));
                asked.get().request(1);
            }

            @Override
            public void onError(Throwable failure) {
                throw new AssertionError(failure);
            }

            @Override
            public void onComplete() {
                done.countDown();
            }
        });
        CompletableFuture<Void> talking = CompletableFuture.runAsync(() -> {
            say(0, 10_000);
            agent.result(prompt, END);
        });
        get(talking);
        await().atMost(Duration.ofSeconds(60)).until(() -> done.getCount() == 0);
        assertThat(seen).isEqualTo(numbers(10_000));
    }

    @Test
    void closingCancelsAnswersPermissionRequestsAndFreesTheSession() {
        CompletableFuture<RequestPermissionResponse> never = new CompletableFuture<>();
        Turn turn = start(builder -> builder.onPermissionAsync(request -> never));
        JsonNode prompt = agent.expect("session/prompt");
        agent.request(
                "7",
                "session/request_permission",
                "{'sessionId':'s1','toolCall':{'toolCallId':'c','title':'Write'},"
                        + "'options':[{'optionId':'y','name':'Yes','kind':'allow_once'}]}");
        say(0, 200);
        turn.close();
        turn.close();
        agent.expect("session/cancel");
        JsonNode answer = agent.next();
        assertThat(answer.at("/result/outcome/outcome").asText())
                .as(answer.toString())
                .isEqualTo("cancelled");
        say(200, 400);
        agent.result(prompt, CANCELLED);
        assertThat(get(turn.result()).stopReason()).isEqualTo(StopReason.CANCELLED);
        await().atMost(PATIENCE).until(() -> !session.turnInProgress());
        turn.close();
        agent.expectNothingBefore(() -> session.promptAsync("again"), "session/prompt");
    }

    @Test
    void closingTellsACallbackOfNothingMoreAndStillEnds() {
        List<String> seen = new CopyOnWriteArrayList<>();
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        say(0, 1);
        CompletableFuture<PromptResponse> result =
                turn.onUpdate(update -> seen.add(text(update))).result();
        await().atMost(PATIENCE).until(() -> seen.size() == 1);
        turn.close();
        agent.expect("session/cancel");
        say(1, 10);
        agent.result(prompt, CANCELLED);
        assertThat(get(result).stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(seen).hasSize(1);
    }

    @Test
    void cancellingKeepsTheUpdatesThatStillCome() {
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        turn.cancel();
        agent.expect("session/cancel");
        say(0, 3);
        agent.result(prompt, CANCELLED);
        List<String> seen = new ArrayList<>();
        turn.updates().forEach(update -> seen.add(text(update)));
        assertThat(seen).isEqualTo(numbers(3));
        assertThat(turn.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        turn.cancel();
        agent.expectNothingBefore(() -> session.promptAsync("again"), "session/prompt");
    }

    @Test
    void cancellingTheResultClosesTheTurn() {
        Turn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        turn.result().cancel(true);
        agent.expect("session/cancel");
        agent.result(prompt, CANCELLED);
        await().atMost(PATIENCE).until(turn::isDone);
    }

    @Test
    void theEndOfTheConnectionEndsTheTurnOfWhoeverTakesIt() {
        Turn turn = start();
        agent.expect("session/prompt");
        Iterator<SessionUpdate> updates = turn.updates().iterator();
        say(0, 1_000);
        agent.close();
        await().atMost(Duration.ofSeconds(60)).until(turn::isDone);
        assertThatThrownBy(() -> {
                    while (updates.hasNext()) {
                        updates.next();
                    }
                })
                .isInstanceOf(ConnectionClosedException.class);
        assertThatThrownBy(turn::await).isInstanceOf(ConnectionClosedException.class);
    }

    @Test
    void listenersOfTheSessionGetTheUpdatesOfATurnToo() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        Turn turn = start(builder -> builder.onUpdate((same, update) -> seen.add(text(update))));
        JsonNode prompt = agent.expect("session/prompt");
        say(0, 3);
        agent.result(prompt, END);
        assertThat(turn.result().get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(seen).isEqualTo(numbers(3));
    }

    @Test
    void aSecondTurnBesideTheFirstIsRefused() {
        Turn turn = start();
        assertThatThrownBy(() -> session.startTurn("again")).isInstanceOf(TurnInProgressException.class);
        agent.result(agent.expect("session/prompt"), END);
        assertThat(turn.await().stopReason()).isEqualTo(StopReason.END_TURN);
    }
}
