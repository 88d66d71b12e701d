package io.acp4j.schema.prompt;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(
                        Usage.CODEC,
                        "{'totalTokens':9,'inputTokens':4,'outputTokens':5,'thoughtTokens':1,'cachedReadTokens':2,'cachedWriteTokens':3,'_meta':{}}"),
                arguments(
                        PromptRequest.CODEC,
                        "{'sessionId':'s','prompt':[{'type':'text','text':'t'}],'_meta':{'k':[1]}}"),
                arguments(
                        PromptResponse.CODEC,
                        "{'stopReason':'refusal','usage':{'totalTokens':2,'inputTokens':1,'outputTokens':1},'_meta':{'k':[1]}}"),
                arguments(CancelNotification.CODEC, "{'sessionId':'s','_meta':{'k':[1]}}"));
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
    @ValueSource(strings = {"end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled", "_tired"})
    void anyStopReasonIsKept(String reason) {
        assertThat(assertRoundTrip(StopReason.CODEC, "'" + reason + "'")).hasToString(reason);
    }

    @Test
    void promptWithAMalformedBlockIsRefusedWithItsPlace() {
        assertRefused(
                PromptRequest.CODEC,
                "{'sessionId':'s','prompt':[{'type':'hologram'},{'type':'text'}]}",
                "/prompt/1/text");
    }

    @Test
    void responseOfAnAgentThatAddsMembersIsRead() {
        assertThat(read(
                                PromptResponse.CODEC,
                                "{'stopReason':'end_turn','usage':{'inputTokens':11,'outputTokens':7},'_meta':{}}")
                        .stopReason())
                .isSameAs(StopReason.END_TURN);
        assertThat(read(PromptResponse.CODEC, "{'stopReason':'end_turn','usage':{'inputTokens':11}}")
                        .usage())
                .isNull();
    }

    @Test
    void numbersOfTokensAreNotNegative() {
        assertThat(Usage.of(4, 5)).isEqualTo(new Usage(9, 4, 5, null, null, null, null));
        assertThatThrownBy(() -> Usage.of(4, -5)).isInstanceOf(IllegalArgumentException.class);
        assertRefused(Usage.CODEC, "{'totalTokens':1,'inputTokens':-1,'outputTokens':1}", "/inputTokens");
    }

    @Test
    void factoriesMakeWhatTheySay() {
        assertThat(PromptRequest.text(new SessionId("s"), "t"))
                .isEqualTo(read(PromptRequest.CODEC, "{'sessionId':'s','prompt':[{'type':'text','text':'t'}]}"));
        assertThat(PromptResponse.of(StopReason.CANCELLED))
                .isEqualTo(read(PromptResponse.CODEC, "{'stopReason':'cancelled'}"));
        assertThat(CancelNotification.of(new SessionId("s")))
                .isEqualTo(read(CancelNotification.CODEC, "{'sessionId':'s'}"));
    }
}
