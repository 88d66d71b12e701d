package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.internal.lane.Lane;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.InMemoryTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** How a connection ends: from here, from there, with or without time to answer. */
@Execution(ExecutionMode.CONCURRENT)
class EndTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final CloseReason GONE = CloseReason.peer("the peer has stopped sending");

    private final RawPeer peer = new RawPeer();
    private final List<Connection> connections = new ArrayList<>();
    private final Gate gate = new Gate();

    @AfterEach
    void close() {
        gate.open();
        connections.forEach(Connection::close);
    }

    private Connection connect(Handlers.Builder handlers) {
        return connect(handlers, ConnectionOptions.defaults());
    }

    private Connection connect(Handlers.Builder handlers, ConnectionOptions options) {
        Connection connection = handlers.build().connect(peer.transport(), options);
        connections.add(connection);
        return connection;
    }

    private Handlers.Builder gated() {
        return Note.answering().onRequest(Note.ASK, (note, context) -> {
            gate.pass();
            return Note.of(context.cancellation().isCancelled() ? 1 : 0);
        });
    }

    @Test
    void requestsReceivedBeforeTheEndOfInputAreAllAnsweredAndThenTheTransportCloses() throws Exception {
        Connection connection = connect(gated());
        for (int i = 1; i <= 20; i++) {
            peer.send(Note.call("_ask", i, "a", i));
        }
        gate.awaitReached();
        peer.end(GONE, true);
        assertThat(peer.isClosed()).isFalse();
        gate.open();

        List<Integer> ids = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            assertThat(ids.add(peer.nextJson().path("id").asInt())).isTrue();
        }
        assertThat(ids).doesNotHaveDuplicates().hasSize(20);
        assertThat(connection.closed().toCompletableFuture()).succeedsWithin(Duration.ofSeconds(60));
        assertThat(peer.isClosed()).isTrue();
    }

    @Test
    void whatFollowsTheLastResponseIsSentBeforeTheTransportCloses() throws Exception {
        for (int round = 0; round < 50; round++) {
            RawPeer one = new RawPeer();
            Connection connection = Handlers.builder()
                    .onRequest(Note.ASK, (note, context) -> {
                        context.afterResponse(() -> context.connection().notify(Note.TELL, note));
                        return note;
                    })
                    .build()
                    .connect(one.transport());
            one.send(Note.call("_ask", 1, "a", 1));
            one.end(GONE, true);
            assertThat(one.nextJson().has("result")).isTrue();
            assertThat(one.nextJson().path("method").asText()).isEqualTo("_tell");
            connection.awaitClosed();
        }
    }

    @Test
    void notificationsReceivedBeforeTheEndOfInputAreHandledBeforeTheTransportCloses() throws Exception {
        Connection connection = connect(Note.answering().onNotification(Note.TELL, (note, from) -> {
            gate.pass();
            from.notify(Note.TELL, note);
        }));
        for (int i = 1; i <= 10; i++) {
            peer.send(Note.tell("a" + i % 3, i));
        }
        peer.end(GONE, true);
        gate.open();
        for (int i = 1; i <= 10; i++) {
            assertThat(peer.nextJson().path("method").asText()).isEqualTo("_tell");
        }
        connection.awaitClosed();
    }

    @Test
    void endOfInputWithNothingToSayClosesAtOnce() throws Exception {
        Connection connection = connect(Note.answering());
        peer.end(GONE, true);
        assertThat(peer.isClosed()).isTrue();
        connection.awaitClosed();
    }

    @Test
    void handlersThatTakeTooLongAreCancelledAndStillAnswer() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Connection connection = connect(
                Note.answering().onRequest(Note.ASK, (note, context) -> {
                    CountDownLatch cancelled = new CountDownLatch(1);
                    context.cancellation().onCancel(cancelled::countDown);
                    begun.countDown();
                    Gate.await(cancelled);
                    return Note.of(7);
                }),
                ConnectionOptions.builder().drainTimeout(Duration.ofMillis(50)).build());
        peer.send(Note.call("_ask", 1, "a", 1));
        Gate.await(begun);
        peer.end(GONE, true);

        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':1,'result':{'number':7}}"));
        connection.awaitClosed();
    }

    @Test
    void requestsToAPeerThatHasStoppedSendingFail() throws Exception {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            gate.pass();
            try {
                return context.connection().request(Note.NEST, note);
            } catch (ConnectionClosedException e) {
                failure.complete(e);
                throw e;
            }
        }));
        peer.send(Note.call("_ask", 1, "a", 1));
        gate.awaitReached();
        peer.end(GONE, true);
        gate.open();

        assertThat(peer.nextJson().at("/error/code").asInt()).isEqualTo(-32603);
        assertThat(failure.get(60, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        ConnectionClosedException.class,
                        e -> assertThat(e.reason()).isEqualTo(GONE));
    }

    @Test
    void endThatLetsNothingOutCancelsHandlersAndClosesAtOnce() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(1);
        Connection connection = connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            context.cancellation().onCancel(cancelled::countDown);
            gate.pass();
            return note;
        }));
        CompletableFuture<Note> pending = connection.requestAsync(Note.NEST, Note.of(1), Duration.ZERO);
        peer.send(Note.call("_ask", 1, "a", 1));
        gate.awaitReached();
        peer.end(GONE, false);

        Gate.await(cancelled);
        assertThat(peer.isClosed()).isTrue();
        assertThatThrownBy(() -> pending.get(60, TimeUnit.SECONDS)).hasCauseInstanceOf(ConnectionClosedException.class);
        gate.open();
        connection.awaitClosed();
    }

    @Test
    void closeReturnsAtOnceFailsWhatIsPendingAndMayBeRepeated() throws Exception {
        peer.lingerOnClose();
        CountDownLatch cancelled = new CountDownLatch(1);
        Gate ofNotification = new Gate();
        Connection connection = connect(Note.answering()
                .onNotification(Note.TELL, (note, from) -> ofNotification.pass())
                .onRequest(Note.ASK, (note, context) -> {
                    context.cancellation().onCancel(cancelled::countDown);
                    gate.pass();
                    return note;
                }));
        CompletableFuture<Note> pending = connection.requestAsync(Note.NEST, Note.of("a", 1), Duration.ZERO);
        peer.send(Note.call("_ask", 1, "a", 1));
        peer.send(Note.tell("a", 1));
        gate.awaitReached();
        ofNotification.awaitReached();
        for (int i = 0; i < 3; i++) {
            connection.close();
        }
        Gate.await(cancelled);
        assertThat(pending).failsWithin(PATIENCE);
        assertThat(connection.closed().toCompletableFuture()).isNotDone();
        peer.die(CloseReason.peer("exited"));

        ofNotification.open();
        assertThat(connection.awaitClosed().description()).isEqualTo("exited");
        connection.close();
    }

    @Test
    void whatContinuesOnTheLastRequestsRunsOnHandlerThreads() throws Exception {
        Connection connection = connect(Note.answering().onNotification(Note.TELL, (note, from) -> gate.pass()));
        CompletableFuture<String> thread = connection
                .requestAsync(Note.NEST, Note.of("a", 1), Duration.ZERO)
                .handle((answer, failure) -> Thread.currentThread().getName());
        peer.send(Note.tell("a", 1));
        gate.awaitReached();
        peer.die(GONE);

        assertThat(thread.get(60, TimeUnit.SECONDS)).startsWith("acp-handler-");
    }

    @Test
    void handlerMayCloseItsConnection() throws Exception {
        Connection connection = connect(Note.answering().onNotification(Note.TELL, (note, from) -> from.close()));
        CompletableFuture<Note> pending = connection.requestAsync(Note.NEST, Note.of("a", 1), Duration.ZERO);
        peer.send(Note.tell("a", 1));
        assertThat(pending).failsWithin(PATIENCE);
        assertThat(connection.awaitClosed().kind()).isEqualTo(CloseReason.Kind.LOCAL);
    }

    @Test
    void waitForTheEndCanBeInterrupted() throws Exception {
        Connection connection = connect(Note.answering());
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                connection.awaitClosed();
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
        });
        waiter.start();
        waiter.interrupt();
        assertThat(interrupted.get(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void executorServesThroughTheEndOfTheConnection() throws Exception {
        Connection connection = connect(Note.answering());
        CompletableFuture<Thread> during = new CompletableFuture<>();
        connection.executor().execute(() -> during.complete(Thread.currentThread()));
        assertThat(during.get(60, TimeUnit.SECONDS).getName()).startsWith("acp-handler-");
        connection.close();
        connection.awaitClosed();
        CompletableFuture<Thread> after = new CompletableFuture<>();
        connection.executor().execute(() -> after.complete(Thread.currentThread()));
        assertThat(after.get(60, TimeUnit.SECONDS).getName()).startsWith("acp-handler-");
    }

    @Test
    void noThreadIsLeftBehind() throws Exception {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Handlers handlers = Note.answering()
                .onNotification(Note.TELL, (note, from) -> {
                    threads.add(Thread.currentThread());
                    from.requestAsync(Note.PING, note)
                            .thenRun(() -> threads.add(Thread.currentThread()))
                            .join();
                })
                .onRequest(Note.ASK, (note, context) -> {
                    threads.add(Thread.currentThread());
                    return context.connection().request(Note.PING, note);
                })
                .build();
        Connection first = handlers.connect(pair.client());
        Connection second = handlers.connect(pair.agent());
        List<CompletableFuture<Note>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            first.notify(Note.TELL, Note.of("s" + i, i));
            answers.add(second.requestAsync(Note.ASK, Note.of("s" + i, i)));
        }
        for (CompletableFuture<Note> answer : answers) {
            answer.get(60, TimeUnit.SECONDS);
        }
        await().atMost(PATIENCE).until(() -> threads.size() == 150);
        first.close();
        first.awaitClosed();
        second.awaitClosed();

        await().atMost(PATIENCE).until(() -> threads.stream().noneMatch(Thread::isAlive));
    }

    @Test
    void manyPendingRequestsAllEndWithTheConnectionThoughTheirSessionIsBusy() throws Exception {
        int count = 100_000;
        CountDownLatch handling = new CountDownLatch(1);
        Connection connection = connect(
                Handlers.builder().onNotification(Note.TELL, (note, from) -> {
                    handling.countDown();
                    gate.pass();
                }),
                ConnectionOptions.builder().maxOutboundRequests(count).build());
        peer.send(Note.tell("busy", 1));
        Gate.await(handling);
        List<CompletableFuture<Note>> pending = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String session = i % 2 == 0 ? "busy" : "idle";
            pending.add(connection.requestAsync(Note.ASK, Note.of(session, i), Duration.ofDays(1)));
        }
        connection.close();
        CompletableFuture<Void> all = CompletableFuture.allOf(pending.toArray(CompletableFuture[]::new));
        assertThat(all).failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(ConnectionClosedException.class);
        assertThat(pending.stream().allMatch(CompletableFuture::isCompletedExceptionally))
                .isTrue();
        connection.awaitClosed();
        // What is left in the lane is done on threads of its own, not on one another's stack.
        gate.open();
        assertThat(CompletableFuture.supplyAsync(() -> Lane.current() == null, connection.executor()))
                .succeedsWithin(PATIENCE)
                .isEqualTo(true);
    }

    /** Calls {@code awaitClosed} and tells what came of it. */
    private static void awaiting(Connection connection, CompletableFuture<String> outcome) {
        try {
            connection.awaitClosed();
            outcome.complete("ended");
        } catch (IllegalStateException e) {
            outcome.complete("refused: " + e.getMessage());
        } catch (InterruptedException e) {
            outcome.completeExceptionally(e);
        }
    }

    @Test
    void awaitClosedIsRefusedWhereItCannotEnd() throws Exception {
        CompletableFuture<String> onLane = new CompletableFuture<>();
        CompletableFuture<String> inRequest = new CompletableFuture<>();
        CompletableFuture<String> onExecutor = new CompletableFuture<>();
        CompletableFuture<String> inListener = new CompletableFuture<>();
        CompletableFuture<Connection> own = new CompletableFuture<>();
        Connection connection = connect(
                Note.answering()
                        .onRequestAsync(
                                Note.NEST,
                                (note, context) -> CompletableFuture.supplyAsync(
                                        () -> {
                                            awaiting(context.connection(), onExecutor);
                                            return note;
                                        },
                                        context.executor()))
                        .onNotification(Note.TELL, (note, from) -> awaiting(from, onLane))
                        .onRequest(Note.ASK, (note, context) -> {
                            awaiting(context.connection(), inRequest);
                            return note;
                        }),
                ConnectionOptions.builder()
                        .listener((direction, buffer, offset, length) -> awaiting(own.join(), inListener))
                        .build());
        own.complete(connection);
        peer.send(Note.tell("s", 1));
        peer.send(Note.call("_ask", 1, "s", 1));
        peer.send(Note.call("_nest", 2, "s", 1));
        for (CompletableFuture<String> each : List.of(onLane, inRequest, onExecutor, inListener)) {
            assertThat(each)
                    .succeedsWithin(PATIENCE)
                    .asString()
                    .startsWith("refused")
                    .contains("closed()");
        }
    }

    @Test
    void awaitClosedIsRefusedInAWireListenerWhichTheCloseOfTheTransportMayWaitFor() throws Exception {
        CompletableFuture<String> inListener = new CompletableFuture<>();
        CompletableFuture<Connection> own = new CompletableFuture<>();
        Connection connection = connect(
                Note.answering(),
                ConnectionOptions.builder()
                        .listener((direction, buffer, offset, length) -> {
                            own.join().close();
                            awaiting(own.join(), inListener);
                        })
                        .build());
        own.complete(connection);
        peer.send(Note.tell("s", 1));
        assertThat(inListener).succeedsWithin(PATIENCE).asString().contains("a wire listener");
        connection.awaitClosed();
    }

    @Test
    void awaitClosedIsRefusedWhereTheEndWaitsForWhatOutlivesTheResponse() throws Exception {
        CompletableFuture<String> during = new CompletableFuture<>();
        CompletableFuture<String> after = new CompletableFuture<>();
        CompletableFuture<Void> end = new CompletableFuture<>();
        Connection connection = connect(Note.answering().onRequestAsync(Note.ASK, (note, context) -> {
            context.keepOpenUntil(end);
            context.afterResponse(() -> context.executor().execute(() -> {
                awaiting(context.connection(), during);
                end.complete(null);
                context.executor().execute(() -> awaiting(context.connection(), after));
            }));
            return CompletableFuture.completedFuture(note);
        }));
        peer.send(Note.call("_ask", 1, "s", 1));
        assertThat(during).succeedsWithin(PATIENCE).asString().startsWith("refused");
        connection.close();
        assertThat(after).succeedsWithin(PATIENCE).isEqualTo("ended");
    }

    @Test
    void awaitClosedEndsWhereItCan() throws Exception {
        CompletableFuture<String> afterClose = new CompletableFuture<>();
        CompletableFuture<String> continued = new CompletableFuture<>();
        CompletableFuture<String> whenClosed = new CompletableFuture<>();
        CompletableFuture<String> elsewhere = new CompletableFuture<>();
        Connection connection = connect(Note.answering().onNotification(Note.TELL, (note, from) -> {
            from.close();
            awaiting(from, afterClose);
        }));
        var unused =
                connection.requestAsync(Note.ASK, Note.of(1)).whenComplete((n, e) -> awaiting(connection, continued));
        connection.closed().thenRun(() -> awaiting(connection, whenClosed));
        CompletableFuture.runAsync(() -> awaiting(connection, elsewhere));
        peer.send(Note.tell("s", 1));
        for (CompletableFuture<String> each : List.of(afterClose, continued, whenClosed, elsewhere)) {
            assertThat(each).succeedsWithin(PATIENCE).isEqualTo("ended");
        }
    }
}
