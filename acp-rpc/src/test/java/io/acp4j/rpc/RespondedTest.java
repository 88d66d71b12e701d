package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.rpc.internal.dialect.OrderedConnection;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.RequestMethod;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who makes a request can be told of its response in the order of what the peer sends, also after giving the request up. */
class RespondedTest {

    private final RawPeer peer = new RawPeer();
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private CountDownLatch told = new CountDownLatch(1);
    private final Gate gate = new Gate();
    private volatile int last = -1;
    private final CountDownLatch done = new CountDownLatch(1);
    private Connection connection;

    @AfterEach
    void close() {
        gate.open();
        connection.close();
    }

    /** How a request may end. */
    enum Response {
        RESULT("'result':{'number':1}", "succeeded"),
        MALFORMED("'result':{}", "MalformedMessageException"),
        ERROR("'error':{'code':-32603,'message':'no'}", "AcpErrorException");

        private final String member;
        private final String told;

        Response(String member, String told) {
            this.member = member;
            this.told = told;
        }
    }

    private void connect() {
        connection = Note.answering()
                .onNotification(Note.TELL, (note, from) -> {
                    if (note.number() == 0) {
                        gate.pass();
                    }
                    events.add("" + note.number());
                    if (note.number() == last) {
                        done.countDown();
                    }
                })
                .build()
                .connect(peer.transport());
    }

    private CompletableFuture<Note> ask() {
        return ask(connection);
    }

    private CompletableFuture<Note> ask(Connection from) {
        return ((OrderedConnection) from).requestAsync(Note.ASK, Note.of("a", 1), (result, failure) -> {
            events.add(result == null ? described(failure) : "succeeded");
            told.countDown();
        });
    }

    private static String described(@Nullable Throwable failure) {
        return failure == null ? "nothing" : failure.getClass().getSimpleName();
    }

    private void respond(String frame, Response response) {
        peer.send("{'jsonrpc':'2.0','id':" + OutboundFixture.idOf(frame) + "," + response.member + "}");
    }

    @ParameterizedTest
    @EnumSource
    void theResponseIsToldBetweenWhatCameBeforeItAndWhatComesAfterIt(Response response) throws Exception {
        connect();
        List<String> expected = new ArrayList<>();
        for (int i = 1; i < 1000; i++) {
            if (i == 999) {
                last = i;
            }
            CompletableFuture<Note> asking = ask();
            String frame = peer.next();
            if (i % 2 == 0) {
                asking.cancel(true);
                assertThat(RawPeer.json(peer.next()).path("method").asText()).isEqualTo("$/cancel_request");
            }
            if (i % 3 != 0) {
                peer.send(Note.tell("a", i));
                expected.add("" + i);
            }
            respond(frame, response);
            expected.add(response.told);
            peer.send(Note.tell("a", i));
            expected.add("" + i);
        }
        Gate.await(done);
        assertThat(events).isEqualTo(expected);
    }

    @Test
    void theEndOfTheConnectionIsToldOfRequestsPendingOrGivenUp() throws Exception {
        connect();
        told = new CountDownLatch(2);
        last = 7;
        CompletableFuture<Note> pending = ask();
        peer.next();
        ask().cancel(true);
        peer.next();
        peer.next();
        peer.send(Note.tell("a", 7));
        Gate.await(done);
        peer.end(CloseReason.peer("gone"), false);
        OutboundFixture.failure(ConnectionClosedException.class, pending);
        connection.awaitClosed();
        Gate.await(told);
        assertThat(events).containsExactly("7", "ConnectionClosedException", "ConnectionClosedException");
    }

    @Test
    void nothingIsKeptOfARequestThatWasGivenUpOnceItsResponseHasCome() throws Exception {
        connect();
        WeakReference<Object> kept = askGiveUpAndRespond();
        // What is kept for a while is kept for a minute.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(45);
        while (kept.get() != null && System.nanoTime() - end < 0) {
            System.gc();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        assertThat(kept.get()).isNull();
    }

    /** Returns a reference to something that the request holds. */
    private WeakReference<Object> askGiveUpAndRespond() throws Exception {
        RequestMethod<Note, Note> method = RequestMethod.extension("_ask", Note.CODEC, Note.CODEC);
        ((OrderedConnection) connection)
                .requestAsync(method, Note.of("a", 1), (result, failure) -> told.countDown())
                .cancel(true);
        String frame = peer.next();
        assertThat(RawPeer.json(peer.next()).path("method").asText()).isEqualTo("$/cancel_request");
        respond(frame, Response.RESULT);
        Gate.await(told);
        return new WeakReference<>(method);
    }

    /** Who waits for a response, holding what the peer has sent before it. */
    enum Waiting {
        HANDLER,
        HANDLER_BY_ANOTHER_THREAD
    }

    @ParameterizedTest
    @EnumSource
    void aHandlerThatWaitsForTheResponseGetsItAndTheOrderIsKept(Waiting waiting) throws Exception {
        CompletableFuture<Note> got = new CompletableFuture<>();
        last = 3;
        connection = Note.answering()
                .onNotification(Note.TELL, (note, from) -> {
                    if (note.number() == 1) {
                        CompletableFuture<Note> asking = waiting == Waiting.HANDLER
                                ? ask(from)
                                : CompletableFuture.supplyAsync(() -> ask(from)).get(60, TimeUnit.SECONDS);
                        got.complete(asking.get(60, TimeUnit.SECONDS));
                    }
                    events.add("" + note.number());
                    if (note.number() == last) {
                        done.countDown();
                    }
                })
                .build()
                .connect(peer.transport());
        peer.send(Note.tell("a", 1));
        String asked = peer.next();
        peer.send(Note.tell("a", 2));
        respond(asked, Response.RESULT);
        peer.send(Note.tell("a", 3));
        assertThat(got.get(60, TimeUnit.SECONDS).number()).isEqualTo(1);
        Gate.await(done);
        assertThat(events).containsExactly("1", "2", "succeeded", "3");
    }

    @Test
    void theEndOfTheConnectionIsToldBehindWhatCameBeforeItHoweverLongThatTakes() throws Exception {
        connect();
        told = new CountDownLatch(1);
        CompletableFuture<Note> pending = ask();
        peer.next();
        peer.send(Note.tell("a", 0));
        peer.send(Note.tell("a", 7));
        peer.end(CloseReason.peer("gone"), false);
        OutboundFixture.failure(ConnectionClosedException.class, pending);
        assertThat(events).isEmpty();
        gate.open();
        Gate.await(told);
        assertThat(events).containsExactly("0", "7", "ConnectionClosedException");
    }
}
