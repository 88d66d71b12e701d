package io.acp4j.proxy.internal.bridge;

import static io.acp4j.proxy.internal.bridge.Harness.assertEqual;
import static io.acp4j.proxy.internal.bridge.Harness.losses;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.internal.bridge.wire.BridgeSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of the updates of an agent of the newer version before a client of the older one sees them. */
class NewerUpdatesTest extends NewerAgentFixture {

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
        BridgeLimits small =
                BridgeLimits.builder().maxSessions(4).maxItems(4).maxText(150).build();
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
}
