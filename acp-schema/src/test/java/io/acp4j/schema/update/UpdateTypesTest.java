package io.acp4j.schema.update;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.CompactionId;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.plan.PlanEntry;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.tool.ToolKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateTypesTest {

    private static final String META = "'_meta':{'k':[1]}";
    private static final String TEXT = "{'type':'text','text':'t'}";

    /** Every kind of update with every member, by its tag. */
    private static final Map<String, String> UPDATES = Map.ofEntries(
            Map.entry("user_message_chunk", "'content':" + TEXT + ",'messageId':'m'," + META),
            Map.entry("agent_message_chunk", "'content':" + TEXT + ",'messageId':'m'," + META),
            Map.entry("agent_thought_chunk", "'content':" + TEXT + ",'messageId':'m'," + META),
            Map.entry("tool_call", toolCall()),
            Map.entry("tool_call_update", toolCall()),
            Map.entry("plan", "'entries':[{'content':'c','priority':'low','status':'pending'}]," + META),
            Map.entry(
                    "available_commands_update",
                    "'availableCommands':[{'name':'n','description':'d','input':{'hint':'h'}}]," + META),
            Map.entry("current_mode_update", "'currentModeId':'https://agent.example/modes#plan'," + META),
            Map.entry(
                    "config_option_update",
                    "'configOptions':[{'type':'boolean','id':'o','name':'n','currentValue':true}]," + META),
            Map.entry("session_info_update", "'title':'t','updatedAt':'2026-01-01T00:00:00Z'," + META),
            Map.entry("usage_update", "'used':0,'size':200000,'cost':{'amount':0.25,'currency':'EUR'}," + META),
            Map.entry("notice", "'severity':'warning','title':'t','description':'d'," + META),
            Map.entry(
                    "compaction_update",
                    "'compactionId':'c','status':'completed','summary':[" + TEXT + "],'error':'e'," + META),
            Map.entry("compaction_summary_chunk", "'compactionId':'c','content':" + TEXT + "," + META),
            Map.entry("plan_update", "'plan':{'type':'file','planId':'p','uri':'u'}," + META),
            Map.entry("plan_removed", "'planId':'p'," + META),
            Map.entry(
                    "subagent_update",
                    "'sessionId':'c','title':'t','description':'d','capabilities':{'cancel':{}},"
                            + "'state':{'state':'running'},'cwd':'/w','additionalDirectories':['/x']," + META),
            Map.entry(
                    "session_message",
                    "'messageId':'m','senderSessionId':'a','recipientSessionId':'b','senderMessageId':'n',"
                            + "'recipientMessageId':'o','content':[" + TEXT + "]," + META),
            Map.entry("session_message_chunk", "'messageId':'m','content':" + TEXT + "," + META));

    private static String toolCall() {
        return "'toolCallId':'c','title':'t','name':'n','kind':'edit','status':'failed',"
                + "'content':[{'type':'diff','path':'/a','newText':'x'}],'locations':[{'path':'/a','line':1}],"
                + "'rawInput':{'any':[1,null]},'rawOutput':'any'," + META;
    }

    static Stream<Arguments> complete() {
        Stream<Arguments> updates = SessionUpdate.CODEC.variants().entrySet().stream()
                .map(variant -> arguments(variant.getValue(), "{" + UPDATES.get(variant.getKey()) + "}"));
        Stream<Arguments> others = Stream.of(
                arguments(SessionNotification.CODEC, "{'sessionId':'s','update':" + update("plan") + "," + META + "}"),
                arguments(Command.CODEC, "{'name':'n','description':'d','input':{'hint':'h'}," + META + "}"),
                arguments(UnstructuredCommandInput.CODEC, "{'hint':'h'," + META + "}"),
                arguments(SubagentSessionCapabilities.CODEC, "{'cancel':{},'steer':{}," + META + "}"),
                arguments(SessionCancelCapabilities.CODEC, "{'x':1," + META + "}"),
                arguments(RunningStateUpdate.CODEC, "{" + META + "}"),
                arguments(
                        IdleStateUpdate.CODEC,
                        "{'stopReason':'error','error':{'code':-32603,'message':'m'},"
                                + "'usage':{'totalTokens':2,'inputTokens':1,'outputTokens':1}," + META + "}"),
                arguments(RequiresActionStateUpdate.CODEC, "{" + META + "}"),
                arguments(UnknownStateUpdate.CODEC, "{" + META + "}"),
                arguments(Cost.CODEC, "{'amount':-1.5,'currency':'credits'," + META + "}"));
        return Stream.concat(updates, others);
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

    static Stream<String> updates() {
        return UPDATES.keySet().stream().map(UpdateTypesTest::update);
    }

    private static String update(String tag) {
        return "{'sessionUpdate':'" + tag + "'," + UPDATES.get(tag) + "}";
    }

    @ParameterizedTest
    @MethodSource("updates")
    void updateOfAnyKindSurvives(String json) {
        SessionUpdate update = assertRoundTrip(SessionUpdate.CODEC, json);

        assertThat(update).isNotInstanceOf(UnknownSessionUpdate.class);
        assertRoundTrip(SessionNotification.CODEC, "{'sessionId':'s','update':" + json + "}");
    }

    @Test
    void unknownUpdateIsKeptWhole() {
        String json = "{'percent':50,'sessionUpdate':'progress','_meta':null,'text':7}";

        SessionUpdate update = assertRoundTrip(SessionUpdate.CODEC, json);

        assertThat(update).isInstanceOf(UnknownSessionUpdate.class);
        assertRoundTrip(SessionNotification.CODEC, "{'sessionId':'s','update':" + json + "}");
    }

    @Test
    void knownUpdateThatIsMalformedIsRefusedWithItsPlace() {
        assertRefused(
                SessionNotification.CODEC,
                "{'sessionId':'s','update':{'sessionUpdate':'tool_call','title':'t'}}",
                "/update/toolCallId");
        assertRefused(
                SessionNotification.CODEC,
                "{'sessionId':'s','update':{'content':{'type':'text'},'sessionUpdate':'agent_message_chunk'}}",
                "/update/content/text");
        assertRefused(SessionNotification.CODEC, "{'sessionId':'s','update':{'title':'t'}}", "/update/sessionUpdate");
        assertRefused(SessionNotification.CODEC, "{'sessionId':5,'update':" + update("plan") + "}", "/sessionId");
        assertRefused(SessionNotification.CODEC, "{'update':" + update("plan") + "}", "/sessionId");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",'messageId':null", ",'messageId':7", ",'messageId':{'a':[]}"})
    void chunkWithoutAUsableMessageIdHasNone(String member) {
        ContentChunk chunk = (ContentChunk) read(
                SessionUpdate.CODEC, "{'sessionUpdate':'user_message_chunk'" + member + ",'content':" + TEXT + "}");

        assertThat(chunk.messageId()).isNull();
        assertThat(chunk).isEqualTo(UserMessageChunk.text(null, "t"));
    }

    @Test
    void toolCallStartsAsAPendingOneOfAnyKind() {
        ToolCall call = (ToolCall) assertReadsAs(
                SessionUpdate.CODEC,
                "{'sessionUpdate':'tool_call','toolCallId':'c','title':'t'}",
                "{'sessionUpdate':'tool_call','toolCallId':'c','title':'t','kind':'other','status':'pending'}");

        assertThat(call).isEqualTo(ToolCall.builder(new ToolCallId("c"), "t").build());
        assertThat(call.kind()).isSameAs(ToolKind.OTHER);
        assertThat(call.status()).isSameAs(ToolCallStatus.PENDING);
    }

    @Test
    void unusableItemsOfAToolCallAreLeftOut() {
        ToolCall call = (ToolCall) read(
                SessionUpdate.CODEC,
                "{'sessionUpdate':'tool_call','toolCallId':'c','title':'t','content':[5,{'type':'diff'},"
                        + "{'type':'terminal','terminalId':'x'}],'locations':'none'}");

        assertThat(call.content()).hasSize(1);
        assertThat(call.locations()).isEmpty();
    }

    @Test
    void emptyListInAToolCallUpdateDiffersFromNone() {
        ToolCallUpdate none = (ToolCallUpdate)
                assertRoundTrip(SessionUpdate.CODEC, "{'sessionUpdate':'tool_call_update','toolCallId':'c'}");
        ToolCallUpdate empty = (ToolCallUpdate) assertRoundTrip(
                SessionUpdate.CODEC,
                "{'sessionUpdate':'tool_call_update','toolCallId':'c','content':[],'locations':[]}");

        assertThat(none.content().isUnchanged()).isTrue();
        assertThat(empty.content().value()).isEmpty();
        assertThat(empty.locations().value()).isEmpty();
    }

    @Test
    void updateChangesOnlyWhatItSays() {
        ToolCallId id = new ToolCallId("c");
        ToolCall call = ToolCall.builder(id, "t")
                .content(List.of(ToolCallContent.text("old")))
                .rawInput(RawJson.of(1))
                .build();

        ToolCall updated = call.updatedBy(ToolCallUpdate.builder(id)
                .status(ToolCallStatus.COMPLETED)
                .content(List.of())
                .build());

        assertThat(updated)
                .isEqualTo(call.toBuilder()
                        .status(ToolCallStatus.COMPLETED)
                        .content(List.of())
                        .build());
        assertThat(ToolCall.builder(id, "").build().updatedBy(ToolCallUpdate.of(call)))
                .isEqualTo(call);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> call.updatedBy(
                        ToolCallUpdate.builder(new ToolCallId("d")).build()));
    }

    @Test
    void sessionInfoTellsUnchangedFromCleared() {
        SessionInfoUpdate info = (SessionInfoUpdate)
                assertRoundTrip(SessionUpdate.CODEC, "{'sessionUpdate':'session_info_update','title':null}");

        assertThat(info.title()).isEqualTo(Patch.cleared());
        assertThat(info.updatedAt()).isEqualTo(Patch.unchanged());
        assertThat(info.title().applyTo("old")).isNull();
        assertThat(info.updatedAt().applyTo("old")).isEqualTo("old");
    }

    @Test
    void compactionTellsUnchangedFromCleared() {
        assertRoundTrip(
                CompactionUpdate.CODEC,
                "{'compactionId':'c','status':'failed','summary':null,'error':null,'_meta':null}");
        CompactionUpdate update =
                assertRoundTrip(CompactionUpdate.CODEC, "{'compactionId':'c','status':'_paused','summary':[]}");

        assertThat(update.summary()).isEqualTo(Patch.of(List.of()));
        assertThat(update.error().isUnchanged()).isTrue();
    }

    @Test
    void summaryIsCopied() {
        List<ContentBlock> blocks = new ArrayList<>(List.of(ContentBlock.text("t")));
        CompactionUpdate update = new CompactionUpdate(
                new CompactionId("c"),
                CompactionStatus.COMPLETED,
                Patch.of(blocks),
                Patch.unchanged(),
                Patch.unchanged());

        blocks.clear();

        assertThat(update.summary().applyTo(null)).hasSize(1);
    }

    @Test
    void commandInputOfAnyKindSurvives() {
        assertRoundTrip(AvailableCommandInput.CODEC, "{'hint':'h'}");
        assertRoundTrip(AvailableCommandInput.CODEC, "{'choices':['a','b'],'hint':null}");
        assertRefused(AvailableCommandInput.CODEC, "{'hint':5}", "/hint");
        assertThat(read(AvailableCommand.CODEC, "{'name':'n','description':'d','input':{'hint':5}}"))
                .isEqualTo(AvailableCommand.of("n", "d"));
    }

    @Test
    void factoriesMakeWhatTheySay() {
        MessageId message = new MessageId("m");

        assertThat(AgentMessageChunk.text(message, "t")).isEqualTo(parsed("agent_message_chunk", "'content':" + TEXT));
        assertThat(AgentThoughtChunk.text(message, "t")).isEqualTo(parsed("agent_thought_chunk", "'content':" + TEXT));
        assertThat(UserMessageChunk.text(message, "t")).isEqualTo(parsed("user_message_chunk", "'content':" + TEXT));
        assertThat(Plan.of(List.of(PlanEntry.of("c"))))
                .isEqualTo(parsed("plan", "'entries':[{'content':'c','priority':'medium','status':'pending'}]"));
        assertThat(AvailableCommandsUpdate.of(List.of(AvailableCommand.of("n", "d", "h"))))
                .isEqualTo(parsed(
                        "available_commands_update",
                        "'availableCommands':[{'name':'n','description':'d','input':{'hint':'h'}}]"));
        assertThat(CurrentModeUpdate.of(new SessionModeId("x")))
                .isEqualTo(parsed("current_mode_update", "'currentModeId':'x'"));
        assertThat(ConfigOptionUpdate.of(List.of())).isEqualTo(parsed("config_option_update", "'configOptions':[]"));
        assertThat(SessionInfoUpdate.title("t")).isEqualTo(parsed("session_info_update", "'title':'t'"));
        assertThat(UsageUpdate.of(1, 2)).isEqualTo(parsed("usage_update", "'used':1,'size':2"));
        assertThat(Notice.of(NoticeSeverity.INFO, "t")).isEqualTo(parsed("notice", "'severity':'info','title':'t'"));
        assertThat(CompactionUpdate.of(new CompactionId("c"), CompactionStatus.IN_PROGRESS))
                .isEqualTo(parsed("compaction_update", "'compactionId':'c','status':'in_progress'"));
        assertThat(SessionNotification.of(new SessionId("s"), UsageUpdate.of(1, 2))
                        .sessionId())
                .isEqualTo(new SessionId("s"));
    }

    private static SessionUpdate parsed(String tag, String members) {
        return read(SessionUpdate.CODEC, "{'sessionUpdate':'" + tag + "','messageId':'m'," + members + "}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'state':'running'}",
                "{'state':'idle','stopReason':'end_turn'}",
                "{'state':'requires_action'}",
                "{'state':'unknown'}",
                "{'state':'_dreaming','of':[1.50]}"
            })
    void stateOfAnyKindIsToldByItsName(String json) {
        StateUpdate state = assertRoundTrip(StateUpdate.CODEC, json);

        assertThat(state instanceof OtherStateUpdate).isEqualTo(json.contains("_dreaming"));
    }

    @Test
    void stopOfASubagentCanBeAnError() {
        assertThat(read(StateUpdate.CODEC, "{'state':'idle','stopReason':'error','error':{'code':1,'message':'m'}}"))
                .isEqualTo(IdleStateUpdate.failed(ErrorObject.of(new ErrorCode(1), "m")));
        assertReadsAs(StateUpdate.CODEC, "{'state':'idle','stopReason':7,'error':[],'usage':1}", "{'state':'idle'}");
        assertThat(read(StateUpdate.CODEC, "{'state':'idle','stopReason':'refusal'}"))
                .isEqualTo(IdleStateUpdate.of(StopReason.REFUSAL));
    }

    @Test
    void subagentIsChangedMemberByMember() {
        SubagentUpdate update = (SubagentUpdate) assertRoundTrip(
                SessionUpdate.CODEC,
                "{'sessionUpdate':'subagent_update','sessionId':'c','title':null,'cwd':null,'state':{'state':'x'}}");

        assertThat(update.title()).isEqualTo(Patch.cleared());
        assertThat(update.description()).isEqualTo(Patch.unchanged());
        assertThat(update.cwd()).isEqualTo(Patch.cleared());
        assertThat(update.additionalDirectories()).isEqualTo(Patch.unchanged());
    }

    @Test
    void malformedRootsOfASubagentAreRefused() {
        assertRefused(SubagentUpdate.CODEC, "{'sessionId':'c','cwd':7}", "/cwd");
        assertRefused(
                SubagentUpdate.CODEC, "{'sessionId':'c','additionalDirectories':['/x',7]}", "/additionalDirectories/1");
    }

    @Test
    void messageBetweenSessionsNamesItsEnds() {
        assertThat(SessionMessage.of(
                        new MessageId("m"), new SessionId("a"), new SessionId("b"), List.of(ContentBlock.text("t"))))
                .isEqualTo(read(
                        SessionUpdate.CODEC,
                        "{'sessionUpdate':'session_message','messageId':'m','senderSessionId':'a',"
                                + "'recipientSessionId':'b','content':[{'type':'text','text':'t'}]}"));
    }
}
