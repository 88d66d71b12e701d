package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.schema.auth.AuthMethodTerminal;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InitializationTest {

    private static AcpAgentBuilder agent() {
        return AcpAgent.builder().info("test-agent", "1").onPrompt(turn -> {});
    }

    private static JsonNode capabilitiesOf(AcpAgent agent) {
        try (RawClient client = RawClient.connect(agent)) {
            return client.initialize("{}").get("agentCapabilities");
        }
    }

    private static AuthMethodTerminal terminalLogin() {
        return AuthMethodTerminal.builder(new AuthMethodId("tty"), "In a terminal")
                .build();
    }

    @Test
    void withoutFurtherHandlersNothingIsAdvertised() {
        JsonNode capabilities = capabilitiesOf(agent().build());

        assertThat(capabilities.get("loadSession").asBoolean()).isFalse();
        assertThat(capabilities.get("sessionCapabilities")).isEqualTo(json("{}"));
        assertThat(capabilities.get("auth")).isEqualTo(json("{}"));
        assertThat(capabilities.at("/promptCapabilities/image").asBoolean()).isFalse();
    }

    static Stream<Arguments> handlersAndWhatTheyAdvertise() {
        return Stream.of(
                handler("load", "/loadSession", "true", b -> b.onLoadSession((r, s) -> LoadSessionResponse.EMPTY)),
                handler(
                        "resume",
                        "/sessionCapabilities/resume",
                        "{}",
                        b -> b.onResumeSession((r, s) -> ResumeSessionResponse.EMPTY)),
                handler(
                        "list",
                        "/sessionCapabilities/list",
                        "{}",
                        b -> b.onListSessions((r, c) -> ListSessionsResponse.of(List.of()))),
                handler("close", "/sessionCapabilities/close", "{}", b -> b.onCloseSession((r, s) -> {})),
                handler("delete", "/sessionCapabilities/delete", "{}", b -> b.onDeleteSession((r, c) -> {})),
                handler(
                        "fork",
                        "/sessionCapabilities/fork",
                        "{}",
                        b -> b.onForkSession((r, s) ->
                                ForkSessionResponse.builder(s.sessionId()).build())),
                handler(
                        "fork at message",
                        "/sessionCapabilities/fork",
                        "{'atMessageId':true}",
                        b -> b.onForkSession((r, s) -> ForkSessionResponse.builder(s.sessionId())
                                        .build())
                                .forkAtMessage(true)),
                handler("logout", "/auth/logout", "{}", b -> b.onLogout((r, c) -> {})),
                handler(
                        "images",
                        "/promptCapabilities/image",
                        "true",
                        b -> b.capabilities(all -> all.promptCapabilities(
                                PromptCapabilities.builder().image(true).build()))));
    }

    private static Arguments handler(
            String name, String pointer, String expected, UnaryOperator<AcpAgentBuilder> addition) {
        return argumentSet(name, pointer, expected, addition);
    }

    @ParameterizedTest
    @MethodSource("handlersAndWhatTheyAdvertise")
    void handlerAdvertisesWhatItMakesPossible(
            String pointer, String expected, UnaryOperator<AcpAgentBuilder> addition) {
        assertThat(capabilitiesOf(addition.apply(agent()).build()).at(pointer)).isEqualTo(json(expected));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 99})
    void answersWithTheVersionThatItSpeaks(int requested) {
        try (RawClient client = RawClient.connect(agent().build())) {
            JsonNode result = client.result(client.request("initialize", "{\"protocolVersion\":" + requested + "}"));

            assertThat(result.get("protocolVersion").asInt()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"session/new", "session/prompt", "authenticate", "_extension", "no/such/method"})
    void nothingIsServedBeforeInitialize(String method) {
        AcpAgent agent =
                agent().onAuthenticate(List.of(), (request, context) -> {}).build();
        try (RawClient client = RawClient.connect(agent)) {
            JsonNode error = client.error(client.request(
                    method, "{\"cwd\":\"/\",\"mcpServers\":[],\"sessionId\":\"s\",\"prompt\":[],\"methodId\":\"m\"}"));

            assertThat(error.get("code").asInt()).isEqualTo(-32600);
            assertThat(error.at("/data/reason").asText()).isEqualTo("not_initialized");
            client.initialize("{}");
            client.newSession();
        }
    }

    @Test
    void secondInitializeIsRefused() {
        try (RawClient client = RawClient.initialized(agent().build())) {
            JsonNode error = client.error(client.request("initialize", "{\"protocolVersion\":1}"));

            assertThat(error.get("code").asInt()).isEqualTo(-32600);
            assertThat(error.at("/data/reason").asText()).isEqualTo("already_initialized");
        }
    }

    @Test
    void whatFollowsAnInitializeThatTakesItsTimeWaitsForItsOutcome() {
        CompletableFuture<InitializeResponse> outcome = new CompletableFuture<>();
        AcpAgent agent = agent().onRequestAsync(Methods.INITIALIZE, (request, context) -> outcome)
                .build();
        try (RawClient client = RawClient.connect(agent)) {
            int initialize = client.request("initialize", "{\"protocolVersion\":1}");
            client.cancel("nobody");
            Set<Integer> made = new HashSet<>();
            Set<Integer> about = new HashSet<>();
            for (int i = 0; i < 100; i++) {
                made.add(client.request("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}"));
                about.add(client.prompt("session " + i, "hello"));
            }
            outcome.complete(InitializeResponse.of(ProtocolVersion.V1));

            assertThat(client.result(initialize).get("protocolVersion").asInt()).isEqualTo(1);
            for (int i = 0; i < 200; i++) {
                JsonNode response = client.next();
                int id = response.get("id").asInt();
                if (made.remove(id)) {
                    assertThat(response.at("/result/sessionId").asText()).isNotEmpty();
                } else {
                    assertThat(about.remove(id)).isTrue();
                    assertThat(response.at("/error/data/reason").asText()).isEqualTo("unknown_session");
                }
            }
        }
    }

    @Test
    void whatFollowsAnInitializeThatFailsIsRefused() {
        AcpAgent agent = agent().onRequestAsync(Methods.INITIALIZE, (request, context) -> {
                    throw AcpErrorException.invalidRequest("no_license", "There is no license");
                })
                .build();
        try (RawClient client = RawClient.connect(agent)) {
            int initialize = client.request("initialize", "{\"protocolVersion\":1}");
            int create = client.request("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}");

            assertThat(client.error(initialize).at("/data/reason").asText()).isEqualTo("no_license");
            assertThat(client.error(create).at("/data/reason").asText()).isEqualTo("not_initialized");
        }
    }

    @Test
    void requestsThatFollowInitializeWithoutWaitingAreServed() {
        for (int i = 0; i < 50; i++) {
            try (RawClient client = RawClient.connect(agent().build())) {
                int initialize = client.request("initialize", "{\"protocolVersion\":1}");
                int create = client.request("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}");

                client.result(initialize);
                assertThat(client.result(create).get("sessionId").asText()).isNotEmpty();
            }
        }
    }

    @Test
    void clientIsKnownByWhatItSaysOfItself() {
        try (RawClient client = RawClient.connect(agent().build())) {
            Client peer = client.agent().client();
            assertThatIllegalStateException().isThrownBy(peer::capabilities);
            assertThatIllegalStateException().isThrownBy(peer::info);

            client.result(client.request(
                    "initialize",
                    "{\"protocolVersion\":1,\"clientCapabilities\":{\"terminal\":true},"
                            + "\"clientInfo\":{\"name\":\"editor\",\"version\":\"3\"}}"));

            assertThat(peer.info()).isEqualTo(Implementation.of("editor", "3"));
            assertThat(peer.capabilities().terminal()).isTrue();
            assertThat(peer.supports(Methods.TERMINAL_CREATE)).isTrue();
            assertThat(peer.supports(Methods.FS_READ_TEXT_FILE)).isFalse();
            assertThat(peer.supports(Methods.SESSION_REQUEST_PERMISSION)).isTrue();
            assertThatIllegalArgumentException().isThrownBy(() -> peer.requestAsync(Methods.SESSION_LIST, null));
        }
    }

    @Test
    void terminalLoginIsShownOnlyToClientsWithTerminals() {
        AcpAgent agent = agent().onAuthenticate(
                        List.of(AuthMethodAgent.of(new AuthMethodId("web"), "In the browser"), terminalLogin()),
                        (request, context) -> {})
                .build();
        try (RawClient without = RawClient.connect(agent);
                RawClient with = RawClient.connect(agent)) {
            assertThat(without.initialize("{}").get("authMethods"))
                    .isEqualTo(json("[{'id':'web','name':'In the browser'}]"));
            assertThat(with.initialize("{\"auth\":{\"terminal\":true}}").get("authMethods"))
                    .hasSize(2);
        }
    }

    @Test
    void authenticationIsServedForOfferedMethodsOnly() {
        List<AuthMethodId> used = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent().onAuthenticate(
                        List.of(AuthMethodAgent.of(new AuthMethodId("web"), "In the browser"), terminalLogin()),
                        (request, context) -> used.add(request.methodId()))
                .onLogout((request, context) -> used.clear())
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            assertThat(client.result(client.request("authenticate", "{\"methodId\":\"web\"}")))
                    .isEqualTo(json("{}"));
            assertThat(used).containsExactly(new AuthMethodId("web"));

            JsonNode unknown = client.error(client.request("authenticate", "{\"methodId\":\"other\"}"));
            assertThat(unknown.get("code").asInt()).isEqualTo(-32602);
            assertThat(unknown.get("data"))
                    .isEqualTo(json("{'reason':'unknown_auth_method','path':'/params/methodId'}"));
            JsonNode terminal = client.error(client.request("authenticate", "{\"methodId\":\"tty\"}"));
            assertThat(terminal.at("/data/reason").asText()).isEqualTo("terminal_auth_method");

            assertThat(client.result(client.request("logout", "{}"))).isEqualTo(json("{}"));
            assertThat(used).isEmpty();
        }
    }

    @Test
    void initializeCanBeHandledByHand() {
        AcpAgent agent = agent().onRequest(
                        Methods.INITIALIZE,
                        (request, context) -> InitializeResponse.builder(ProtocolVersion.V1)
                                .agentCapabilities(AgentCapabilities.builder()
                                        .loadSession(true)
                                        .build())
                                .build())
                .build();
        try (RawClient client = RawClient.connect(agent)) {
            assertThat(client.initialize("{\"terminal\":true}")
                            .at("/agentCapabilities/loadSession")
                            .asBoolean())
                    .isTrue();
            assertThat(client.agent().client().capabilities().terminal()).isTrue();
            client.newSession();
        }
    }

    @Test
    void notificationsBeforeInitializeAreIgnored() {
        List<String> seen = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent().onOtherNotification((method, params, connection) -> seen.add(method))
                .build();
        try (RawClient client = RawClient.connect(agent)) {
            client.notify("_early", "{}");
            client.cancel("s");
            client.initialize("{}");
            client.notify("_late", "{}");
            client.newSession();

            assertThat(seen).containsExactly("_late");
        }
    }

    @Test
    void agentNeedsANameAndAHandlerOfPrompts() {
        assertThatIllegalStateException()
                .isThrownBy(() -> AcpAgent.builder().info("a", "1").build())
                .withMessageContaining("onPrompt");
        assertThatIllegalStateException()
                .isThrownBy(() -> AcpAgent.builder().onPrompt(turn -> {}).build())
                .withMessageContaining("info(name, version)");
        assertThatIllegalStateException()
                .isThrownBy(() -> agent().forkAtMessage(true).build())
                .withMessageContaining("onForkSession");
        assertThatIllegalArgumentException().isThrownBy(() -> agent().maxSessions(0));
        AcpAgent.builder()
                .info("a", "1")
                .onRequestAsync(Methods.SESSION_PROMPT, (request, context) -> new CompletableFuture<>())
                .build();
    }

    @Test
    void oneAgentServesSeveralClients() {
        AcpAgent agent = agent().build();
        try (RawClient first = RawClient.initialized(agent);
                RawClient second = RawClient.initialized(agent)) {
            String session = first.newSession();

            JsonNode error = second.error(second.prompt(session, "hello"));
            assertThat(error.get("code").asInt()).isEqualTo(-32002);
            assertThat(error.get("data")).isEqualTo(json("{'sessionId':'" + session + "','reason':'unknown_session'}"));
            first.result(first.prompt(session, "hello"));
        }
    }
}
