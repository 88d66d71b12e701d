package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request of the peer gets exactly one answer, whatever its handler does, and the answer tells nothing private. */
@Execution(ExecutionMode.CONCURRENT)
class InboundRequestTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String SECRET = "jdbc:postgresql://db?password=s3cr3t";

    private final RawPeer peer = new RawPeer();
    private final List<Connection> connections = new ArrayList<>();

    @AfterEach
    void close() {
        connections.forEach(Connection::close);
    }

    private Connection connect(Handlers.Builder handlers) {
        Connection connection = handlers.build().connect(peer.transport());
        connections.add(connection);
        return connection;
    }

    /** The id that has just been answered is free again, and nothing more is said about it. */
    private void assertAnsweredOnce() throws InterruptedException {
        peer.send(Note.call("_ping", 1, "s", 5));
        assertThat(peer.nextJson())
                .isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':1,'result':{'sessionId':'s','number':5}}"));
        assertThat(peer.poll()).isNull();
    }

    private void assertError(int code, String message) throws InterruptedException {
        String answer = peer.next();
        JsonNode json = RawPeer.json(answer);
        assertThat(json.path("id").asInt()).as(answer).isEqualTo(1);
        assertThat(json.at("/error/code").asInt()).as(answer).isEqualTo(code);
        assertThat(json.at("/error/message").asText()).isEqualTo(message);
        assertThat(answer).doesNotContain("s3cr3t").doesNotContain("Exception");
    }

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

    private static void failing(List<Arguments> rows, String name, AsyncRequestHandler<Note, Note> handler) {
        rows.add(argumentSet(name, handler));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failureOfTheHandlerIsAnInternalErrorWithoutDetails(AsyncRequestHandler<Note, Note> handler) throws Exception {
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
    void cancelledHandlerIsAnsweredAsCancelled(AsyncRequestHandler<Note, Note> handler) throws Exception {
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

    @Test
    void requestsWithoutAHandlerGoToTheFallbackWithTheirRawParameters() throws Exception {
        connect(Note.answering()
                .onNotification(Note.TELL, (note, from) -> {})
                .onOtherRequest((method, params, context) -> {
                    if (method.equals("_declined")) {
                        throw AcpErrorException.methodNotFound(method);
                    }
                    return params == null ? RawJson.parse("\"none\"") : params;
                }));
        List<String> requests = List.of(
                "'method':'_x','params':{ 'a' : [1.50, null] }",
                "'params':{ 'a' : [1.50, null] },'method':'_x'",
                "'method':'_tell','params':{ 'a' : [1.50, null] }",
                "'params':{ 'a' : [1.50, null] },'method':'_tell'");
        for (String request : requests) {
            for (String frame :
                    List.of("{'jsonrpc':'2.0','id':1," + request + "}", "{'jsonrpc':'2.0'," + request + ",'id':1}")) {
                peer.send(frame);
                assertThat(peer.next()).endsWith("\"result\":{ \"a\" : [1.50, null] }}");
            }
        }
        peer.send("{'jsonrpc':'2.0','id':1,'method':'_x'}");
        assertThat(peer.next()).endsWith("\"result\":\"none\"}");
        peer.send("{'jsonrpc':'2.0','id':1,'method':'_declined'}");
        assertError(-32601, "Method not found");
        assertAnsweredOnce();
    }

    @Test
    void notificationsOfRequestMethodsGoToTheFallbackWithTheirRawParameters() throws Exception {
        List<String> seen = new CopyOnWriteArrayList<>();
        connect(Note.answering().onOtherNotification((method, params, from) -> seen.add(method + params(params))));
        peer.send("{'jsonrpc':'2.0','method':'_ping','params':{'x':1}}");
        peer.send("{'jsonrpc':'2.0','params':{'x':2},'method':'_ping'}");
        peer.send("{'jsonrpc':'2.0','method':'_ping','params':{'number':3}}");
        peer.send("{'jsonrpc':'2.0','method':'_ping'}");

        await().atMost(PATIENCE).until(() -> seen.size() == 4);
        assertThat(seen).containsExactly("_ping{\"x\":1}", "_ping{\"x\":2}", "_ping{\"number\":3}", "_pingnull");
    }

    private static @Nullable String params(@Nullable RawJson params) {
        return params == null ? null : params.toJson();
    }

    @Test
    void oneNameMayBeARequestAndANotificationOfDifferentTypes() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        RequestMethod<List<Integer>, Note> request =
                RequestMethod.extension("_both", Codecs.listOf(Codecs.INT32), Note.CODEC);
        connect(Note.answering()
                .onRequest(request, (numbers, context) -> Note.of(numbers.size()))
                .onNotification(
                        io.acp4j.schema.NotificationMethod.extension("_both", Codecs.STRING),
                        (text, from) -> told.add(text)));
        for (String call : List.of(
                "{'jsonrpc':'2.0','id':1,'method':'_both','params':[1,2,3]}",
                "{'jsonrpc':'2.0','method':'_both','params':[1,2,3],'id':1}",
                "{'params':[1,2,3],'method':'_both','id':1,'jsonrpc':'2.0'}")) {
            peer.send(call);
            assertThat(peer.nextJson().at("/result/number").asInt()).isEqualTo(3);
        }
        peer.send("{'jsonrpc':'2.0','method':'_both','params':'x'}");
        peer.send("{'params':'y','method':'_both','jsonrpc':'2.0'}");
        await().atMost(PATIENCE).until(() -> told.size() == 2);
        assertThat(told).containsExactly("x", "y");
    }

    @Test
    void codecThatThrowsIsInvalidParamsAndTheConnectionGoesOn() throws Exception {
        Faulty faulty = new Faulty(new IllegalStateException(SECRET));
        connect(Note.answering()
                .onRequest(RequestMethod.extension("_ask", faulty, Note.CODEC), (note, context) -> note)
                .onNotification(io.acp4j.schema.NotificationMethod.extension("_tell", faulty), (note, from) -> {}));
        peer.send("{'jsonrpc':'2.0','id':1,'method':'_ask','params':{'a':{'b':[1]}},'x':1}");
        JsonNode error = peer.nextJson();
        assertThat(error.at("/error/code").asInt()).isEqualTo(-32602);
        assertThat(error.at("/error/data/path").asText()).isEqualTo("/params");
        assertThat(error.toString()).doesNotContain("s3cr3t");
        peer.send("{'jsonrpc':'2.0','method':'_tell','params':{'a':{'b':[1]}}}");
        assertAnsweredOnce();
    }

    @Test
    void parametersOfUnknownShapeMayNestDeeperThanTheDefault() throws Exception {
        connections.add(Note.answering()
                .onOtherRequest((method, params, context) -> RawJson.EMPTY_OBJECT)
                .build()
                .connect(
                        peer.transport(),
                        ConnectionOptions.builder().maxDepth(900).build()));
        peer.send("{'jsonrpc':'2.0','id':1,'method':'_x','params':{'x':" + "[".repeat(800) + "]".repeat(800) + "}}");

        assertThat(peer.nextJson().has("result")).isTrue();
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
        await().atMost(PATIENCE).until(() -> {
            context.join().afterResponse(() -> thread.complete(Thread.currentThread()));
            return thread.isDone();
        });
        assertAnsweredOnce();
    }

    // Cancellation by the peer

    private void cancel(String id) {
        peer.send("{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':" + id + "}}");
    }

    @Test
    void handlerThatHeedsItsTokenIsAnsweredAsCancelled() throws Exception {
        Gate gate = new Gate();
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            CountDownLatch fired = new CountDownLatch(1);
            try (CancellationToken.Registration registered =
                    context.cancellation().onCancel(fired::countDown)) {
                gate.pass();
                Gate.await(fired);
            }
            context.cancellation().throwIfCancelled();
            return note;
        }));
        peer.send(Note.call("_ask", 1, "s", 1));
        gate.open();
        gate.awaitReached();
        cancel("1");

        assertError(-32800, "Request cancelled");
        assertAnsweredOnce();
    }

    @Test
    void handlerMayGiveItsResultAllTheSame() throws Exception {
        Gate gate = new Gate();
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            gate.pass();
            return Note.of(context.cancellation().isCancelled() ? 1 : 0);
        }));
        peer.send(Note.call("_ask", 1, "s", 9));
        gate.awaitReached();
        cancel("1");
        cancel("1");
        gate.open();

        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':1,'result':{'number':1}}"));
        assertAnsweredOnce();
    }

    @Test
    void requestCancelledBeforeItBeganNeverBegins() throws Exception {
        Gate gate = new Gate();
        List<Note> begun = new CopyOnWriteArrayList<>();
        connect(Note.answering()
                .onNotification(Note.TELL, (note, from) -> gate.pass())
                .onRequest(Note.ASK, (note, context) -> {
                    begun.add(note);
                    return note;
                }));
        peer.send(Note.tell("s", 1));
        gate.awaitReached();
        peer.send(Note.call("_ask", 1, "s", 9));
        cancel("1");
        gate.open();

        assertError(-32800, "Request cancelled");
        assertAnsweredOnce();
        assertThat(begun).isEmpty();
    }

    @Test
    void cancellationOfAnotherIdChangesNothing() throws Exception {
        Gate gate = new Gate();
        connect(Note.answering().onRequest(Note.ASK, (note, context) -> {
            gate.pass();
            return Note.of(context.cancellation().isCancelled() ? 1 : 0);
        }));
        peer.send(Note.call("_ask", 1, "s", 9));
        gate.awaitReached();
        for (String other : List.of("'1'", "2", "null", "-1")) {
            cancel(other);
        }
        gate.open();

        assertThat(peer.nextJson().at("/result/number").asInt()).isZero();
        cancel("1");
        assertAnsweredOnce();
    }

    @Test
    void actionsOnCancellationRunOnHandlerThreadsAndMayCallThePeer() throws Exception {
        List<String> threads = new CopyOnWriteArrayList<>();
        CompletableFuture<CompletionStage<Void>> stage = new CompletableFuture<>();
        connect(Note.answering().onRequestAsync(Note.ASK, (note, context) -> {
            CompletableFuture<Note> result = new CompletableFuture<>();
            context.cancellation().onCancel(() -> {
                threads.add(Thread.currentThread().getName());
                result.complete(context.connection().request(Note.NEST, note));
            });
            context.cancellation().onCancel(() -> {
                throw new IllegalStateException("an action that fails stops no other");
            });
            stage.complete(context.cancellation().whenCancelled());
            return result;
        }));
        peer.send(Note.call("_ask", 1, "s", 9));
        CompletableFuture<String> cancelled = stage.join()
                .thenApply(nothing -> Thread.currentThread().getName())
                .toCompletableFuture();
        cancel("1");

        assertThat(peer.nextJson().path("method").asText()).isEqualTo("_nest");
        peer.send(Note.result(1, 7));
        assertThat(peer.nextJson()).isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':1,'result':{'number':7}}"));
        assertThat(threads).singleElement().asString().startsWith("acp-handler-");
        assertThat(cancelled.join()).startsWith("acp-handler-");
    }
}
