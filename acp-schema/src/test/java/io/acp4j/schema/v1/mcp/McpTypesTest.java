package io.acp4j.schema.v1.mcp;

import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.json.ObjectCodec;
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
                        "{'name':'n','url':'http://h','headers':[{'name':'A','value':'B'}],'_meta':{}}"));
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
    void unknownServerIsKeptWithItsNameReadable() {
        McpServer server = assertRoundTrip(McpServer.CODEC, "{'type':'acp','id':{'x':[1,2.50]},'name':'n'}");

        assertThat(server).isInstanceOf(UnknownMcpServer.class);
        assertThat(server.name()).isEqualTo("n");
    }

    @Test
    void unknownServerWithoutNameIsRefused() {
        assertRefused(McpServer.CODEC, "{'type':'acp','id':'x'}", "/name");
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
