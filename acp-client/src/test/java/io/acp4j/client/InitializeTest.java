package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.MalformedMessageException;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.schema.Meta;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.fs.WriteTextFileResponse;
import io.acp4j.schema.init.ClientCapabilities;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.terminal.TerminalOutputResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InitializeTest {

    private final RawAgent agent = new RawAgent();

    private JsonNode advertisedBy(AcpClientBuilder builder) {
        CompletableFuture<AcpClient> connecting = builder.connectAsync();
        JsonNode request = agent.expect("initialize");
        agent.result(request, "{'protocolVersion':1}");
        get(connecting).close();
        return request.get("params");
    }

    @Test
    void plainClientAsksForVersion1AndAdvertisesNothing() {
        JsonNode params = advertisedBy(AcpClient.builder(agent.transport()));

        assertThat(params.get("protocolVersion").asInt()).isEqualTo(1);
        assertThat(params.has("clientInfo")).isFalse();
        JsonNode capabilities = params.path("clientCapabilities");
        assertThat(capabilities.path("fs").path("readTextFile").asBoolean()).isFalse();
        assertThat(capabilities.path("fs").path("writeTextFile").asBoolean()).isFalse();
        assertThat(capabilities.path("terminal").asBoolean()).isFalse();
        assertThat(capabilities.has("elicitation")).isFalse();
    }

    @Test
    void clientTellsWhoItIs() {
        JsonNode params = advertisedBy(
                AcpClient.builder(agent.transport()).info("my-client", "1.0.0").meta(Meta.of("trace", "on")));

        assertThat(params.get("clientInfo")).isEqualTo(json("{'name':'my-client','version':'1.0.0'}"));
        assertThat(params.get("_meta")).isEqualTo(json("{'trace':'on'}"));
    }

    @Test
    void missingInfoIsRefusedAtOnce() {
        AcpClientBuilder builder = AcpClient.builder(agent.transport());

        assertThatThrownBy(() -> builder.info(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void eachHandlerAdvertisesItsCapability() {
        JsonNode capabilities = advertisedBy(AcpClient.builder(agent.transport())
                        .onPermission((request, context) -> RequestPermissionResponse.cancelled())
                        .onReadTextFile((request, context) -> ReadTextFileResponse.of(""))
                        .onWriteTextFile((request, context) -> WriteTextFileResponse.EMPTY)
                        .onTerminal(mock(TerminalHandler.class))
                        .onFormElicitation((request, context) -> CreateElicitationResponse.declined())
                        .onUrlElicitation((request, context) -> CreateElicitationResponse.declined()))
                .get("clientCapabilities");

        assertThat(capabilities.get("fs")).isEqualTo(json("{'readTextFile':true,'writeTextFile':true}"));
        assertThat(capabilities.get("terminal")).isEqualTo(json("true"));
        assertThat(capabilities.get("elicitation")).isEqualTo(json("{'form':{},'url':{}}"));
    }

    @Test
    void oneTerminalMethodAloneAdvertisesNothing() {
        JsonNode capabilities = advertisedBy(AcpClient.builder(agent.transport())
                        .onRequest(
                                Methods.TERMINAL_OUTPUT,
                                (request, context) -> new TerminalOutputResponse("", false, null, null)))
                .get("clientCapabilities");

        assertThat(capabilities.path("terminal").asBoolean()).isFalse();
    }

    @Test
    void capabilitiesSetByHandAreKeptBesideThoseOfHandlers() {
        ClientCapabilities byHand = ClientCapabilities.builder()
                .terminal(true)
                .extra("future", true)
                .build();
        JsonNode capabilities = advertisedBy(AcpClient.builder(agent.transport())
                        .onReadTextFile((request, context) -> ReadTextFileResponse.of(""))
                        .capabilities(byHand))
                .get("clientCapabilities");

        assertThat(capabilities.get("terminal")).isEqualTo(json("true"));
        assertThat(capabilities.get("future")).isEqualTo(json("true"));
        assertThat(capabilities.path("fs").path("readTextFile").asBoolean()).isTrue();
    }

    @Test
    void clientKnowsWhatTheAgentAnsweredWithUnknownMembers() {
        CompletableFuture<AcpClient> connecting =
                AcpClient.builder(agent.transport()).connectAsync();
        agent.result(
                agent.expect("initialize"),
                "{'protocolVersion':1,'agentInfo':{'name':'a','version':'2','title':null,'vendor':'x'},"
                        + "'agentCapabilities':{'loadSession':true,'future':{'deep':1},"
                        + "'sessionCapabilities':{'fork':{'atMessageId':true,'x':1}}},"
                        + "'authMethods':[{'id':'key','name':'API key'}],'more':[]}");
        try (AcpClient client = get(connecting)) {
            assertThat(client.protocolVersion()).isEqualTo(ProtocolVersion.V1);
            assertThat(client.agentInfo())
                    .isNotNull()
                    .satisfies(info -> assertThat(info.name()).isEqualTo("a"));
            assertThat(client.agentCapabilities().loadSession()).isTrue();
            assertThat(client.agentCapabilities().extras()).containsEntry("future", RawJson.parse("{\"deep\":1}"));
            assertThat(client.agentCapabilities().sessionCapabilities().fork().extras())
                    .containsEntry("x", RawJson.parse("1"));
            assertThat(client.authMethods())
                    .singleElement()
                    .satisfies(method -> assertThat(method.name()).isEqualTo("API key"));
        }
    }

    @Test
    void agentOfAnotherVersionIsRefusedAndTheConnectionClosed() {
        CompletableFuture<AcpClient> connecting =
                AcpClient.builder(agent.transport()).connectAsync();
        agent.result(agent.expect("initialize"), "{'protocolVersion':2,'capabilities':{'session':{}}}");

        assertThatThrownBy(() -> get(connecting))
                .isInstanceOfSatisfying(UnsupportedProtocolVersionException.class, refused -> {
                    assertThat(refused.requested().value()).isEqualTo(1);
                    assertThat(refused.responded().value()).isEqualTo(2);
                });
        assertThat(agent.ended()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void errorAnswerClosesTheConnection() {
        CompletableFuture<AcpClient> connecting =
                AcpClient.builder(agent.transport()).connectAsync();
        agent.error(agent.expect("initialize"), -32603, "no");

        assertThatThrownBy(() -> get(connecting)).isInstanceOf(AcpErrorException.class);
        assertThat(agent.ended()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void malformedAnswerClosesTheConnectionAndNamesThePath() {
        CompletableFuture<AcpClient> connecting =
                AcpClient.builder(agent.transport()).connectAsync();
        agent.result(agent.expect("initialize"), "{'protocolVersion':'one'}");

        assertThatThrownBy(() -> get(connecting))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("/result/protocolVersion");
        assertThat(agent.ended()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void missingAnswerTimesOutAndClosesTheConnection() {
        ConnectionOptions options = ConnectionOptions.builder()
                .requestTimeout(Duration.ofMillis(50))
                .build();

        assertThatThrownBy(() ->
                        AcpClient.builder(agent.transport()).options(options).connect())
                .isInstanceOf(RequestTimeoutException.class);
        assertThat(agent.ended()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void agentThatGoesAwayFailsTheConnecting() {
        CompletableFuture<AcpClient> connecting =
                AcpClient.builder(agent.transport()).connectAsync();
        agent.expect("initialize");
        agent.close();

        assertThatThrownBy(() -> get(connecting)).isInstanceOf(ConnectionClosedException.class);
    }

    @Test
    void cancellingTheConnectingClosesTheConnection() {
        CompletableFuture<AcpClient> connecting =
                AcpClient.builder(agent.transport()).connectAsync();
        agent.expect("initialize");
        connecting.cancel(true);

        assertThat(agent.ended()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void closingTheClientClosesTheConnection() throws Exception {
        AcpClient client = agent.connect();
        client.close();

        assertThat(agent.ended()).succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(client.awaitClosed()).isNotNull();
        assertThatThrownBy(() -> client.newSession(java.nio.file.Path.of("/project")))
                .isInstanceOf(ConnectionClosedException.class);
    }
}
