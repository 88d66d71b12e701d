package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthMethod;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.schema.auth.AuthMethodTerminal;
import io.acp4j.schema.init.PromptCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.NewSessionResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which version a client gets, and what it takes to begin with it. */
class ProtocolVersionsTest {

    private static final String INTRODUCTION = "{'protocolVersion':2,'info':{'name':'raw','version':'1'}}";

    private static AcpAgentBuilder builder(String versions) {
        AcpAgentBuilder builder = AcpAgent.builder().info("agent", "1").onPrompt(turn -> turn.say("hi"));
        return versions.equals("default")
                ? builder
                : builder.protocolVersions(List.of(versions.split("\\+")).stream()
                        .map(number -> new ProtocolVersion(Integer.parseInt(number)))
                        .toArray(ProtocolVersion[]::new));
    }

    private static RawClient connect(String versions) {
        return RawClient.connect(builder(versions).build());
    }

    private static int initialize(RawClient client, String params) {
        return client.request("initialize", params.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource({
        "default, 1, 1",
        "default, 2, 1",
        "default, 7, 1",
        "default, 0, 1",
        "1, 1, 1",
        "1, 2, 1",
        "1, 0, 1",
        "2, 2, 2",
        "2, 3, 2",
        "2, 99, 2",
        "1+2, 1, 1",
        "1+2, 2, 2",
        "1+2, 3, 2",
        "2+1, 1, 1",
        "2+1, 2, 2"
    })
    void theNewestVersionThatIsNotNewerThanWhatIsAskedForIsSelected(String served, int asked, int selected) {
        try (RawClient client = connect(served)) {
            JsonNode result = client.result(
                    initialize(client, "{'protocolVersion':" + asked + ",'info':{'name':'raw','version':'1'}}"));
            assertThat(result.get("protocolVersion").asInt()).isEqualTo(selected);
            assertThat(result.has("agentInfo")).isEqualTo(selected == 1);
            assertThat(result.has("info")).isEqualTo(selected == 2);
            assertThat(result.has("agentCapabilities")).isEqualTo(selected == 1);
            assertThat(result.has("capabilities")).isEqualTo(selected == 2);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 0", "1+2, 0"})
    void whereThereIsNoSuchVersionTheErrorSaysWhichThereAreAndTheClientMayAskAgain(String served, int asked) {
        try (RawClient client = connect(served)) {
            JsonNode error = client.error(initialize(client, "{'protocolVersion':" + asked + "}"));
            assertThat(error.get("code").asInt()).isEqualTo(-32022);
            assertThat(error.get("data"))
                    .isEqualTo(json("{'requested':" + asked + ",'supported':[" + served.replace('+', ',') + "]}"));
            JsonNode early = client.error(client.request("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}"));
            assertThat(early.get("code").asInt()).isEqualTo(-32600);

            assertThat(client.result(initialize(client, INTRODUCTION))
                            .get("protocolVersion")
                            .asInt())
                    .isEqualTo(2);
            assertThat(client.newSession()).isNotEmpty();
        }
    }

    @Test
    void whoMadeTheClientIsRequiredInVersion2ButReadLenientlyFromANewerOne() {
        try (RawClient client = connect("1+2")) {
            for (String wrong : List.of(
                    "", ",'info':{'name':'raw'}", ",'info':'raw'", ",'clientInfo':{'name':'a','version':'1'}")) {
                JsonNode error = client.error(initialize(client, "{'protocolVersion':2" + wrong + "}"));
                assertThat(error.get("code").asInt()).as(wrong).isEqualTo(-32602);
                assertThat(error.at("/data/path").asText()).as(wrong).startsWith("/params/info");
            }
            assertThat(client.result(initialize(client, "{'protocolVersion':3,'info':'raw'}"))
                            .get("protocolVersion")
                            .asInt())
                    .isEqualTo(2);
            assertThat(client.agent().client().info().name()).isEqualTo("unknown");
        }
    }

    @Test
    void aVersionThatIsMissingOrMalformedIsRefused() {
        try (RawClient client = connect("1+2")) {
            for (String wrong : List.of("{}", "{'protocolVersion':'2'}", "{'protocolVersion':-1}", "[]")) {
                assertThat(client.error(initialize(client, wrong)).get("code").asInt())
                        .as(wrong)
                        .isEqualTo(-32602);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2", "1+2"})
    void inVersion2TheLatestInitializeCountsUntilThereIsAnotherRequest(String served) {
        try (RawClient client = connect(served)) {
            client.result(initialize(client, INTRODUCTION));
            client.notify("session/cancel", "{\"sessionId\":\"s\"}");
            assertAlreadyInitialized(client.error(initialize(client, INTRODUCTION.replace('2', '1'))));
            assertThat(client.error(initialize(client, "{'protocolVersion':2}"))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32602);
            assertThat(client.agent().client().info().name()).isEqualTo("raw");

            JsonNode again = client.result(
                    initialize(
                            client,
                            "{'protocolVersion':3,'info':{'name':'other','version':'2'},'capabilities':{'elicitation':{'url':{}}}}"));
            assertThat(again.get("protocolVersion").asInt()).isEqualTo(2);
            assertThat(client.agent().client().info().name()).isEqualTo("other");
            assertThat(client.agent().client().supports(Methods.ELICITATION_CREATE))
                    .isTrue();
            assertThat(client.newSession()).isNotEmpty();

            assertAlreadyInitialized(client.error(initialize(client, INTRODUCTION)));
            assertThat(client.newSession()).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void aRepetitionCountsForTheRequestsThatComeRightBehindIt(int requestsBefore) {
        AcpAgent agent = builder("1+2")
                .onNewSession((request, setup) -> {
                    SessionId id = new SessionId(
                            setup.sessionId() + "-" + setup.client().info().name());
                    return NewSessionResponse.builder(id).build();
                })
                .build();
        String other = "{'protocolVersion':2,'info':{'name':'other','version':'2'}}";
        try (RawClient client = RawClient.connect(agent)) {
            List<Integer> introductions = new ArrayList<>(List.of(initialize(client, INTRODUCTION)));
            List<Integer> sessions = new ArrayList<>();
            // Nothing is waited for, so that the agent may read all of it at once.
            for (int i = 0; i < requestsBefore; i++) {
                sessions.add(client.request("session/new", "{\"cwd\":\"/project\"}"));
            }
            client.notify("session/cancel", "{\"sessionId\":\"s\"}");
            introductions.add(initialize(client, other));
            sessions.add(client.request("session/new", "{\"cwd\":\"/project\"}"));
            introductions.add(initialize(client, other));
            Map<Integer, JsonNode> responses = new HashMap<>();
            while (responses.size() < introductions.size() + sessions.size()) {
                JsonNode frame = client.next();
                responses.put(frame.path("id").asInt(-1), frame);
            }
            assertThat(responses.get(introductions.get(0)).has("result")).isTrue();
            // One that comes before the first has its response is one too many, as any behind another request.
            JsonNode second = responses.get(introductions.get(1));
            if (requestsBefore > 0 || second.has("error")) {
                assertAlreadyInitialized(second.get("error"));
            }
            assertAlreadyInitialized(responses.get(introductions.get(2)).get("error"));
            for (int request : sessions) {
                assertThat(responses.get(request).at("/result/sessionId").asText())
                        .endsWith(second.has("error") ? "-raw" : "-other");
            }
        }
    }

    private static void assertAlreadyInitialized(JsonNode error) {
        assertThat(error.get("code").asInt()).isEqualTo(-32600);
        assertThat(error.at("/data/reason").asText()).isEqualTo("already_initialized");
    }

    @Test
    void arraysGetOneErrorAndRequestsNeedAnId() {
        try (RawClient client = connect("1+2")) {
            client.send(
                    "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"},{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"x\"}]");
            client.result(refusedThen(client, INTRODUCTION));
            client.send("[]");
            refused(client.next());
            client.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"session/new\",\"params\":{\"cwd\":\"/project\"}}");
            refused(client.next());
            client.expectSilence();
        }
    }

    private static int refusedThen(RawClient client, String introduction) {
        refused(client.next());
        return initialize(client, introduction);
    }

    private static void refused(JsonNode frame) {
        assertThat(frame.get("id").isNull()).isTrue();
        assertThat(frame.at("/error/code").asInt()).isEqualTo(-32600);
    }

    @Test
    void aRequestWithoutAnIdStaysPossibleInVersion1() {
        try (RawClient client = connect("1+2")) {
            client.send(
                    "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1}}");
            assertThat(client.next().at("/result/protocolVersion").asInt()).isEqualTo(1);
        }
    }

    @Test
    void aLoginInATerminalIsShownToClientsThatOfferOneAndNeverServed() {
        List<AuthMethod> methods = List.of(
                AuthMethodAgent.of(new AuthMethodId("web"), "In the browser"),
                AuthMethodTerminal.builder(new AuthMethodId("tty"), "In a terminal")
                        .args(List.of("login"))
                        .env(Map.of("MODE", "tty"))
                        .build());
        AcpAgent agent = builder("1+2")
                .onAuthenticate(methods, (request, context) -> {
                    assertThat(request.methodId()).isEqualTo(new AuthMethodId("web"));
                })
                .onLogout((request, context) -> {})
                .build();
        String web = "{'type':'agent','methodId':'web','name':'In the browser'}";
        String tty = "{'type':'terminal','methodId':'tty','name':'In a terminal','args':['login'],"
                + "'env':[{'name':'MODE','value':'tty'}]}";
        String asked = "{\"protocolVersion\":2,\"info\":{\"name\":\"raw\",\"version\":\"1\"},\"capabilities\":";
        try (RawClient with = RawClient.connect(agent);
                RawClient without = RawClient.connect(agent)) {
            assertThat(with.result(with.request("initialize", asked + "{\"auth\":{\"terminal\":{}}}}"))
                            .get("authMethods"))
                    .isEqualTo(json("[" + web + "," + tty + "]"));
            assertThat(without.result(without.request("initialize", asked + "{}}"))
                            .get("authMethods"))
                    .isEqualTo(json("[" + web + "]"));
            for (RawClient client : List.of(with, without)) {
                JsonNode error = client.error(client.request("auth/login", "{\"methodId\":\"tty\"}"));
                assertThat(error.get("code").asInt()).isEqualTo(-32602);
                assertThat(error.get("data"))
                        .isEqualTo(json("{'reason':'terminal_auth_method','path':'/params/methodId'}"));
                assertThat(client.result(client.request("auth/login", "{\"methodId\":\"web\"}")))
                        .isEqualTo(json("{}"));
            }
        }
    }

    @Test
    void capabilitiesAreMarkersThatNestAsVersion2Has() {
        AcpAgent agent = builder("1+2")
                .capabilities(all -> all.promptCapabilities(
                        PromptCapabilities.builder().image(true).build()))
                .onAuthenticate(
                        List.of(AuthMethodAgent.of(new AuthMethodId("login"), "Log in")), (request, context) -> {})
                .onLogout((request, context) -> {})
                .onDeleteSession((request, context) -> {})
                .build();
        try (RawClient client = RawClient.connect(agent)) {
            JsonNode result = client.result(initialize(client, INTRODUCTION));
            assertThat(result)
                    .isEqualTo(
                            json(
                                    "{'protocolVersion':2,'capabilities':{'session':{'prompt':{'image':{}},'mcp':{'stdio':{}},'delete':{}}},"
                                            + "'authMethods':[{'type':'agent','methodId':'login','name':'Log in'}],'info':{'name':'agent','version':'1'}}"));
            assertThat(client.result(client.request("auth/login", "{\"methodId\":\"login\"}")))
                    .isEqualTo(json("{}"));
            assertThat(client.result(client.request("auth/logout", "{}"))).isEqualTo(json("{}"));
            for (String older : List.of("authenticate", "logout", "session/load", "session/set_mode")) {
                assertThat(client.error(client.request(older, "{}")).get("code").asInt())
                        .as(older)
                        .isEqualTo(-32601);
            }
        }
    }

    @Test
    void serversOfTransportsThatAreNotAdvertisedOrWithANameTwiceAreRefused() {
        try (RawClient client = connect("2")) {
            client.result(initialize(client, INTRODUCTION));
            String stdio = "{'type':'stdio','name':'a','command':'/bin/a'}";
            for (String wrong : List.of(
                    "{'type':'http','name':'h','url':'http://localhost'}",
                    "{'type':'carrier','name':'c'}",
                    stdio + "," + stdio)) {
                JsonNode error = client.error(client.request(
                        "session/new", ("{'cwd':'/project','mcpServers':[" + wrong + "]}").replace('\'', '"')));
                assertThat(error.get("code").asInt()).as(wrong).isEqualTo(-32602);
            }
            client.result(client.request(
                    "session/new", ("{'cwd':'/project','mcpServers':[" + stdio + "]}").replace('\'', '"')));
        }
    }

    @Test
    void versionsThatNobodySpeaksAreRefusedWhenTheAgentIsBuilt() {
        assertThatIllegalArgumentException().isThrownBy(() -> builder("3"));
        assertThatIllegalArgumentException().isThrownBy(() -> builder("default").protocolVersions());
        assertThatIllegalStateException()
                .isThrownBy(() -> builder("1+2")
                        .onRequest(Methods.INITIALIZE, (request, context) -> null)
                        .build())
                .withMessageContaining("initialize");
    }
}
