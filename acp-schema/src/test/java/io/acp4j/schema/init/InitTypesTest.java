package io.acp4j.schema.init;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.WireVersion;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InitTypesTest {

    private static final String DETAILS = "{'_meta':{'a':1},'x':[null]}";

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(SessionArchiveCapabilities.CODEC, "{'_meta':{},'more':[1]}"),
                arguments(SessionStatusCapabilities.CODEC, "{'_meta':{},'more':[1]}"),
                arguments(SessionTitleCapabilities.CODEC, "{'_meta':{},'more':[1]}"),
                arguments(AuthStatusCapabilities.CODEC, "{'_meta':{},'more':[1]}"),
                arguments(ProvidersCapabilities.CODEC, "{'_meta':{},'more':[1]}"),
                arguments(SubagentCapabilities.CODEC, "{'_meta':{},'more':[1]}"),
                arguments(PlanCapabilities.CODEC, "{'_meta':{},'more':[1]}"),
                arguments(SessionSystemPromptOverrideCapabilities.CODEC, "{'_meta':{},'more':[1]}"),
                arguments(SessionSystemPromptModeCapabilities.CODEC, "{'override':{},'_meta':{},'prepend':{}}"),
                arguments(SessionSystemPromptCapabilities.CODEC, "{'mode':{'override':{}},'_meta':{},'x':1}"),
                arguments(Implementation.CODEC, "{'name':'n','title':'t','version':'','_meta':{'k':null}}"),
                arguments(
                        FileSystemCapabilities.CODEC,
                        "{'readTextFile':true,'writeTextFile':true,'_meta':{},'delete':true}"),
                arguments(CompactionCapabilities.CODEC, DETAILS),
                arguments(NoticeCapabilities.CODEC, DETAILS),
                arguments(BooleanConfigOptionCapabilities.CODEC, DETAILS),
                arguments(SessionConfigOptionsCapabilities.CODEC, "{'boolean':{'_meta':{}},'_meta':{},'number':{}}"),
                arguments(
                        ClientSessionCapabilities.CODEC,
                        "{'compaction':{},'configOptions':{'boolean':{}},'notices':{'x':1},'_meta':{},'y':'\u20ac'}"),
                arguments(AuthCapabilities.CODEC, "{'terminal':true,'_meta':{},'browser':true}"),
                arguments(ElicitationFormCapabilities.CODEC, DETAILS),
                arguments(ElicitationUrlCapabilities.CODEC, DETAILS),
                arguments(ElicitationCapabilities.CODEC, "{'form':{},'url':{'x':1},'_meta':{},'voice':{}}"),
                arguments(
                        ClientCapabilities.CODEC,
                        "{'fs':{'readTextFile':true,'writeTextFile':false},'terminal':true,'session':{'notices':{}},"
                                + "'auth':{'terminal':true},'elicitation':{'url':{}},'subagents':{},'plan':{},"
                                + "'_meta':{'a':{'b':[]}},'future':{}}"),
                arguments(PromptCapabilities.CODEC, "{'image':true,'audio':true,'embeddedContext':true,'_meta':{}}"),
                arguments(McpCapabilities.CODEC, "{'http':true,'sse':true,'acp':true,'_meta':{},'x':true}"),
                arguments(SessionListCapabilities.CODEC, DETAILS),
                arguments(SessionDeleteCapabilities.CODEC, DETAILS),
                arguments(SessionAdditionalDirectoriesCapabilities.CODEC, DETAILS),
                arguments(SessionResumeCapabilities.CODEC, DETAILS),
                arguments(SessionCloseCapabilities.CODEC, DETAILS),
                arguments(LogoutCapabilities.CODEC, DETAILS),
                arguments(SessionForkCapabilities.CODEC, "{'atMessageId':true,'_meta':{'acp4j/fork':{}},'x':1}"),
                arguments(
                        SessionCapabilities.CODEC,
                        "{'list':{},'delete':{},'additionalDirectories':{},'fork':{'atMessageId':true,'x':1},"
                                + "'resume':{},'close':{},'systemPrompt':{'mode':{}},'archive':{},'status':{},"
                                + "'title':{},'_meta':{},'future':{'deep':[{}]}}"),
                arguments(AgentAuthCapabilities.CODEC, "{'logout':{},'status':{},'_meta':{},'future':{}}"),
                arguments(
                        AgentCapabilities.CODEC,
                        "{'loadSession':true,'promptCapabilities':{'image':true,'audio':false,'embeddedContext':false},"
                                + "'mcpCapabilities':{'http':true,'sse':false},'sessionCapabilities':{'list':{}},"
                                + "'auth':{'logout':{}},'providers':{},'_meta':{},'future':{}}"),
                arguments(
                        InitializeRequest.CODEC,
                        "{'protocolVersion':65535,'clientCapabilities':{'fs':{'readTextFile':true,'writeTextFile':true},"
                                + "'terminal':true,'auth':{'terminal':false},'future':1},"
                                + "'clientInfo':{'name':'c','version':'1'},'_meta':{}}"),
                arguments(
                        InitializeResponse.CODEC,
                        "{'protocolVersion':0,'agentCapabilities':{'loadSession':true,'promptCapabilities':"
                                + "{'image':true,'audio':false,'embeddedContext':false},'mcpCapabilities':"
                                + "{'http':true,'sse':false},'sessionCapabilities':{'fork':{}},'auth':{}},"
                                + "'authMethods':[{'id':'a','name':'A'},{'type':'x','id':'b','name':'B','y':[1]}],"
                                + "'agentInfo':{'name':'c','version':'1'},'_meta':{}}"));
    }

    @ParameterizedTest
    @MethodSource("complete")
    void everyMemberFollowsItsRule(ObjectCodec<?> codec, String complete) {
        assertRules(codec, complete);
    }

    @ParameterizedTest
    @MethodSource("complete")
    void builderTakesEveryMember(ObjectCodec<?> codec, String complete) {
        assertBuilder(read(codec, complete));
    }

    @Test
    void absentClientCapabilitiesMeanNone() {
        InitializeRequest request = read(InitializeRequest.CODEC, "{'protocolVersion':1}");

        assertThat(request.protocolVersion()).isEqualTo(ProtocolVersion.V1);
        assertThat(request.clientCapabilities()).isEqualTo(ClientCapabilities.NONE);
        assertThat(request.clientCapabilities().fs().readTextFile()).isFalse();
        assertThat(request.clientCapabilities().auth().terminal()).isFalse();
        assertThat(request.clientInfo()).isNull();
    }

    @Test
    void absentAgentCapabilitiesMeanNone() {
        InitializeResponse response = read(InitializeResponse.CODEC, "{'protocolVersion':1,'authMethods':null}");

        assertThat(response.agentCapabilities()).isEqualTo(AgentCapabilities.NONE);
        assertThat(response.agentCapabilities().promptCapabilities().image()).isFalse();
        assertThat(response.agentCapabilities().sessionCapabilities().fork()).isNull();
        assertThat(response.authMethods()).isEmpty();
    }

    @Test
    void defaultsOfTheSchemaAreWritten() {
        assertThat(tree(AgentCapabilities.CODEC, AgentCapabilities.NONE))
                .isEqualTo(tree("{'loadSession':false,'promptCapabilities':{'image':false,'audio':false,"
                        + "'embeddedContext':false},'mcpCapabilities':{'http':false,'sse':false},"
                        + "'sessionCapabilities':{},'auth':{}}"));
        assertThat(tree(ClientCapabilities.CODEC, ClientCapabilities.NONE))
                .isEqualTo(tree("{'fs':{'readTextFile':false,'writeTextFile':false},'terminal':false,"
                        + "'auth':{'terminal':false}}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "65536", "1.5", "'1'", "null", "true", "{}", "1e30"})
    void protocolVersionOutOfRangeOrOfAnotherKindIsRefused(String version) {
        assertRefused(InitializeRequest.CODEC, "{'protocolVersion':" + version + "}", "/protocolVersion");
    }

    @Test
    void protocolVersionWithEmptyFractionIsRead() {
        assertThat(read(ProtocolVersion.CODEC, "1.0")).isEqualTo(ProtocolVersion.V1);
        assertThat(new ProtocolVersion(2)).isGreaterThan(ProtocolVersion.V1).hasToString("2");
        assertThatThrownBy(() -> new ProtocolVersion(65536)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void invalidAuthMethodsAreLeftOut() {
        InitializeResponse response = read(
                InitializeResponse.CODEC,
                "{'protocolVersion':1,'authMethods':[7,{'id':'a'},{'type':'later','id':'no name'},"
                        + "{'type':'terminal','id':'t','name':'T','args':[[{}]]},{'id':'ok','name':'OK'},null]}");

        assertThat(response.authMethods()).containsExactly(AuthMethodAgent.of(new AuthMethodId("ok"), "OK"));
    }

    static Stream<Arguments> forkCapability() {
        return Stream.of(
                arguments("{}", false, false),
                arguments("{'fork':null}", false, false),
                arguments("{'fork':true}", false, false),
                arguments("{'fork':[]}", false, false),
                arguments("{'fork':{}}", true, false),
                arguments("{'fork':{'atMessageId':null}}", true, false),
                arguments("{'fork':{'atMessageId':false}}", true, false),
                arguments("{'fork':{'atMessageId':'true'}}", true, false),
                arguments("{'fork':{'atMessageId':{'deep':[{}]}}}", true, false),
                arguments("{'fork':{'atMessageId':1}}", true, false),
                arguments("{'fork':{'atMessageId':true}}", true, true));
    }

    @ParameterizedTest
    @MethodSource("forkCapability")
    void forkAtMessageIsAdvertisedOnlyByTrue(String json, boolean fork, boolean atMessage) {
        SessionForkCapabilities read = read(SessionCapabilities.CODEC, json).fork();

        assertThat(read != null).isEqualTo(fork);
        assertThat(read != null && read.atMessageId()).isEqualTo(atMessage);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "false", "'true'", "1", "[]"})
    void forkAtMessageIsAdvertisedInVersion2ByAnObjectOnly(String json) {
        var codec = SessionForkCapabilities.CODEC.in(WireVersion.V2);

        assertThat(assertReadsAs(codec, "{'atMessageId':" + json + ",'x':1}", "{'x':1}")
                        .atMessageId())
                .isFalse();
        assertThat(assertReadsAs(codec, "{'atMessageId':{'later':1},'x':1}", "{'atMessageId':{},'x':1}")
                        .atMessageId())
                .isTrue();
        assertThat(tree(codec, SessionForkCapabilities.AT_MESSAGE)).isEqualTo(tree("{'atMessageId':{}}"));
    }

    @Test
    void forkAtMessageIsNotWrittenWhenItIsFalse() {
        assertReadsAs(SessionCapabilities.CODEC, "{'fork':{'atMessageId':false}}", "{'fork':{}}");
    }

    @Test
    void unknownMembersSurviveAtEveryDepth() {
        assertRoundTrip(
                AgentCapabilities.CODEC,
                "{'loadSession':false,'promptCapabilities':{'image':false,'audio':false,'embeddedContext':false,"
                        + "'video':{'codecs':['\u20ac']}},'mcpCapabilities':{'http':false,'sse':false,'acp':true},"
                        + "'sessionCapabilities':{'fork':{'atMessageId':true,'x':1},'list':{'y':null},'archive':{}},"
                        + "'auth':{'status':{}},'providers':{'a':1e400}}");
    }

    @Test
    void membersThatTheTypeDeclaresCannotBeExtras() {
        assertThatThrownBy(() ->
                        AgentCapabilities.builder().extra("loadSession", true).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("loadSession");
    }

    @Test
    void buildersMakeWhatTheyAreTold() {
        AgentCapabilities agent = AgentCapabilities.builder()
                .loadSession(true)
                .promptCapabilities(PromptCapabilities.builder()
                        .image(true)
                        .audio(true)
                        .embeddedContext(true)
                        .build())
                .mcpCapabilities(McpCapabilities.of(true, false))
                .sessionCapabilities(SessionCapabilities.builder()
                        .list()
                        .delete()
                        .additionalDirectories()
                        .fork(SessionForkCapabilities.AT_MESSAGE)
                        .resume()
                        .close()
                        .build())
                .auth(AgentAuthCapabilities.LOGOUT)
                .meta(Meta.of("m", 1))
                .extra("later", List.of(1, 2))
                .build();

        assertThat(tree(AgentCapabilities.CODEC, agent))
                .isEqualTo(tree("{'loadSession':true,'promptCapabilities':{'image':true,'audio':true,"
                        + "'embeddedContext':true},'mcpCapabilities':{'http':true,'sse':false},"
                        + "'sessionCapabilities':{'list':{},'delete':{},'additionalDirectories':{},"
                        + "'fork':{'atMessageId':true},'resume':{},'close':{}},'auth':{'logout':{}},"
                        + "'_meta':{'m':1},'later':[1,2]}"));

        ClientCapabilities client = ClientCapabilities.builder()
                .fs(FileSystemCapabilities.of(true, false))
                .terminal(true)
                .session(ClientSessionCapabilities.builder()
                        .compaction()
                        .notices()
                        .configOptions(SessionConfigOptionsCapabilities.BOOLEAN)
                        .build())
                .auth(AuthCapabilities.of(true))
                .elicitation(ElicitationCapabilities.builder().form().url().build())
                .build();

        assertThat(tree(ClientCapabilities.CODEC, client))
                .isEqualTo(tree("{'fs':{'readTextFile':true,'writeTextFile':false},'terminal':true,"
                        + "'session':{'compaction':{},'configOptions':{'boolean':{}},'notices':{}},"
                        + "'auth':{'terminal':true},'elicitation':{'form':{},'url':{}}}"));
    }
}
