package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.agent.SessionServiceOptions.ForkSupport;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.init.ProtocolVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForkSupportTest {

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());

    @AfterEach
    void close() {
        repository.close();
    }

    private AcpAgent agent(ForkSupport forks) {
        return new ScriptedAgent()
                .builder()
                .sessions(
                        repository, SessionServiceOptions.builder().forks(forks).build())
                .build();
    }

    private static JsonNode advertised(AcpAgent agent) {
        try (RawClient client = RawClient.connect(agent)) {
            return client.initialize("{}").at("/agentCapabilities/sessionCapabilities/fork");
        }
    }

    @Test
    void agentWithoutForksNeitherAdvertisesNorServesThem() {
        AcpAgent agent = agent(ForkSupport.NONE);
        assertThat(advertised(agent).isMissingNode()).isTrue();
        try (StoredClient client = StoredClient.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "one");
            JsonNode error = client.refused("session/fork", StoredClient.forkOf(session, ""));
            assertThat(error.get("code").asInt()).isEqualTo(-32601);
            JsonNode made = client.call(
                    "session/new",
                    "{'cwd':'/project','mcpServers':[],'_meta':{'acp4j/lineage':{'parentSessionId':'" + session
                            + "','forkDepth':0}}}");
            assertThat(made.has("_meta")).isFalse();
            assertThat(client.list()).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"NONE,", "WHOLE, {}", "AT_MESSAGE, '{\"atMessageId\":{}}'"})
    void version2AdvertisesForksByObjects(ForkSupport forks, String fork) {
        AcpAgent agent = new ScriptedAgent()
                .builder()
                .protocolVersions(ProtocolVersion.V2)
                .sessions(
                        repository, SessionServiceOptions.builder().forks(forks).build())
                .build();
        try (RawClient client = RawClient.connect(agent)) {
            JsonNode advertised = client.result(client.request(
                            "initialize", "{\"protocolVersion\":2,\"info\":{\"name\":\"raw\",\"version\":\"1\"}}"))
                    .at("/capabilities/session/fork");
            if (advertised instanceof ObjectNode object) {
                object.remove("_meta");
            }
            assertThat(advertised).isEqualTo(fork == null ? MissingNode.getInstance() : RawClient.json(fork));
        }
    }

    @Test
    void agentWithWholeForksOnlyRefusesMessagesInEveryDialect() {
        AcpAgent agent = agent(ForkSupport.WHOLE);
        assertThat(advertised(agent).path("atMessageId").asBoolean()).isFalse();
        assertThat(advertised(agent).isObject()).isTrue();
        try (StoredClient client = StoredClient.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "one");
            String message = client.ids(session).get(0);
            assertThat(client.transcript(client.fork(session))).hasSize(2);
            int before = client.list().size();
            for (String point : new String[] {
                ",'messageId':'" + message + "'",
                ",'_meta':{'jetbrains':{'air':{'fork':{'messageId':'" + message + "'}}}}"
            }) {
                JsonNode error = client.refused("session/fork", StoredClient.forkOf(session, point));
                assertThat(error.get("code").asInt()).isEqualTo(-32602);
                assertThat(error.at("/data/reason").asText()).isEqualTo("not_advertised");
            }
            assertThat(client.list()).hasSize(before);
        }
    }
}
