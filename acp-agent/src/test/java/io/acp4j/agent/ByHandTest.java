package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.ListSessionsResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

class ByHandTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static AcpAgentBuilder agent() {
        return AcpAgent.builder().info("test-agent", "1").onPrompt(turn -> {});
    }

    @Test
    void whatHasNoHandlerIsAnsweredAsUnknown() {
        try (RawClient client = RawClient.initialized(agent().build())) {
            for (String method : List.of("_ext", "session/list", "session/load", "session/fork", "logout", "x/y")) {
                JsonNode error =
                        client.error(client.request(method, "{\"sessionId\":\"s\",\"cwd\":\"/\",\"mcpServers\":[]}"));
                assertThat(error.get("code").asInt()).as(method).isEqualTo(-32601);
                assertThat(error.at("/data/method").asText()).isEqualTo(method);
            }
            client.notify("_ext", "{}");
            client.expectSilence();
        }
    }

    @Test
    void extensionsAreServedTypedAndRaw() {
        List<String> told = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent().onRequest(
                        RequestMethod.extension("_session/cwd", RawJson.CODEC, RawJson.CODEC), (params, context) -> {
                            SessionId id = new SessionId(
                                    params.toTree().get("sessionId").asText());
                            AgentSession session = AgentConnection.of(context).session(id);
                            return RawJson.of(Map.of("cwd", session.cwd(), "method", context.method()));
                        })
                .onRequestAsync(
                        RequestMethod.extension("_later", RawJson.CODEC, RawJson.CODEC),
                        (params, context) -> CompletableFuture.supplyAsync(() -> params, context.executor()))
                .onNotification(
                        NotificationMethod.extension("_tell", RawJson.CODEC),
                        (params, connection) -> told.add(AgentConnection.of(connection)
                                        .client()
                                        .capabilities()
                                        .terminal()
                                + params.toJson()))
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            assertThat(client.result(client.request("_session/cwd", "{\"sessionId\":\"" + session + "\"}")))
                    .isEqualTo(json("{'cwd':'/project','method':'_session/cwd'}"));
            client.notify("_tell", "{\"a\":1}");
            assertThat(client.result(client.request("_later", "{\"b\":2}"))).isEqualTo(json("{'b':2}"));
            client.newSession();
            assertThat(told).containsExactly("false{\"a\":1}");
        }
    }

    @Test
    void whatIsHandledByHandTakesTheUsualPlace() {
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .onRequest(
                        Methods.SESSION_PROMPT, (request, context) -> PromptResponse.of(StopReason.MAX_TURN_REQUESTS))
                .onRequest(Methods.SESSION_LIST, (request, context) -> ListSessionsResponse.of(List.of()))
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            assertThat(client.result(client.prompt("any", "x"))).isEqualTo(json("{'stopReason':'max_turn_requests'}"));
            assertThat(client.result(client.request("session/list", "{}"))).isEqualTo(json("{'sessions':[]}"));
        }
    }

    @Test
    void othersAreTakenByTheCatchAll() {
        List<String> seen = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent().onOtherRequest((method, params, context) -> {
                    if (method.equals("_no")) {
                        throw AcpErrorException.methodNotFound(method);
                    }
                    return RawJson.of(Map.of("method", method, "params", params.toTree()));
                })
                .onOtherNotification((method, params, connection) -> seen.add(method + params.toJson()))
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            client.notify("vendor/note", "{\"n\":1}");
            assertThat(client.result(client.request("vendor/ask", "{\"a\":1}")))
                    .isEqualTo(json("{'method':'vendor/ask','params':{'a':1}}"));
            assertThat(client.error(client.request("_no", "{}")).get("code").asInt())
                    .isEqualTo(-32601);
            Awaitility.await().atMost(PATIENCE).until(() -> seen.contains("vendor/note{\"n\":1}"));
        }
    }

    @Test
    void foreignConnectionsAreNotTakenForAnAgents() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AgentConnection.of(Mockito.mock(Connection.class)))
                .withMessageContaining("AcpAgent");
    }

    @Test
    void connectionOfAnAgentCallsWithoutChecks() throws InterruptedException {
        try (RawClient client = RawClient.initialized(agent().build())) {
            RequestMethod<RawJson, RawJson> ask = RequestMethod.extension("_ask", RawJson.CODEC, RawJson.CODEC);
            AgentConnection connection = client.agent();
            CompletableFuture<RawJson> answer = connection.requestAsync(ask, RawJson.EMPTY_OBJECT);
            client.respond(client.next("_ask"), "{\"x\":1}");
            assertThat(answer.join().toTree()).isEqualTo(json("{'x':1}"));

            connection.notify(NotificationMethod.extension("_tell", RawJson.CODEC), RawJson.EMPTY_OBJECT);
            client.next("_tell");
            connection.close();
            assertThat(connection.awaitClosed()).isNotNull();
        }
    }

    /** A client may forward an extension request to a person. */
    @Test
    void extensionRequestOfAnAgentHasNoTimeLimitUnlessOneIsSetForItsMethod() throws InterruptedException {
        AcpAgent limited = agent().options(ConnectionOptions.builder()
                        .requestTimeout(Duration.ofMillis(100))
                        .requestTimeout("_limited", Duration.ofSeconds(1))
                        .build())
                .build();
        try (RawClient client = RawClient.initialized(limited)) {
            AgentConnection connection = client.agent();
            CompletableFuture<RawJson> ask = connection.requestAsync(
                    RequestMethod.extension("_ask", RawJson.CODEC, RawJson.CODEC), RawJson.EMPTY_OBJECT);
            JsonNode question = client.next("_ask");

            assertThat(connection.requestAsync(
                            RequestMethod.extension("_limited", RawJson.CODEC, RawJson.CODEC), RawJson.EMPTY_OBJECT))
                    .failsWithin(PATIENCE)
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(RequestTimeoutException.class);

            assertThat(ask).isNotDone();
            client.respond(question, "{}");
            assertThat(ask).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void handlersCanBeTestedWithoutAConnection() throws Exception {
        PromptTurn turn = Mockito.mock(PromptTurn.class);
        Mockito.when(turn.text()).thenReturn("hello");
        PromptHandler handler = each -> each.say("You said: " + each.text());

        handler.handle(turn);

        Mockito.verify(turn).say("You said: hello");
    }
}
