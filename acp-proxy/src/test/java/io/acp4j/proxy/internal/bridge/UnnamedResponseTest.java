package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.internal.bridge.wire.Side;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bridge ends requests for responses without an ID by the rule of connections. */
class UnnamedResponseTest {

    private static final String NULL_ID = "{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Parse error'}}";

    private final Harness it = Harness.olderAgent(OlderAgentFixture.ALL);

    @AfterEach
    void nothingFailed() {
        assertThat(it.bridge.failures()).isZero();
    }

    private JsonNode asked(int id, String session) {
        it.client(id, "_ask", "{'sessionId':'" + session + "'}");
        return it.toAgent("_ask");
    }

    @Test
    void anErrorEndsTheOnlyRequest() {
        asked(10, "s");

        it.agent(NULL_ID);

        assertThat(it.toClient().at("/error/message").asText()).isEqualTo("Parse error");
        assertThat(it.bridge.remembered()).isEqualTo(1);
    }

    @Test
    void anErrorDoesNotEndTheOnlyRequestWhoseSessionHasBeenHeardOf() {
        JsonNode request = asked(10, "s");
        it.agent("{'jsonrpc':'2.0','method':'_progress','params':{'sessionId':'s'}}");
        it.toClient();

        it.agent(NULL_ID);

        it.nothingToClient();
        it.agentAnswers(request, "{'done':true}");
        assertThat(it.toClient().at("/result/done").asBoolean()).isTrue();
    }

    @Test
    void ofSeveralCandidatesThoseFailInTimeOfWhichNothingIsHeard() {
        JsonNode heard = asked(10, "s");
        JsonNode silent = asked(11, "t");

        it.agent(NULL_ID);
        it.nothingToClient();
        it.agent("{'jsonrpc':'2.0','method':'_progress','params':{'sessionId':'s'}}");
        it.toClient();
        it.later();

        JsonNode failed = it.toClient();
        assertThat(failed.path("id").asInt()).isEqualTo(11);
        assertThat(failed.at("/error/message").asText()).isEqualTo("Parse error");
        assertThat(it.toAgent("$/cancel_request").at("/params/requestId")).isEqualTo(silent.path("id"));
        it.nothingToClient();
        it.agentAnswers(heard, "{}");
        assertThat(it.toClient().path("id").asInt()).isEqualTo(10);
        assertThat(it.bridge.remembered()).as("the session alone").isEqualTo(1);
    }

    @Test
    void theTimeIsExtendedWhileAPersonIsAsked() {
        it.agent(7, "_question", "{'sessionId':'t'}");
        JsonNode question = it.toClient();
        asked(10, "s");
        asked(11, "t");
        it.agent(NULL_ID);
        it.later();
        assertThat(it.toClient().path("id").asInt()).isEqualTo(10);
        it.nothingToClient();

        it.clientAnswers(question, "{}");
        it.later();

        assertThat(it.toClient().path("id").asInt()).isEqualTo(11);
    }

    @Test
    void theTimeIsNotExtendedWhileTheAgentWaitsForAnMcpServer() {
        it.agent(7, "mcp/message", "{'sessionId':'t','connectionId':'c','method':'tools/call'}");
        it.toClient();
        asked(10, "s");
        asked(11, "t");

        it.agent(NULL_ID);
        it.later();

        assertThat(List.of(it.toClient(), it.toClient()))
                .extracting(failed -> failed.path("id").asInt())
                .containsExactlyInAnyOrder(10, 11);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'jsonrpc':'2.0','id':ID", "{'jsonrpc':'2.0','id':'ID','resu", "{'jsonrpc':'2.0"})
    void aDamagedObjectOfUnknownKindEndsTheRequestThatItMayReferTo(String damaged) {
        JsonNode request = asked(10, "s");

        it.damaged(Side.AGENT, damaged.replace("ID", request.path("id").asText()));
        it.nothingToClient();
        it.later();

        JsonNode failed = it.toClient();
        assertThat(failed.path("id").asInt()).isEqualTo(10);
        assertThat(failed.at("/error/message").asText())
                .isEqualTo("Internal error: a message of the agent cannot be read: cut");
        assertThat(failed.at("/error/data/reason").asText()).isEqualTo("unreadable_response");
    }

    @Test
    void aDamagedObjectWithAnUnknownIdEndsNothing() {
        JsonNode request = asked(10, "s");
        it.damaged(Side.AGENT, "{'jsonrpc':'2.0','id':4711,'x");
        it.later();
        it.nothingToClient();
        it.agentAnswers(request, "{}");
        assertThat(it.toClient().has("result")).isTrue();
    }

    @Test
    void aResponseWithoutAResultIsAResponse() {
        JsonNode request = asked(10, "s");
        it.agent("{'jsonrpc':'2.0','id':" + request.path("id") + "}");
        assertThat(it.toClient().path("result").isNull()).isTrue();
        it.nothingToAgent();
    }
}
