package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.rpc.testing.RawPeer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Handlers that call the peer and wait for the answer, which lies behind messages that wait for these very handlers. */
@Execution(ExecutionMode.CONCURRENT)
class ReentrancyTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Ways for a handler to wait for an answer. */
    enum Way {
        REQUEST {
            @Override
            Note ask(Connection connection, Note note) {
                return connection.request(Note.ASK, note, Duration.ZERO);
            }
        },
        JOIN {
            @Override
            Note ask(Connection connection, Note note) {
                return connection.requestAsync(Note.ASK, note, Duration.ZERO).join();
            }
        },
        CHAIN {
            @Override
            Note ask(Connection connection, Note note) {
                return connection
                        .requestAsync(Note.ASK, note, Duration.ZERO)
                        .thenApply(answer -> answer)
                        .thenCompose(CompletableFuture::completedFuture)
                        .join();
            }
        },
        OTHER_THREAD {
            @Override
            Note ask(Connection connection, Note note) {
                return CompletableFuture.supplyAsync(
                                () -> connection.request(Note.ASK, note, Duration.ZERO), connection.executor())
                        .join();
            }
        },
        OTHER_THREAD_ASYNC {
            @Override
            Note ask(Connection connection, Note note) {
                return CompletableFuture.supplyAsync(
                                () -> connection.requestAsync(Note.ASK, note, Duration.ZERO), connection.executor())
                        .thenCompose(answer -> answer)
                        .join();
            }
        };

        abstract Note ask(Connection connection, Note note);
    }

    private final RawPeer peer = new RawPeer();
    private final List<Connection> connections = new ArrayList<>();
    private final BlockingQueue<Note> handled = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        connections.forEach(Connection::close);
    }

    private void connect(Handlers.Builder handlers, ConnectionOptions options) {
        connections.add(handlers.build().connect(peer.transport(), options));
    }

    private Note nextHandled() throws InterruptedException {
        Note note = handled.poll(60, TimeUnit.SECONDS);
        assertThat(note).as("the next notification handled").isNotNull();
        return note;
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void notificationHandlerMayWaitForAnAnswerAboutItsOwnSession(Way way) throws Exception {
        connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> {
                    handled.add(note.number() == 1 ? way.ask(from, Note.of("a", 1)) : note);
                }),
                ConnectionOptions.defaults());
        peer.send(Note.tell("a", 1));
        peer.next();
        peer.send(Note.tell("a", 2));
        peer.send(Note.result(1, 100));

        assertThat(nextHandled().number()).isEqualTo(100);
        assertThat(nextHandled().number()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void notificationHandlerMayWaitWhileItsQueueIsFull(Way way) throws Exception {
        connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> {
                    if (note.number() == 1) {
                        handled.add(way.ask(from, Note.of("a", 1)));
                    }
                }),
                ConnectionOptions.builder().maxQueuedInboundBytes(10_000).build());
        peer.send(Note.tell("a", 1));
        peer.next();
        // More than the limit, less than what is read when handlers seem to wait.
        for (int i = 0; i < 60; i++) {
            peer.send(Note.tell("a", 2));
        }
        peer.send(Note.result(1, 100));

        assertThat(nextHandled().number()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void requestHandlerMayWaitForAnAnswerAboutItsOwnSession(Way way) throws Exception {
        connect(
                Note.answering().onRequest(Note.NEST, (note, context) -> way.ask(context.connection(), note)),
                ConnectionOptions.defaults());
        peer.send(Note.call("_nest", 5, "a", 1));
        peer.next();
        peer.send(Note.call("_nest", 6, "a", 2));
        peer.next();
        peer.send(Note.result(2, 102));
        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':6,'result':{'number':102}}"));
        peer.send(Note.result(1, 101));
        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':5,'result':{'number':101}}"));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void handlersOfTwoSessionsMayEachWaitForAnAnswerAboutTheOther(Way way) throws Exception {
        connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> {
                    String other = note.number() == 1 ? "b" : "a";
                    handled.add(way.ask(from, Note.of(other, note.number())));
                }),
                ConnectionOptions.defaults());
        peer.send(Note.tell("a", 1));
        peer.next();
        peer.send(Note.tell("b", 2));
        peer.next();
        peer.send(Note.result(1, 101));
        peer.send(Note.result(2, 102));

        assertThat(List.of(nextHandled().number(), nextHandled().number())).containsExactlyInAnyOrder(101, 102);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void asynchronousRequestHandlerMayWaitAllTheSame(Way way) throws Exception {
        connect(
                Note.answering()
                        .onRequestAsync(
                                Note.NEST,
                                (note, context) ->
                                        CompletableFuture.completedFuture(way.ask(context.connection(), note))),
                ConnectionOptions.defaults());
        peer.send(Note.call("_nest", 5, "a", 1));
        peer.next();
        peer.send(Note.tell("a", 1));
        peer.send(Note.result(1, 101));
        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':5,'result':{'number':101}}"));
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void continuationOfAFutureMayWaitForTheNextAnswer(Way way) throws Exception {
        connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> handled.add(note)),
                ConnectionOptions.defaults());
        Connection connection = connections.get(0);
        CompletableFuture<Note> second = connection
                .requestAsync(Note.ASK, Note.of("a", 1))
                .thenApply(answer -> way.ask(connection, Note.of("a", 2)));
        peer.next();
        peer.send(Note.tell("a", 1));
        peer.send(Note.result(1, 101));
        peer.next();
        peer.send(Note.tell("a", 2));
        peer.send(Note.result(2, 102));

        assertThat(second.get(60, TimeUnit.SECONDS)).isEqualTo(Note.of(102));
        assertThat(List.of(nextHandled().number(), nextHandled().number())).containsExactly(1, 2);
    }

    @Test
    void fiftyHandlersDeepOneWaitsForTheOther() throws Exception {
        connect(
                Note.answering()
                        .onRequest(
                                Note.NEST,
                                (note, context) -> context.connection().request(Note.ASK, note, Duration.ZERO)),
                ConnectionOptions.defaults());
        for (int i = 1; i <= 50; i++) {
            peer.send(Note.call("_nest", i, "a", i));
            assertThat(peer.nextJson().path("method").asText()).isEqualTo("_ask");
        }
        for (int i = 50; i >= 1; i--) {
            peer.send(Note.result(i, i));
            assertThat(peer.nextJson().path("id").asInt()).isEqualTo(i);
        }
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void handlerMayWaitForAPeerThatCallsBackAboutTheSameSession(Way way) throws Exception {
        connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> {
                    handled.add(note.number() == 1 ? way.ask(from, Note.of("a", 1)) : note);
                }),
                ConnectionOptions.defaults());
        peer.send(Note.tell("a", 1));
        peer.next();
        peer.send(Note.tell("a", 2));
        // The peer needs something itself before it can answer.
        peer.send(Note.call("_ping", 9, "a", 5));
        assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(5);
        peer.send(Note.result(1, 100));

        assertThat(nextHandled().number()).isEqualTo(100);
        assertThat(nextHandled().number()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void handlerMayWaitForAPeerThatHadCalledBeforeItWasAsked(Way way) throws Exception {
        Gate gate = new Gate();
        connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> {
                    if (note.number() == 1) {
                        gate.pass();
                        handled.add(way.ask(from, Note.of("a", 1)));
                    } else {
                        handled.add(note);
                    }
                }),
                ConnectionOptions.defaults());
        peer.send(Note.tell("a", 1));
        peer.send(Note.tell("a", 2));
        peer.send(Note.call("_ping", 9, "a", 5));
        gate.awaitReached();
        assertThat(peer.poll()).isNull();
        gate.open();
        assertThat(List.of(peer.next(), peer.next()))
                .anyMatch(frame -> frame.contains("result"))
                .anyMatch(frame -> frame.contains("_ask"));
        peer.send(Note.result(1, 100));

        assertThat(nextHandled().number()).isEqualTo(100);
        assertThat(nextHandled().number()).isEqualTo(2);
    }

    @Test
    void requestWaitsForASlowHandlerThatDoesNotWaitForThePeer() throws Exception {
        Gate gate = new Gate();
        connect(
                Note.answering().onNotification(Note.TELL, (note, from) -> {
                    gate.pass();
                    handled.add(note);
                }),
                ConnectionOptions.defaults());
        CompletableFuture<Note> prompt = connections.get(0).requestAsync(Note.ASK, Note.of("a", 1), Duration.ZERO);
        peer.next();
        peer.send(Note.tell("a", 1));
        peer.send(Note.call("_ping", 9, "a", 5));
        gate.awaitReached();
        await().atMost(PATIENCE).during(Duration.ofMillis(1300)).until(() -> peer.waiting() == 0);
        gate.open();

        assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(5);
        assertThat(handled).hasSize(1);
        assertThat(prompt).isNotDone();
    }
}
