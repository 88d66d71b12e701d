package io.acp4j.proxy.internal.bridge;

import static io.acp4j.proxy.internal.bridge.Harness.assertEqual;
import static io.acp4j.proxy.internal.bridge.Harness.losses;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.internal.bridge.wire.BridgeSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of the requests between a client of the older version and an agent of the newer one. */
class NewerAgentTest extends NewerAgentFixture {

    @Test
    void aQuestionAboutARequestNamesTheIdThatTheClientGaveIt() {
        it.client("{'jsonrpc':'2.0','id':'login','method':'authenticate','params':{'methodId':'web'}}");
        JsonNode login = it.toAgent("auth/login");
        String question = "{'requestId':%s,'mode':'url','message':'?','url':'http://x','elicitationId':'e'}";
        it.agent(6, "elicitation/create", question.formatted(login.path("id")));

        assertEqual(it.toClient().path("params"), question.formatted("'login'"));
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
}
