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
import org.junit.jupiter.params.provider.ValueSource;

/** When a prompt counts as inserted, what is held behind it, and how its work ends, with an agent of the older version. */
class OlderPromptsTest extends OlderAgentFixture {

    @Test
    void aPromptIsInsertedWithTheFirstSignOfTheAgentAndEndsIdle() {
        it.client(10, "session/prompt", PROMPT);
        JsonNode prompt = it.toAgent("session/prompt");
        assertEqual(prompt.path("params"), PROMPT);
        it.nothingToClient();

        it.update("{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'a'}}");

        assertEqual(
                it.shown(),
                "{'sessionUpdate':'user_message','messageId':'minted-1','content':[{'type':'text','text':'hi'}]}");
        assertEqual(it.toClient().path("result"), "{'messageId':'minted-1'}");
        assertEqual(it.shown(), "{'sessionUpdate':'state_update','state':'running'}");
        JsonNode chunk = it.toClient().path("params");
        assertEqual(
                chunk.path("update"),
                "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'a'},'messageId':'minted-2'}");
        assertThat(losses(chunk)).containsExactly("message_id");

        it.agentAnswers(prompt, "{'stopReason':'max_tokens','usage':{'totalTokens':3},'_meta':{'x':1}}");
        assertEqual(
                it.shown(),
                "{'sessionUpdate':'state_update','state':'idle','stopReason':'max_tokens','usage':{'totalTokens':3},'_meta':{'x':1}}");
        it.later();
        it.nothingToClient();
    }

    /** What concerns the session may come at any time, so the echo that follows it still names the message. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'sessionUpdate':'available_commands_update','availableCommands':[]}",
                "{'sessionUpdate':'config_option_update','configOptions':[]}",
                "{'sessionUpdate':'session_info_update','title':'t'}",
                "{'sessionUpdate':'usage_update','used':1,'size':2}",
                "{'sessionUpdate':'current_mode_update','currentModeId':'m'}"
            })
    void whatConcernsTheSessionIsNoSignOfInsertion(String update) {
        it.client(10, "session/prompt", PROMPT);
        it.toAgent("session/prompt");

        it.update(update);
        it.update("{'sessionUpdate':'user_message_chunk','messageId':'agents','content':{'type':'text','text':'hi'}}");

        assertThat(it.kinds()).endsWith("user_message", "result 10", "running");
    }

    @Test
    void theEchoThatFollowsAnUpdateOfTheSessionNamesTheMessage() {
        it.client(10, "session/prompt", PROMPT);
        it.toAgent("session/prompt");
        it.update("{'sessionUpdate':'usage_update','used':1,'size':2}");
        it.shown();
        it.update("{'sessionUpdate':'user_message_chunk','messageId':'agents','content':{'type':'text','text':'hi'}}");

        assertThat(it.shown().path("messageId").asText()).isEqualTo("agents");
        assertEqual(it.toClient().path("result"), "{'messageId':'agents'}");
    }

    @Test
    void anErrorBeforeAnySignIsTheResponse() {
        it.client(10, "session/prompt", PROMPT);
        it.agentFails(it.toAgent(), "{'code':-32000,'message':'auth','data':7}");
        JsonNode response = it.toClient();
        assertEqual(response.path("error"), "{'code':-32000,'message':'auth','data':7}");
        it.later();
        it.nothingToClient();
    }

    @Test
    void anErrorAfterInsertionEndsTheWork() {
        it.agentFails(inserted(), "{'code':-32603,'message':'boom'}");
        assertEqual(
                it.shown(),
                "{'sessionUpdate':'state_update','state':'idle','stopReason':'error','error':{'code':-32603,'message':'boom'}}");
        it.agentFails(inserted(), "{'code':-32800,'message':'gone'}");
        assertThat(it.shown().path("stopReason").asText()).isEqualTo("cancelled");
    }

    @Test
    void theAgentsEchoNamesTheMessageAndIsNotShownTwice() {
        it.client(10, "session/prompt", PROMPT);
        it.toAgent();
        it.update("{'sessionUpdate':'user_message_chunk','messageId':'m7','content':{'type':'text','text':'h'}}");
        it.update("{'sessionUpdate':'user_message_chunk','messageId':'m7','content':{'type':'text','text':'i'}}");
        assertThat(it.shown().path("messageId").asText()).isEqualTo("m7");
        assertEqual(it.toClient().path("result"), "{'messageId':'m7'}");
        assertThat(it.kinds()).containsExactly("running");
        it.update("{'sessionUpdate':'tool_call','toolCallId':'t','title':'x'}");
        it.update("{'sessionUpdate':'user_message_chunk','messageId':'m8','content':{'type':'text','text':'steered'}}");
        assertThat(it.kinds()).containsExactly("tool_call_update", "user_message_chunk");
    }

    @Test
    void anEchoThatComesLateGivesForksTheAgentsId() {
        inserted();
        it.update("{'sessionUpdate':'user_message_chunk','messageId':'agents','content':{'type':'text','text':'hi'}}");
        it.nothingToClient();
        it.client(
                11,
                "session/fork",
                "{'sessionId':'s','cwd':'/w','messageId':'minted-1','_meta':{'jetbrains':{'air':{'fork':{'version':1,'messageId':'minted-1'}}}}}");
        assertEqual(
                it.toAgent("session/fork").path("params"),
                "{'sessionId':'s','cwd':'/w','messageId':'agents','_meta':{'jetbrains':{'air':{'fork':{'version':1,'messageId':'agents'}}}},'mcpServers':[]}");
    }

    @Test
    void promptsAreHeldInOrderAndWithdrawn() {
        JsonNode first = inserted();
        for (int id = 11; id < 14; id++) {
            it.client(id, "session/prompt", "{'sessionId':'s','prompt':[{'type':'text','text':'" + id + "'}]}");
        }
        it.nothingToAgent();
        it.clientNotifies("$/cancel_request", "{'requestId':12}");
        JsonNode withdrawn = it.toClient();
        assertThat(withdrawn.path("id").asInt()).isEqualTo(12);
        assertThat(withdrawn.path("error").path("code").asInt()).isEqualTo(-32800);

        it.agentAnswers(first, "{'stopReason':'end_turn'}");
        JsonNode second = it.toAgent("session/prompt");
        assertThat(second.at("/params/prompt/0/text").asText()).isEqualTo("11");
        it.agentAnswers(second, "{'stopReason':'end_turn'}");
        assertThat(it.toAgent("session/prompt").at("/params/prompt/0/text").asText())
                .isEqualTo("13");
        assertThat(it.kinds()).containsExactly("idle", "user_message", "result 11", "running", "idle");
    }

    @Test
    void heldPromptsHaveALimit() {
        it = new Harness(
                new BridgeSettings(BridgeLimits.builder().maxHeldPrompts(1).build(), "x", false, false, false));
        it.openOlder(ALL, "{'sessionId':'s'}");
        inserted();
        it.client(11, "session/prompt", PROMPT);
        it.client(12, "session/prompt", PROMPT);
        JsonNode refused = it.toClient();
        assertThat(refused.path("id").asInt()).isEqualTo(12);
        assertThat(refused.path("error").path("code").asInt()).isEqualTo(-32603);
    }

    @Test
    void cancellingAnswersWhatTheAgentAsksAndEndsHeldPrompts() {
        JsonNode prompt = inserted();
        it.client(11, "session/prompt", PROMPT);
        it.agent(5, "session/request_permission", "{'sessionId':'s','toolCall':{'toolCallId':'t'},'options':[]}");
        assertThat(it.shown().path("state").asText()).isEqualTo("requires_action");
        JsonNode asked = it.toClient();

        it.clientNotifies("session/cancel", "{'sessionId':'s'}");

        it.toAgent("session/cancel");
        assertEqual(it.toAgent(), "{'jsonrpc':'2.0','id':5,'result':{'outcome':{'outcome':'cancelled'}}}");
        assertThat(it.toClient().path("error").path("code").asInt()).isEqualTo(-32800);
        JsonNode cancel = it.toClient();
        assertThat(cancel.path("method").asText()).isEqualTo("$/cancel_request");
        assertThat(cancel.at("/params/requestId")).isEqualTo(asked.path("id"));
        it.clientAnswers(asked, "{'outcome':{'outcome':'cancelled'}}");
        it.nothingToAgent();
        it.agentAnswers(prompt, "{'stopReason':'cancelled'}");
        assertThat(it.shown().path("stopReason").asText()).isEqualTo("cancelled");
        it.nothingToClient();
    }

    @ParameterizedTest
    @ValueSource(strings = {"archive", "delete"})
    void archivingAndDeletingEndTheWorkAsClosingDoes(String what) {
        it = Harness.olderAgent("{'loadSession':true,'sessionCapabilities':{'" + what + "':{}}}");
        JsonNode prompt = inserted();
        it.client(11, "session/prompt", PROMPT);
        it.agent(9, "session/request_permission", "{'sessionId':'s','toolCall':{'toolCallId':'t'},'options':[]}");
        it.client(5, "session/" + what, "{'sessionId':'s'}");
        assertEqual(it.toAgent().path("result"), "{'outcome':{'outcome':'cancelled'}}");
        JsonNode gone = it.toAgent("session/" + what);
        it.agentAnswers(prompt, "{'stopReason':'cancelled'}");
        it.agentAnswers(gone, "{}");
        assertThat(it.kinds())
                .containsSubsequence("requires_action", "error 11", "$/cancel_request", "idle", "result 5");
        it.later();
        it.nothingToAgent();
        it.update("{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'late'}}");
        it.nothingToClient();
        it.client(6, "session/prompt", PROMPT);
        assertEqual(it.toClient().at("/error/data"), "{'sessionId':'s'}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"archive", "delete"})
    void archivingAndDeletingChangeNothingForAgentsWithoutThem(String what) {
        JsonNode prompt = inserted();
        it.client(11, "session/prompt", PROMPT);
        it.client(5, "session/" + what, "{'sessionId':'s'}");
        it.agentFails(it.toAgent("session/" + what), "{'code':-32601,'message':'no'}");
        assertThat(it.kinds()).containsExactly("error 5");
        it.agentAnswers(prompt, "{'stopReason':'end_turn'}");
        it.toAgent("session/prompt");
    }

    @Test
    void closingEndsTheWorkBeforeItIsAnswered() {
        inserted();
        it.client(11, "session/prompt", PROMPT);
        it.client(5, "session/close", "{'sessionId':'s'}");
        it.agentAnswers(it.toAgent("session/close"), "{}");
        assertThat(it.kinds()).containsExactly("error 11", "idle", "result 5");
    }

    @Test
    void anAgentThatDiesInMidTurnLeavesNoWorkRunning() {
        inserted();
        it.client(11, "session/prompt", PROMPT);
        it.client(12, "session/list", "{}");
        it.bridge.ended(Side.AGENT);
        assertThat(it.toClient().path("error").path("code").asInt()).isEqualTo(-32800);
        JsonNode idle = it.shown();
        assertThat(idle.path("stopReason").asText()).isEqualTo("error");
        assertThat(idle.at("/error/data/reason").asText()).isEqualTo("component_gone");
        assertThat(it.toClient().at("/error/data/reason").asText()).isEqualTo("component_gone");
        it.nothingToClient();
    }
}
