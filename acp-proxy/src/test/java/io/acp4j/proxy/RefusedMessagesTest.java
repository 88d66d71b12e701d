package io.acp4j.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.bridge.VersionBridge;
import io.acp4j.rpc.testing.RawPeer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A message that the transport of one side refuses, because it is too long, fails its own request and nothing else. */
class RefusedMessagesTest {

    private static final int LIMIT = 600;
    private static final String LONG = "x".repeat(LIMIT);

    /** The kind of a proxy. */
    private enum Kind {
        PROXY,
        BRIDGE;

        ProxyConnection connect(RawPeer client, RawPeer agent) {
            return this == PROXY
                    ? AcpProxy.builder().build().connect(client.transport(), agent.transport())
                    : VersionBridge.builder().build().connect(client.transport(), agent.transport());
        }
    }

    private final RawPeer client = new RawPeer();
    private final RawPeer agent = new RawPeer();
    private ProxyConnection proxy;

    @BeforeEach
    void limit() {
        client.refuseLongerThan(LIMIT);
        agent.refuseLongerThan(LIMIT);
    }

    @AfterEach
    void close() {
        proxy.close();
    }

    private void open(Kind kind) throws Exception {
        proxy = kind.connect(client, agent);
        client.send("{'jsonrpc':'2.0','id':0,'method':'initialize','params':{'protocolVersion':2,"
                + "'capabilities':{},'info':{'name':'c','version':'1'}}}");
        JsonNode request = agent.nextJson();
        agent.send("{'jsonrpc':'2.0','id':" + request.path("id") + ",'result':{'protocolVersion':1}}");
        client.nextJson();
    }

    private static void assertFailed(JsonNode response, String id, String side) {
        assertThat(response.path("id").asText()).isEqualTo(id);
        assertThat(response.at("/error/code").asInt()).isEqualTo(-32603);
        assertThat(response.at("/error/message").asText()).contains("passed on to the " + side, "more than the limit");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void requestThatTheAgentsTransportRefusesFails(Kind kind) throws Exception {
        open(kind);
        client.send("{'jsonrpc':'2.0','id':7,'method':'_long','params':{'t':'" + LONG + "'}}");
        assertFailed(client.nextJson(), "7", "agent");
        assertGoesOn();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void responseThatTheClientsTransportRefusesBecomesAnError(Kind kind) throws Exception {
        open(kind);
        client.send("{'jsonrpc':'2.0','id':7,'method':'_short'}");
        String id = agent.nextJson().path("id").toString();
        agent.send("{'jsonrpc':'2.0','id':" + id + ",'result':{'t':'" + LONG + "'}}");
        assertFailed(client.nextJson(), "7", "client");
        assertGoesOn();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void notificationThatATransportRefusesIsDropped(Kind kind) throws Exception {
        open(kind);
        agent.send("{'jsonrpc':'2.0','method':'_long','params':{'t':'" + LONG + "'}}");
        assertGoesOn();
    }

    private void assertGoesOn() throws Exception {
        client.send("{'jsonrpc':'2.0','id':8,'method':'_again'}");
        JsonNode request = agent.nextJson();
        assertThat(request.path("method").asText()).isEqualTo("_again");
        agent.send("{'jsonrpc':'2.0','id':" + request.path("id") + ",'result':{}}");
        assertThat(client.nextJson().path("id").asInt()).isEqualTo(8);
        assertThat(client.poll()).isNull();
    }
}
