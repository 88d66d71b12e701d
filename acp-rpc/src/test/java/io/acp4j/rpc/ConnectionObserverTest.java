package io.acp4j.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.ConnectionListener.RequestListener;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.rpc.internal.dialect.OrderedConnection;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.Meta;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.json.RawJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Quiet.class)
class ConnectionObserverTest {

    private static final RequestMethod<RawJson, RawJson> RAW =
            RequestMethod.extension("_raw", RawJson.CODEC, RawJson.CODEC);

    private final RawPeer peer = new RawPeer();
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final ThreadLocal<String> handling = new ThreadLocal<>();
    private volatile ConnectionObserver.@Nullable Load load;

    /** Notes what it is told, and asks for one member of {@code _meta}. */
    private final ConnectionObserver noting = opened -> {
        load = opened;
        return new ConnectionListener() {
            @Override
            public void refused() {
                told.add("refused");
            }

            @Override
            public RequestListener outgoing(ConnectionListener.Request request) {
                return watch("out " + request.method());
            }

            @Override
            public RequestListener incoming(ConnectionListener.Request request, Meta meta) {
                return watch("in " + request.method()
                        + meta.members().values().stream().map(RawJson::toJson).toList());
            }

            @Override
            public void closed(CloseReason reason) {
                told.add("closed");
            }
        };
    };

    private final ConnectionOptions options =
            ConnectionOptions.builder().observer(noting).build();

    private RequestListener watch(String name) {
        return new RequestListener() {
            @Override
            public Map<String, String> meta() {
                return Map.of("trace", "new");
            }

            @Override
            public Scope handling() {
                handling.set(name);
                return handling::remove;
            }

            @Override
            public void outlivesResponse() {
                told.add(name + " outlives");
            }

            @Override
            public void workEnded(RequestOutcome outcome) {
                told.add(name + " work " + outcome.kind() + (outcome.error() == null ? "" : " " + outcome.error()));
            }

            @Override
            public void ended(RequestOutcome outcome) {
                told.add(name + " " + outcome.kind() + (outcome.error() == null ? "" : " " + outcome.error()));
            }
        };
    }

    private String next() throws InterruptedException {
        return String.valueOf(told.poll(60, TimeUnit.SECONDS));
    }

    @Test
    void everyWayInWhichAnOutgoingRequestEndsIsTold() throws Exception {
        Connection connection = Handlers.builder().build().connect(peer.transport(), options);

        CompletableFuture<Note> answered = connection.requestAsync(Note.ASK, Note.of(1));
        CompletableFuture<Note> refused = connection.requestAsync(Note.ASK, Note.of(2));
        CompletableFuture<Note> garbled = connection.requestAsync(Note.ASK, Note.of(3));
        CompletableFuture<Note> cancelled = connection.requestAsync(Note.ASK, Note.of(4));
        peer.send(Note.result(1, 1));
        assertThat(next()).isEqualTo("out _ask RESULT");
        peer.send("{'jsonrpc':'2.0','id':2,'error':{'code':-32002,'message':'gone'}}");
        assertThat(next()).isEqualTo("out _ask ERROR -32002");
        peer.send("{'jsonrpc':'2.0','id':3,'result':{'number':'three'}}");
        assertThat(next()).isEqualTo("out _ask FAILED");
        cancelled.cancel(true);
        assertThat(next()).isEqualTo("out _ask CANCELLED");
        assertThatThrownBy(() -> connection.request(Note.ASK, Note.of(5), Duration.ofMillis(1)))
                .isInstanceOf(RequestTimeoutException.class);
        assertThat(next()).isEqualTo("out _ask TIMED_OUT");
        CompletableFuture<Note> late = connection.requestAsync(Note.ASK, Note.of(6), Duration.ofMillis(1));
        assertThat(next()).isEqualTo("out _ask TIMED_OUT");
        CompletableFuture<Note> lost = connection.requestAsync(Note.ASK, Note.of(7));
        connection.close();
        assertThat(next()).isEqualTo("out _ask CLOSED");
        assertThat(next()).isEqualTo("closed");

        for (CompletableFuture<Note> each : List.of(refused, garbled, late, lost)) {
            assertThat(each).failsWithin(Duration.ofSeconds(60));
        }
        assertThat(answered).succeedsWithin(Duration.ofSeconds(60));
        assertThat(told).isEmpty();
    }

    @Test
    void aRequestThatCannotBeSentEndsToo() {
        Connection connection = Handlers.builder().build().connect(peer.transport(), options);
        connection.close();

        assertThatThrownBy(() -> connection.request(Note.ASK, Note.of(1)))
                .isInstanceOf(ConnectionClosedException.class);

        assertThat(told).doesNotContain("out _ask RESULT");
    }

    @Test
    void outgoingRequestsCarryWhatIsAddedToTheirMeta() throws Exception {
        try (Connection connection = Handlers.builder().build().connect(peer.transport(), options)) {
            connection.requestAsync(Note.ASK, Note.of("s", 1));
            JsonNode typed = peer.nextJson();
            connection.requestAsync(
                    RAW,
                    RawJson.parse(
                            "{\"a\":[1.50,{\"b\":null}],\"_meta\":{\"trace\":\"old\",\"kept\":{\"x\":1}},\"z\":0}"));
            JsonNode raw = peer.nextJson();
            connection.requestAsync(RAW, RawJson.parse("[1,2]"));
            JsonNode array = peer.nextJson();

            assertThat(typed.path("params"))
                    .isEqualTo(RawPeer.json("{'sessionId':'s','number':1,'_meta':{'trace':'new'}}"));
            assertThat(raw.path("params"))
                    .isEqualTo(RawPeer.json("{'a':[1.50,{'b':null}],'z':0,'_meta':{'trace':'new','kept':{'x':1}}}"));
            assertThat(array.path("params")).isEqualTo(RawPeer.json("[1,2]"));
        }
    }

    @Test
    void everyWayInWhichAnIncomingRequestEndsIsTold() throws Exception {
        Gate gate = new Gate();
        Handlers handlers = Note.answering()
                .onRequest(Note.ASK, (params, context) -> {
                    throw new AcpErrorException(
                            AcpErrorException.methodNotFound("_ask").error());
                })
                .onRequestAsync(Note.NEST, (params, context) -> {
                    gate.pass();
                    return new CompletableFuture<>();
                })
                .build();
        Connection connection = handlers.connect(peer.transport(), options);

        peer.send("{'jsonrpc':'2.0','id':1,'method':'_ping','params':{'number':1,'_meta':{'trace':'theirs'}}}");
        assertThat(next()).isEqualTo("in _ping[\"theirs\"] RESULT");
        peer.send(Note.call("_ask", 2, "s", 1));
        assertThat(next()).isEqualTo("in _ask[] ERROR -32601");
        peer.send("{'jsonrpc':'2.0','id':3,'method':'_ping','params':{'number':'no','_meta':7}}");
        assertThat(next()).isEqualTo("in _ping[] ERROR -32602");
        peer.send("{'jsonrpc':'2.0','id':4,'method':'_unheard_of'}");
        assertThat(next()).isEqualTo("in _unheard_of[] ERROR -32601");
        peer.send("{'jsonrpc':'2.0','id':5,");
        assertThat(next()).isEqualTo("refused");
        peer.send(Note.call("_nest", 6, "t", 1));
        gate.awaitReached();
        ConnectionObserver.Load open = load;
        assertThat(open).isNotNull();
        // The answers before may still be about to be counted out.
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(open.inboundRequests()).isEqualTo(1));
        gate.open();
        connection.close();
        assertThat(next()).isEqualTo("in _nest[] CLOSED");
        assertThat(next()).isEqualTo("closed");
    }

    @Test
    void endOfWorkThatOutlivesItsRequestIsToldOnBothSides() throws Exception {
        List<CompletableFuture<Object>> works = List.of(
                new CompletableFuture<>(),
                new CompletableFuture<>(),
                new CompletableFuture<>(),
                new CompletableFuture<>());
        Handlers handlers = Handlers.builder()
                .onRequest(Note.ASK, (params, context) -> {
                    context.keepOpenUntil(works.get(params.number()));
                    return params;
                })
                .build();
        Connection connection = handlers.connect(peer.transport(), options);
        List<String> ends = List.of("RESULT", "ERROR -32001", "ERROR -32603", "ERROR -32800");
        List<Throwable> failures = List.of(
                new AcpErrorException(ErrorObject.of(new ErrorCode(-32001), "no")),
                new IllegalStateException("a bug"),
                new RequestCancelledException("cancelled", null));
        for (int i = 0; i < works.size(); i++) {
            peer.send(Note.call("_ask", i + 1, "s", i));
            assertThat(next()).isEqualTo("in _ask[] outlives");
            assertThat(next()).isEqualTo("in _ask[] RESULT");
            ConnectionObserver.Load open = load;
            assertThat(open).isNotNull();
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(open.inboundRequests()).isZero());
            if (i == 0) {
                works.get(i).complete("done");
            } else {
                works.get(i).completeExceptionally(failures.get(i - 1));
            }
            assertThat(next()).isEqualTo("in _ask[] work " + ends.get(i));
        }

        CompletableFuture<Object> work = new CompletableFuture<>();
        CompletableFuture<Note> asked =
                ((OrderedConnection) connection).requestAsync(Note.PING, Note.of(1), (result, failure) -> {}, work);
        assertThat(next()).isEqualTo("out _ping outlives");
        peer.send(Note.result(1, 1));
        assertThat(next()).isEqualTo("out _ping RESULT");
        assertThat(asked).succeedsWithin(Duration.ofMinutes(1));
        work.completeExceptionally(new ConnectionClosedException(CloseReason.peer("gone")));
        assertThat(next()).isEqualTo("out _ping work CLOSED");
        connection.close();
        assertThat(next()).isEqualTo("closed");
    }

    @Test
    void workThatEndsWithTheConnectionIsToldAsClosed() throws Exception {
        CompletableFuture<Object> work = new CompletableFuture<>();
        Connection connection = Handlers.builder()
                .onRequest(Note.ASK, (params, context) -> {
                    context.keepOpenUntil(work);
                    return params;
                })
                .build()
                .connect(peer.transport(), options);
        peer.send(Note.call("_ask", 1, "s", 1));
        assertThat(next()).isEqualTo("in _ask[] outlives");
        assertThat(next()).isEqualTo("in _ask[] RESULT");
        connection.close();
        assertThat(next()).isEqualTo("closed");
        work.complete("done");
        assertThat(next()).isEqualTo("in _ask[] work CLOSED");
    }

    @Test
    void handlersAndWhatTheyHandOnRunWithinTheScope() throws Exception {
        CompletableFuture<String> inHandler = new CompletableFuture<>();
        CompletableFuture<String> inTask = new CompletableFuture<>();
        Handlers handlers = Handlers.builder()
                .onRequest(Note.ASK, (params, context) -> {
                    inHandler.complete(String.valueOf(handling.get()));
                    context.executor().execute(() -> inTask.complete(String.valueOf(handling.get())));
                    return params;
                })
                .build();
        try (Connection connection = handlers.connect(peer.transport(), options)) {
            peer.send(Note.call("_ask", 1, "s", 1));

            assertThat(inHandler.get(60, TimeUnit.SECONDS)).isEqualTo("in _ask[]");
            assertThat(inTask.get(60, TimeUnit.SECONDS)).isEqualTo("in _ask[]");
            CompletableFuture<String> outside = new CompletableFuture<>();
            connection.executor().execute(() -> outside.complete(String.valueOf(handling.get())));
            assertThat(outside.get(60, TimeUnit.SECONDS)).isEqualTo("null");
        }
    }

    @Test
    void aFailingObserverChangesNothing() throws Exception {
        ConnectionObserver broken = opened -> new ConnectionListener() {
            @Override
            public void frame(WireListener.Direction direction, int bytes) {
                throw new IllegalStateException("frame");
            }

            @Override
            public RequestListener outgoing(ConnectionListener.Request request) {
                throw new IllegalStateException("outgoing");
            }

            @Override
            public RequestListener incoming(ConnectionListener.Request request, Meta meta) {
                return new RequestListener() {
                    @Override
                    public Scope handling() {
                        throw new IllegalStateException("handling");
                    }

                    @Override
                    public void ended(RequestOutcome outcome) {
                        throw new IllegalStateException("ended");
                    }
                };
            }
        };
        ConnectionOptions both = options.toBuilder()
                .observer(broken)
                .observer(opened -> {
                    throw new IllegalStateException("opened");
                })
                .build();
        try (Connection connection = Note.answering().build().connect(peer.transport(), both)) {
            peer.send(Note.call("_ping", 1, "s", 1));
            assertThat(peer.nextJson().path("result").path("number").asInt()).isEqualTo(1);
            assertThat(next()).isEqualTo("in _ping[] RESULT");
            CompletableFuture<Note> answer = connection.requestAsync(Note.ASK, Note.of(1));
            peer.send(Note.result(1, 2));
            assertThat(answer).succeedsWithin(Duration.ofSeconds(60));
        }
    }

    @Test
    void framesAreCountedWithTheirLengths() throws Exception {
        BlockingQueue<String> frames = new LinkedBlockingQueue<>();
        ConnectionOptions counting = ConnectionOptions.builder()
                .observer(opened -> new ConnectionListener() {
                    @Override
                    public void frame(WireListener.Direction direction, int bytes) {
                        frames.add(direction + " " + bytes);
                    }
                })
                .build();
        try (Connection connection = Note.answering().build().connect(peer.transport(), counting)) {
            String ping = Note.call("_ping", 1, "s", 1);
            peer.send(ping);
            String pong = peer.next();

            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(frames)
                            .containsExactly("INBOUND " + ping.length(), "OUTBOUND " + pong.length()));
            assertThat(connection).isNotNull();
        }
    }
}
