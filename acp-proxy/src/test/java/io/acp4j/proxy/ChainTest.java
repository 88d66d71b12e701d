package io.acp4j.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.PromptTurn;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.UnknownSessionUpdate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Client, two proxies and an agent, each on connections of its own. */
class ChainTest {

    private static final long PATIENCE_SECONDS = 60;
    private static final RequestMethod<RawJson, RawJson> ODD =
            RequestMethod.extension("_odd", RawJson.CODEC, RawJson.CODEC);
    private static final RequestMethod<RawJson, RawJson> HANG =
            RequestMethod.extension("_hang", RawJson.CODEC, RawJson.CODEC);
    private static final RequestMethod<RawJson, RawJson> UNHEARD =
            RequestMethod.extension("_unheard", RawJson.CODEC, RawJson.CODEC);
    private static final String ODD_JSON = "{\"a\":[1.50e2,{\"ü\":null}],\"sessionUpdate\":\"_odd\",\"z\":{}}";

    /** How the chain is held together. */
    enum Shape {
        /** Each proxy is connected to its neighbours. */
        NEIGHBOURS,
        /** All are connected to a conductor. */
        CONDUCTOR,
        /** The proxies are a chain of their own, a component of the conductor's. */
        NESTED
    }

    private final List<AutoCloseable> toClose = new ArrayList<>();
    private final List<ProxyConnection> proxies = new ArrayList<>();
    private final BlockingQueue<SessionUpdate> unknown = new LinkedBlockingQueue<>();
    private final Map<String, StringBuilder> said = new ConcurrentHashMap<>();
    private final CountDownLatch inTurn = new CountDownLatch(1);
    private final CountDownLatch hanging = new CountDownLatch(1);
    private final CompletableFuture<Boolean> hangCancelled = new CompletableFuture<>();
    private AgentConnection agent;
    private AcpClient client;
    private InMemoryTransport middle;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : toClose) {
            each.close();
        }
    }

    private InMemoryTransport.Pair pair() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair(64 * 1024, Duration.ofSeconds(2));
        toClose.add(pair.client());
        toClose.add(pair.agent());
        return pair;
    }

    private static AcpProxy marking(String mark) {
        return AcpProxy.builder()
                .fromClient(Methods.SESSION_PROMPT, CallInterceptor.rewriting(params -> {
                    ObjectNode text = (ObjectNode) params.path("prompt").path(0);
                    return text.isMissingNode() ? params : mark(params, text, mark);
                }))
                .build();
    }

    private static com.fasterxml.jackson.databind.JsonNode mark(
            com.fasterxml.jackson.databind.JsonNode params, ObjectNode text, String mark) {
        text.put("text", text.path("text").asText() + mark);
        return params;
    }

    private void start(Shape shape) {
        InMemoryTransport.Pair outer = pair();
        InMemoryTransport.Pair inner = pair();
        AcpProxy a = marking("+A");
        AcpProxy b = marking("+B");
        InMemoryTransport.Pair one = pair();
        if (shape == Shape.NEIGHBOURS) {
            proxies.add(a.connect(outer.agent(), one.client()));
            proxies.add(b.connect(one.agent(), inner.client()));
            middle = one.client();
        } else {
            InMemoryTransport.Pair two = pair();
            proxies.add(a.serve(one.agent()));
            proxies.add(b.serve(two.agent()));
            middle = two.agent();
            Conductor whole = Conductor.create().agent(inner.client());
            Conductor ofProxies = shape == Shape.NESTED ? Conductor.create() : whole;
            ofProxies.proxy(one.client()).proxy(two.client());
            if (shape == Shape.NESTED) {
                InMemoryTransport.Pair nested = pair();
                proxies.add(ofProxies.serve(nested.agent()));
                whole.proxy(nested.client());
            }
            proxies.add(whole.serve(outer.agent()));
        }
        agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(this::answer)
                .onRequest(ODD, (params, context) -> params)
                .onRequestAsync(HANG, (params, context) -> {
                    CompletableFuture<RawJson> never = new CompletableFuture<>();
                    context.cancellation().onCancel(() -> {
                        hangCancelled.complete(true);
                        never.cancel(false);
                    });
                    hanging.countDown();
                    return never;
                })
                .build()
                .serve(inner.agent());
        toClose.add(agent);
        client = AcpClient.builder(outer.client())
                .onReadTextFile((request, context) -> ReadTextFileResponse.of("contents of " + request.path()))
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) {
                        said.computeIfAbsent(session.id().value(), id -> new StringBuilder())
                                .append(chunk.text());
                    } else if (update instanceof UnknownSessionUpdate) {
                        unknown.add(update);
                    }
                })
                .connect();
        toClose.add(client);
    }

    private void answer(PromptTurn turn) throws Exception {
        String text = turn.text();
        if (text.startsWith("count")) {
            for (int i = 0; i < 300; i++) {
                turn.say(i + ",");
            }
            turn.say(text);
        } else if (text.startsWith("read")) {
            turn.say(turn.client().readTextFile("/file"));
        } else if (text.startsWith("odd")) {
            turn.update(new UnknownSessionUpdate("_odd", RawJson.parse(ODD_JSON)));
        } else {
            CountDownLatch cancelled = new CountDownLatch(1);
            turn.cancellation().onCancel(cancelled::countDown);
            inTurn.countDown();
            if (!cancelled.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("never cancelled");
            }
            turn.stop(StopReason.CANCELLED);
        }
    }

    private ClientSession session() {
        return client.newSession(Path.of("").toAbsolutePath());
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @EnumSource
    void sessionsAtTheSameTimeKeepTheirOrderAndAllProxiesTheirWork(Shape shape) throws Exception {
        start(shape);
        StringBuilder numbers = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            numbers.append(i).append(',');
        }
        List<ClientSession> sessions = List.of(session(), session(), session(), session());
        List<CompletableFuture<PromptResponse>> turns = new ArrayList<>();
        for (ClientSession session : sessions) {
            turns.add(session.promptAsync("count " + session.id().value()));
        }
        for (CompletableFuture<PromptResponse> turn : turns) {
            assertThat(get(turn).stopReason()).isEqualTo(StopReason.END_TURN);
        }

        for (ClientSession session : sessions) {
            String id = session.id().value();
            assertThat(String.valueOf(said.get(id))).isEqualTo(numbers + "count " + id + "+A+B");
        }
    }

    @ParameterizedTest
    @EnumSource
    void theAgentReachesTheClient(Shape shape) {
        start(shape);
        ClientSession session = session();

        session.prompt("read");

        assertThat(String.valueOf(said.get(session.id().value()))).isEqualTo("contents of /file");
    }

    @ParameterizedTest
    @EnumSource
    void turnsAndRequestsAreCancelledAlongTheChain(Shape shape) throws Exception {
        start(shape);
        ClientSession session = session();
        CompletableFuture<PromptResponse> turn = session.promptAsync("wait");
        assertThat(inTurn.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        session.cancel();
        assertThat(get(turn).stopReason()).isEqualTo(StopReason.CANCELLED);

        CompletableFuture<RawJson> request = client.requestAsync(HANG, RawJson.EMPTY_OBJECT);
        assertThat(hanging.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        request.cancel(true);
        assertThat(get(hangCancelled)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whatNobodyKnowsArrivesAsItWasSent(Shape shape) throws Exception {
        start(shape);

        RawJson odd = RawJson.parse("{\"_meta\":{\"x\":1},\"n\":1.50e2,\"deep\":[[{\"ü\":\"\\u00fc\"}]]}");
        assertThat(client.request(ODD, odd)).isEqualTo(odd);
        assertThatThrownBy(() -> client.request(UNHEARD, odd))
                .isInstanceOfSatisfying(
                        AcpErrorException.class,
                        e -> assertThat(e.code().value()).isEqualTo(-32601));
        session().prompt("odd");
        SessionUpdate update = unknown.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(update)
                .isInstanceOfSatisfying(
                        UnknownSessionUpdate.class,
                        given -> assertThat(given.raw().toJson()).isEqualTo(ODD_JSON));
    }

    @ParameterizedTest
    @EnumSource
    void theDeathOfTheMiddleEndsTheWholeChainAndEveryRequest(Shape shape) throws Exception {
        start(shape);
        CompletableFuture<PromptResponse> turn = session().promptAsync("wait");
        assertThat(inTurn.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

        middle.fail(new IllegalStateException("killed"));

        assertThatThrownBy(() -> get(turn))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(AcpException.class);
        get(client.closed().toCompletableFuture());
        get(agent.closed().toCompletableFuture());
        for (ProxyConnection proxy : proxies) {
            assertThat(get(proxy.closed().toCompletableFuture()).component()).isNotEqualTo("proxy");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aClientThatLeavesEndsTheChain(Shape shape) throws Exception {
        start(shape);
        session().prompt("read");

        client.close();

        get(agent.closed().toCompletableFuture());
        for (ProxyConnection proxy : proxies) {
            get(proxy.closed().toCompletableFuture());
        }
    }
}
