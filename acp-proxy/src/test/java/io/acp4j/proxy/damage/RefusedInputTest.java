package io.acp4j.proxy.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentConnection;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.proxy.AcpProxy;
import io.acp4j.proxy.ProxyLimits;
import io.acp4j.proxy.bridge.VersionBridge;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.MessageTooLargeException;
import io.acp4j.rpc.testing.RawPeer;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.RawJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages over a limit fail alone, and noise of an agent is answered once. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RefusedInputTest {

    private static final Path HERE = Path.of("").toAbsolutePath();

    private static final String DAMAGED_REQUEST =
            "{'jsonrpc':'2.0','method':'session/request_permission','params':{'sessionId':'s',},'id':5}";

    private static final List<String> NOISE = List.of("Loading model", "warning: no GPU", "{ready");

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aPromptOverTheLimitOfTheClientFailsBeforeItIsSent(int version) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(turn -> turn.say("hello"))
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .build();
        try (AgentConnection serving = agent.serve(pair.agent());
                AcpClient client = AcpClient.builder(pair.client())
                        .protocolVersions(version == 1 ? ProtocolVersion.V1 : ProtocolVersion.V2)
                        .options(ConnectionOptions.builder()
                                .maxOutboundMessageBytes(10_000)
                                .build())
                        .connect()) {
            ClientSession session = client.newSession(HERE);

            assertThat(catchThrowable(() -> session.prompt("x".repeat(10_000))))
                    .isInstanceOf(MessageTooLargeException.class)
                    .hasMessageContaining("session/prompt")
                    .hasMessageContaining("limit of 10000 bytes");
            assertThat(session.prompt("short").stopReason().value()).isEqualTo("end_turn");
            assertThat(serving).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anUpdateOverTheLimitOfTheAgentFailsItsPromptOnly(int version) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(turn -> turn.say("x".repeat(Integer.parseInt(turn.text()))))
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .options(ConnectionOptions.builder()
                        .maxOutboundMessageBytes(10_000)
                        .build())
                .build();
        try (AgentConnection serving = agent.serve(pair.agent());
                AcpClient client = AcpClient.builder(pair.client())
                        .protocolVersions(version == 1 ? ProtocolVersion.V1 : ProtocolVersion.V2)
                        .connect()) {
            ClientSession session = client.newSession(HERE);

            assertThat(catchThrowable(() -> session.prompt("10000")))
                    .isInstanceOf(AcpErrorException.class)
                    .hasMessageContaining("limit of 10000 bytes");
            assertThat(session.prompt("10").stopReason().value()).isEqualTo("end_turn");
            assertThat(serving).isNotNull();
        }
    }

    @Test
    void aClientAnswersTheNoiseOfAnAgentOnce() throws Exception {
        RawPeer agent = new RawPeer();
        CompletableFuture<AcpClient> connecting = CompletableFuture.supplyAsync(
                () -> AcpClient.builder(agent.transport()).connect());
        String id = agent.nextJson().path("id").toString();

        NOISE.forEach(agent::send);

        assertThat(agent.nextJson().at("/error/code").asInt()).isEqualTo(-32700);
        assertThat(agent.poll()).isNull();
        agent.send(DAMAGED_REQUEST);
        assertThat(agent.nextJson().at("/error/code").asInt()).isEqualTo(-32700);
        agent.send("{'jsonrpc':'2.0','id':" + id + ",'result':{'protocolVersion':1}}");
        connecting.get(60, TimeUnit.SECONDS).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy", "bridge"})
    void aProxyAnswersTheNoiseOfAnAgentOnceAndThatOfAClientEachTime(String kind) throws Exception {
        RawPeer client = new RawPeer();
        RawPeer agent = new RawPeer();
        try (var between = kind.equals("proxy")
                ? AcpProxy.builder().build().connect(client.transport(), agent.transport())
                : VersionBridge.create().connect(client.transport(), agent.transport())) {
            NOISE.forEach(agent::send);
            NOISE.forEach(client::send);
            for (int i = 0; i < NOISE.size(); i++) {
                assertThat(client.nextJson().at("/error/code").asInt()).isEqualTo(-32700);
            }
            assertThat(agent.nextJson().at("/error/code").asInt()).isEqualTo(-32700);
            agent.send(DAMAGED_REQUEST);
            assertThat(agent.nextJson().at("/error/code").asInt()).isEqualTo(-32700);
            client.send("{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':1}}");
            assertThat(agent.nextJson().path("method").asText()).isEqualTo("initialize");
            assertThat(between).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy", "bridge"})
    void aProxyDoesNotAnswerADamagedNotification(String kind) throws Exception {
        RawPeer client = new RawPeer();
        RawPeer agent = new RawPeer();
        try (var between = kind.equals("proxy")
                ? AcpProxy.builder().build().connect(client.transport(), agent.transport())
                : VersionBridge.create().connect(client.transport(), agent.transport())) {
            agent.send("{'jsonrpc':'2.0','method':'session/update','params':{'sessionId':'s',}}");
            client.send("{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':1}}");

            assertThat(agent.nextJson().path("method").asText()).isEqualTo("initialize");
            assertThat(between).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'jsonrpc':'2.0','id':ID", "{'jsonrpc':'2.0','id':ID,'resu", "{'jsonrpc':'2.0','i"})
    void aDamagedObjectOfUnknownKindEndsTheRequestOfTheClientBehindTheProxyInTime(String damaged) throws Exception {
        RawPeer agent = new RawPeer();
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        RequestMethod<RawJson, RawJson> ask = RequestMethod.extension("_ask", RawJson.CODEC, RawJson.CODEC);
        try (var between = AcpProxy.builder().build().connect(pair.agent(), agent.transport());
                Connection client = Handlers.builder()
                        .build()
                        .connect(
                                pair.client(),
                                ConnectionOptions.builder()
                                        .requestTimeout(Duration.ofSeconds(1))
                                        .requestTimeout("_ask", Duration.ZERO)
                                        .build())) {
            CompletableFuture<RawJson> first = client.requestAsync(ask, RawJson.EMPTY_OBJECT);
            JsonNode request = agent.nextJson();

            agent.send(damaged.replace("ID", request.path("id").toString()));

            assertThat(first)
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("A message of the agent cannot be read");
            assertThat(agent.nextJson().at("/error/code").asInt()).isEqualTo(-32700);
            assertThat(agent.nextJson().path("method").asText()).isEqualTo("$/cancel_request");
            CompletableFuture<RawJson> second = client.requestAsync(ask, RawJson.EMPTY_OBJECT);
            agent.send("{'jsonrpc':'2.0','id':" + agent.nextJson().path("id") + ",'result':{}}");
            assertThat(second).succeedsWithin(Duration.ofSeconds(60));
            assertThat(between).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 31", "2, 32", "3,"})
    void aReportAboutARequestReachesTheClientOfTheOuterProxyWithItsId(int damaged, String expected) throws Exception {
        RawPeer client = new RawPeer();
        RawPeer agent = new RawPeer();
        InMemoryTransport.Pair middle = InMemoryTransport.pair();
        try (var outer = AcpProxy.builder().build().connect(client.transport(), middle.client());
                var inner = AcpProxy.builder().build().connect(middle.agent(), agent.transport())) {
            // A request that has ended sets the IDs of the hops apart.
            client.send("{'jsonrpc':'2.0','id':30,'method':'_ask','params':{}}");
            agent.send("{'jsonrpc':'2.0','id':" + agent.nextJson().get("id") + ",'result':{}}");
            assertThat(client.nextJson().has("result")).isTrue();
            for (int id = 31; id <= 32; id++) {
                client.send("{'jsonrpc':'2.0','id':" + id + ",'method':'_ask','params':{}}");
                agent.nextJson();
            }
            agent.send("{'jsonrpc':'2.0','id':null,'error':{'code':-32603,'message':'Damaged','data':{"
                    + "'reason':'unreadable_message','component':'agent','requestId':" + (damaged + 1) + "}}}");

            JsonNode report = client.nextJson();
            assertThat(report.get("id").isNull()).isTrue();
            assertThat(report.at("/error/message").asText()).isEqualTo("Damaged");
            assertThat(report.at("/error/data/component").asText()).isEqualTo("agent");
            JsonNode named = report.at("/error/data/requestId");
            assertThat(named.isMissingNode() ? null : named.toString()).isEqualTo(expected);
            assertThat(client.poll()).isNull();
            assertThat(List.of(outer, inner)).hasSize(2);
        }
    }

    @Test
    void aDamagedObjectBehindTwoProxiesIsReportedWithTheIdOfTheClient() throws Exception {
        RawPeer client = new RawPeer();
        RawPeer agent = new RawPeer();
        InMemoryTransport.Pair middle = InMemoryTransport.pair();
        try (var outer = AcpProxy.builder().build().connect(client.transport(), middle.client());
                var inner = AcpProxy.builder().build().connect(middle.agent(), agent.transport())) {
            client.send("{'jsonrpc':'2.0','id':2,'method':'_ask','params':{}}");
            JsonNode first = agent.nextJson();
            client.send("{'jsonrpc':'2.0','id':1,'method':'_ask','params':{}}");
            agent.nextJson();

            agent.send("{'jsonrpc':'2.0','id':" + first.get("id") + ",'resu");

            JsonNode report = client.nextJson();
            assertThat(report.at("/error/data/reason").asText()).isEqualTo("unreadable_message");
            assertThat(report.at("/error/data/requestId").asInt()).isEqualTo(2);
            assertThat(List.of(outer, inner)).hasSize(2);
        }
    }

    /** The client has ended one of its requests, but the proxy cannot know which one. */
    @Test
    void aRequestThatAnErrorWithoutAnIdMayHaveEndedDoesNotCountAgainstTheLimit() throws Exception {
        RawPeer client = new RawPeer();
        RawPeer agent = new RawPeer();
        ProxyLimits two = ProxyLimits.builder().maxRequests(2).build();
        try (var between = AcpProxy.builder().limits(two).build().connect(client.transport(), agent.transport())) {
            for (int id = 1; id <= 2; id++) {
                client.send("{'jsonrpc':'2.0','id':" + id + ",'method':'_ask','params':{}}");
                agent.nextJson();
            }
            agent.send("{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Parse error'}}");
            assertThat(client.nextJson().get("id").isNull()).isTrue();

            client.send("{'jsonrpc':'2.0','id':3,'method':'_ask','params':{}}");

            JsonNode passed = agent.nextJson();
            assertThat(passed.path("method").asText()).isEqualTo("_ask");
            agent.send("{'jsonrpc':'2.0','id':" + passed.get("id") + ",'result':{}}");
            List<Integer> released = new ArrayList<>();
            for (JsonNode next = client.nextJson(); !next.has("result"); next = client.nextJson()) {
                assertThat(next.at("/error/data/reason").asText()).isEqualTo("unreadable_response");
                released.add(next.get("id").asInt());
            }
            assertThat(released).containsExactlyInAnyOrder(1, 2);
            assertThat(between).isNotNull();
        }
    }
}
