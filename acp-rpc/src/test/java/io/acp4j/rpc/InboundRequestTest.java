package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.JsonCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request of the peer gets exactly one response, whatever its handler does, and the response tells nothing private. */
@Execution(ExecutionMode.CONCURRENT)
class InboundRequestTest extends InboundFixture {

    static List<Arguments> failures() {
        List<Arguments> rows = new ArrayList<>();
        failing(rows, "unchecked", (note, context) -> {
            throw new IllegalStateException(SECRET);
        });
        failing(rows, "checked", (note, context) -> {
            throw new IOException(SECRET, new IOException(SECRET));
        });
        failing(rows, "error", (note, context) -> {
            throw new AssertionError(SECRET);
        });
        failing(rows, "stackOverflow", (note, context) -> {
            throw new StackOverflowError(SECRET);
        });
        failing(rows, "linkage", (note, context) -> {
            throw new NoClassDefFoundError(SECRET);
        });
        failing(rows, "interrupted", (note, context) -> {
            throw new InterruptedException(SECRET);
        });
        failing(rows, "nested timeout", (note, context) -> {
            throw new RequestTimeoutException("_x", java.time.Duration.ZERO);
        });
        failing(rows, "nullStage", (note, context) -> nullOf());
        failing(rows, "nullResult", (note, context) -> CompletableFuture.completedFuture(nullOf()));
        failing(
                rows,
                "failedStage",
                (note, context) -> CompletableFuture.failedFuture(new IllegalStateException(SECRET)));
        failing(
                rows,
                "failedStageOfAnother",
                (note, context) -> CompletableFuture.failedFuture(new CompletionException(new IOException(SECRET))));
        failing(rows, "stageThatThrows", (note, context) -> new CompletableFuture<>() {
            @Override
            public CompletableFuture<Note> whenComplete(BiConsumer<? super Note, ? super Throwable> action) {
                throw new IllegalStateException(SECRET);
            }
        });
        return rows;
    }

    @SuppressWarnings("NullAway")
    private static <T> T nullOf() {
        return (T) null;
    }

    private static void failing(
            List<Arguments> rows, String name, AsyncRequestHandler<Note, Note, RequestContext> handler) {
        rows.add(argumentSet(name, handler));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failureOfTheHandlerIsAnInternalErrorWithoutDetails(AsyncRequestHandler<Note, Note, RequestContext> handler)
            throws Exception {
        connect(Note.answering().onRequestAsync(Note.ASK, handler));
        peer.send(Note.call("_ask", 1, "s", 1));

        assertError(-32603, "Internal error");
        assertAnsweredOnce();
    }

    @Test
    void blockingHandlerThatReturnsNullOrThrowsIsAnInternalErrorToo() throws Exception {
        connect(Note.answering()
                .onRequest(Note.ASK, (note, context) -> nullOf())
                .onRequest(Note.NEST, (note, context) -> {
                    throw new NoSuchMethodError(SECRET);
                }));
        peer.send(Note.call("_ask", 1, "s", 1));
        assertError(-32603, "Internal error");
        peer.send(Note.call("_nest", 1, "s", 1));
        assertError(-32603, "Internal error");
        assertAnsweredOnce();
    }

    static List<Arguments> cancellations() {
        List<Arguments> rows = new ArrayList<>();
        failing(rows, "thrown", (note, context) -> {
            throw new RequestCancelledException(SECRET, null);
        });
        failing(rows, "cancellationException", (note, context) -> {
            throw new CancellationException(SECRET);
        });
        failing(rows, "cancelledFuture", (note, context) -> {
            CompletableFuture<Note> future = new CompletableFuture<>();
            future.cancel(true);
            return future;
        });
        failing(
                rows,
                "failedFuture",
                (note, context) -> CompletableFuture.failedFuture(
                        new CompletionException(new RequestCancelledException(SECRET, null))));
        return rows;
    }

    @ParameterizedTest
    @MethodSource("cancellations")
    void cancelledHandlerIsAnsweredAsCancelled(AsyncRequestHandler<Note, Note, RequestContext> handler)
            throws Exception {
        connect(Note.answering().onRequestAsync(Note.ASK, handler));
        peer.send(Note.call("_ask", 1, "s", 1));

        assertError(-32800, "Request cancelled");
        assertAnsweredOnce();
    }

    @Test
    void errorThatAHandlerGivesGoesToThePeerAsItIs() throws Exception {
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            throw new AcpErrorException(new ErrorCode(-32042), "mine", List.of(1, "two"));
        }));
        peer.send(Note.call("_ask", 1, "s", 1));

        assertThat(peer.nextJson())
                .isEqualTo(RawPeer.json(
                        "{'jsonrpc':'2.0','id':1,'error':{'code':-32042,'message':'mine','data':[1,'two']}}"));
        assertAnsweredOnce();
    }

    @Test
    void stageThatCompletesTwiceIsAnsweredOnce() throws Exception {
        connect(Note.answering().onRequestAsync(Note.ASK, (note, context) -> new CompletableFuture<>() {
            @Override
            public CompletableFuture<Note> whenComplete(BiConsumer<? super Note, ? super Throwable> action) {
                action.accept(Note.of(1), null);
                action.accept(Note.of(2), null);
                action.accept(null, new IllegalStateException());
                return this;
            }
        }));
        peer.send(Note.call("_ask", 1, "s", 1));

        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':1,'result':{'number':1}}"));
        assertAnsweredOnce();
    }

    static List<Arguments> unwritable() {
        List<Arguments> rows = new ArrayList<>();
        rows.add(argumentSet("unchecked", new Faulty(new IllegalStateException(SECRET))));
        rows.add(argumentSet("checked", new Faulty(new IOException(SECRET))));
        rows.add(argumentSet("error", new Faulty(new StackOverflowError(SECRET))));
        return rows;
    }

    @ParameterizedTest
    @MethodSource("unwritable")
    void resultThatCannotBeWrittenIsAnInternalErrorAndTheNextFrameIsWhole(JsonCodec<Note> codec) throws Exception {
        List<String> after = new CopyOnWriteArrayList<>();
        connect(Note.answering().onRequest(RequestMethod.extension("_ask", Note.CODEC, codec), (note, context) -> {
            context.afterResponse(() -> after.add("ran"));
            return note;
        }));
        peer.send(Note.call("_ask", 1, "s", 1));

        assertError(-32603, "Internal error");
        assertAnsweredOnce();
        assertThat(after).isEmpty();
    }

    @Test
    void requestIdIsAnsweredAsItCame() throws Exception {
        connect(Note.answering());
        List<String> ids =
                List.of("'550e8400-e29b'", "''", "0", "-1", "9007199254740993", "9223372036854775807", "null");
        for (String id : ids) {
            peer.send("{'jsonrpc':'2.0','id':" + id + ",'method':'_ping','params':{'number':1}}");
            assertThat(peer.next())
                    .isEqualTo("{'jsonrpc':'2.0','id':".replace('\'', '"') + id.replace('\'', '"')
                            + ",\"result\":{\"number\":1}}");
        }
    }

    @Test
    void idThatIsStillBeingServedIsRefused() throws Exception {
        Gate gate = new Gate();
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            gate.pass();
            return note;
        }));
        peer.send(Note.call("_ask", 1, "s", 1));
        peer.send(Note.call("_ask", 1, "s", 2));
        peer.send("{'jsonrpc':'2.0','id':'1','method':'_ping','params':{'number':3}}");

        assertThat(peer.nextJson().at("/error/code").asInt()).isEqualTo(-32600);
        assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(3);
        gate.open();
        assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(1);
        assertAnsweredOnce();
    }

    // After the response

    @Test
    void actionsAfterTheResponseFollowItOnTheWireInOrder() throws Exception {
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            context.afterResponse(() -> context.connection().notify(Note.TELL, Note.of("new", 1)));
            context.afterResponse(() -> {
                throw new IllegalStateException("an action that fails stops no other");
            });
            context.afterResponse(() -> {
                throw new AssertionError("nor does an error");
            });
            context.afterResponse(() -> {
                context.connection().notify(Note.TELL, Note.of("new", 2));
                context.afterResponse(() -> context.connection().notify(Note.TELL, Note.of("new", 3)));
            });
            return Note.of("new", 0);
        }));
        for (int i = 0; i < 50; i++) {
            peer.send(Note.call("_ask", i, "s", 1));
            assertThat(peer.nextJson().at("/result/sessionId").asText()).isEqualTo("new");
            for (int number = 1; number <= 3; number++) {
                assertThat(peer.nextJson().at("/params/number").asInt()).isEqualTo(number);
            }
        }
    }

    @Test
    void noActionRunsAfterAnError() throws Exception {
        List<String> ran = new CopyOnWriteArrayList<>();
        CountDownLatch failed = new CountDownLatch(1);
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            context.afterResponse(() -> ran.add("early"));
            CompletableFuture.runAsync(() -> {
                Gate.await(failed);
                context.afterResponse(() -> ran.add("late"));
            });
            throw new IllegalStateException("no session");
        }));
        peer.send(Note.call("_ask", 1, "s", 1));
        assertError(-32603, "Internal error");
        failed.countDown();
        assertAnsweredOnce();
        assertThat(ran).isEmpty();
    }

    @Test
    void actionThatComesAfterTheResponseRunsAtOnce() throws Exception {
        CompletableFuture<RequestContext> context = new CompletableFuture<>();
        connect(Note.answering().onRequest(Note.ASK, (note, given) -> {
            context.complete(given);
            return note;
        }));
        peer.send(Note.call("_ask", 1, "s", 1));
        peer.next();
        CompletableFuture<Thread> thread = new CompletableFuture<>();
        await().atMost(LIMIT).until(() -> {
            context.join().afterResponse(() -> thread.complete(Thread.currentThread()));
            return thread.isDone();
        });
        assertAnsweredOnce();
    }
}
