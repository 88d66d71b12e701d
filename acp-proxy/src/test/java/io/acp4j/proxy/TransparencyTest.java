package io.acp4j.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransparencyTest {

    private final RawPeer client = new RawPeer();
    private final RawPeer agent = new RawPeer();
    private ProxyConnection proxy = AcpProxy.builder().build().connect(client.transport(), agent.transport());

    @AfterEach
    void close() {
        proxy.close();
    }

    private static String quoted(String json) {
        return json.replace('\'', '"');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s','x':[1.50e2,{'ü':null}],'x':2},'odd':1}",
                "{ 'params' : {'a' : 1.0E+400, 'b' : '\\u00fc\\uD83D' } , 'method':'_who/knows' ,'jsonrpc':'2.0'}",
                "{'jsonrpc':'2.0','method':'_bare'}",
                "{'jsonrpc':'2.0','method':'_null','params':null}",
                "{'jsonrpc':'2.0','method':'session/cancel','params':{'sessionId':'s'}}",
                "{'jsonrpc':'1.7','method':'_version','params':[1,2]}",
                "{'jsonrpc':'2.0','method':'proxy/successor','params':{'method':'x'}}"
            })
    void notificationsPassByteForByteBothWays(String json) throws Exception {
        client.send(json);
        assertThat(agent.next()).isEqualTo(quoted(json));
        agent.send(json);
        assertThat(client.next()).isEqualTo(quoted(json));
    }

    @Test
    void requestsAndAnswersPassWithNothingButTheIdChanged() throws Exception {
        client.send("{'jsonrpc':'2.0','odd':[ 1 ],'id':'a','method':'_m','params':{'p':1.50},'more':{}}");
        assertThat(agent.next())
                .isEqualTo(quoted("{'jsonrpc':'2.0','odd':[ 1 ],'id':1,'method':'_m','params':{'p':1.50},'more':{}}"));
        client.send("{'params':[],'method':'_n','id': 77 ,'jsonrpc':'2.0'}");
        assertThat(agent.next()).isEqualTo(quoted("{'params':[],'method':'_n','id': 2 ,'jsonrpc':'2.0'}"));

        agent.send("{'jsonrpc':'2.0','result':{'r':1e5},'id':2,'odd':0}");
        assertThat(client.next()).isEqualTo(quoted("{'jsonrpc':'2.0','result':{'r':1e5},'id':77,'odd':0}"));
        agent.send("{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'no','data':{'x':1.0},'odd':1}}");
        assertThat(client.next())
                .isEqualTo(quoted(
                        "{'jsonrpc':'2.0','id':'a','error':{'code':-32602,'message':'no','data':{'x':1.0},'odd':1}}"));
    }

    @Test
    void idsOfBothSidesDoNotCollide() throws Exception {
        client.send("{'jsonrpc':'2.0','id':1,'method':'_ofClient'}");
        agent.send("{'jsonrpc':'2.0','id':1,'method':'_ofAgent'}");
        client.send("{'jsonrpc':'2.0','id':'1','method':'_ofClientToo'}");
        assertThat(agent.nextJson().path("method").asText()).isEqualTo("_ofClient");
        assertThat(client.nextJson().path("method").asText()).isEqualTo("_ofAgent");
        assertThat(agent.nextJson().path("id").asInt()).isEqualTo(2);

        client.send("{'jsonrpc':'2.0','id':1,'result':'client'}");
        agent.send("{'jsonrpc':'2.0','id':2,'result':'second'}");
        agent.send("{'jsonrpc':'2.0','id':1,'result':'first'}");

        assertThat(agent.next()).isEqualTo(quoted("{'jsonrpc':'2.0','id':1,'result':'client'}"));
        assertThat(client.next()).isEqualTo(quoted("{'jsonrpc':'2.0','id':'1','result':'second'}"));
        assertThat(client.next()).isEqualTo(quoted("{'jsonrpc':'2.0','id':1,'result':'first'}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"40", "40.0", "4e1"})
    void aNumberIsTheSameIdHoweverItIsSpelled(String spelled) throws Exception {
        client.send("{'jsonrpc':'2.0','id':40.00,'method':'_m'}");
        agent.next();
        client.send("{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':" + spelled + "}}");
        assertThat(agent.nextJson().at("/params/requestId").asInt()).isEqualTo(1);
        agent.send("{'jsonrpc':'2.0','id':1.0,'result':{}}");
        assertThat(client.nextJson().path("id").decimalValue()).isEqualByComparingTo("40");
    }

    @Test
    void aCancellationNamesTheIdOfTheHop() throws Exception {
        client.send("{'jsonrpc':'2.0','id':40,'method':'_other'}");
        client.send("{'jsonrpc':'2.0','id':'x','method':'session/prompt','params':{'sessionId':'s'}}");
        agent.next();
        agent.next();

        client.send("{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':'unheard of'}}");
        client.send("{'jsonrpc':'2.0','method':'$/cancel_request','params':{'why':1,'requestId':'x','_meta':{}}}");

        assertThat(agent.next())
                .isEqualTo(quoted(
                        "{'jsonrpc':'2.0','method':'$/cancel_request','params':{'why':1,'requestId':2,'_meta':{}}}"));
        agent.send("{'jsonrpc':'2.0','id':2,'error':{'code':-32800,'message':'cancelled'}}");
        assertThat(client.nextJson().path("id").asText()).isEqualTo("x");
    }

    @Test
    void aQuestionAboutARequestNamesTheIdOfTheHop() throws Exception {
        client.send("{'jsonrpc':'2.0','id':40,'method':'_other'}");
        client.send("{'jsonrpc':'2.0','id':'x','method':'authenticate','params':{'methodId':'web'}}");
        agent.next();
        agent.next();
        String question = "{'jsonrpc':'2.0','id':%s,'method':'elicitation/create',"
                + "'params':{'mode':'url','x':[1.50],'requestId':%s ,'message':'requestId'}}";

        agent.send(question.formatted(1, 2));
        assertThat(client.next()).isEqualTo(quoted(question.formatted(1, "'x'")));
        agent.send(question.formatted(2, 7));
        assertRefusal(agent.nextJson(), -32602, "2");
        String ofSession = "{'jsonrpc':'2.0','id':%s,'method':'elicitation/create',"
                + "'params':{'sessionId':'s','requestId':null}}";
        agent.send(ofSession.formatted(3));
        assertThat(client.next()).isEqualTo(quoted(ofSession.formatted(2)));

        agent.send("{'jsonrpc':'2.0','id':2,'result':{}}");
        client.next();
        agent.send(question.formatted(4, 2));
        assertRefusal(agent.nextJson(), -32602, "4");
    }

    @Test
    void whatIsNoMessageIsAnsweredAndDoesNotPass() throws Exception {
        client.send("{'jsonrpc':'2.0','id':1,");
        assertRefusal(client.nextJson(), -32700, "null");
        client.send("[1,2]");
        assertRefusal(client.nextJson(), -32600, "null");
        client.send("{'jsonrpc':'2.0','id':1,'id':2,'method':'_x'}");
        assertRefusal(client.nextJson(), -32600, "null");
        client.send("{'jsonrpc':'2.0','id':3,'method':7}");
        assertRefusal(client.nextJson(), -32600, "3");
        client.send("{'jsonrpc':'2.0','id':4,'method':'_x','result':1}");
        assertRefusal(client.nextJson(), -32600, "4");
        client.sendFault(new FrameError("a line is too long", 17));
        assertRefusal(client.nextJson(), -32700, "null");
        client.send("{'jsonrpc':'2.0','id':9,'result':'nobody asked'}");

        client.send("{'jsonrpc':'2.0','method':'_after'}");
        assertThat(agent.nextJson().path("method").asText()).isEqualTo("_after");
    }

    private static void assertRefusal(JsonNode answer, int code, String id) {
        assertThat(answer.path("error").path("code").asInt()).isEqualTo(code);
        assertThat(answer.path("id").asText()).isEqualTo(id);
    }

    @Test
    void lineBreaksBetweenTokensBecomeSpaces() throws Exception {
        client.send("{'jsonrpc':'2.0',\r\n'method':'_x'\n}");

        assertThat(agent.next()).isEqualTo(quoted("{'jsonrpc':'2.0',  'method':'_x' }"));
    }

    @Test
    void requestsBeyondTheLimitAndDoubleIdsAreRefused() throws Exception {
        RawPeer one = new RawPeer();
        RawPeer other = new RawPeer();
        ProxyLimits limits =
                ProxyLimits.builder().maxRequests(2).stallTimeout(Duration.ZERO).build();
        try (ProxyConnection small =
                AcpProxy.builder().limits(limits).build().connect(one.transport(), other.transport())) {
            one.send("{'jsonrpc':'2.0','id':1,'method':'_x'}");
            one.send("{'jsonrpc':'2.0','id':1,'method':'_x'}");
            assertRefusal(one.nextJson(), -32600, "1");
            one.send("{'jsonrpc':'2.0','id':2,'method':'_x'}");
            one.send("{'jsonrpc':'2.0','id':3,'method':'_x'}");
            assertRefusal(one.nextJson(), -32603, "3");
            other.send("{'jsonrpc':'2.0','id':1,'result':1}");
            assertThat(one.nextJson().path("result").asInt()).isEqualTo(1);
            one.send("{'jsonrpc':'2.0','id':1,'method':'_again'}");

            List<String> passed = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                passed.add(other.nextJson().path("method").asText());
            }
            assertThat(passed).containsExactly("_x", "_x", "_again");
            assertThat(small).isNotNull();
        }
    }

    @Test
    void theEndOfOneSideAnswersWhatIsPendingAndClosesTheOther() throws Exception {
        client.send("{'jsonrpc':'2.0','id':'p','method':'session/prompt'}");
        agent.next();

        agent.die(CloseReason.peer("exit code 3"));

        JsonNode answer = client.nextJson();
        assertRefusal(answer, -32603, "p");
        assertThat(answer.path("error").path("data").path("reason").asText()).isEqualTo("component_gone");
        assertThat(answer.path("error").path("data").path("component").asText()).isEqualTo("agent");
        ProxyCloseReason reason = proxy.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(reason.component()).isEqualTo("agent");
        assertThat(reason.kind()).isEqualTo(CloseReason.Kind.PEER);
        assertThat(reason.description()).isEqualTo("the connection of the agent ended: exit code 3");
        assertThat(client.isClosed()).isTrue();
    }

    @Test
    void closingEndsBothSides() throws Exception {
        proxy.close();

        assertThat(proxy.closed()
                        .toCompletableFuture()
                        .get(60, TimeUnit.SECONDS)
                        .component())
                .isEqualTo("proxy");
        assertThat(client.isClosed()).isTrue();
        assertThat(agent.isClosed()).isTrue();
    }

    @Test
    void aSideThatDoesNotReadHoldsTheOtherAndLosesNothing() throws Exception {
        agent.stopReading(2);
        CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 20; i++) {
                client.send("{'jsonrpc':'2.0','method':'_n','params':" + i + "}");
            }
        });
        // The other way is not held.
        agent.send("{'jsonrpc':'2.0','method':'_back'}");
        assertThat(client.nextJson().path("method").asText()).isEqualTo("_back");
        assertThat(sender).isNotDone();

        agent.resumeReading();
        for (int i = 0; i < 20; i++) {
            assertThat(agent.nextJson().path("params").asInt()).isEqualTo(i);
        }
        sender.get(60, TimeUnit.SECONDS);
    }

    @Test
    void aSideThatReadsNothingForTooLongIsGivenUp() throws Exception {
        RawPeer one = new RawPeer();
        RawPeer other = new RawPeer();
        ProxyLimits limits = ProxyLimits.builder()
                .maxRequests(2)
                .stallTimeout(Duration.ofMillis(50))
                .build();
        ProxyConnection stalling =
                AcpProxy.builder().limits(limits).build().connect(one.transport(), other.transport());
        other.stopReading(0);
        CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> one.send("{'jsonrpc':'2.0','method':'_n'}"));

        ProxyCloseReason reason = stalling.closed().toCompletableFuture().get(60, TimeUnit.SECONDS);

        assertThat(reason.component()).isEqualTo("agent");
        assertThat(reason.kind()).isEqualTo(CloseReason.Kind.FAILURE);
        sender.get(60, TimeUnit.SECONDS);
    }
}
