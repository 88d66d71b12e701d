package io.acp4j.schema.mcp;

import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.McpServerAcpId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class McpTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(EnvVariable.CODEC, "{'name':'N','value':'','_meta':{}}"),
                arguments(HttpHeader.CODEC, "{'name':'N','value':'v','_meta':{'k':1}}"),
                arguments(
                        McpServerStdio.CODEC,
                        "{'name':'n','command':'/bin/\u00e9','args':['-a','\\u0000'],"
                                + "'env':[{'name':'A','value':'B'}],'_meta':{}}"),
                arguments(
                        McpServerHttp.CODEC,
                        "{'name':'n','url':'http://h','headers':[{'name':'A','value':'B'}],'_meta':{}}"),
                arguments(
                        McpServerSse.CODEC,
                        "{'name':'n','url':'http://h','headers':[{'name':'A','value':'B'}],'_meta':{}}"),
                arguments(McpServerAcp.CODEC, "{'name':'n','serverId':'s','_meta':{}}"),
                arguments(
                        MessageMcpRequest.CODEC,
                        "{'serverId':'s','requestId':'r','method':'tools/call','params':{'n':[1]},'_meta':{}}"),
                arguments(
                        MessageMcpNotification.CODEC,
                        "{'serverId':'s','requestId':'r','method':'notifications/progress','params':{'n':1},'_meta':{}}"),
                arguments(McpResult.CODEC, "{'result':{'content':[]},'_meta':{}}"),
                arguments(McpFailure.CODEC, "{'error':{'code':-32601,'message':'m'},'_meta':{}}"),
                arguments(McpError.CODEC, "{'code':-32601,'message':'m','data':{'d':1},'x':[1]}"));
    }

    @ParameterizedTest
    @MethodSource("complete")
    void everyMemberFollowsItsRule(ObjectCodec<?> codec, String complete) {
        assertRules(codec, complete);
    }

    @Test
    void serverWithoutTypeIsAChildProcess() {
        McpServer server = assertRoundTrip(McpServer.CODEC, "{'name':'n','command':'/c','args':['a'],'env':[]}");

        assertThat(server).isEqualTo(McpServerStdio.of("n", "/c", "a"));
    }

    @Test
    void serverOfTypeStdioIsAChildProcess() {
        assertReadsAs(
                McpServer.CODEC,
                "{'type':'stdio','name':'n','command':'/c','args':null,'env':null}",
                "{'name':'n','command':'/c','args':[],'env':[]}");
    }

    @Test
    void remoteServersAreToldByTheirType() {
        assertThat(assertRoundTrip(
                        McpServer.CODEC, "{'type':'http','name':'n','url':'u','headers':[{'name':'H','value':'V'}]}"))
                .isEqualTo(McpServerHttp.of("n", "u", HttpHeader.of("H", "V")));
        assertThat(assertRoundTrip(McpServer.CODEC, "{'type':'sse','name':'n','url':'u','headers':[]}"))
                .isEqualTo(McpServerSse.of("n", "u"));
    }

    @Test
    void serverOverTheConnectionIsToldByItsType() {
        assertThat(assertRoundTrip(McpServer.CODEC, "{'type':'acp','name':'n','serverId':'s'}"))
                .isEqualTo(McpServerAcp.of("n", new McpServerAcpId("s")));
    }

    @Test
    void outcomeIsAResultAlsoWhenThatIsNull() {
        assertThat(assertRoundTrip(MessageMcpResponse.CODEC, "{'result':null}"))
                .isEqualTo(MessageMcpResponse.result(RawJson.NULL));
        assertThat(assertRoundTrip(MessageMcpResponse.CODEC, "{'result':{'a':1},'_meta':{'k':1}}"))
                .isEqualTo(new McpResult(RawJson.parse("{\"a\":1}"), Meta.of("k", 1)));
    }

    @Test
    void resultGoesBeforeAnErrorBesideIt() {
        assertReadsAs(
                MessageMcpResponse.CODEC,
                "{'error':{'code':1,'message':'m'},'result':null,'_meta':7}",
                "{'result':null}");
    }

    @Test
    void errorOfMcpKeepsNullDataAndWhatItDoesNotKnow() {
        assertThat(assertRoundTrip(MessageMcpResponse.CODEC, "{'error':{'code':1,'message':'m'}}"))
                .isEqualTo(MessageMcpResponse.error(McpError.of(1, "m")));
        assertRoundTrip(MessageMcpResponse.CODEC, "{'error':{'code':1,'message':'m','data':null,'more':{}}}");
        assertRefused(MessageMcpResponse.CODEC, "{'error':{'code':1}}", "/error/message");
        assertRefused(MessageMcpResponse.CODEC, "{'error':'failed'}", "/error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'error':null}", "{'_meta':{}}"})
    void responseWithoutOutcomeIsKept(String text) {
        assertThat(assertRoundTrip(MessageMcpResponse.CODEC, text)).isInstanceOf(UnknownMcpOutcome.class);
    }

    @Test
    void unknownServerIsKeptWithItsNameReadable() {
        McpServer server = assertRoundTrip(McpServer.CODEC, "{'type':'pigeon','id':{'x':[1,2.50]},'name':'n'}");

        assertThat(server).isInstanceOf(UnknownMcpServer.class);
        assertThat(server.name()).isEqualTo("n");
    }

    @Test
    void unknownServerWithoutNameIsRefused() {
        assertRefused(McpServer.CODEC, "{'type':'pigeon','id':'x'}", "/name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "1", "{}", "[]"})
    void typeThatIsNotAStringIsRefused(String type) {
        assertRefused(McpServer.CODEC, "{'name':'n','type':" + type + ",'command':'c','args':[],'env':[]}", "/type");
    }

    @Test
    void faultDeepInsideIsNamedByItsPath() {
        assertRefused(
                McpServer.CODEC,
                "{'name':'n','url':'u','headers':[{'name':'a','value':'b'},{'name':'c','value':7}],'type':'http'}",
                "/headers/1/value");
    }

    @Test
    void secretsAreNotShown() {
        McpServer stdio = new McpServerStdio("n", "/c", List.of(), List.of(EnvVariable.of("KEY", "hunter2")), null);
        McpServer http = McpServerHttp.of("n", "u", HttpHeader.of("Authorization", "hunter2"));
        McpServer unknown = read(McpServer.CODEC, "{'type':'x','name':'n','secret':'hunter2'}");

        assertThat(stdio.toString()).contains("KEY").doesNotContain("hunter2");
        assertThat(http.toString()).contains("Authorization").doesNotContain("hunter2");
        assertThat(unknown.toString()).doesNotContain("hunter2");
    }

    @Test
    void listsAreCopied() {
        List<String> args = new ArrayList<>(List.of("a"));
        McpServerStdio server = new McpServerStdio("n", "/c", args, List.of(), null);
        args.add("b");

        assertThat(server.args()).containsExactly("a");
        assertThatThrownBy(() -> server.args().add("c")).isInstanceOf(UnsupportedOperationException.class);
    }
}
