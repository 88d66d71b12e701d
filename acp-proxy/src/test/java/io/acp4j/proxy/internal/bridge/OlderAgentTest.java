package io.acp4j.proxy.internal.bridge;

import static io.acp4j.proxy.internal.bridge.Harness.assertEqual;
import static io.acp4j.proxy.internal.bridge.Harness.losses;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of updates, questions and requests between a client of the newer version and an agent of the older one. */
class OlderAgentTest extends OlderAgentFixture {

    @Test
    void permissionIsAskedWithTitleAndSubjectInTheStateThatGoesWithIt() {
        inserted();
        it.update("{'sessionUpdate':'tool_call','toolCallId':'t','title':'Edit x','kind':'edit'}");
        it.toClient();
        it.agent(
                5,
                "session/request_permission",
                "{'sessionId':'s','toolCall':{'toolCallId':'t','status':null,'rawInput':{'a':1}},'options':[{'optionId':'o','name':'Yes','kind':'allow_once'}],'extra':1}");
        it.agent(
                6,
                "session/request_permission",
                "{'sessionId':'s','toolCall':{'toolCallId':'u','kind':'read'},'options':[]}");

        assertThat(it.shown().path("state").asText()).isEqualTo("requires_action");
        JsonNode first = it.toClient();
        assertEqual(
                first.path("params"),
                "{'sessionId':'s','options':[{'optionId':'o','name':'Yes','kind':'allow_once'}],'extra':1,'title':'Edit x','subject':{'type':'tool_call','toolCall':{'toolCallId':'t','rawInput':{'a':1}}}}");
        JsonNode second = it.toClient();
        assertThat(second.at("/params/title").asText()).isEqualTo("read");
        it.clientAnswers(first, "{'outcome':{'outcome':'selected','optionId':'o'}}");
        it.nothingToClient();
        assertEqual(it.toAgent().path("result"), "{'outcome':{'outcome':'selected','optionId':'o'}}");
        it.clientAnswers(second, "{'outcome':{'outcome':'_snoozed'}}");
        assertEqual(it.toAgent().path("result"), "{'outcome':{'outcome':'cancelled'}}");
        assertThat(it.shown().path("state").asText()).isEqualTo("running");
    }

    @Test
    void elicitationPassesAndIsCancelledWithTheWork() {
        inserted();
        it.agent(5, "elicitation/create", "{'sessionId':'s','mode':'form','message':'?','requestedSchema':{}}");
        assertThat(it.shown().path("state").asText()).isEqualTo("requires_action");
        JsonNode asked = it.toClient();
        assertThat(asked.path("method").asText()).isEqualTo("elicitation/create");
        it.clientNotifies("session/cancel", "{'sessionId':'s'}");
        it.toAgent("session/cancel");
        assertEqual(it.toAgent().path("result"), "{'action':'cancel'}");
    }

    @Test
    void aQuestionAboutARequestNamesTheIdThatTheClientGaveIt() {
        it.client("{'jsonrpc':'2.0','id':'login','method':'auth/login','params':{'methodId':'web'}}");
        JsonNode login = it.toAgent("authenticate");
        String question = "{'requestId':%s,'mode':'url','message':'?','url':'http://x','elicitationId':'e'}";
        it.agent(6, "elicitation/create", question.formatted(login.path("id")));
        JsonNode asked = it.toClient();
        assertEqual(asked.path("params"), question.formatted("'login'"));
        it.clientAnswers(asked, "{'action':'accept','content':{'a':1}}");
        assertEqual(it.toAgent().path("result"), "{'action':'accept','content':{'a':1}}");

        it.agentAnswers(login, "{}");
        assertThat(it.toClient().path("id").asText()).isEqualTo("login");
        it.agent(7, "elicitation/create", question.formatted(login.path("id")));
        assertThat(it.toAgent().at("/error/code").asInt()).isEqualTo(-32602);
        it.nothingToClient();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'sessionUpdate':'tool_call','toolCallId':'t','title':'x','kind':'edit','status':'pending','odd':1} | {'sessionUpdate':'tool_call_update','toolCallId':'t','title':'x','kind':'edit','status':'pending','odd':1}",
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','title':null,'content':null,'status':'failed'} | {'sessionUpdate':'tool_call_update','toolCallId':'t','status':'failed'}",
                "{'sessionUpdate':'plan','entries':[{'content':'c','priority':'low','status':'pending'}]} | {'sessionUpdate':'plan_update','plan':{'type':'items','planId':'main','entries':[{'content':'c','priority':'low','status':'pending'}]}}",
                "{'sessionUpdate':'plan_update','plan':{'type':'markdown','planId':'p','content':'c'}} | {'sessionUpdate':'plan_update','plan':{'type':'markdown','planId':'p','content':'c'}}",
                "{'sessionUpdate':'available_commands_update','availableCommands':[{'name':'n','description':'d','input':{'hint':'h'}}]} | {'sessionUpdate':'available_commands_update','availableCommands':[{'name':'n','description':'d','input':{'hint':'h','type':'text'},'type':'command'}]}",
                "{'sessionUpdate':'usage_update','used':1,'size':2} | {'sessionUpdate':'usage_update','used':1,'size':2}",
                "{'sessionUpdate':'session_info_update','title':null} | {'sessionUpdate':'session_info_update','title':null}",
                "{'sessionUpdate':'notice','severity':'info','title':'n'} | {'sessionUpdate':'notice','severity':'info','title':'n'}",
                "{'sessionUpdate':'compaction_update','compactionId':'c','status':'completed'} | {'sessionUpdate':'compaction_update','compactionId':'c','status':'completed'}",
                "{'sessionUpdate':'_vendor','n':1.50} | {'sessionUpdate':'_vendor','n':1.50}",
                "{'sessionUpdate':'agent_thought_chunk','messageId':'m','content':{'type':'text','text':'t'}} | {'sessionUpdate':'agent_thought_chunk','messageId':'m','content':{'type':'text','text':'t'}}",
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','content':[{'type':'diff','path':'/f','newText':'a\\n','_meta':{'m':1}}]} | {'sessionUpdate':'tool_call_update','toolCallId':'t','content':[{'type':'diff','_meta':{'m':1},'changes':[{'operation':'add','path':'/f'}],'patch':{'format':'git_patch','text':'diff --git /f /f\\nnew file mode 100644\\n--- /dev/null\\n+++ /f\\n@@ -0,0 +1,1 @@\\n+a\\n'}}]}",
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','content':[{'type':'diff','path':'/f','oldText':'a\\nb\\nc','newText':'a\\nB\\nc'}]} | {'sessionUpdate':'tool_call_update','toolCallId':'t','content':[{'type':'diff','changes':[{'operation':'modify','path':'/f'}],'patch':{'format':'git_patch','text':'diff --git /f /f\\n--- /f\\n+++ /f\\n@@ -1,3 +1,3 @@\\n a\\n-b\\n+B\\n c\\n\\\\ No newline at end of file\\n'}}]}",
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','content':[{'type':'terminal','terminalId':'x'}]} | {'sessionUpdate':'tool_call_update','toolCallId':'t','content':[{'type':'content','content':{'type':'text','text':'terminal x'}}]}"
            })
    void updatesAreRewritten(String older, String newer) {
        it.update(older);
        assertEqual(it.shown(), newer);
    }

    @Test
    void terminalsThatTheAgentOwnsAreTold() {
        it.update(
                "{'sessionUpdate':'tool_call','toolCallId':'t','title':'x','content':[{'type':'terminal','terminalId':'x'}],'_meta':{'terminal_info':{'terminal_id':'x','cwd':'/w'}}}");
        assertEqual(it.shown(), "{'sessionUpdate':'terminal_update','terminalId':'x','cwd':'/w'}");
        assertThat(it.shown().at("/content/0/type").asText()).isEqualTo("terminal");
        it.update(
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','_meta':{'terminal_output':{'terminal_id':'x','data':'ab'},'terminal_exit':{'terminal_id':'x','exit_code':3}}}");
        assertEqual(it.shown(), "{'sessionUpdate':'terminal_output_chunk','terminalId':'x','data':'YWI='}");
        assertEqual(it.shown(), "{'sessionUpdate':'terminal_update','terminalId':'x','exitStatus':{'exitCode':3}}");
        it.toClient();
        it.update(
                "{'sessionUpdate':'tool_call_update','toolCallId':'t','_meta':{'terminal_output':{'terminal_id':'other','data':'ab'}}}");
        assertThat(it.kinds()).containsExactly("tool_call_update");
    }

    @Test
    void chunksWithoutIdsGetOneForEachRun() {
        String text = "','content':{'type':'text','text':'x'}}";
        StringBuilder ids = new StringBuilder();
        for (String kind :
                new String[] {"agent_message_chunk", "agent_message_chunk", "agent_thought_chunk", "agent_message_chunk"
                }) {
            it.update("{'sessionUpdate':'" + kind + text);
            ids.append(it.shown().path("messageId").asText()).append(' ');
        }
        it.update("{'sessionUpdate':'usage_update','used':1,'size':2}");
        it.update("{'sessionUpdate':'agent_message_chunk" + text);
        it.update("{'sessionUpdate':'tool_call','toolCallId':'t','title':'x'}");
        it.update("{'sessionUpdate':'agent_message_chunk','messageId':null" + text.substring(1));
        it.toClient();
        ids.append(it.shown().path("messageId").asText()).append(' ');
        it.toClient();
        ids.append(it.shown().path("messageId").asText());
        assertThat(ids).hasToString("minted-1 minted-1 minted-2 minted-3 minted-3 minted-4");
    }

    @Test
    void modesBecomeAnOption() {
        it = new Harness();
        it.client(1, "initialize", "{'protocolVersion':2,'info':{'name':'c','version':'1'}}");
        it.agentAnswers(it.toAgent(), "{'protocolVersion':1}");
        it.toClient();
        it.client(2, "session/new", "{'cwd':'/w'}");
        it.agentAnswers(
                it.toAgent(),
                "{'sessionId':'s','modes':{'currentModeId':'ask','availableModes':[{'id':'ask','name':'Ask'},{'id':'code','name':'Code','description':'d'}]},'configOptions':[{'id':'m','name':'Model','type':'select','currentValue':'x','options':[{'group':'g','name':'G','options':[{'value':'x','name':'X'}]}]}]}");
        String mode =
                "{'configId':'mode','name':'Mode','category':'mode','type':'select','currentValue':'%s','options':[{'value':'ask','name':'Ask'},{'value':'code','name':'Code','description':'d'}]}";
        String model =
                "{'configId':'m','name':'Model','type':'select','currentValue':'x','options':[{'groupId':'g','name':'G','options':[{'value':'x','name':'X'}]}]}";
        assertEqual(
                it.toClient().path("result"),
                "{'sessionId':'s','configOptions':[" + model + "," + mode.formatted("ask") + "]}");

        it.client(3, "session/set_config_option", "{'sessionId':'s','configId':'mode','type':'id','value':'code'}");
        JsonNode set = it.toAgent("session/set_mode");
        assertEqual(set.path("params"), "{'sessionId':'s','modeId':'code'}");
        it.agentAnswers(set, "{}");
        assertEqual(it.toClient().path("result"), "{'configOptions':[" + model + "," + mode.formatted("code") + "]}");
        it.update("{'sessionUpdate':'current_mode_update','currentModeId':'ask'}");
        assertEqual(
                it.shown(),
                "{'sessionUpdate':'config_option_update','configOptions':[" + model + "," + mode.formatted("ask")
                        + "]}");
        it.client(4, "session/set_config_option", "{'sessionId':'s','configId':'m','type':'id','value':'y'}");
        assertEqual(it.toAgent().path("params"), "{'sessionId':'s','configId':'m','value':'y'}");
        it.client(5, "session/set_config_option", "{'sessionId':'s','configId':'b','type':'boolean','value':true}");
        assertEqual(it.toAgent().path("params"), "{'sessionId':'s','configId':'b','type':'boolean','value':true}");
    }

    @Test
    void resumingWithReplayLoadsAndTellsTheState() {
        it.client(3, "session/resume", "{'sessionId':'s','cwd':'/w','replayFrom':{'type':'start'}}");
        JsonNode load = it.toAgent("session/load");
        assertEqual(load.path("params"), "{'sessionId':'s','cwd':'/w','mcpServers':[]}");
        it.update("{'sessionUpdate':'user_message_chunk','messageId':'u','content':{'type':'text','text':'q'}}");
        it.update("{'sessionUpdate':'agent_message_chunk','messageId':'a','content':{'type':'text','text':'r'}}");
        it.agentAnswers(load, "{'modes':null}");
        assertThat(it.kinds()).containsExactly("user_message_chunk", "agent_message_chunk", "idle", "result 3");
    }

    @Test
    void resumingWithoutReplayIsResumeOrALoadThatIsSwallowed() {
        it.client(3, "session/resume", "{'sessionId':'s','cwd':'/w'}");
        it.agentAnswers(it.toAgent("session/resume"), "{}");
        assertThat(it.kinds()).containsExactly("idle", "result 3");

        it = Harness.olderAgent("{'loadSession':true}");
        it.client(3, "session/resume", "{'sessionId':'s','cwd':'/w'}");
        JsonNode load = it.toAgent("session/load");
        it.update("{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'r'}}");
        it.update("{'sessionUpdate':'tool_call','toolCallId':'t','title':'x'}");
        it.update("{'sessionUpdate':'available_commands_update','availableCommands':[]}");
        it.agentAnswers(load, "{}");
        it.update("{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'r'}}");
        assertThat(it.kinds()).containsExactly("available_commands_update", "idle", "result 3", "agent_message_chunk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{'sessionId':'s','cwd':'/w'}", "{'sessionId':'s','cwd':'/w','replayFrom':{'type':'start'}}"})
    void anAgentThatCannotResumeIsNotAsked(String params) {
        it = Harness.olderAgent("{}");
        it.client(3, "session/resume", params);
        it.nothingToAgent();
        assertThat(it.toClient().path("error").path("code").asInt()).isEqualTo(-32602);
    }

    @Test
    void anUnknownCursorIsRefused() {
        it.client(3, "session/resume", "{'sessionId':'s','cwd':'/w','replayFrom':{'type':'_cursor'}}");
        it.nothingToAgent();
        assertThat(it.toClient().path("error").path("code").asInt()).isEqualTo(-32602);
    }

    @Test
    void listAndCloseAreMadeUpForAgentsWithoutThem() {
        it = Harness.olderAgent("{}");
        it.client(3, "session/list", "{'cwd':'/w'}");
        JsonNode list = it.toClient().path("result");
        assertEqual(list.path("sessions"), "[{'sessionId':'s','cwd':'/w'}]");
        assertThat(losses(list)).containsExactly("session_list");
        it.client(4, "session/list", "{'cwd':'/other'}");
        assertThat(it.toClient().at("/result/sessions")).isEmpty();

        JsonNode prompt = inserted();
        it.client(5, "session/close", "{'sessionId':'s'}");
        it.toAgent("session/cancel");
        assertThat(it.kinds()).containsExactly("idle", "result 5");
        it.update("{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'late'}}");
        it.agentAnswers(prompt, "{'stopReason':'cancelled'}");
        it.nothingToClient();
        it.client(6, "session/prompt", PROMPT);
        assertEqual(it.toClient().at("/error/data"), "{'sessionId':'s'}");
    }

    @ParameterizedTest
    @CsvSource({
        "fs/read_text_file, -32601",
        "fs/write_text_file, -32601",
        "terminal/create, -32601",
        "terminal/release, -32601"
    })
    void filesAndTerminalsOfTheClientAreNotThere(String method, int code) {
        it.agent(9, method, "{'sessionId':'s'}");
        it.nothingToClient();
        assertThat(it.toAgent().path("error").path("code").asInt()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"tool_call/cancel, -32602", "terminal/cancel, -32602", "auth/logout, -32601", "initialize, -32600"})
    void whatTheAgentCannotDoIsRefused(String method, int code) {
        it.client(9, method, "{'sessionId':'s'}");
        it.nothingToAgent();
        assertThat(it.toClient().path("error").path("code").asInt()).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({
        "auth/login, authenticate",
        "session/unarchive, session/unarchive",
        "session/set_title, session/set_title",
        "providers/list, providers/list",
        "_vendor/x, _vendor/x"
    })
    void otherRequestsPass(String newer, String older) {
        it.client(9, newer, "{'sessionId':'s','methodId':'m','n':1.50}");
        JsonNode passed = it.toAgent(older);
        assertEqual(passed.path("params"), "{'sessionId':'s','methodId':'m','n':1.50}");
        it.agentFails(passed, "{'code':-32002,'message':'no'}");
        assertEqual(it.toClient().path("error"), "{'code':-32002,'message':'no','data':{'sessionId':'s'}}");
    }

    @Test
    void requestsAreCancelledByTheIdsOfTheirHop() {
        it.client("{'jsonrpc':'2.0','id':'x','method':'session/list','params':{}}");
        JsonNode passed = it.toAgent("session/list");
        it.clientNotifies("$/cancel_request", "{'requestId':'x','why':1}");
        JsonNode cancel = it.toAgent("$/cancel_request");
        assertThat(cancel.at("/params/requestId")).isEqualTo(passed.path("id"));
        it.clientNotifies("$/cancel_request", "{'requestId':77}");
        it.nothingToAgent();
    }

    @Test
    void mcpServersAreWrittenAsTheOlderVersionDoes() {
        it.client(
                3,
                "session/new",
                "{'cwd':'/w','mcpServers':[{'type':'stdio','name':'n','command':'/c'},{'type':'http','name':'h','url':'u'},{'type':'acp','name':'a','serverId':'i'}]}");
        assertEqual(
                it.toAgent().at("/params/mcpServers"),
                "[{'name':'n','command':'/c','args':[],'env':[]},{'type':'http','name':'h','url':'u','headers':[]},{'type':'acp','name':'a','serverId':'i'}]");
    }
}
