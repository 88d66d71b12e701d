package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.internal.protocol.TurnLimits;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.ContentChunk;
import io.acp4j.schema.update.SessionUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
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

    private PromptTurn start() {
        return start(builder -> {});
    }

    private PromptTurn start(Consumer<AcpClientBuilder> settings) {
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

    @Test
    void updatesCanBeIteratedToTheEndOfTheTurn() {
        try (PromptTurn turn = start()) {
            JsonNode prompt = agent.expect("session/prompt");
            CompletableFuture<Void> talking = CompletableFuture.runAsync(() -> {
                say(0, 10_000);
                agent.result(prompt, END);
            });
            List<String> seen = new ArrayList<>();
            for (SessionUpdate update : turn.updates()) {
                seen.add(text(update));
            }
            assertThat(seen).isEqualTo(numbers(10_000));
            assertThat(turn.await().stopReason()).isEqualTo(StopReason.END_TURN);
            assertThat(turn.isDone()).isTrue();
            assertThat(turn.session()).isSameAs(session);
            get(talking);
        }
    }

    @Test
    void anIterationOfAFailedTurnThrowsWhyItFailed() {
        PromptTurn turn = start();
        say(0, 2);
        agent.error(agent.expect("session/prompt"), -32603, "no");
        Iterator<SessionUpdate> updates = turn.updates().iterator();
        assertThat(text(updates.next()) + text(updates.next())).isEqualTo("01");
        assertThatThrownBy(updates::hasNext).isInstanceOf(AcpErrorException.class);
        assertThatThrownBy(turn::await).isInstanceOf(AcpErrorException.class);
    }

    @Test
    void awaitingTheEndGivesUpWhatAnIterationHasNotTaken() {
        PromptTurn turn = start();
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
        PromptTurn turn = start();
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
        iterating.join(60_000);
    }

    @Test
    void aListenerHasHadAllUpdatesWhenTheResultCompletes() {
        List<String> seen = new CopyOnWriteArrayList<>();
        PromptTurn turn = start(builder -> builder.onUpdate((same, update) -> {
            seen.add(text(update));
            if (seen.size() == 3) {
                throw new IllegalStateException("on purpose");
            }
        }));
        JsonNode prompt = agent.expect("session/prompt");
        say(0, 10);
        CompletableFuture<Integer> seenAtTheEnd = turn.result().thenApply(end -> seen.size());
        CompletableFuture<Void> talking = CompletableFuture.runAsync(() -> {
            say(10, 1_000);
            agent.result(prompt, END);
        });
        assertThat(get(seenAtTheEnd)).isEqualTo(1_000);
        assertThat(seen).isEqualTo(numbers(1_000));
        get(talking);
    }

    @Test
    void anIterationMayComeAfterTheEndOfTheTurn() {
        PromptTurn turn = start();
        say(0, 10);
        agent.result(agent.expect("session/prompt"), END);
        await().atMost(PATIENCE).until(turn::isDone);
        List<String> seen = new ArrayList<>();
        turn.updates().forEach(update -> seen.add(text(update)));
        assertThat(get(turn.result()).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(seen).isEqualTo(numbers(10));
    }

    @Test
    void theResultAloneNeedsNoTaker() {
        PromptTurn turn = start();
        CompletableFuture<PromptResponse> result = turn.result();
        JsonNode prompt = agent.expect("session/prompt");
        say(0, 1_000);
        agent.result(prompt, END);
        assertThat(get(result).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThatThrownBy(turn::updates).isInstanceOf(IllegalStateException.class);
        assertThat(get(turn.result()).stopReason()).isEqualTo(StopReason.END_TURN);
    }

    private static List<String> take(Iterator<SessionUpdate> updates, int count) {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(text(updates.next()));
        }
        return taken;
    }

    @Test
    void anIterationGetsWhatItAsksForInOrderAndThenTheEnd() {
        PromptTurn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        say(0, 5);
        Iterator<SessionUpdate> updates = turn.updates().iterator();
        assertThat(take(updates, 2)).isEqualTo(numbers(2));
        agent.result(prompt, END);
        assertThat(get(turn.result()).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(take(updates, 3)).containsExactly("2", "3", "4");
        assertThat(updates.hasNext()).isFalse();
    }

    @Test
    void aSlowIterationStopsTheAgentsPipe() {
        PromptTurn turn = start(SMALL_QUEUE);
        Iterator<SessionUpdate> updates = turn.updates().iterator();
        List<String> seen = new ArrayList<>();
        assertThatSlownessStopsTheAgent(wanted -> seen.addAll(take(updates, wanted)), () -> seen);
        assertThat(updates.hasNext()).isFalse();
    }

    @Test
    void aSlowListenerStopsTheAgentsPipe() {
        Semaphore wanted = new Semaphore(0);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        PromptTurn turn = start(SMALL_QUEUE.andThen(builder -> builder.onUpdate((same, update) -> {
            wanted.acquireUninterruptibly();
            seen.add(text(update));
        })));
        CompletableFuture<PromptResponse> result = turn.result();
        assertThatSlownessStopsTheAgent(wanted::release, () -> seen);
        assertThat(get(result).stopReason()).isEqualTo(StopReason.END_TURN);
    }

    private static final Consumer<AcpClientBuilder> SMALL_QUEUE = builder -> builder.options(
            ConnectionOptions.builder().maxQueuedInboundBytes(64 * 1024).build());

    private void assertThatSlownessStopsTheAgent(IntConsumer take, Supplier<List<String>> seen) {
        int count = 20_000;
        AtomicInteger sent = new AtomicInteger();
        JsonNode prompt = agent.expect("session/prompt");
        String padding = "x".repeat(1_000);
        CompletableFuture<Void> talking = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < count; i++) {
                agent.say("s1", i + padding);
                sent.incrementAndGet();
            }
            agent.result(prompt, END);
        });
        take.accept(1);
        await().atMost(PATIENCE).until(() -> seen.get().size() == 1 && sent.get() > TurnLimits.BUFFERED_UPDATES);
        await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(sent::get, stopped -> stopped < count / 2);
        assertThat(seen.get()).hasSize(1);
        int before = sent.get();
        take.accept(5_000);
        await().atMost(PATIENCE).until(() -> sent.get() > before + 1_000);
        take.accept(count - 5_001);
        await().atMost(PATIENCE).until(() -> seen.get().size() == count);
        assertThat(seen.get().get(count - 1)).startsWith(Integer.toString(count - 1));
        get(talking);
    }

    @Test
    void otherSessionsGoOnWhileATakerIsSlow() {
        PromptTurn turn = start();
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
    void closingTheTurnOfAnIterationCancelsTheTurn() {
        PromptTurn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        Iterator<SessionUpdate> updates = turn.updates().iterator();
        turn.close();
        agent.expect("session/cancel");
        say(0, 500);
        agent.result(prompt, CANCELLED);
        assertThat(get(turn.result()).stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(updates.hasNext()).isFalse();
    }

    @Test
    void aFailedTurnFailsTheIterationAndASecondIterationIsRefused() {
        PromptTurn turn = start();
        Iterator<SessionUpdate> first = turn.updates().iterator();
        assertThatThrownBy(turn::updates).isInstanceOf(IllegalStateException.class);
        agent.error(agent.expect("session/prompt"), -32603, "no");
        assertThatThrownBy(first::hasNext).isInstanceOf(AcpErrorException.class);
    }

    @Test
    void closingCancelsAnswersPermissionRequestsAndFreesTheSession() {
        CompletableFuture<RequestPermissionResponse> never = new CompletableFuture<>();
        PromptTurn turn = start(builder -> builder.onPermissionAsync((request, context) -> never));
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
        await().atMost(PATIENCE).until(() -> !session.isTurnInProgress());
        turn.close();
        agent.expectNothingBefore(() -> session.promptAsync("again"), "session/prompt");
    }

    @Test
    void closingEndsAnIterationAndTheTurnStillEnds() {
        PromptTurn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        say(0, 1);
        Iterator<SessionUpdate> updates = turn.updates().iterator();
        assertThat(take(updates, 1)).isEqualTo(numbers(1));
        CompletableFuture<PromptResponse> result = turn.result();
        turn.close();
        agent.expect("session/cancel");
        say(1, 10);
        agent.result(prompt, CANCELLED);
        assertThat(get(result).stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(updates.hasNext()).isFalse();
    }

    @Test
    void cancellingKeepsTheUpdatesThatStillCome() {
        PromptTurn turn = start();
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
        PromptTurn turn = start();
        JsonNode prompt = agent.expect("session/prompt");
        turn.result().cancel(true);
        agent.expect("session/cancel");
        agent.result(prompt, CANCELLED);
        await().atMost(PATIENCE).until(turn::isDone);
    }

    @Test
    void theEndOfTheConnectionEndsTheTurnOfWhoeverTakesIt() {
        PromptTurn turn = start();
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
        PromptTurn turn = start(builder -> builder.onUpdate((same, update) -> seen.add(text(update))));
        JsonNode prompt = agent.expect("session/prompt");
        say(0, 3);
        agent.result(prompt, END);
        assertThat(turn.result().get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(seen).isEqualTo(numbers(3));
    }

    @Test
    void aSecondTurnBesideTheFirstIsRefused() {
        PromptTurn turn = start();
        assertThatThrownBy(() -> session.startTurn("again")).isInstanceOf(TurnInProgressException.class);
        agent.result(agent.expect("session/prompt"), END);
        assertThat(turn.await().stopReason()).isEqualTo(StopReason.END_TURN);
    }
}
