package io.acp4j.schema.permission;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.PermissionOptionId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionTypesTest {

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(PermissionOption.CODEC, "{'optionId':'o','name':'n','kind':'allow_once','_meta':{'k':[1]}}"),
                arguments(
                        RequestPermissionRequest.CODEC,
                        "{'sessionId':'s','toolCall':{'toolCallId':'c'},'options':[{'optionId':'o','name':'n','kind':'reject_always'}],'_meta':{'k':[1]}}"),
                arguments(RequestPermissionResponse.CODEC, "{'outcome':{'outcome':'cancelled'},'_meta':{'k':[1]}}"),
                arguments(SelectedPermissionOutcome.CODEC, "{'optionId':'o','_meta':{'k':[1]}}"),
                arguments(CancelledPermissionOutcome.CODEC, "{}"));
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
                "{'outcome':'cancelled'}",
                "{'outcome':'selected','optionId':'o'}",
                "{'outcome':'deferred','until':'noon'}"
            })
    void outcomeOfAnyKindSurvives(String json) {
        assertRoundTrip(RequestPermissionOutcome.CODEC, json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"allow_once", "allow_always", "reject_once", "reject_always", "_ask_again"})
    void anyKindOfOptionIsKept(String kind) {
        assertThat(assertRoundTrip(PermissionOptionKind.CODEC, "'" + kind + "'"))
                .hasToString(kind);
    }

    @Test
    void malformedOutcomeIsRefusedWithItsPlace() {
        assertRefused(RequestPermissionResponse.CODEC, "{'outcome':{'outcome':'selected'}}", "/outcome/optionId");
        assertRefused(RequestPermissionResponse.CODEC, "{'outcome':'cancelled'}", "/outcome");
        assertRefused(RequestPermissionResponse.CODEC, "{'outcome':{}}", "/outcome/outcome");
    }

    @Test
    void optionsAreNotForgiven() {
        assertRefused(
                RequestPermissionRequest.CODEC,
                "{'sessionId':'s','toolCall':{'toolCallId':'c'},'options':[{'optionId':'o','name':'n'}]}",
                "/options/0/kind");
    }

    @Test
    void factoriesMakeWhatTheySay() {
        assertThat(PermissionOption.allowOnce("o", "n").kind()).isEqualTo(PermissionOptionKind.ALLOW_ONCE);
        assertThat(PermissionOption.allowAlways("o", "n").kind()).isEqualTo(PermissionOptionKind.ALLOW_ALWAYS);
        assertThat(PermissionOption.rejectOnce("o", "n").kind()).isEqualTo(PermissionOptionKind.REJECT_ONCE);
        assertThat(PermissionOption.rejectAlways("o", "n"))
                .isEqualTo(read(PermissionOption.CODEC, "{'optionId':'o','name':'n','kind':'reject_always'}"));
        assertThat(RequestPermissionResponse.cancelled())
                .isEqualTo(read(RequestPermissionResponse.CODEC, "{'outcome':{'outcome':'cancelled'}}"));
        assertThat(RequestPermissionResponse.selected(new PermissionOptionId("o")))
                .isEqualTo(read(RequestPermissionResponse.CODEC, "{'outcome':{'outcome':'selected','optionId':'o'}}"));
    }
}
