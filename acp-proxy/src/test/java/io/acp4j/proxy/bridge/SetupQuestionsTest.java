package io.acp4j.proxy.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.SessionContext;
import io.acp4j.proxy.AcpProxy;
import io.acp4j.proxy.ProxyConnection;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an agent asks the user while it opens a session names the client's request, whatever stands between them. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SetupQuestionsTest {

    /** What stands between the client and the agent. */
    private enum Between {
        PROXY,
        PROXIES,
        BRIDGE;

        private List<ProxyConnection> put(RawPeer client, InMemoryTransport.Pair inner) {
            if (this == BRIDGE) {
                return List.of(VersionBridge.create().connect(client.transport(), inner.client()));
            }
            AcpProxy proxy = AcpProxy.builder().build();
            if (this == PROXY) {
                return List.of(proxy.connect(client.transport(), inner.client()));
            }
            InMemoryTransport.Pair middle = InMemoryTransport.pair();
            return List.of(
                    proxy.connect(client.transport(), middle.client()), proxy.connect(middle.agent(), inner.client()));
        }
    }

    private static void ask(SessionContext setup) {
        ElicitationSchema schema = ElicitationSchema.builder()
                .required("code", StringPropertySchema.builder().build())
                .build();
        var response = setup.client()
                .elicit(FormElicitationRequest.of(ElicitationScope.of(setup.requestId()), "The code?", schema));
        assertThat(((ElicitationAccepted) response).content().get("code"))
                .isEqualTo(new ElicitationContentValue.StringValue("123"));
    }

    private static AcpAgent agent(int version) {
        return AcpAgent.builder()
                .info("agent", "1")
                .protocolVersions(new ProtocolVersion(version))
                .onNewSession((request, setup) -> {
                    ask(setup);
                    return NewSessionResponse.builder(setup.sessionId()).build();
                })
                .onLoadSession((request, setup) -> {
                    ask(setup);
                    return LoadSessionResponse.EMPTY;
                })
                .onResumeSession((request, setup) -> {
                    ask(setup);
                    return ResumeSessionResponse.EMPTY;
                })
                .onForkSession((request, setup) -> {
                    ask(setup);
                    return ForkSessionResponse.builder(setup.sessionId()).build();
                })
                .onPrompt(turn -> {})
                .build();
    }

    private static Stream<Arguments> ways() {
        List<Arguments> ways = new ArrayList<>();
        for (int client : new int[] {1, 2}) {
            for (Between between : Between.values()) {
                for (String method : client == 1
                        ? List.of("new", "load", "resume", "fork")
                        : List.of("new", "resume", "replay", "fork")) {
                    ways.add(Arguments.of(client, between == Between.BRIDGE ? 3 - client : client, between, method));
                }
            }
        }
        return ways.stream();
    }

    private static String params(String method) {
        String known = method.equals("new") ? "" : "'sessionId':'s',";
        String replay = method.equals("replay") ? ",'replayFrom':{'type':'start'}" : "";
        return "{" + known + "'cwd':'/project','mcpServers':[]" + replay + "}";
    }

    @ParameterizedTest
    @MethodSource("ways")
    void aFormNamesTheRequestOfTheClient(int version, int agentVersion, Between between, String method)
            throws Exception {
        InMemoryTransport.Pair inner = InMemoryTransport.pair();
        RawPeer client = new RawPeer();
        AgentConnection serving = agent(agentVersion).serve(inner.agent());
        List<ProxyConnection> relays = between.put(client, inner);
        try {
            String capabilities = "{'elicitation':{'form':{}}}";
            client.send("{'jsonrpc':'2.0','id':'first','method':'initialize','params':{'protocolVersion':" + version
                    + ",'info':{'name':'c','version':'1'},'capabilities':" + capabilities + ",'clientCapabilities':"
                    + capabilities + "}}");
            assertThat(client.nextJson().at("/result/protocolVersion").asInt()).isEqualTo(version);
            // Other ids than any hop would give by itself, one of them like a number of another hop.
            for (String id : List.of("'open it'", "3")) {
                String wire = "session/" + (method.equals("replay") ? "resume" : method);
                client.send(
                        "{'jsonrpc':'2.0','id':" + id + ",'method':'" + wire + "','params':" + params(method) + "}");
                JsonNode question = next(client);
                assertThat(question.path("method").asText()).isEqualTo("elicitation/create");
                assertThat(question.at("/params/requestId").toString()).isEqualTo(id.replace('\'', '"'));
                client.send("{'jsonrpc':'2.0','id':" + question.path("id")
                        + ",'result':{'action':'accept','content':{'code':'123'}}}");
                JsonNode response = next(client);
                assertThat(response.path("id").toString()).isEqualTo(id.replace('\'', '"'));
                assertThat(response.has("result")).as("%s", response).isTrue();
            }
        } finally {
            relays.forEach(ProxyConnection::close);
            serving.close();
        }
    }

    /** Returns the next message that is no update. */
    private static JsonNode next(RawPeer client) throws InterruptedException {
        while (true) {
            JsonNode message = client.nextJson();
            if (!message.path("method").asText().equals("session/update")) {
                return message;
            }
        }
    }
}
