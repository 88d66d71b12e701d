package io.acp4j.schema.tool;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.TerminalId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(ToolCallLocation.CODEC, "{'path':'/a','line':4294967295,'_meta':{'k':[1]}}"),
                arguments(Content.CODEC, "{'content':{'type':'text','text':'t'},'_meta':{'k':[1]}}"),
                arguments(Diff.CODEC, "{'path':'/a','oldText':'o','newText':'n','_meta':{'k':[1]}}"),
                arguments(Terminal.CODEC, "{'terminalId':'t','_meta':{'k':[1]}}"));
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
    @ValueSource(
            strings = {
                "{'type':'content','content':{'type':'text','text':'t'}}",
                "{'type':'content','content':{'type':'hologram'}}",
                "{'type':'diff','path':'/a','newText':''}",
                "{'type':'terminal','terminalId':'never-made','_meta':{'output':'x'}}",
                "{'type':'chart','points':[1,2]}"
            })
    void contentOfAnyKindSurvives(String json) {
        assertRoundTrip(ToolCallContent.CODEC, json);
    }

    @Test
    void knownContentThatIsMalformedIsRefusedWithItsPlace() {
        assertRefused(ToolCallContent.CODEC, "{'type':'diff','path':'/a'}", "/newText");
        assertRefused(ToolCallContent.CODEC, "{'type':'content','content':{'type':'text'}}", "/content/text");
        assertRefused(ToolCallContent.CODEC, "{'content':{'text':1,'type':'text'},'type':'content'}", "/content/text");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read",
                "edit",
                "delete",
                "move",
                "search",
                "execute",
                "think",
                "fetch",
                "switch_mode",
                "other",
                "_own",
                ""
            })
    void anyKindIsKept(String kind) {
        assertThat(assertRoundTrip(ToolKind.CODEC, "'" + kind + "'")).hasToString(kind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pending", "in_progress", "completed", "failed", "cancelled"})
    void anyStatusIsKept(String status) {
        assertThat(assertRoundTrip(ToolCallStatus.CODEC, "'" + status + "'")).hasToString(status);
    }

    @Test
    void factoriesMakeWhatTheySay() {
        assertThat(ToolCallContent.text("t"))
                .isEqualTo(read(ToolCallContent.CODEC, "{'type':'content','content':{'type':'text','text':'t'}}"));
        assertThat(ToolCallContent.diff("/a", null, "n"))
                .isEqualTo(read(ToolCallContent.CODEC, "{'type':'diff','path':'/a','oldText':null,'newText':'n'}"));
        assertThat(ToolCallContent.terminal(new TerminalId("t")))
                .isEqualTo(read(ToolCallContent.CODEC, "{'type':'terminal','terminalId':'t'}"));
        assertThat(ToolCallLocation.of("/a")).isEqualTo(read(ToolCallLocation.CODEC, "{'path':'/a','line':-1}"));
        assertThat(ToolCallLocation.of("/a", 7)).isEqualTo(read(ToolCallLocation.CODEC, "{'path':'/a','line':7.0}"));
    }
}
