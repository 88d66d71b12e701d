package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static io.acp4j.client.versions.V2Fixture.V1;
import static io.acp4j.client.versions.V2Fixture.V2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.UnsupportedProtocolVersionException;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.schema.fs.ReadTextFileResponse;
import io.acp4j.schema.init.ProtocolVersion;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NegotiationTest {

    private static final String FIRST = "{'protocolVersion':1,'agentInfo':{'name':'raw','version':'1'}}";
    private static final String SECOND = V2Fixture.response("{'session':{}}");

    private final RawAgent agent = new RawAgent();

    /** What a client offers: its versions, and whether it has services that only version 1 knows. */
    enum Client {
        FIRST_ONLY(false, V1),
        SECOND_ONLY(false, V2),
        BOTH(false, V2, V1),
        BOTH_WITH_FILES(true, V1, V2);

        private final boolean files;
        private final ProtocolVersion[] versions;

        Client(boolean files, ProtocolVersion... versions) {
            this.files = files;
            this.versions = versions;
        }

        void describe(AcpClientBuilder builder) {
            builder.protocolVersions(versions[0], java.util.Arrays.copyOfRange(versions, 1, versions.length));
            if (files) {
                builder.onReadTextFile((request, context) -> ReadTextFileResponse.of("text"));
            }
        }
    }

    /** How an agent answers the first request. */
    enum Agent {
        ANSWERS_1(FIRST),
        ANSWERS_2(SECOND),
        ANSWERS_3("{'protocolVersion':3}"),
        REFUSES_BUT_SPEAKS_1("[1]"),
        REFUSES_BUT_SPEAKS_3("[3]"),
        REFUSES_AND_SPEAKS_NOTHING("[]");

        private final String response;

        Agent(String response) {
            this.response = response;
        }

        void answer(RawAgent raw, JsonNode request) {
            if (response.startsWith("[")) {
                raw.send("{'jsonrpc':'2.0','id':" + request.get("id")
                        + ",'error':{'code':-32022,'message':'no','data':{'requested':"
                        + request.at("/params/protocolVersion") + ",'supported':" + response + "}}}");
            } else {
                raw.result(request, response);
            }
        }
    }

    static Stream<Arguments> table() {
        return Stream.of(
                Arguments.of(Client.FIRST_ONLY, Agent.ANSWERS_1, 1, 1),
                Arguments.of(Client.FIRST_ONLY, Agent.ANSWERS_2, 1, 0),
                Arguments.of(Client.SECOND_ONLY, Agent.ANSWERS_1, 1, 0),
                Arguments.of(Client.SECOND_ONLY, Agent.ANSWERS_2, 1, 2),
                Arguments.of(Client.SECOND_ONLY, Agent.ANSWERS_3, 1, 0),
                Arguments.of(Client.BOTH, Agent.ANSWERS_1, 1, 1),
                Arguments.of(Client.BOTH, Agent.ANSWERS_2, 1, 2),
                Arguments.of(Client.BOTH, Agent.ANSWERS_3, 1, 0),
                Arguments.of(Client.BOTH, Agent.REFUSES_BUT_SPEAKS_1, 2, 1),
                Arguments.of(Client.BOTH, Agent.REFUSES_BUT_SPEAKS_3, 1, 0),
                Arguments.of(Client.BOTH, Agent.REFUSES_AND_SPEAKS_NOTHING, 1, 0),
                Arguments.of(Client.BOTH_WITH_FILES, Agent.ANSWERS_1, 1, 1),
                Arguments.of(Client.BOTH_WITH_FILES, Agent.ANSWERS_2, 1, 2),
                Arguments.of(Client.BOTH_WITH_FILES, Agent.REFUSES_BUT_SPEAKS_1, 2, 1));
    }

    @ParameterizedTest
    @MethodSource("table")
    void oneConnectionSettlesTheVersionOrIsClosed(Client client, Agent answering, int requests, int settled) {
        AcpClientBuilder builder = AcpClient.builder(agent.transport());
        client.describe(builder);
        CompletableFuture<AcpClient> connecting = builder.connectAsync();
        answering.answer(agent, agent.expect("initialize"));
        if (requests == 2) {
            JsonNode again = agent.expect("initialize");
            assertThat(again.at("/params/protocolVersion").asInt()).isEqualTo(1);
            assertThat(again.path("params").has("capabilities")).isFalse();
            agent.result(again, FIRST);
        }

        if (settled == 0) {
            assertThatThrownBy(() -> get(connecting)).isInstanceOf(UnsupportedProtocolVersionException.class);
            assertThat(agent.ended()).succeedsWithin(60, TimeUnit.SECONDS);
        } else {
            try (AcpClient connected = get(connecting)) {
                assertThat(connected.protocolVersion().value()).isEqualTo(settled);
                assertThat(connected.agentInfo()).isNotNull();
                assertThat(agent.waiting()).isZero();
            }
        }
    }

    private JsonNode asked(Consumer<AcpClientBuilder> settings) {
        AcpClientBuilder builder = AcpClient.builder(agent.transport());
        settings.accept(builder);
        CompletableFuture<AcpClient> connecting = builder.connectAsync();
        JsonNode request = agent.expect("initialize");
        agent.result(request, SECOND);
        get(connecting).close();
        return request.get("params");
    }

    @Test
    void whoMayGoOnInVersion1TellsEachVersionWhatItNeeds() {
        JsonNode params = asked(builder -> builder.protocolVersions(V2, V1)
                .info("editor", "3")
                .onReadTextFile((request, context) -> ReadTextFileResponse.of(""))
                .onFormElicitation((request, context) -> {
                    throw new IllegalStateException();
                }));

        assertThat(params.get("protocolVersion").asInt()).isEqualTo(2);
        assertThat(params.get("info")).isEqualTo(json("{'name':'editor','version':'3'}"));
        assertThat(params.get("clientInfo")).isEqualTo(params.get("info"));
        assertThat(params.at("/capabilities/elicitation/form")).isEqualTo(json("{}"));
        assertThat(params.at("/capabilities").has("fs")).isFalse();
        assertThat(params.at("/clientCapabilities/fs/readTextFile").asBoolean()).isTrue();
        assertThat(params.at("/clientCapabilities/elicitation/form")).isEqualTo(json("{}"));
    }

    @Test
    void whoSpeaksVersion2OnlyTellsNothingOfVersion1AndHasAName() {
        JsonNode params = asked(builder -> builder.protocolVersions(V2));

        assertThat(params.has("clientInfo")).isFalse();
        assertThat(params.has("clientCapabilities")).isFalse();
        assertThat(params.at("/info/name").asText()).isNotEmpty();
        assertThat(params.at("/info/version").asText()).isNotEmpty();
    }

    @Test
    void anErrorThatIsNotAboutVersionsIsNoReasonToAskAgain() {
        CompletableFuture<AcpClient> connecting =
                AcpClient.builder(agent.transport()).protocolVersions(V2, V1).connectAsync();
        agent.error(agent.expect("initialize"), -32603, "no");

        assertThatThrownBy(() -> get(connecting))
                .isInstanceOfSatisfying(
                        AcpErrorException.class,
                        e -> assertThat(e.code().value()).isEqualTo(-32603));
        assertThat(agent.ended()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void anAgentThatMayHaveMissedTheFilesIsConnectedToAgainInVersion1() {
        RawAgent second = new RawAgent();
        CompletableFuture<AcpClient> connecting = AcpClient.builder(agent.transport())
                .protocolVersions(V2, V1)
                .onReadTextFile((request, context) -> ReadTextFileResponse.of("text of " + request.path()))
                .reconnection(second::transport)
                .connectAsync();
        agent.result(agent.expect("initialize"), FIRST);
        JsonNode again = second.expect("initialize");
        second.result(again, FIRST);

        assertThat(again.at("/params/protocolVersion").asInt()).isEqualTo(1);
        assertThat(again.at("/params/clientCapabilities/fs/readTextFile").asBoolean())
                .isTrue();
        try (AcpClient client = get(connecting)) {
            assertThat(agent.ended()).succeedsWithin(60, TimeUnit.SECONDS);
            assertThat(client.protocolVersion()).isEqualTo(V1);
            V2Fixture.open(client, second, "s1");
            second.request("7", "fs/read_text_file", "{'sessionId':'s1','path':'/a'}");
            assertThat(second.next().at("/result/content").asText()).isEqualTo("text of /a");
        }
    }

    @Test
    void anAgentThatSpeaksVersion2IsNotConnectedToAgain() {
        CompletableFuture<AcpClient> connecting = AcpClient.builder(agent.transport())
                .protocolVersions(V2, V1)
                .onReadTextFile((request, context) -> ReadTextFileResponse.of(""))
                .reconnection(() -> {
                    throw new IOException("not wanted");
                })
                .connectAsync();
        agent.result(agent.expect("initialize"), SECOND);

        try (AcpClient client = get(connecting)) {
            assertThat(client.protocolVersion()).isEqualTo(V2);
            // Files of the client are no part of that version.
            agent.request("7", "fs/read_text_file", "{'sessionId':'s1','path':'/a'}");
            assertThat(agent.next().at("/error/code").asInt()).isEqualTo(-32601);
        }
    }

    @Test
    void anAgentThatCannotBeConnectedToAgainFailsTheConnecting() {
        CompletableFuture<AcpClient> connecting = AcpClient.builder(agent.transport())
                .protocolVersions(V2, V1)
                .onReadTextFile((request, context) -> ReadTextFileResponse.of(""))
                .reconnection(() -> {
                    throw new IOException("gone");
                })
                .connectAsync();
        agent.result(agent.expect("initialize"), FIRST);

        assertThatThrownBy(() -> get(connecting))
                .isInstanceOf(AcpException.class)
                .hasRootCauseMessage("gone");
        assertThat(agent.ended()).succeedsWithin(60, TimeUnit.SECONDS);
    }

    @Test
    void aVersionThatIsNotSpokenCannotBeOffered() {
        AcpClientBuilder builder = AcpClient.builder(agent.transport());

        assertThatThrownBy(() -> builder.protocolVersions(new ProtocolVersion(3)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
