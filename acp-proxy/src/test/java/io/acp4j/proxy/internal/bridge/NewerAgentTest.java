package io.acp4j.proxy.internal.bridge;

import static io.acp4j.proxy.internal.bridge.Harness.assertEqual;
import static io.acp4j.proxy.internal.bridge.Harness.losses;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.internal.bridge.wire.BridgeSettings;
import io.acp4j.proxy.internal.bridge.wire.Side;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of the older version sees of an agent of the newer one, row by row. */
class NewerAgentTest {

    private static final String PROMPT = "{'sessionId':'s','prompt':[{'type':'text','text':'hi'}]}";
    private static final String RUNNING = "{'sessionUpdate':'state_update','state':'running'}";
    private static final String IDLE = "{'sessionUpdate':'state_update','state':'idle','stopReason':'end_turn'}";
    private static final String EVERYTHING =
            "{'session':{'configOptions':{'boolean':{}},'notices':{},'compaction':{}},'plan':{},'subagents':{}}";

    private Harness it = Harness.newerAgent("{}");

    @AfterEach
    void nothingFailed() {
        assertThat(it.bridge.failures()).isZero();
    }

    private JsonNode prompted(int id) {
        it.client(id, "session/prompt", PROMPT);
        return it.toAgent("session/prompt");
    }

    private void chunk(String text) {
        it.update("{'sessionUpdate':'agent_message_chunk','messageId':'a','content':{'type':'text','text':'" + text
                + "'}}");
    }

    @Test
    void aQuestionAboutARequestNamesTheIdThatTheClientGaveIt() {
        it.client("{'jsonrpc':'2.0','id':'login','method':'authenticate','params':{'methodId':'web'}}");
        JsonNode login = it.toAgent("auth/login");
        String question = "{'requestId':%s,'mode':'url','message':'?','url':'http://x','elicitationId':'e'}";
        it.agent(6, "elicitation/create", question.formatted(login.path("id")));

        assertEqual(it.toClient().path("params"), question.formatted("'login'"));
    }

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
    void wholeMessagesAreShownOnceAndGrow() {
        String message = "{'sessionUpdate':'agent_message','messageId':'a','content':[{'type':'text','text':'%s'}]}";
        chunk("he");
        chunk("l");
        it.update(message.formatted("hel"));
        assertThat(it.kinds()).containsExactly("agent_message_chunk", "agent_message_chunk");
        it.update(message.formatted("hello"));
        assertEqual(
                it.shown(),
                "{'sessionUpdate':'agent_message_chunk','messageId':'a','content':{'type':'text','text':'lo'}}");
        it.update(message.formatted("bye"));
        it.nothingToClient();
        it.update("{'sessionUpdate':'usage_update','used':1,'size':2}");
        assertThat(losses(it.toClient().path("params"))).containsExactly("message_replaced");
        it.update(message.formatted("bye!"));
        assertThat(it.shown().at("/content/text").asText()).isEqualTo("!");
        it.update("{'sessionUpdate':'agent_message','messageId':'a','content':null}");
        it.update("{'sessionUpdate':'agent_message','messageId':'a'}");
        it.update(
                "{'sessionUpdate':'agent_thought','messageId':'a','content':[{'type':'text','text':'t'},{'type':'image','data':'','mimeType':'i'}]}");
        JsonNode thought = it.toClient().path("params");
        assertThat(losses(thought)).containsExactly("message_replaced");
        assertThat(it.kinds()).containsExactly("agent_thought_chunk");
    }

    @Test
    void correctionsAreShownAsNewMessagesOnRequest() {
        it = Harness.newerAgent(
                new BridgeSettings(BridgeLimits.defaults(), "", false, true, false), "{}", "{'sessionId':'s'}");
        chunk("old");
        it.toClient();
        it.update("{'sessionUpdate':'agent_message','messageId':'a','content':[{'type':'text','text':'new'}]}");
        assertEqual(
                it.shown(),
                "{'sessionUpdate':'agent_message_chunk','messageId':'minted-1','content':{'type':'text','text':'new'}}");
    }

    @Test
    void theOwnPromptIsShownOnRequestAndThoseOfOthersAlways() {
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.update("{'sessionUpdate':'user_message','messageId':'other','content':[{'type':'text','text':'o'}]}");
        it.update("{'sessionUpdate':'user_message_chunk','messageId':'m','content':{'type':'text','text':'hi'}}");
        assertThat(it.kinds()).containsExactly("user_message_chunk");

        it = Harness.newerAgent(
                new BridgeSettings(BridgeLimits.defaults(), "", true, false, false), "{}", "{'sessionId':'s'}");
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.update("{'sessionUpdate':'user_message','messageId':'m','content':[{'type':'text','text':'hi'}]}");
        assertThat(it.shown().path("messageId").asText()).isEqualTo("m");
    }

    @Test
    void toolCallsAreAnnouncedOnceAndContentIsAssembled() {
        it.update(
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','name':'grep','status':'paused','kind':'_odd','capabilities':{'cancel':{}},'odd':1}");
        JsonNode first = it.toClient().path("params");
        assertEqual(
                first.path("update"),
                "{'sessionUpdate':'tool_call','toolCallId':'t','name':'grep','status':'in_progress','kind':'other','odd':1,'title':'grep'}");
        assertThat(losses(first)).containsExactly("tool_call_state");

        String item = "{'type':'content','content':{'type':'text','text':'%d'}}";
        for (int i = 1; i < 4; i++) {
            it.update(
                    "{'sessionUpdate':'tool_call_content_chunk','toolCallId':'t','content':" + item.formatted(i) + "}");
        }
        assertThat(it.shown().path("content")).hasSize(1);
        it.nothingToClient();
        it.later();
        assertEqual(
                it.shown(),
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','content':[" + item.formatted(1) + ","
                        + item.formatted(2) + "," + item.formatted(3) + "]}");
        it.later();
        it.update(
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','content':null,'locations':null,'rawInput':null,'status':'cancelled'}");
        JsonNode cleared = it.toClient().path("params");
        assertEqual(
                cleared.path("update"),
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','content':[],'locations':[],'status':'failed'}");
        assertThat(losses(cleared)).containsExactly("tool_call_cleared", "tool_call_state");
    }

    @Test
    void whatWasPutOffComesBeforeWhatFollows() {
        it.agentAnswers(prompted(10), "{'messageId':'m'}");
        it.update(RUNNING);
        String chunk =
                "{'sessionUpdate':'tool_call_content_chunk','toolCallId':'t','content':{'type':'content','content':{'type':'text','text':'x'}}}";
        it.update(chunk);
        it.update(chunk);
        chunk("a");
        it.update(chunk);
        it.update(IDLE);
        assertThat(it.kinds())
                .containsExactly(
                        "tool_call",
                        "tool_call_update",
                        "tool_call_update",
                        "agent_message_chunk",
                        "tool_call_update",
                        "result 10");
    }

    @Test
    void contentOverTheLimitLosesItsOldestParts() {
        BridgeLimits small = BridgeLimits.defaults().withMemory(4, 4, 150);
        it = Harness.newerAgent(new BridgeSettings(small, "", false, false, false), "{}", "{'sessionId':'s'}");
        for (int i = 0; i < 5; i++) {
            it.update(
                    "{'sessionUpdate':'tool_call_content_chunk','toolCallId':'t','content':{'type':'content','content':{'type':'text','text':'"
                            + i + "'}}}");
        }
        it.later();
        it.toClient();
        it.toClient();
        JsonNode last = it.toClient().path("params");
        assertThat(losses(last)).containsExactly("content_truncated");
        assertThat(last.at("/update/content")).hasSize(2);
        assertThat(last.at("/update/content/1/content/text").asText()).isEqualTo("4");
    }

    @Test
    void terminalsAreTextWithoutControlSequences() {
        it.update(
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','title':'x','content':[{'type':'terminal','terminalId':'x'}]}");
        assertThat(losses(it.toClient().path("params"))).containsExactly("terminal");
        // "\e[31mé" and "€" cut inside of characters, and "\e]0;title\a" cut inside of the sequence.
        String[] pieces = {"G1szMW3D", "qeI=", "gqwbXTA7dGl0", "bGUHIQo="};
        for (String piece : pieces) {
            it.update("{'sessionUpdate':'terminal_output_chunk','terminalId':'x','data':'" + piece + "'}");
            it.later();
        }
        JsonNode last = null;
        while (it.waitingForClient() > 0) {
            last = it.shown();
        }
        assertThat(last).isNotNull();
        assertThat(last.at("/content/0/content/text").asText()).isEqualTo("é€!\n");
        it.update("{'sessionUpdate':'terminal_update','terminalId':'x','output':{'data':'YQ=='}}");
        it.later();
        assertThat(it.shown().at("/content/0/content/text").asText()).isEqualTo("a");
        it.update("{'sessionUpdate':'terminal_update','terminalId':'x','exitStatus':{'exitCode':1}}");
        it.nothingToClient();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'type':'diff','changes':[{'operation':'modify','path':'/f'}],'patch':{'format':'git_patch','text':'diff --git /f /f\\n--- /f\\n+++ /f\\n@@ -1,3 +1,3 @@\\n a\\n-b\\n+B\\n c\\n\\\\ No newline at end of file\\n'}} | {'type':'diff','path':'/f','oldText':'a\\nb\\nc','newText':'a\\nB\\nc'}",
                "{'type':'diff','changes':[{'operation':'add','path':'/f'}],'patch':{'format':'git_patch','text':'--- /dev/null\\n+++ /f\\n@@ -0,0 +1 @@\\n+x\\n'}} | {'type':'diff','path':'/f','newText':'x\\n'}",
                "{'type':'diff','changes':[{'operation':'delete','path':'/f'}]} | {'type':'content','content':{'type':'text','text':'delete /f\\n'}}",
                "{'type':'diff','changes':[{'operation':'move','oldPath':'/f','path':'/g'}]} | {'type':'content','content':{'type':'text','text':'move /f → /g\\n'}}",
                "{'type':'diff','changes':[{'operation':'modify','path':'/f'}],'patch':{'format':'git_patch','text':'--- /f\\n+++ /f\\n@@ -9 +9 @@\\n-b\\n+B\\n'}} | {'type':'content','content':{'type':'text','text':'modify /f\\n```diff\\n--- /f\\n+++ /f\\n@@ -9 +9 @@\\n-b\\n+B\\n```\\n'}}"
            })
    void diffsBecomeTextsOrAreDescribed(String newer, String older) {
        it.update("{'sessionUpdate':'tool_call_update','toolCallId':'t','content':[" + newer + "]}");
        JsonNode params = it.toClient().path("params");
        assertEqual(params.at("/update/content/0"), older);
        assertThat(losses(params).contains("diff")).isEqualTo(!older.contains("'diff'"));
    }

    @Test
    void plansBecomeOneForClientsThatKnowNoMore() {
        String items =
                "{'sessionUpdate':'plan_update','plan':{'type':'items','planId':'%s','entries':[{'content':'c','priority':'low','status':'cancelled'}]}}";
        String entries = "'entries':[{'content':'c','priority':'low','status':'completed'}]";
        it.update(items.formatted("p"));
        assertEqual(it.shown(), "{'sessionUpdate':'plan'," + entries + "}");
        it.update("{'sessionUpdate':'plan_update','plan':{'type':'markdown','planId':'q','content':'c'}}");
        it.nothingToClient();
        it.update(items.formatted("r"));
        assertThat(losses(it.toClient().path("params"))).containsExactly("plan");
        it.update("{'sessionUpdate':'plan_removed','planId':'q'}");
        it.nothingToClient();

        it = Harness.newerAgent(EVERYTHING);
        it.update(items.formatted("p"));
        it.update(items.formatted("q"));
        it.update("{'sessionUpdate':'plan_update','plan':{'type':'markdown','planId':'p','content':'c'}}");
        it.update("{'sessionUpdate':'plan_removed','planId':'q'}");
        it.update("{'sessionUpdate':'plan_removed','planId':'p'}");
        assertThat(it.kinds()).containsExactly("plan", "plan_update", "plan_update", "plan_removed", "plan");
    }

    @ParameterizedTest
    @CsvSource({"notice", "compaction_update", "compaction_summary_chunk", "subagent_update"})
    void whatTheClientDoesNotUnderstandIsNotSentButTold(String kind) {
        it.update("{'sessionUpdate':'" + kind + "'}");
        it.nothingToClient();
        it.update("{'sessionUpdate':'usage_update','used':1,'size':2}");
        assertThat(losses(it.toClient().path("params"))).containsExactly("update_dropped");
        it = Harness.newerAgent(EVERYTHING);
        it.update("{'sessionUpdate':'" + kind + "','odd':1}");
        assertEqual(it.shown(), "{'sessionUpdate':'" + kind + "','odd':1}");
    }

    @Test
    void unknownKindsGoToClientsOfTheirDialect() {
        it.update("{'sessionUpdate':'async_task_spawned'}");
        it.update("{'sessionUpdate':'_vendor'}");
        it.update("{'sessionUpdate':'session_message','messageId':'m'}");
        assertThat(it.kinds()).containsExactly("_vendor");
        it = Harness.newerAgent("{'_meta':{'jetbrains':{'air':{'version':1}}}}");
        it.update("{'sessionUpdate':'async_task_spawned'}");
        it.update("{'sessionUpdate':'session_message','messageId':'m'}");
        assertThat(it.kinds()).containsExactly("async_task_spawned");
    }

    @Test
    void commandsLoseTheirTypes() {
        it.update(
                "{'sessionUpdate':'available_commands_update','availableCommands':[{'type':'command','name':'n','description':'d','input':{'type':'text','hint':'h'}},{'type':'_odd','name':'o'}]}");
        JsonNode params = it.toClient().path("params");
        assertEqual(params.at("/update/availableCommands"), "[{'name':'n','description':'d','input':{'hint':'h'}}]");
        assertThat(losses(params)).containsExactly("command");
    }

    @Test
    void backgroundWorkIsTold() {
        it.update(
                "{'sessionUpdate':'state_update','state':'idle','background':[{'type':'terminal','terminalId':'x'}]}");
        chunk("a");
        assertThat(losses(it.toClient().path("params"))).containsExactly("background_work");
    }

    @Test
    void optionsAndModes() {
        String mode =
                "{'%s':'mo','name':'Mode','category':'mode','type':'select','currentValue':'%s','options':[{'%s':'g','name':'G','options':[{'value':'a','name':'A'}]},{'value':'b','name':'B'}]}";
        String flag = "{'configId':'f','name':'F','type':'boolean','currentValue':true}";
        it = Harness.newerAgent(BridgeSettings.defaults(), "{}", "{'sessionId':'x'}");
        it.client(3, "session/new", "{'cwd':'/w'}");
        it.agentAnswers(
                it.toAgent(),
                "{'sessionId':'s','configOptions':[" + mode.formatted("configId", "a", "groupId") + "," + flag
                        + "],'availableCommands':[]}");
        JsonNode opened = it.toClient().path("result");
        assertEqual(opened.path("configOptions"), "[" + mode.formatted("id", "a", "group") + "]");
        assertEqual(
                opened.path("modes"),
                "{'currentModeId':'a','availableModes':[{'id':'a','name':'A'},{'id':'b','name':'B'}]}");
        assertThat(losses(opened)).containsExactly("config_option");
        assertThat(it.kinds()).containsExactly("available_commands_update");

        it.client(4, "session/set_mode", "{'sessionId':'s','modeId':'b'}");
        JsonNode set = it.toAgent("session/set_config_option");
        assertEqual(set.path("params"), "{'sessionId':'s','configId':'mo','type':'id','value':'b'}");
        it.agentAnswers(set, "{'configOptions':[" + mode.formatted("configId", "b", "groupId") + "]}");
        assertThat(it.kinds()).containsExactly("config_option_update", "result 4");
        it.update("{'sessionUpdate':'config_option_update','configOptions':["
                + mode.formatted("configId", "a", "groupId") + "]}");
        assertThat(it.shown().path("configOptions")).hasSize(1);
        assertEqual(it.shown(), "{'sessionUpdate':'current_mode_update','currentModeId':'a'}");

        it.client(5, "session/set_config_option", "{'sessionId':'s','configId':'mo','value':'b'}");
        set = it.toAgent("session/set_config_option");
        assertThat(set.at("/params/type").asText()).isEqualTo("id");
        it.agentAnswers(set, "{'configOptions':[" + mode.formatted("configId", "b", "groupId") + "]}");
        assertThat(it.kinds()).containsExactly("current_mode_update", "result 5");
        it.client(6, "session/set_mode", "{'sessionId':'unknown','modeId':'b'}");
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32602);
    }

    @Test
    void loadingReplaysTheUserToo() {
        it.client(3, "session/load", "{'sessionId':'s','cwd':'/w','mcpServers':[]}");
        JsonNode resume = it.toAgent("session/resume");
        assertEqual(
                resume.path("params"), "{'sessionId':'s','cwd':'/w','mcpServers':[],'replayFrom':{'type':'start'}}");
        it.update("{'sessionUpdate':'user_message','messageId':'u','content':[{'type':'text','text':'q'}]}");
        it.update("{'sessionUpdate':'agent_message','messageId':'a','content':[{'type':'text','text':'r'}]}");
        it.update(IDLE);
        it.agentAnswers(resume, "{}");
        assertThat(it.kinds()).containsExactly("user_message_chunk", "agent_message_chunk", "result 3");
        it.client(4, "session/resume", "{'sessionId':'s','cwd':'/w'}");
        assertThat(it.toAgent("session/resume").path("params").has("replayFrom"))
                .isFalse();
    }

    @Test
    void permissionForAToolCallShowsItFirst() {
        it.agent(
                5,
                "session/request_permission",
                "{'sessionId':'s','title':'May I?','description':'D','subject':{'type':'tool_call','toolCall':{'toolCallId':'t','title':'Edit','rawInput':1}},'options':[{'optionId':'o','name':'Y','kind':'allow_once'},{'optionId':'p','name':'Z','kind':'_odd'}],'odd':1}");
        assertEqual(it.shown(), "{'sessionUpdate':'tool_call','toolCallId':'t','title':'Edit','rawInput':1}");
        JsonNode asked = it.toClient();
        assertEqual(
                asked.path("params"),
                "{'sessionId':'s','odd':1,'toolCall':{'toolCallId':'t','title':'Edit','rawInput':1},'options':[{'optionId':'o','name':'Y','kind':'allow_once'}],'_meta':{'acp4j/bridge':{'title':'May I?','description':'D','lost':['permission']}}}");
        it.clientAnswers(asked, "{'outcome':{'outcome':'selected','optionId':'o'}}");
        assertEqual(it.toAgent().path("result"), "{'outcome':{'outcome':'selected','optionId':'o'}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'type':'command','command':'ls','cwd':'/w','toolCallId':'t'} | {'toolCallId':'t','title':'May I?','kind':'execute','rawInput':{'command':'ls','cwd':'/w'}}",
                "{'type':'_odd'} | {'toolCallId':'minted-1','title':'May I?','kind':'other'}",
                "null | {'toolCallId':'minted-1','title':'May I?','kind':'other'}"
            })
    void permissionForOtherThingsIsMadeAToolCall(String subject, String toolCall) {
        it.agent(
                5,
                "session/request_permission",
                "{'sessionId':'s','title':'May I?','subject':" + subject
                        + ",'options':[{'optionId':'o','name':'Y','kind':'allow_once'}]}");
        assertEqual(it.toClient().at("/params/toolCall"), toolCall);
    }

    @Test
    void permissionWithoutAnOptionThatIsUnderstoodIsCancelled() {
        it.agent(
                5,
                "session/request_permission",
                "{'sessionId':'s','title':'x','options':[{'optionId':'o','kind':'_odd'}]}");
        it.nothingToClient();
        JsonNode result = it.toAgent().path("result");
        assertEqual(result.path("outcome"), "{'outcome':'cancelled'}");
        assertThat(losses(result)).containsExactly("permission");
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

    @ParameterizedTest
    @CsvSource({"authenticate, auth/login", "logout, auth/logout", "session/list, session/list", "_vendor/x, _vendor/x"
    })
    void otherRequestsPass(String older, String newer) {
        it.client(9, older, "{'methodId':'m','n':1.50}");
        JsonNode passed = it.toAgent(newer);
        assertEqual(passed.path("params"), "{'methodId':'m','n':1.50}");
        it.agentAnswers(passed, "{'sessions':[],'odd':1}");
        assertEqual(it.toClient().path("result"), "{'sessions':[],'odd':1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'type':'sse','name':'n','url':'u'}"})
    void serversThatTheAgentCannotUseAreRefused(String server) {
        it.client(9, "session/new", "{'cwd':'/w','mcpServers':[" + server + "]}");
        it.nothingToAgent();
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32602);
        it.client(
                10,
                "session/fork",
                "{'sessionId':'s','cwd':'/w','mcpServers':[{'name':'n','command':'/c','args':[],'env':[]}],'messageId':'m'}");
        assertEqual(
                it.toAgent("session/fork").path("params"),
                "{'sessionId':'s','cwd':'/w','mcpServers':[{'name':'n','command':'/c','args':[],'env':[],'type':'stdio'}],'messageId':'m'}");
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
