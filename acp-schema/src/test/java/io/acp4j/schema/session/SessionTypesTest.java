package io.acp4j.schema.session;

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

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.mcp.McpServerStdio;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTypesTest {

    private static final String STATE = "'modes':{'currentModeId':'a','availableModes':[]},"
            + "'configOptions':[{'type':'boolean','id':'b','name':'B','currentValue':true}],'_meta':{'k':1}";
    private static final String SETUP = "'cwd':'/w','additionalDirectories':['/x','C:\\\\y'],"
            + "'mcpServers':[{'name':'n','command':'/c','args':[],'env':[]},{'type':'new','name':'m'}],"
            + "'systemPrompt':{'mode':'override','content':[{'type':'text','text':'t'}]},'_meta':{}";

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(ArchiveSessionRequest.CODEC, "{'sessionId':'s','_meta':{}}"),
                arguments(ArchiveSessionResponse.CODEC, "{'_meta':{}}"),
                arguments(UnarchiveSessionRequest.CODEC, "{'sessionId':'s','_meta':{}}"),
                arguments(UnarchiveSessionResponse.CODEC, "{'_meta':{}}"),
                arguments(SessionStatusRequest.CODEC, "{'sessionId':'s','_meta':{}}"),
                arguments(SessionStatusResponse.CODEC, "{'status':'open','_meta':{}}"),
                arguments(SetSessionTitleRequest.CODEC, "{'sessionId':'s','title':'t','_meta':{}}"),
                arguments(SetSessionTitleResponse.CODEC, "{'title':'t','_meta':{}}"),
                arguments(SystemPrompt.CODEC, "{'mode':'append','content':[{'type':'text','text':'t'}],'_meta':{}}"),
                arguments(NewSessionRequest.CODEC, "{" + SETUP + "}"),
                arguments(NewSessionResponse.CODEC, "{'sessionId':'s'," + STATE + "}"),
                arguments(LoadSessionRequest.CODEC, "{'sessionId':'s'," + SETUP + "}"),
                arguments(LoadSessionResponse.CODEC, "{" + STATE + "}"),
                arguments(ResumeSessionRequest.CODEC, "{'sessionId':'s'," + SETUP + "}"),
                arguments(ResumeSessionResponse.CODEC, "{" + STATE + "}"),
                arguments(ForkSessionRequest.CODEC, "{'sessionId':'s','messageId':'m'," + SETUP + "}"),
                arguments(ForkSessionResponse.CODEC, "{'sessionId':'s'," + STATE + "}"),
                arguments(
                        SessionInfo.CODEC,
                        "{'sessionId':'s','cwd':'/w','additionalDirectories':['/x'],'title':'',"
                                + "'updatedAt':'2026-11-21T00:00:00Z','archived':false,'_meta':{'acp4j/lineage':{}}}"),
                arguments(CloseSessionRequest.CODEC, "{'sessionId':'s','_meta':{}}"),
                arguments(CloseSessionResponse.CODEC, "{'_meta':{}}"),
                arguments(DeleteSessionRequest.CODEC, "{'sessionId':'s','_meta':{}}"),
                arguments(DeleteSessionResponse.CODEC, "{'_meta':{}}"),
                arguments(ListSessionsRequest.CODEC, "{'cwd':'/w','cursor':'','archived':'only','_meta':{}}"),
                arguments(
                        ListSessionsResponse.CODEC,
                        "{'sessions':[{'sessionId':'s','cwd':'/w'}],'nextCursor':'n','_meta':{}}"));
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

    @ParameterizedTest
    @MethodSource("complete")
    <T> void whateverNamesASessionIsAboutIt(ObjectCodec<T> codec, String complete) {
        T value = read(codec, complete);

        if (tree(complete).has("sessionId")) {
            assertThat(value)
                    .isInstanceOfSatisfying(
                            SessionScoped.class,
                            scoped -> assertThat(scoped.sessionId()).isEqualTo(new SessionId("s")));
        } else {
            assertThat(value).isNotInstanceOf(SessionScoped.class);
        }
    }

    @Test
    void newSessionNeedsItsListOfServersThoughItMayBeNull() {
        assertRefused(NewSessionRequest.CODEC, "{'cwd':'/w'}", "/mcpServers");
        assertReadsAs(NewSessionRequest.CODEC, "{'cwd':'/w','mcpServers':null}", "{'cwd':'/w','mcpServers':[]}");
    }

    @Test
    void malformedServerOfANewSessionIsRefusedByItsPath() {
        assertRefused(
                NewSessionRequest.CODEC,
                "{'cwd':'/w','mcpServers':[{'name':'n','command':'c','args':[],'env':[]},"
                        + "{'name':'n','command':'c','args':['a',7],'env':[]}]}",
                "/mcpServers/1/args/1");
    }

    @Test
    void resumedSessionMayLeaveServersOut() {
        assertReadsAs(
                ResumeSessionRequest.CODEC,
                "{'sessionId':'s','cwd':'/w','mcpServers':[],'additionalDirectories':[]}",
                "{'sessionId':'s','cwd':'/w'}");
    }

    @Test
    void noOptionsAndAnEmptyListOfOptionsDiffer() {
        assertThat(read(NewSessionResponse.CODEC, "{'sessionId':'s'}").configOptions())
                .isNull();
        assertThat(assertReadsAs(
                                NewSessionResponse.CODEC,
                                "{'sessionId':'s','configOptions':[{'type':'select'}]}",
                                "{'sessionId':'s','configOptions':[]}")
                        .configOptions())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "..:segment:3", "\ud83d\ude00", "\u00e9", "e\u0301", "null", "0"})
    void forkPointIsOpaque(String id) {
        ForkSessionRequest request = ForkSessionRequest.builder(new SessionId("s"), "/w")
                .messageId(new MessageId(id))
                .build();

        assertThat(read(
                        ForkSessionRequest.CODEC,
                        tree(ForkSessionRequest.CODEC, request).toString()))
                .isEqualTo(request);
        assertThat(tree(ForkSessionRequest.CODEC, request).get("messageId").textValue())
                .isEqualTo(id);
    }

    @Test
    void forkPointMayBeLong() {
        forkPointIsOpaque("m".repeat(10_240));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'sessionId':'s','cwd':'/w'}", "{'sessionId':'s','messageId':null,'cwd':'/w'}"})
    void noForkPointMeansTheWholeSession(String json) {
        ForkSessionRequest request = assertReadsAs(ForkSessionRequest.CODEC, json, "{'sessionId':'s','cwd':'/w'}");

        assertThat(request.messageId()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "7", "0", "true", "false", "[]", "['m']", "{}", "{'id':'m'}"})
    void malformedForkPointIsRefusedAndNeverReadAsNone(String id) {
        assertRefused(ForkSessionRequest.CODEC, "{'sessionId':'s','cwd':'/w','messageId':" + id + "}", "/messageId");
    }

    @Test
    void forkPointCannotBeMadeEmpty() {
        ForkSessionRequest.Builder builder =
                ForkSessionRequest.builder(new SessionId("s"), "/w").messageId(new MessageId(""));

        assertThatThrownBy(builder::build).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void malformedSessionsOfAListAreLeftOut() {
        ListSessionsResponse response = read(
                ListSessionsResponse.CODEC,
                "{'sessions':[{'sessionId':'a','cwd':'/w','additionalDirectories':['/x',7,{'d':[]}],'title':7},"
                        + "{'sessionId':'b'},{'cwd':'/w'},null,[[]],{'sessionId':'c','cwd':'/w'}],'nextCursor':7}");

        assertThat(response.sessions())
                .containsExactly(
                        SessionInfo.builder(new SessionId("a"), "/w")
                                .additionalDirectories(List.of("/x"))
                                .build(),
                        SessionInfo.builder(new SessionId("c"), "/w").build());
        assertThat(response.nextCursor()).isNull();
    }

    @Test
    void nextPageAsksTheSameFromItsCursorOn() {
        ListSessionsRequest first = new ListSessionsRequest("/w", null, SessionArchiveFilter.ONLY, Meta.of("k", 1));

        assertThat(first.after("c"))
                .isEqualTo(new ListSessionsRequest("/w", "c", SessionArchiveFilter.ONLY, Meta.of("k", 1)));
        assertThat(tree(ListSessionsRequest.CODEC, ListSessionsRequest.ALL)).isEqualTo(tree("{}"));
    }

    @Test
    void buildersMakeWhatTheyAreTold() {
        LoadSessionRequest request = LoadSessionRequest.builder(new SessionId("s"), "/w")
                .additionalDirectories(List.of("/x"))
                .mcpServers(List.of(McpServerStdio.of("n", "/c", "-a")))
                .meta(Meta.of("traceparent", "00-1"))
                .build();

        assertThat(tree(LoadSessionRequest.CODEC, request))
                .isEqualTo(tree("{'sessionId':'s','cwd':'/w','additionalDirectories':['/x'],"
                        + "'mcpServers':[{'name':'n','command':'/c','args':['-a'],'env':[]}],"
                        + "'_meta':{'traceparent':'00-1'}}"));
    }

    static Stream<Arguments> emptyAnswers() {
        return Stream.of(
                arguments(LoadSessionResponse.CODEC, LoadSessionResponse.EMPTY),
                arguments(ResumeSessionResponse.CODEC, ResumeSessionResponse.EMPTY),
                arguments(CloseSessionResponse.CODEC, CloseSessionResponse.EMPTY),
                arguments(DeleteSessionResponse.CODEC, DeleteSessionResponse.EMPTY),
                arguments(ListSessionsRequest.CODEC, ListSessionsRequest.ALL));
    }

    @ParameterizedTest
    @MethodSource("emptyAnswers")
    void messagesThatSayNothingMayBeNull(JsonCodec<?> codec, Object empty) {
        assertThat(read(codec, "null")).isEqualTo(empty);
        assertThat(read(codec, "{}")).isEqualTo(empty);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclude", "include", "only", "_mine"})
    void anyFilterOfArchivedSessionsIsKept(String filter) {
        assertThat(assertRoundTrip(SessionArchiveFilter.CODEC, "'" + filter + "'"))
                .hasToString(filter);
    }

    @ParameterizedTest
    @ValueSource(strings = {"append", "override", "_prepend"})
    void anyModeOfASystemPromptIsKept(String mode) {
        assertThat(assertRoundTrip(SystemPromptMode.CODEC, "'" + mode + "'")).hasToString(mode);
    }

    @Test
    void malformedSystemPromptIsRefusedAndNeverLeftOut() {
        assertRefused(
                NewSessionRequest.CODEC,
                "{'cwd':'/w','mcpServers':[],'systemPrompt':{'mode':'append','content':[{'type':'text'}]}}",
                "/systemPrompt/content/0/text");
        assertRefused(ListSessionsRequest.CODEC, "{'archived':true}", "/archived");
    }

    @Test
    void unstableFactoriesMakeWhatTheySay() {
        assertThat(SystemPrompt.append("t"))
                .isEqualTo(read(SystemPrompt.CODEC, "{'mode':'append','content':[{'type':'text','text':'t'}]}"));
        assertThat(SystemPrompt.override("t").mode()).isEqualTo(SystemPromptMode.OVERRIDE);
        assertThat(ListSessionsRequest.ALL.archived(SessionArchiveFilter.ONLY))
                .isEqualTo(read(ListSessionsRequest.CODEC, "{'archived':'only'}"));
        assertThat(SessionStatusResponse.of(SessionStatus.SAVED))
                .isEqualTo(read(SessionStatusResponse.CODEC, "{'status':'saved'}"));
    }
}
