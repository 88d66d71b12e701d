package io.acp4j.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes before, behind and after the request that opens a connection, with proxies between client and agent. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GateBehindProxiesTest {

    private final RawPeer client = new RawPeer();
    private final Map<Integer, JsonNode> responses = new HashMap<>();
    private final List<Integer> order = new ArrayList<>();
    private final List<String> said = new ArrayList<>();

    /** A proxy that only passes on, and one that reads what it passes on, in front of an agent of both versions. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theGateOfTheAgentHoldsForWhatComesThroughProxies(int version) throws Exception {
        InMemoryTransport.Pair outer = InMemoryTransport.pair();
        InMemoryTransport.Pair inner = InMemoryTransport.pair();
        AcpProxy reading = AcpProxy.builder()
                .fromClient("initialize", CallInterceptor.rewriting(params -> marked(params)))
                .fromClient("session/new", CallInterceptor.rewriting(params -> marked(params)))
                .build();
        AcpAgent served = AcpAgent.builder()
                .info("agent", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> turn.say("re " + turn.text()))
                .build();
        try (AgentConnection agent = served.serve(inner.agent());
                ProxyConnection behind = reading.connect(outer.agent(), inner.client());
                ProxyConnection before = AcpProxy.builder().build().connect(client.transport(), outer.client())) {
            request(1, "session/list", "{}");
            initialize(2, 0);
            // Behind a request that does not open the connection, so refused as it is.
            newSession(3);
            assertThat(error(1)).isEqualTo("-32600 not_initialized");
            assertThat(response(2).at("/error/code").asInt()).isEqualTo(-32022);
            assertThat(error(3)).isEqualTo("-32600 not_initialized");

            initialize(4, version);
            newSession(5);
            initialize(6, version);
            assertThat(error(6)).isEqualTo("-32600 already_initialized");
            String session = response(5).at("/result/sessionId").asText();
            assertThat(response(4).at("/result/protocolVersion").asInt()).isEqualTo(version);
            assertThat(order.indexOf(4)).isLessThan(order.indexOf(5));

            request(7, "session/prompt", "{'sessionId':'" + session + "','prompt':[{'type':'text','text':'hi'}]}");
            JsonNode result = response(7).path("result");
            while (!said.contains("end_turn")) {
                take();
            }
            assertThat(said).contains("re hi");
            assertThat(result.has("messageId")).isEqualTo(version == 2);
            assertThat(List.of(agent, behind, before)).doesNotContainNull();
        }
    }

    private static JsonNode marked(JsonNode params) {
        ((ObjectNode) params).withObject("/_meta").put("seen", true);
        return params;
    }

    private void request(int id, String method, String params) {
        client.send("{'jsonrpc':'2.0','id':" + id + ",'method':'" + method + "','params':" + params + "}");
    }

    private void initialize(int id, int version) {
        request(id, "initialize", "{'protocolVersion':" + version + ",'info':{'name':'raw','version':'1'}}");
    }

    private void newSession(int id) {
        request(id, "session/new", "{'cwd':'/project','mcpServers':[]}");
    }

    private String error(int id) throws InterruptedException {
        JsonNode error = response(id).path("error");
        return error.path("code").asInt() + " " + error.at("/data/reason").asText();
    }

    private JsonNode response(int id) throws InterruptedException {
        while (!responses.containsKey(id)) {
            take();
        }
        return responses.get(id);
    }

    private void take() throws InterruptedException {
        JsonNode frame = client.nextJson();
        if (frame.has("id")) {
            int id = frame.get("id").asInt();
            order.add(id);
            responses.put(id, frame);
            said.add(frame.at("/result/stopReason").asText());
        } else {
            said.add(frame.at("/params/update/content/text").asText());
            said.add(frame.at("/params/update/stopReason").asText());
        }
    }
}
