package io.acp4j.proxy.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.InMemoryTransport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** This library's agent and client, which speak the older version here, each behind a bridge from raw frames of the newer one. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OwnPeersTest {

    @Test
    void anAgentServesAClientOfTheNewerVersion() throws Exception {
        InMemoryTransport.Pair inner = InMemoryTransport.pair();
        RawPeer client = new RawPeer();
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(turn -> {
                    turn.say("Hello ");
                    turn.say("you");
                })
                .build();
        try (AgentConnection serving = agent.serve(inner.agent());
                var bridge = VersionBridge.create().connect(client.transport(), inner.client())) {
            client.send(
                    "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':2,'info':{'name':'c','version':'1'}}}");
            JsonNode opened = client.nextJson().path("result");
            assertThat(opened.path("protocolVersion").asInt()).isEqualTo(2);
            assertThat(opened.at("/info/name").asText()).isEqualTo("agent");
            assertThat(opened.at("/capabilities/session/mcp/stdio").isObject()).isTrue();
            String cwd = Path.of("").toAbsolutePath().toString();
            client.send("{'jsonrpc':'2.0','id':2,'method':'session/new','params':{'cwd':'" + cwd.replace("\\", "\\\\")
                    + "'}}");
            String session = client.nextJson().at("/result/sessionId").asText();
            client.send("{'jsonrpc':'2.0','id':3,'method':'session/prompt','params':{'sessionId':'" + session
                    + "','prompt':[{'type':'text','text':'hi'}]}}");
            List<String> seen = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            while (seen.isEmpty() || !seen.get(seen.size() - 1).equals("idle end_turn")) {
                JsonNode message = client.nextJson();
                JsonNode update = message.at("/params/update");
                if (update.path("sessionUpdate").asText().equals("agent_message_chunk")) {
                    text.append(update.at("/content/text").asText());
                } else if (update.path("sessionUpdate").asText().equals("state_update")) {
                    seen.add((update.path("state").asText()
                                    + ' '
                                    + update.path("stopReason").asText())
                            .strip());
                } else if (message.has("result")) {
                    seen.add("inserted");
                }
            }
            assertThat(seen).containsExactly("inserted", "running", "idle end_turn");
            assertThat(text).hasToString("Hello you");
            assertThat(serving).isNotNull();
            assertThat(bridge).isNotNull();
        }
    }

    @Test
    void aClientUsesAnAgentOfTheNewerVersion() throws Exception {
        RawPeer agent = new RawPeer();
        var transport = VersionBridge.create().inFrontOf(agent.transport());
        CompletableFuture<AcpClient> connecting =
                CompletableFuture.supplyAsync(() -> AcpClient.builder(transport).connect());
        agent.send("{'jsonrpc':'2.0','id':" + agent.nextJson().path("id")
                + ",'error':{'code':-32022,'message':'no','data':{'requested':1,'supported':[2]}}}");
        agent.send("{'jsonrpc':'2.0','id':" + agent.nextJson().path("id")
                + ",'result':{'protocolVersion':2,'info':{'name':'new','version':'2'},'capabilities':{'session':{}}}}");
        try (AcpClient client = connecting.get(60, TimeUnit.SECONDS)) {
            assertThat(client.agentInfo().name()).isEqualTo("new");
            CompletableFuture<ClientSession> opening = CompletableFuture.supplyAsync(
                    () -> client.newSession(Path.of("").toAbsolutePath()));
            agent.send("{'jsonrpc':'2.0','id':" + agent.nextJson().path("id") + ",'result':{'sessionId':'s'}}");
            ClientSession session = opening.get(60, TimeUnit.SECONDS);
            CompletableFuture<?> prompting = CompletableFuture.supplyAsync(() -> session.prompt("hi"));
            JsonNode prompt = agent.nextJson();
            agent.send("{'jsonrpc':'2.0','id':" + prompt.path("id") + ",'result':{'messageId':'u'}}");
            for (String update : List.of(
                    "{'sessionUpdate':'state_update','state':'running'}",
                    "{'sessionUpdate':'tool_call_update','toolCallId':'t','title':'x','status':'cancelled'}",
                    "{'sessionUpdate':'agent_message','messageId':'a','content':[{'type':'text','text':'hello'}]}",
                    "{'sessionUpdate':'state_update','state':'idle','stopReason':'refusal'}")) {
                agent.send("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s','update':" + update
                        + "}}");
            }
            assertThat(prompting.get(60, TimeUnit.SECONDS).toString()).contains("refusal");
        }
    }
}
