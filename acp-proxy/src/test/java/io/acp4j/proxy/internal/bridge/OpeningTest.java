package io.acp4j.proxy.internal.bridge;

import static io.acp4j.proxy.internal.bridge.Harness.assertEqual;
import static io.acp4j.proxy.internal.bridge.Harness.losses;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.proxy.internal.bridge.wire.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the versions of both peers are found out. */
class OpeningTest {

    private static final String NEWER =
            "{'protocolVersion':2,'info':{'name':'c','version':'1'},'capabilities':{'auth':{'terminal':{}},'elicitation':{'form':{}},'_meta':{'x':1}},'_meta':{'y':2}}";

    private final Harness it = new Harness();

    @Test
    void anAgentOfTheOlderVersionIsDescribedAsTheNewerOneDoes() {
        it.client(1, "initialize", NEWER);
        JsonNode asked = it.toAgent("initialize").path("params");
        assertThat(asked.path("protocolVersion").asInt()).isEqualTo(2);
        assertEqual(asked.path("capabilities"), "{'auth':{'terminal':{}},'elicitation':{'form':{}},'_meta':{'x':1}}");
        assertEqual(asked.path("clientInfo"), "{'name':'c','version':'1'}");
        assertEqual(
                asked.path("clientCapabilities"),
                "{'auth':{'terminal':true},'elicitation':{'form':{}},'_meta':{'x':1,'terminal_output':true},'fs':{'readTextFile':false,'writeTextFile':false},'terminal':false,'session':{'configOptions':{'boolean':{}},'notices':{},'compaction':{}},'plan':{},'subagents':{}}");

        it.agent(
                "{'jsonrpc':'2.0','id':1,'result':{'protocolVersion':1,'agentCapabilities':{'loadSession':true,'promptCapabilities':{'image':true,'audio':false},'mcpCapabilities':{'http':true,'sse':true},'sessionCapabilities':{'list':{},'resume':{},'close':{},'fork':{'atMessageId':true},'delete':{}},'auth':{'logout':{}},'_meta':{'steering':1}},'authMethods':[{'id':'a','name':'A'},{'type':'terminal','id':'t','name':'T','env':{'K':'V'}}],'_meta':{'jetbrains':{'air':{'version':1}}}}}");

        JsonNode result = it.toClient().path("result");
        assertEqual(result.path("info"), "{'name':'unknown','version':'unknown'}");
        assertEqual(
                result.path("capabilities"),
                "{'auth':{},'_meta':{'steering':1},'session':{'fork':{'atMessageId':{}},'delete':{},'prompt':{'image':{}},'mcp':{'http':{},'stdio':{}}}}");
        assertEqual(
                result.path("authMethods"),
                "[{'methodId':'a','name':'A','type':'agent'},{'type':'terminal','methodId':'t','name':'T','env':[{'name':'K','value':'V'}]}]");
        assertEqual(
                result.path("_meta"),
                "{'jetbrains':{'air':{'version':1}},'acp4j/bridge':{'agentProtocolVersion':1,'clientProtocolVersion':2,'lost':['message_id']}}");
    }

    @Test
    void anAgentOfTheNewerVersionIsDescribedAsTheOlderOneDoes() {
        it.client(
                1,
                "initialize",
                "{'protocolVersion':1,'clientCapabilities':{'fs':{'readTextFile':true},'terminal':true,'auth':{'terminal':true},'elicitation':{'url':{}},'_meta':{'x':1}}}");
        it.agentFails(it.toAgent("initialize"), "{'code':-32022,'message':'no'}");
        JsonNode again = it.toAgent("initialize");
        assertEqual(
                again.path("params"),
                "{'protocolVersion':2,'info':{'name':'unknown','version':'unknown'},'capabilities':{'auth':{'terminal':{}},'elicitation':{'url':{}},'_meta':{'x':1}}}");
        it.agentAnswers(
                again,
                "{'protocolVersion':2,'info':{'name':'a','version':'1'},'capabilities':{'session':{'prompt':{'image':{}},'mcp':{'http':{},'stdio':{}},'fork':{'atMessageId':{},'_meta':{'x':1}},'title':{}},'providers':{}},'authMethods':[{'type':'agent','methodId':'a','name':'A'},{'type':'terminal','methodId':'t','name':'T','env':[{'name':'K','value':'V'},{'name':'K','value':'W'}]},{'type':'_odd','methodId':'o'}]}");
        JsonNode result = it.toClient().path("result");
        assertEqual(
                result.path("agentCapabilities"),
                "{'providers':{},'loadSession':true,'promptCapabilities':{'image':true,'audio':false,'embeddedContext':false},'mcpCapabilities':{'http':true,'sse':false},'sessionCapabilities':{'fork':{'atMessageId':true,'_meta':{'x':1}},'title':{},'list':{},'resume':{},'close':{}},'auth':{'logout':{}}}");
        assertEqual(
                result.path("authMethods"),
                "[{'id':'a','name':'A'},{'type':'terminal','id':'t','name':'T','env':{'K':'W'}}]");
        assertThat(result.path("protocolVersion").asInt()).isEqualTo(1);
        assertThat(losses(result)).containsExactly("auth_method");
    }

    @Test
    void booleansSayNothingInTheNewerVersion() {
        it.client(
                1,
                "initialize",
                "{'protocolVersion':1,'clientCapabilities':{'fs':{'readTextFile':true},'auth':{'terminal':false}}}");
        it.agentFails(it.toAgent("initialize"), "{'code':-32022,'message':'no'}");
        JsonNode asked = it.toAgent("initialize");
        assertEqual(asked.at("/params/capabilities"), "{'auth':{}}");
        it.agentAnswers(
                asked,
                "{'protocolVersion':2,'info':{'name':'a','version':'1'},'capabilities':{'session':{'prompt':{'image':false,'audio':true},'mcp':{'http':false},'fork':{'atMessageId':true}}}}");

        JsonNode capabilities = it.toClient().at("/result/agentCapabilities");
        assertEqual(capabilities.path("promptCapabilities"), "{'image':false,'audio':false,'embeddedContext':false}");
        assertEqual(capabilities.path("mcpCapabilities"), "{'http':false,'sse':false}");
        assertEqual(capabilities.at("/sessionCapabilities/fork"), "{'atMessageId':false}");
    }

    @Test
    void anAgentThatForksOnlyWholeSessionsIsDescribedSoInTheNewerVersion() {
        it.client(1, "initialize", NEWER);
        it.agentAnswers(
                it.toAgent("initialize"),
                "{'protocolVersion':1,'agentCapabilities':{'sessionCapabilities':{'fork':{'atMessageId':false}}}}");

        assertEqual(it.toClient().at("/result/capabilities/session/fork"), "{}");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void peersOfOneVersionAreLeftAlone(int version) {
        it.client(1, "initialize", version == 2 ? NEWER : "{'protocolVersion':1,'odd':1.50}");
        it.agentAnswers(it.toAgent(), "{'protocolVersion':" + version + ",'odd':{'x':[1e2]}}");
        assertEqual(it.toClient().path("result"), "{'protocolVersion':" + version + ",'odd':{'x':[1e2]}}");
        it.client("{'jsonrpc':'2.0','id':'x','method':'session/prompt','params':{'n':1.50}}");
        JsonNode passed = it.toAgent("session/prompt");
        assertEqual(passed.path("params"), "{'n':1.50}");
        it.agentAnswers(passed, "null");
        assertEqual(it.toClient(), "{'jsonrpc':'2.0','id':'x','result':null}");
        it.agent("{'jsonrpc':'2.0','method':'_bare'}");
        assertEqual(it.toClient(), "{'jsonrpc':'2.0','method':'_bare'}");
    }

    @Test
    void aStrictAgentOfTheOlderVersionIsAskedInItsOwnWords() {
        it.client(1, "initialize", NEWER);
        it.agentFails(it.toAgent(), "{'code':-32602,'message':'strict'}");
        JsonNode again = it.toAgent("initialize");
        assertThat(again.at("/params/protocolVersion").asInt()).isEqualTo(1);
        assertThat(again.path("params").has("capabilities")).isFalse();
        it.agentAnswers(again, "{'protocolVersion':1}");
        assertThat(it.toClient().at("/result/protocolVersion").asInt()).isEqualTo(2);
    }

    @Test
    void whatComesTooEarlyWaitsOrIsRefused() {
        it.client(1, "session/list", "{}");
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32600);
        it.clientNotifies("session/cancel", "{'sessionId':'s'}");
        it.nothingToAgent();
        it.client(2, "initialize", NEWER);
        JsonNode asked = it.toAgent("initialize");
        it.client(3, "session/new", "{'cwd':'/w'}");
        it.client(4, "initialize", NEWER);
        assertThat(it.toClient().path("id").asInt()).isEqualTo(4);
        it.nothingToAgent();
        it.agentAnswers(asked, "{'protocolVersion':1}");
        it.toAgent("session/new");
    }

    @Test
    void aVersionBelowTheOldestOneIsRefusedWithThoseThatThereAre() {
        it.client(1, "initialize", "{'protocolVersion':0}");
        JsonNode error = it.toClient().path("error");
        assertThat(error.path("code").asInt()).isEqualTo(-32022);
        assertEqual(error.path("data"), "{'requested':0,'supported':[1,2]}");
        it.nothingToAgent();
        it.client(2, "initialize", NEWER);
        it.toAgent("initialize");
    }

    @Test
    void aFailedOpeningMayBeRepeated() {
        it.client(2, "initialize", NEWER);
        it.agentFails(it.toAgent(), "{'code':-32000,'message':'no'}");
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32000);
        it.client(2, "initialize", NEWER);
        it.agentAnswers(it.toAgent("initialize"), "{'protocolVersion':7}");
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32022);
        it.client(2, "initialize", NEWER);
        it.agentAnswers(it.toAgent("initialize"), "{'protocolVersion':2}");
        assertThat(it.toClient().has("result")).isTrue();
    }

    private static final String OTHER =
            "{'protocolVersion':2,'info':{'name':'c','version':'2'},'capabilities':{'elicitation':{'url':{}}}}";

    @Test
    void aClientOfTheNewerVersionMayRepeatItsFirstRequest() {
        it.client(1, "initialize", NEWER);
        it.agentAnswers(it.toAgent("initialize"), "{'protocolVersion':1,'agentInfo':{'name':'a','version':'1'}}");
        JsonNode first = it.toClient();
        it.client(2, "initialize", NEWER);
        it.nothingToAgent();
        assertThat(it.toClient().path("result")).isEqualTo(first.path("result"));

        it.client(3, "initialize", OTHER);
        JsonNode asked = it.toAgent("initialize");
        assertThat(asked.at("/params/protocolVersion").asInt()).isEqualTo(1);
        assertThat(asked.at("/params/clientInfo/version").asText()).isEqualTo("2");
        it.clientNotifies("_note", "{}");
        it.client(4, "session/new", "{'cwd':'/w'}");
        it.nothingToAgent();
        it.agentAnswers(
                asked,
                "{'protocolVersion':1,'agentInfo':{'name':'b','version':'1'},'agentCapabilities':{'loadSession':true}}");
        assertThat(it.toClient().at("/result/info/name").asText()).isEqualTo("b");
        it.toAgent("_note");
        it.agentAnswers(it.toAgent("session/new"), "{'sessionId':'s'}");
        it.toClient();

        it.client(5, "initialize", OTHER);
        assertThat(it.toClient().at("/error/code").asInt())
                .as("after another request")
                .isEqualTo(-32600);
        it.client(6, "session/resume", "{'sessionId':'s','cwd':'/w','replayFrom':{'type':'start'}}");
        it.toAgent("session/load");
    }

    @Test
    void anAgentThatRefusesTheRepetitionStaysAsItWas() {
        it.client(1, "initialize", NEWER);
        it.agentAnswers(it.toAgent("initialize"), "{'protocolVersion':1,'agentCapabilities':{'loadSession':true}}");
        JsonNode first = it.toClient();
        it.client(2, "initialize", OTHER);
        JsonNode asked = it.toAgent("initialize");
        it.agent(7, "_question", "{}");
        it.agentFails(asked, "{'code':-32600,'message':'initialized'}");
        assertThat(it.toClient().at("/error/message").asText()).isEqualTo("initialized");
        JsonNode question = it.toClient();
        assertThat(question.path("method").asText()).isEqualTo("_question");
        it.clientAnswers(question, "{}");
        assertThat(it.toAgent().path("id").asInt()).isEqualTo(7);

        it.client(3, "initialize", NEWER);
        assertThat(it.toClient().path("result"))
                .as("a request of the agent changes nothing")
                .isEqualTo(first.path("result"));
        it.client(4, "session/new", "{'cwd':'/w'}");
        it.toAgent("session/new");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "'2'", "null", "1e30"})
    void aRepetitionThatAsksForALowerVersionIsRefused(String version) {
        it.client(1, "initialize", NEWER);
        it.agentAnswers(it.toAgent("initialize"), "{'protocolVersion':1}");
        it.toClient();
        it.client(2, "initialize", NEWER.replace("'protocolVersion':2", "'protocolVersion':" + version));
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32600);
        it.nothingToAgent();
        it.client(3, "session/new", "{'cwd':'/w'}");
        it.toAgent("session/new");
    }

    @Test
    void aRepetitionAfterWhichTheAgentSpeaksAnotherVersionIsRefused() {
        it.client(1, "initialize", NEWER);
        it.agentAnswers(it.toAgent("initialize"), "{'protocolVersion':1}");
        it.toClient();
        it.client(2, "initialize", OTHER);
        it.agentAnswers(it.toAgent("initialize"), "{'protocolVersion':2}");
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32600);
        it.client(3, "session/new", "{'cwd':'/w'}");
        it.toAgent("session/new");
    }

    @Test
    void theOlderVersionKnowsNoRepetition() {
        it.client(1, "initialize", "{'protocolVersion':1}");
        it.agentFails(it.toAgent(), "{'code':-32022,'message':'no'}");
        it.agentAnswers(
                it.toAgent(), "{'protocolVersion':2,'info':{'name':'a','version':'1'},'capabilities':{'session':{}}}");
        it.toClient();
        for (int version : new int[] {1, 2}) {
            it.client(version + 1, "initialize", "{'protocolVersion':" + version + "}");
            assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32600);
        }
        it.nothingToAgent();
    }

    @Test
    void betweenPeersOfTheNewerVersionARepetitionIsTheAgentsAffair() {
        it.client(1, "initialize", NEWER);
        it.agentAnswers(it.toAgent("initialize"), "{'protocolVersion':2}");
        it.toClient();
        it.client(2, "initialize", OTHER);
        JsonNode asked = it.toAgent("initialize");
        assertEqual(asked.path("params"), OTHER);
        it.agentAnswers(asked, "{'protocolVersion':2,'again':true}");
        assertThat(it.toClient().at("/result/again").asBoolean()).isTrue();
    }

    @Test
    void anAgentThatGoesIsGoneForOneThatHasSentNothingElse() {
        it.client(1, "initialize", NEWER);
        it.agentAnswers(it.toAgent("initialize"), "{'protocolVersion':1}");
        it.toClient();
        it.client(2, "initialize", OTHER);
        it.toAgent("initialize");
        it.bridge.ended(Side.AGENT);
        assertThat(it.toClient().at("/error/data/reason").asText()).isEqualTo("component_gone");
        it.nothingToClient();
    }

    @Test
    void anAgentWithoutSessionsIsNoneForAClientOfTheOlderVersion() {
        it.client(1, "initialize", "{'protocolVersion':1}");
        it.agentFails(it.toAgent(), "{'code':-32022,'message':'no'}");
        it.agentAnswers(it.toAgent(), "{'protocolVersion':2,'capabilities':{}}");
        assertThat(it.toClient().at("/error/code").asInt()).isEqualTo(-32022);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{'jsonrpc':'2.0','id':1,'method':'initialize'}]",
                "7",
                "{'jsonrpc':'2.0','id':null,'method':'initialize'}",
                "{'jsonrpc':'2.0','id':1.5,'method':'initialize'}",
                "{'jsonrpc':'2.0','method':3}",
                "{'jsonrpc':'2.0'}",
                "{'jsonrpc':'2.0','method':'x','result':1}"
            })
    void whatIsNoMessageGetsOneError(String text) {
        it.client(text);
        JsonNode error = it.toClient();
        assertThat(error.path("id").isNull()).isTrue();
        assertThat(error.at("/error/code").asInt()).isEqualTo(-32600);
        it.nothingToAgent();
    }
}
