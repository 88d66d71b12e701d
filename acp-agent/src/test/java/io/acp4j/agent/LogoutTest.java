package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.schema.auth.AuthMethodTerminal;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client may do when its user has logged out. */
class LogoutTest {

    private static final String NEW = "{'cwd':'/project','mcpServers':[]}";

    private final List<String> told = new CopyOnWriteArrayList<>();

    private AcpAgentBuilder agent() {
        return new ScriptedAgent()
                .builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onAuthenticate(
                        List.of(AuthMethodAgent.of(new AuthMethodId("web"), "In the browser")),
                        (request, context) -> told.add("login"));
    }

    private static RawClient connect(int version, AcpAgentBuilder agent) {
        RawClient client = RawClient.connect(agent.build());
        client.result(client.request(
                "initialize", "{\"protocolVersion\":" + version + ",\"info\":{\"name\":\"raw\",\"version\":\"1\"}}"));
        return client;
    }

    private static int send(RawClient client, String method, String params) {
        return client.request(method, params.replace('\'', '"'));
    }

    private static JsonNode logOut(RawClient client, int version) {
        return client.result(send(client, version == 1 ? "logout" : "auth/logout", "{}"));
    }

    private static void logIn(RawClient client, int version) {
        client.result(send(client, version == 1 ? "authenticate" : "auth/login", "{'methodId':'web'}"));
    }

    private static void requireRefused(RawClient client, String method, String params) {
        assertThat(client.error(send(client, method, params)).get("code").asInt())
                .as(method)
                .isEqualTo(-32000);
    }

    private static String open(RawClient client) {
        return client.result(send(client, "session/new", NEW)).get("sessionId").asText();
    }

    @Test
    void anAgentWithMethodsLogsOutInVersion2WhetherItsAuthorHasAHandlerOrNot() {
        try (RawClient client = connect(2, agent())) {
            open(client);

            assertThat(logOut(client, 2)).isEqualTo(json("{}"));
            requireRefused(client, "session/new", NEW);

            logIn(client, 2);
            open(client);
            assertThat(told).containsExactly("login");
        }
    }

    @Test
    void inVersion1ThereIsNoLogoutWithoutAHandler() {
        try (RawClient client = RawClient.connect(agent().build())) {
            assertThat(client.initialize("{}").at("/agentCapabilities/auth")).isEqualTo(json("{}"));
            assertThat(client.error(send(client, "logout", "{}")).get("code").asInt())
                    .isEqualTo(-32601);
            open(client);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theHandlerIsToldAndSessionsNeedAnotherLoginOnThisConnectionOnly(int version) {
        AcpAgentBuilder agent = agent().onLogout((request, context) -> told.add("logout"));
        try (RawClient client = connect(version, agent);
                RawClient other = connect(version, agent)) {
            logIn(client, version);
            logOut(client, version);
            assertThat(told).containsExactly("login", "logout");
            requireRefused(client, "session/new", NEW);
            open(other);

            logIn(client, version);
            open(client);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLogoutThatFailsLeavesTheUserLoggedIn(int version) {
        AcpAgentBuilder agent = agent().onLogout((request, context) -> {
            throw AcpErrorException.invalidRequest("offline", "The server cannot be reached");
        });
        try (RawClient client = connect(version, agent)) {
            JsonNode error = client.error(send(client, version == 1 ? "logout" : "auth/logout", "{}"));
            assertThat(error.at("/data/reason").asText()).isEqualTo("offline");
            open(client);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whoWasOfferedNoMethodOpensSessionsAllTheSame(int version) {
        AcpAgentBuilder agent = agent().onLogout((request, context) -> told.add("logout"))
                .onAuthenticate(
                        List.of(AuthMethodTerminal.builder(new AuthMethodId("tty"), "In a terminal")
                                .build()),
                        (request, context) -> {});
        try (RawClient client = connect(version, agent)) {
            logOut(client, version);
            open(client);
            assertThat(told).containsExactly("logout");
        }
    }

    @Test
    void anAgentWithoutMethodsHasNoLogout() {
        AcpAgentBuilder agent = agent().onAuthenticate(List.of(), (request, context) -> {});
        try (RawClient client = connect(2, agent)) {
            assertThat(client.error(send(client, "auth/logout", "{}"))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32601);
            open(client);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void sessionsThatAreOpenGoOnAndNoneIsOpenedOrForked(int version) {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                RawClient client = connect(
                        version,
                        agent().onLogout((request, peer) -> {}).sessions(repository, ScriptedAgent.UNTITLED))) {
            String stored = open(client);
            client.result(client.request("session/close", "{\"sessionId\":\"" + stored + "\"}"));
            String session = open(client);
            logOut(client, version);

            String about = "{'cwd':'/project','mcpServers':[],'sessionId':'";
            if (version == 1) {
                requireRefused(client, "session/load", about + stored + "'}");
            }
            requireRefused(client, "session/resume", about + stored + "'}");
            requireRefused(client, "session/fork", about + session + "'}");
            assertThat(client.result(client.request("session/list", "{}")).get("sessions"))
                    .hasSize(2);
            int prompt = client.prompt(session, "say still here");
            JsonNode frame = client.next();
            while (frame.has("method")) {
                frame = client.next();
            }
            assertThat(frame.get("id").asInt()).isEqualTo(prompt);
            assertThat(frame.has("result")).isTrue();
        }
    }
}
