package io.acp4j.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.WireListener;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.prompt.CancelNotification;
import io.acp4j.schema.session.NewSessionResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class InterceptorTest {

    private final RawPeer client = new RawPeer();
    private final RawPeer agent = new RawPeer();

    private ProxyConnection start(AcpProxy.Builder proxy) {
        return proxy.build().connect(client.transport(), agent.transport());
    }

    private static JsonNode with(JsonNode tree, String name, String value) {
        return ((ObjectNode) tree).put(name, value);
    }

    @Test
    void parametersCanBeRewrittenAsATree() throws Exception {
        try (ProxyConnection proxy = start(
                AcpProxy.builder().fromClient("_m", CallInterceptor.rewriting(tree -> with(tree, "added", "here"))))) {
            client.send("{'jsonrpc':'2.0','odd':1,'id':'a','method':'_m','params':{'kept':1.50}}");
            client.send("{'id':'b','method':'_m','jsonrpc':'2.0'}");
            client.send("{'params':{},'id':'c','method':'_m','jsonrpc':'2.0'}");

            assertThat(agent.nextJson())
                    .isEqualTo(RawPeer.json(
                            "{'jsonrpc':'2.0','odd':1,'id':1,'method':'_m','params':{'kept':1.5,'added':'here'}}"));
            assertThat(agent.nextJson())
                    .isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':2,'method':'_m','params':{'added':'here'}}"));
            assertThat(agent.nextJson())
                    .isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':3,'method':'_m','params':{'added':'here'}}"));
            assertThat(proxy).isNotNull();
        }
    }

    @Test
    void parametersCanBeRewrittenAsTypedValues() throws Exception {
        try (ProxyConnection proxy = start(AcpProxy.builder()
                .fromClient(
                        Methods.SESSION_CANCEL,
                        CallInterceptor.rewriting(
                                Methods.SESSION_CANCEL,
                                params -> params.sessionId().value().equals("s")
                                        ? new CancelNotification(new SessionId("t"), params.meta())
                                        : params)))) {
            client.send("{'jsonrpc':'2.0','method':'session/cancel','params':{'sessionId':'s','odd':1}}");
            client.send("{'jsonrpc':'2.0','method':'session/cancel','params':{'sessionId':'u','odd':1}}");

            assertThat(agent.nextJson().path("params")).isEqualTo(RawPeer.json("{'sessionId':'t'}"));
            assertThat(agent.nextJson().path("params")).isEqualTo(RawPeer.json("{'sessionId':'u','odd':1}"));
            assertThat(proxy).isNotNull();
        }
    }

    @Test
    void callsCanBeAnsweredHereAndInspected() throws Exception {
        List<String> seen = new ArrayList<>();
        try (ProxyConnection proxy = start(AcpProxy.builder()
                .fromAgent(
                        "fs/read_text_file",
                        CallInterceptor.inspecting(call -> seen.add(
                                call.flow() + " " + call.isRequest() + " " + call.method() + " " + call.tree())))
                .fromAgent("fs/read_text_file", call -> switch (call.tree()
                        .path("path")
                        .asText()) {
                    case "mine" -> Verdict.respond(Map.of("content", "made up"));
                    case "closed" -> Verdict.refuse(ErrorObject.of(new ErrorCode(7), "closed"));
                    case "thrown" -> throw AcpErrorException.notFound("file", "thrown");
                    case "broken" -> throw new IllegalStateException("secret");
                    default -> Verdict.pass();
                }))) {
            for (String path : List.of("mine", "closed", "thrown", "broken", "theirs")) {
                agent.send("{'jsonrpc':'2.0','id':'" + path + "','method':'fs/read_text_file','params':{'path':'" + path
                        + "'}}");
            }

            assertThat(agent.nextJson())
                    .isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':'mine','result':{'content':'made up'}}"));
            assertThat(agent.nextJson().path("error").path("code").asInt()).isEqualTo(7);
            assertThat(agent.nextJson().path("error").path("code").asInt()).isEqualTo(-32002);
            JsonNode broken = agent.nextJson();
            assertThat(broken.path("error").path("code").asInt()).isEqualTo(-32603);
            assertThat(broken.toString()).doesNotContain("secret");
            assertThat(client.nextJson().path("params").path("path").asText()).isEqualTo("theirs");
            assertThat(seen).hasSize(5).contains("TO_CLIENT true fs/read_text_file {\"path\":\"mine\"}");
            assertThat(proxy).isNotNull();
        }
    }

    @Test
    void interceptorsOfOneMethodSeeWhatTheOneBeforeHasMade() throws Exception {
        CallInterceptor mark = CallInterceptor.rewriting(
                tree -> with(tree, "seen", tree.path("seen").asText() + "x"));
        try (ProxyConnection proxy = start(AcpProxy.builder()
                .fromClient("_m", mark)
                .fromClient("_m", mark)
                .fromClient("_m", call -> Verdict.pass()))) {
            client.send("{'jsonrpc':'2.0','method':'_m'}");

            assertThat(agent.nextJson().path("params").path("seen").asText()).isEqualTo("xx");
            assertThat(proxy).isNotNull();
        }
    }

    @Test
    void resultsCanBeRewritten() throws Exception {
        try (ProxyConnection proxy = start(AcpProxy.builder()
                .resultsToClient(
                        Methods.SESSION_NEW,
                        ResultInterceptor.rewriting(
                                Methods.SESSION_NEW,
                                before -> NewSessionResponse.builder(new SessionId("mapped"))
                                        .build()))
                .resultsToAgent(
                        Methods.FS_READ_TEXT_FILE,
                        ResultInterceptor.rewriting(tree -> with(tree, "content", "redacted")))
                .resultsToClient(Methods.INITIALIZE, (method, result) -> result))) {
            client.send("{'jsonrpc':'2.0','id':'n','method':'session/new','params':{}}");
            client.send("{'jsonrpc':'2.0','id':'i','method':'initialize','params':{}}");
            agent.send("{'jsonrpc':'2.0','id':'r','method':'fs/read_text_file','params':{}}");
            client.send("{'jsonrpc':'2.0','id':1,'result':{'content':'c','kept':1.50}}");
            agent.send("{'jsonrpc':'2.0','id':1,'result':{'sessionId':'s'}}");
            agent.send("{'jsonrpc':'2.0','id':2,'result':{'odd' : 1.50}}");

            assertThat(client.nextJson().path("id").asInt()).isEqualTo(1);
            assertThat(client.nextJson())
                    .isEqualTo(RawPeer.json("{'jsonrpc':'2.0','id':'n','result':{'sessionId':'mapped'}}"));
            assertThat(client.next()).endsWith("\"result\":{\"odd\" : 1.50}}");
            agent.next();
            agent.next();
            assertThat(agent.nextJson().path("result")).isEqualTo(RawPeer.json("{'content':'redacted','kept':1.5}"));
            assertThat(proxy).isNotNull();
        }
    }

    @Test
    void aResultThatCannotBeRewrittenIsAnError() throws Exception {
        try (ProxyConnection proxy = start(AcpProxy.builder().resultsToClient(Methods.SESSION_NEW, (method, result) -> {
            throw new IllegalStateException("secret");
        }))) {
            client.send("{'jsonrpc':'2.0','id':'n','method':'session/new','params':{}}");
            agent.next();
            agent.send("{'jsonrpc':'2.0','id':1,'result':{'sessionId':'s'}}");

            assertThat(client.nextJson().path("error").path("code").asInt()).isEqualTo(-32603);
            assertThat(proxy).isNotNull();
        }
    }

    @Test
    void listenersSeeTheFramesOfTheirSide() throws Exception {
        List<String> ofClient = new ArrayList<>();
        List<String> ofAgent = new ArrayList<>();
        try (ProxyConnection proxy = start(AcpProxy.builder()
                .clientListener(noting(ofClient))
                .agentListener(noting(ofAgent))
                .agentListener((direction, buffer, offset, length) -> {
                    throw new IllegalStateException("a listener that fails");
                }))) {
            client.send("{'id':'a','method':'_m'}");
            agent.next();
            agent.send("{'id':1,'result':0}");
            client.next();

            assertThat(ofClient)
                    .containsExactly(
                            "INBOUND {\"id\":\"a\",\"method\":\"_m\"}", "OUTBOUND {\"id\":\"a\",\"result\":0}");
            assertThat(ofAgent)
                    .containsExactly("OUTBOUND {\"id\":1,\"method\":\"_m\"}", "INBOUND {\"id\":1,\"result\":0}");
            assertThat(proxy).isNotNull();
        }
    }

    private static WireListener noting(List<String> list) {
        return (direction, buffer, offset, length) ->
                list.add(direction + " " + new String(buffer, offset, length, java.nio.charset.StandardCharsets.UTF_8));
    }

    private static void awaiting(CompletableFuture<ProxyConnection> proxy, CompletableFuture<String> outcome) {
        try {
            proxy.join().awaitClosed();
            outcome.complete("ended");
        } catch (IllegalStateException e) {
            outcome.complete("refused: " + e.getMessage());
        } catch (InterruptedException e) {
            outcome.completeExceptionally(e);
        }
    }

    @Test
    void awaitClosedIsRefusedWhereItCannotEnd() {
        CompletableFuture<ProxyConnection> own = new CompletableFuture<>();
        CompletableFuture<String> inCall = new CompletableFuture<>();
        CompletableFuture<String> inResult = new CompletableFuture<>();
        CompletableFuture<String> onArrival = new CompletableFuture<>();
        CompletableFuture<String> onDeparture = new CompletableFuture<>();
        ProxyConnection proxy = start(AcpProxy.builder()
                .fromClient(Methods.SESSION_LIST, CallInterceptor.inspecting(call -> awaiting(own, inCall)))
                .resultsToClient(Methods.SESSION_LIST, (method, result) -> {
                    awaiting(own, inResult);
                    return result;
                })
                .clientListener((direction, buffer, offset, length) ->
                        awaiting(own, direction == WireListener.Direction.INBOUND ? onArrival : onDeparture)));
        own.complete(proxy);
        client.send("{'jsonrpc':'2.0','id':1,'method':'session/list','params':{}}");
        agent.send("{'jsonrpc':'2.0','id':1,'result':{'sessions':[]}}");
        for (CompletableFuture<String> each : List.of(inCall, inResult, onArrival, onDeparture)) {
            assertThat(each)
                    .succeedsWithin(Duration.ofSeconds(60))
                    .asString()
                    .startsWith("refused")
                    .contains("closed()");
        }
    }

    @Test
    void awaitClosedEndsWhereItCan() {
        CompletableFuture<ProxyConnection> own = new CompletableFuture<>();
        CompletableFuture<String> elsewhere = new CompletableFuture<>();
        CompletableFuture<String> whenClosed = new CompletableFuture<>();
        ProxyConnection proxy = start(AcpProxy.builder()
                .fromClient("_m", CallInterceptor.inspecting(call -> own.join().close())));
        own.complete(proxy);
        proxy.closed().thenRun(() -> awaiting(own, whenClosed));
        CompletableFuture.runAsync(() -> awaiting(own, elsewhere));
        client.send("{'jsonrpc':'2.0','method':'_m','params':{}}");
        for (CompletableFuture<String> each : List.of(elsewhere, whenClosed)) {
            assertThat(each).succeedsWithin(Duration.ofSeconds(60)).isEqualTo("ended");
        }
    }
}
