package io.acp4j.proxy.internal.bridge;

import static io.acp4j.proxy.internal.bridge.Harness.assertEqual;
import static io.acp4j.proxy.internal.bridge.Harness.losses;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.internal.bridge.wire.BridgeSettings;
import io.acp4j.proxy.internal.bridge.wire.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a prompt of a client of the older version is responded to, and with what, by an agent of the newer one. */
class NewerTurnsTest extends NewerAgentFixture {

    @Test
    void aPromptIsAnsweredWhenItsWorkEnds() {
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.update("{'sessionUpdate':'user_message','messageId':'m','content':[{'type':'text','text':'hi'}]}");
        it.update(RUNNING);
        chunk("a");
        it.update("{'sessionUpdate':'state_update','state':'requires_action'}");
        it.update(RUNNING);
        assertThat(it.kinds()).containsExactly("agent_message_chunk");
        it.update(
                "{'sessionUpdate':'state_update','state':'idle','stopReason':'max_tokens','usage':{'totalTokens':1},'_meta':{'x':1}}");
        assertEqual(
                it.toClient(),
                "{'jsonrpc':'2.0','id':10,'result':{'stopReason':'max_tokens','usage':{'totalTokens':1},'_meta':{'x':1,'acp4j/bridge':{'messageId':'m'}}}}");
        it.update(IDLE);
        it.nothingToClient();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void theResponseMayComeAnywhereAmongTheUpdates(int position) {
        JsonNode prompt = prompted(10);
        String[] updates = {RUNNING, "{'sessionUpdate':'user_message','messageId':'m','content':[]}", IDLE};
        for (int i = 0; i <= updates.length; i++) {
            if (i == position) {
                it.agentAnswers(prompt, "{'messageId':'m'}");
            }
            if (i < updates.length) {
                it.update(updates[i]);
            }
        }
        assertThat(it.kinds()).containsExactly("result 10");
    }

    @Test
    void aStateThatIsOnlyRepeatedEndsNothing() {
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.update(IDLE);
        it.nothingToClient();
        it.update(RUNNING);
        it.update("{'sessionUpdate':'state_update','state':'idle'}");
        JsonNode result = it.toClient().path("result");
        assertThat(result.path("stopReason").asText()).isEqualTo("end_turn");
        assertThat(losses(result)).containsExactly("stop_reason");
    }

    @Test
    void anAgentThatNeverSaysThatItRunsIsUnderstood() {
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        chunk("a");
        it.update(IDLE);
        assertThat(it.kinds()).containsExactly("agent_message_chunk", "result 10");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'state':'idle','stopReason':'error','error':{'code':-32000,'message':'m'}} | error | -32000",
                "{'state':'idle','stopReason':'error'} | error | -32603",
                "{'state':'idle','stopReason':'_odd'} | result | 0",
                "{'state':'idle','stopReason':'refusal'} | result | 0"
            })
    void reasonsForTheEndAreTold(String state, String member, int code) {
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.update(RUNNING);
        it.update(state.replaceFirst("\\{", "{'sessionUpdate':'state_update',"));
        JsonNode response = it.toClient();
        assertThat(response.has(member)).isTrue();
        assertThat(response.at("/error/code").asInt()).isEqualTo(code);
        if (state.contains("_odd")) {
            assertEqual(
                    response.path("result"),
                    "{'stopReason':'end_turn','_meta':{'acp4j/bridge':{'stopReason':'_odd','messageId':'m','lost':['stop_reason']}}}");
        }
    }

    @Test
    void overlappingPromptsAreHeldOrRefused() {
        JsonNode first = prompted(10);
        it.client(11, "session/prompt", PROMPT);
        it.client(12, "session/prompt", PROMPT);
        it.nothingToAgent();
        it.clientNotifies("$/cancel_request", "{'requestId':11}");
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32800);
        it.agentFails(first, "{'code':-32603,'message':'x'}");
        assertThat(it.toClient().path("id").asInt()).isEqualTo(10);
        it.toAgent("session/prompt");

        it = Harness.newerAgent(
                new BridgeSettings(BridgeLimits.defaults(), "", false, false, true), "{}", "{'sessionId':'s'}");
        prompted(10);
        it.client(11, "session/prompt", PROMPT);
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32600);
    }

    @Test
    void cancellingEndsHeldPromptsAndTheRunningOneWithItsState() {
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.update(RUNNING);
        it.client(11, "session/prompt", PROMPT);
        it.clientNotifies("session/cancel", "{'sessionId':'s'}");
        assertEqual(it.toClient(), "{'jsonrpc':'2.0','id':11,'result':{'stopReason':'cancelled'}}");
        it.toAgent("session/cancel");
        it.update("{'sessionUpdate':'state_update','state':'idle','stopReason':'cancelled'}");
        assertThat(it.toClient().at("/result/stopReason").asText()).isEqualTo("cancelled");

        JsonNode notInserted = prompted(12);
        it.clientNotifies("session/cancel", "{'sessionId':'s'}");
        it.toAgent("session/cancel");
        it.agentFails(notInserted, "{'code':-32800,'message':'withdrawn'}");
        assertEqual(it.toClient(), "{'jsonrpc':'2.0','id':12,'result':{'stopReason':'cancelled'}}");
    }

    @Test
    void aCancelledRequestCancelsTheWorkOfThePrompt() {
        JsonNode prompt = prompted(10);
        it.clientNotifies("$/cancel_request", "{'requestId':10}");
        assertThat(it.toAgent("$/cancel_request").at("/params/requestId")).isEqualTo(prompt.path("id"));
        it.agentAnswers(prompt, "{'messageId':'m'}");
        it.clientNotifies("$/cancel_request", "{'requestId':10}");
        assertEqual(it.toAgent("session/cancel").path("params"), "{'sessionId':'s'}");
    }

    @Test
    void closingAnswersThePromptFirst() {
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.client(11, "session/close", "{'sessionId':'s'}");
        it.agentAnswers(it.toAgent("session/close"), "{}");
        assertThat(it.kinds()).containsExactly("result 10", "result 11");
        chunk("late");
        it.nothingToClient();
    }

    @ParameterizedTest
    @ValueSource(strings = {"archive", "delete"})
    void archivingAndDeletingEndTheWorkAsClosingDoes(String what) {
        it = Harness.newerAgentWith("{'" + what + "':{}}");
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.update(RUNNING);
        it.client(11, "session/prompt", PROMPT);
        it.client(5, "session/" + what, "{'sessionId':'s'}");
        assertThat(it.kinds()).containsExactly("result 11");
        JsonNode gone = it.toAgent("session/" + what);
        it.update("{'sessionUpdate':'state_update','state':'idle','stopReason':'cancelled'}");
        it.agentAnswers(gone, "{}");
        assertThat(it.kinds()).containsExactly("result 10", "result 5");
        it.nothingToAgent();
        chunk("late");
        it.nothingToClient();
    }

    @ParameterizedTest
    @ValueSource(strings = {"archive", "delete"})
    void archivingAndDeletingChangeNothingForAgentsWithoutThem(String what) {
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.update(RUNNING);
        it.client(11, "session/prompt", PROMPT);
        it.client(5, "session/" + what, "{'sessionId':'s'}");
        it.agentFails(it.toAgent("session/" + what), "{'code':-32601,'message':'no'}");
        assertThat(it.kinds()).containsExactly("error 5");
        it.update(IDLE);
        it.toAgent("session/prompt");
    }

    @Test
    void anAgentThatDiesInMidTurnFailsThePrompts() {
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.client(11, "session/prompt", PROMPT);
        it.bridge.ended(Side.AGENT);
        for (int id = 10; id < 12; id++) {
            JsonNode failed = it.toClient();
            assertThat(failed.path("id").asInt()).isEqualTo(id);
            assertThat(failed.at("/error/data/reason").asText()).isEqualTo("component_gone");
        }
    }
}
