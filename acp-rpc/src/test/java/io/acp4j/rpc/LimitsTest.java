package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.internal.lane.InboundBudget;
import io.acp4j.rpc.testing.RawPeer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nothing grows without bound: at each limit the peer is slowed down or told so. */
@Execution(ExecutionMode.CONCURRENT)
class LimitsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int QUEUE = 20_000;

    private final RawPeer peer = new RawPeer();
    private final List<Connection> connections = new ArrayList<>();
    private final List<Gate> gates = new ArrayList<>();
    private final List<Thread> senders = new ArrayList<>();

    @AfterEach
    void close() throws InterruptedException {
        gates.forEach(Gate::open);
        peer.resumeReading();
        connections.forEach(Connection::close);
        for (Thread sender : senders) {
            sender.join(60_000);
            assertThat(sender.isAlive()).isFalse();
        }
    }

    private Gate gate() {
        Gate gate = new Gate();
        gates.add(gate);
        return gate;
    }

    private Connection connect(Handlers.Builder handlers, ConnectionOptions.Builder options) {
        Connection connection = handlers.build().connect(peer.transport(), options.build());
        connections.add(connection);
        return connection;
    }

    /** Sends notifications from a thread of its own, as a transport does; tells how many have been taken. */
    private AtomicInteger flood(int count) {
        AtomicInteger taken = new AtomicInteger();
        Thread sender = new Thread(() -> {
            for (int i = 1; i <= count; i++) {
                peer.send(Note.tell("a", i));
                taken.set(i);
            }
        });
        sender.start();
        senders.add(sender);
        return taken;
    }

    @Test
    void requestBeyondTheLimitIsToldSoAndLaterOnesAreServed() throws Exception {
        Gate gate = gate();
        connect(
                Note.answering().onRequest(Note.ASK, (note, context) -> {
                    gate.pass();
                    return note;
                }),
                ConnectionOptions.builder().maxInboundRequests(3));
        for (int i = 1; i <= 5; i++) {
            peer.send(Note.call("_ask", i, "a", i));
        }
        for (int i = 4; i <= 5; i++) {
            JsonNode refusal = peer.nextJson();
            assertThat(refusal.path("id").asInt()).isEqualTo(i);
            assertThat(refusal.at("/error/code").asInt()).isEqualTo(-32603);
            assertThat(refusal.at("/error/data")).isEqualTo(RawPeer.json("{'reason':'too_many_requests','limit':3}"));
        }
        gate.open();
        List<Integer> ids = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            ids.add(peer.nextJson().path("id").asInt());
        }
        assertThat(ids).containsExactlyInAnyOrder(1, 2, 3);
        await().atMost(PATIENCE).untilAsserted(() -> {
            peer.send(Note.call("_ping", 6, "a", 6));
            assertThat(peer.nextJson().has("result")).isTrue();
        });
    }

    @Test
    void answersThatThePeerDoesNotTakeCountAsRequests() throws Exception {
        CountDownLatch writing = new CountDownLatch(6);
        CompletableFuture<ConnectionObserver.Load> load = new CompletableFuture<>();
        connect(
                Handlers.builder().onRequest(Note.ASK, (note, context) -> {
                    writing.countDown();
                    return note;
                }),
                ConnectionOptions.builder().maxInboundRequests(4).observer(of -> {
                    load.complete(of);
                    return new ConnectionListener() {};
                }));
        peer.stopReading(2);
        // Two answers are queued; four wait for room and hold their threads.
        for (int i = 1; i <= 6; i++) {
            peer.send(Note.call("_ask", i, "a", i));
            int queued = Math.min(i, 2);
            int counted = i - queued;
            // A request counts for a moment longer than its answer needs to be queued.
            await().atMost(PATIENCE)
                    .until(() -> peer.waiting() == queued && load.join().inboundRequests() == counted);
        }
        Gate.await(writing);
        for (int i = 7; i <= 8; i++) {
            peer.send(Note.call("_ask", i, "a", i));
        }
        assertThat(peer.waiting()).isEqualTo(4);
        peer.resumeReading();
        List<Integer> results = new ArrayList<>();
        List<Integer> refusals = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            JsonNode answer = peer.nextJson();
            (answer.has("result") ? results : refusals).add(answer.path("id").asInt());
        }
        assertThat(results).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
        assertThat(refusals).containsExactly(7, 8);
    }

    @Test
    void reasonForRefusalTellsTheLimit() {
        assertThatThrownBy(
                        () -> ConnectionOptions.builder().maxInboundRequests(0).build())
                .hasMessageContaining("maxInboundRequests must be positive");
        assertThatThrownBy(() ->
                        ConnectionOptions.builder().maxOutboundRequests(-1).build())
                .hasMessageContaining("maxOutboundRequests must be positive");
        assertThatThrownBy(() ->
                        ConnectionOptions.builder().maxQueuedInboundBytes(0).build())
                .hasMessageContaining("maxQueuedInboundBytes must be positive");
        assertThatThrownBy(() -> ConnectionOptions.builder().maxDepth(0).build())
                .hasMessageContaining("maxDepth must be positive");
        assertThatThrownBy(() -> ConnectionOptions.builder().maxStringLength(0).build())
                .hasMessageContaining("maxStringLength must be positive");
        assertThatThrownBy(() -> ConnectionOptions.builder()
                        .drainTimeout(Duration.ofMillis(-1))
                        .build())
                .hasMessageContaining("drainTimeout must not be negative");
    }

    @Test
    void readingPausesWhileHandlersAreBehindAndResumes() throws Exception {
        Gate gate = gate();
        AtomicInteger handled = new AtomicInteger();
        connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> {
                    gate.pass();
                    handled.incrementAndGet();
                }),
                ConnectionOptions.builder().maxQueuedInboundBytes(QUEUE));
        AtomicInteger taken = flood(2000);
        gate.awaitReached();
        // Reading stops at the limit for a moment, and at four times the limit for good.
        int most = QUEUE * InboundBudget.HARD_FACTOR / 300 + 2;
        await().during(Duration.ofMillis(800)).atMost(Duration.ofSeconds(60)).until(() -> taken.get() <= most);
        assertThat(taken).hasValueGreaterThan(QUEUE / 400);
        gate.open();

        // The last one may be handled before its sender has counted it.
        await().atMost(PATIENCE).until(() -> handled.get() == 2000 && taken.get() == 2000);
    }

    @Test
    void messageLargerThanTheWholeLimitIsHandled() throws Exception {
        CompletableFuture<Integer> length = new CompletableFuture<>();
        connect(
                Note.answering()
                        .onNotification(
                                Note.TELL,
                                (note, from) -> length.complete(note.text().length())),
                ConnectionOptions.builder().maxQueuedInboundBytes(10));
        peer.send("{'jsonrpc':'2.0','method':'_tell','params':{'number':1,'text':'" + "x".repeat(100_000) + "'}}");

        assertThat(length.get(60, TimeUnit.SECONDS)).isEqualTo(100_000);
    }

    @Test
    void closeReleasesAReaderThatIsPaused() throws Exception {
        Gate gate = gate();
        Connection connection = connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> gate.pass()),
                ConnectionOptions.builder().maxQueuedInboundBytes(QUEUE));
        CompletableFuture<Note> pending = connection.requestAsync(Note.ASK, Note.of("a", 1), Duration.ZERO);
        AtomicInteger taken = flood(2000);
        gate.awaitReached();
        await().atMost(PATIENCE).during(Duration.ofMillis(500)).until(() -> taken.get() < 2000);
        connection.close();

        await().atMost(PATIENCE).until(() -> taken.get() == 2000);
        assertThat(pending).failsWithin(PATIENCE);
    }

    @Test
    void endOfThePeerFailsRequestsThoughTheQueueIsFull() throws Exception {
        Gate gate = gate();
        Connection connection = connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> gate.pass()),
                ConnectionOptions.builder().maxQueuedInboundBytes(QUEUE));
        CompletableFuture<Note> pending = connection.requestAsync(Note.ASK, Note.of("a", 1), Duration.ZERO);
        for (int i = 0; i < 150; i++) {
            peer.send(Note.tell("a", i));
        }
        peer.end(io.acp4j.rpc.transport.CloseReason.peer("gone"), true);

        assertThat(pending)
                .failsWithin(PATIENCE)
                .withThrowableThat()
                .withCauseInstanceOf(ConnectionClosedException.class);
    }

    @Test
    void handlerThatWaitsForThePeerKeepsReadingGoingUpToTheHardLimit() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<Note> answer = new CompletableFuture<>();
        connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> {
                    if (note.number() == 1) {
                        asked.countDown();
                        answer.complete(from.request(Note.ASK, Note.of("a", 1), Duration.ZERO));
                    }
                }),
                ConnectionOptions.builder().maxQueuedInboundBytes(QUEUE));
        peer.send(Note.tell("a", 1));
        Gate.await(asked);
        peer.next();
        for (int i = 0; i < 3 * QUEUE / 350; i++) {
            peer.send(Note.tell("a", 2));
        }
        peer.send(Note.result(1, 7));

        assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(7));
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(ReentrancyTest.Way.class)
    void waitForAnAnswerBehindMoreThanMayBeReadIsGivenUp(ReentrancyTest.Way way) throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> {
                    if (note.number() == 1) {
                        try {
                            way.ask(from, Note.of("a", 1));
                        } catch (RuntimeException e) {
                            failure.complete(e);
                        }
                    }
                }),
                ConnectionOptions.builder().maxQueuedInboundBytes(QUEUE));
        AtomicInteger taken = flood(2000);

        assertThat(failure.get(60, TimeUnit.SECONDS))
                .satisfies(e -> assertThat(e instanceof RequestCancelledException ? e : e.getCause())
                        .isInstanceOf(RequestCancelledException.class));
        await().atMost(PATIENCE).until(() -> taken.get() == 2000);
        assertThat(peer.nextJson().path("method").asText()).isEqualTo("_ask");
        assertThat(peer.nextJson().path("method").asText()).isEqualTo("$/cancel_request");
    }

    @Test
    void notifyWaitsWhileThePeerDoesNotRead() throws Exception {
        Connection connection = connect(Note.answering(), ConnectionOptions.builder());
        peer.stopReading(5);
        AtomicInteger sent = new AtomicInteger();
        Thread sender = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                connection.notify(Note.TELL, Note.of(i));
                sent.incrementAndGet();
            }
        });
        senders.add(sender);
        sender.start();
        await().atMost(PATIENCE).until(() -> sent.get() == 5 && sender.getState() == Thread.State.TIMED_WAITING);
        // The reading thread has an allowance of its own.
        peer.send(Note.call("_unknown", 1, "a", 1));
        assertThat(peer.waiting()).isEqualTo(6);
        peer.resumeReading();
        await().atMost(PATIENCE).until(() -> sent.get() == 20);
    }
}
