package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.session.NewSessionRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AgentCallsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String OPTION = "{'id':'model','name':'Model','type':'select','currentValue':'%s',"
            + "'options':[{'value':'a','name':'A'},{'value':'b','name':'B'}]}";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @AfterEach
    void close() {
        client.close();
    }

    private void connectToAnAgentThatWantsAKey() {
        CompletableFuture<AcpClient> connecting =
                AcpClient.builder(agent.transport()).connectAsync();
        agent.result(
                agent.expect("initialize"),
                "{'protocolVersion':1,'agentCapabilities':{'auth':{'logout':{}}},"
                        + "'authMethods':[{'id':'key','name':'API key'},{'id':'web','name':'Browser'}]}");
        client = get(connecting);
    }

    @Test
    void missingAuthenticationNamesTheWaysToAuthenticate() {
        connectToAnAgentThatWantsAKey();
        CompletableFuture<ClientSession> blocking =
                CompletableFuture.supplyAsync(() -> client.newSession(Path.of("/project")));
        agent.error(agent.expect("session/new"), -32000, "Authentication required");
        CompletableFuture<ClientSession> asynchronous =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.error(agent.expect("session/new"), -32000, "Authentication required");

        for (CompletableFuture<ClientSession> failing : List.of(blocking, asynchronous)) {
            assertThatThrownBy(() -> get(failing))
                    .isInstanceOf(AcpErrorException.class)
                    .isInstanceOfSatisfying(AuthenticationRequiredException.class, required -> {
                        assertThat(required.code()).isEqualTo(ErrorCode.AUTH_REQUIRED);
                        assertThat(required.authMethods())
                                .extracting(method -> method.id().value())
                                .containsExactly("key", "web");
                    })
                    .hasMessageContaining("[key, web]")
                    .hasMessageContaining("call client.authenticate(…) with one of them, then repeat the call");
        }
    }

    @Test
    void withoutAuthenticationMethodsTheErrorNamesTheProgramOfTheAgent() {
        client = agent.connect();
        CompletableFuture<ClientSession> failing =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.error(agent.expect("session/new"), -32000, "Authentication required");

        assertThatThrownBy(() -> get(failing))
                .isInstanceOf(AuthenticationRequiredException.class)
                .hasMessageContaining("sign in with the agent's own program, then repeat the call");
    }

    @Test
    void authenticatingAndLoggingOutAreCalls() {
        connectToAnAgentThatWantsAKey();
        CompletableFuture<Void> authenticating = CompletableFuture.runAsync(() -> client.authenticate("key"));
        JsonNode request = agent.expect("authenticate");
        agent.result(request, "null");
        get(authenticating);
        CompletableFuture<Void> loggingOut = client.logoutAsync();
        agent.result(agent.expect("logout"), "{}");
        get(loggingOut);

        assertThat(request.get("params")).isEqualTo(json("{'methodId':'key'}"));
    }

    @Test
    void methodOfAuthenticationThatTheAgentDoesNotOfferIsNotSent() {
        connectToAnAgentThatWantsAKey();
        AuthMethodId other = new AuthMethodId("password");
        assertThatThrownBy(() -> client.authenticate(other))
                .isInstanceOf(UnsupportedCapabilityException.class)
                .hasMessageContaining("authMethods[id=password]");
        assertThatThrownBy(() -> client.authenticateAsync(other)).isInstanceOf(UnsupportedCapabilityException.class);
        var unused = client.logoutAsync();
        agent.expect("logout");
    }

    @Test
    void extensionsAreCalledAndNotified() {
        client = agent.connect();
        CompletableFuture<RawJson> calling = CompletableFuture.supplyAsync(() -> client.request(
                RequestMethod.extension("_mine/sum", RawJson.CODEC, RawJson.CODEC), RawJson.parse("[1,2]")));
        JsonNode request = agent.expect("_mine/sum");
        agent.result(request, "3");
        client.notify(NotificationMethod.extension("_mine/note", RawJson.CODEC), RawJson.EMPTY_OBJECT);

        assertThat(request.get("params")).isEqualTo(json("[1,2]"));
        assertThat(get(calling).toJson()).isEqualTo("3");
        agent.expect("_mine/note");
    }

    @Test
    void cancellingACallAsksTheAgentToCancelIt() {
        client = agent.connect();
        CompletableFuture<RawJson> calling = client.requestAsync(
                RequestMethod.extension("_mine/sum", RawJson.CODEC, RawJson.CODEC), RawJson.EMPTY_OBJECT);
        JsonNode request = agent.expect("_mine/sum");
        calling.cancel(true);

        assertThat(agent.expect("$/cancel_request").at("/params/requestId")).isEqualTo(request.get("id"));
    }

    @Test
    void currentModeFollowsCallsAndUpdates() {
        client = agent.connect();
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(
                agent.expect("session/new"),
                "{'sessionId':'s1','modes':{'currentModeId':'ask','availableModes':"
                        + "[{'id':'ask','name':'Ask'},{'id':'code','name':'Code'}]}}");
        ClientSession session = get(opening);
        assertThat(session.modes().currentModeId()).isEqualTo(new SessionModeId("ask"));

        CompletableFuture<Void> setting = session.setModeAsync(new SessionModeId("code"));
        JsonNode request = agent.expect("session/set_mode");
        agent.result(request, "{}");
        get(setting);
        assertThat(request.get("params")).isEqualTo(json("{'sessionId':'s1','modeId':'code'}"));
        assertThat(session.modes().currentModeId()).isEqualTo(new SessionModeId("code"));

        agent.update("s1", "{'sessionUpdate':'current_mode_update','currentModeId':'ask'}");
        org.awaitility.Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> session.modes().currentModeId().equals(new SessionModeId("ask")));
        assertThat(session.modes().availableModes()).hasSize(2);
    }

    @Test
    void configurationFollowsCallsAndUpdates() {
        client = agent.connect();
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1','configOptions':[" + OPTION.formatted("a") + "]}");
        ClientSession session = get(opening);
        assertThat(session.configOptions()).hasSize(1);

        CompletableFuture<List<SessionConfigOption>> setting =
                CompletableFuture.supplyAsync(() -> session.setConfigOption(
                        new SessionConfigId("model"), SessionConfigValue.of(new SessionConfigValueId("b"))));
        JsonNode request = agent.expect("session/set_config_option");
        agent.result(request, "{'configOptions':[" + OPTION.formatted("b") + "]}");
        assertThat(get(setting)).hasSize(1).isEqualTo(session.configOptions());
        assertThat(request.get("params")).isEqualTo(json("{'sessionId':'s1','configId':'model','value':'b'}"));

        agent.update("s1", "{'sessionUpdate':'config_option_update','configOptions':[]}");
        org.awaitility.Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> session.configOptions().isEmpty());
    }

    @Test
    void modeThatAnUpdateToldBeforeTheAnswerIsKept() {
        client = agent.connect();
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        JsonNode request = agent.expect("session/new");
        agent.update("s1", "{'sessionUpdate':'current_mode_update','currentModeId':'code'}");
        agent.result(
                request,
                "{'sessionId':'s1','modes':{'currentModeId':'ask','availableModes':[{'id':'ask','name':'Ask'}]}}");

        ClientSession session = get(opening);
        assertThat(session.modes().currentModeId()).isEqualTo(new SessionModeId("code"));
        assertThat(session.modes().availableModes()).hasSize(1);
    }
}
