package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number is what it is worth: an id that is spelled in another way is the same id, on both sides of a bridge. */
class IdSpellingTest {

    private static Harness opened() {
        return Harness.olderAgent("{}");
    }

    private static String request(String id) {
        return "{'jsonrpc':'2.0','id':" + id + ",'method':'_ask','params':{}}";
    }

    private static String response(String id) {
        return "{'jsonrpc':'2.0','id':" + id + ",'result':{'r':1}}";
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "7.0", "7e0", "70E-1"})
    void requestGetsItsResponse(String spelled) {
        Harness it = opened();
        it.client(request(spelled));
        it.agentAnswers(it.toAgent("_ask"), "{'r':1}");
        assertThat(it.toClient()).isEqualTo(Harness.json(response("7")));
    }

    @ParameterizedTest
    @ValueSource(strings = {".0", "e0", "0E-1"})
    void responseFindsItsRequest(String spelling) {
        Harness it = opened();
        it.client(request("7"));
        long id = it.toAgent("_ask").path("id").asLong();
        it.agent(response(id + spelling));
        assertThat(it.toClient()).isEqualTo(Harness.json(response("7")));
        assertThat(it.bridge.failures()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "7.0", "7e0"})
    void duplicateAndCancellationFindTheRequest(String spelled) {
        Harness it = opened();
        it.client(request("7.00"));
        JsonNode passedOn = it.toAgent("_ask");
        it.client(request(spelled));
        JsonNode refusal = it.toClient();
        assertThat(refusal.path("id").decimalValue()).isEqualByComparingTo("7");
        assertThat(refusal.at("/error/code").asInt()).isEqualTo(-32600);
        it.clientNotifies("$/cancel_request", "{'requestId':" + spelled + "}");
        assertThat(it.toAgent("$/cancel_request").at("/params/requestId")).isEqualTo(passedOn.path("id"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".0", "e0"})
    void questionAboutARequestFindsIt(String spelling) {
        Harness it = opened();
        it.client("{'jsonrpc':'2.0','id':'login','method':'auth/login','params':{'methodId':'web'}}");
        String login = it.toAgent("authenticate").path("id").asLong() + spelling;
        it.agent(
                6,
                "elicitation/create",
                "{'requestId':" + login + ",'mode':'url','message':'?','url':'http://x','elicitationId':'e'}");
        assertThat(it.toClient().at("/params/requestId").asText()).isEqualTo("login");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7.5", "1e30", "-1e-5", "99999999999999999999", "true", "[7]", "1e999999999"})
    void whatIsNoIdIsRefused(String id) {
        Harness it = opened();
        it.client(request(id));
        JsonNode refusal = it.toClient();
        assertThat(refusal.path("id").isNull()).isTrue();
        assertThat(refusal.at("/error/code").asInt()).isEqualTo(-32600);
        it.nothingToAgent();
    }
}
