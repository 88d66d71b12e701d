package io.acp4j.schema.config;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.SessionConfigGroupId;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTypesTest {

    private static final SessionId SESSION = new SessionId("s");
    private static final SessionConfigId OPTION = new SessionConfigId("o");

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(
                        SessionConfigSelect.CODEC,
                        "{'id':'m','name':'Model','description':'d','category':'model','currentValue':'a',"
                                + "'options':[{'value':'a','name':'A'}],'_meta':{}}"),
                arguments(
                        SessionConfigBoolean.CODEC,
                        "{'id':'b','name':'Brave','description':'d','category':'_own','currentValue':true,"
                                + "'_meta':{}}"),
                arguments(
                        SessionConfigSelectOption.CODEC, "{'value':'a','name':'A','description':'d','_meta':{'x':1}}"),
                arguments(
                        SessionConfigSelectGroup.CODEC,
                        "{'group':'g','name':'G','options':[{'value':'a','name':'A'}],'_meta':{}}"),
                arguments(
                        SetSessionConfigOptionResponse.CODEC,
                        "{'configOptions':[{'type':'boolean','id':'b','name':'B','currentValue':false}],"
                                + "'_meta':{}}"));
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
    @ValueSource(strings = {"mode", "model", "model_config", "thought_level", "_own", "", "MODE"})
    void anyCategoryIsKept(String category) {
        SessionConfigOptionCategory read = assertRoundTrip(SessionConfigOptionCategory.CODEC, "'" + category + "'");

        assertThat(read).hasToString(category);
    }

    static Stream<String> options() {
        return Stream.of(
                "{'type':'select','id':'m','name':'M','currentValue':'a','options':[]}",
                "{'type':'select','id':'m','name':'M','currentValue':'gone','options':"
                        + "[{'value':'a','name':'A','description':'\u00fc'},{'value':'b','name':'B','_meta':{}}]}",
                "{'type':'select','id':'m','name':'M','currentValue':'a','options':"
                        + "[{'group':'g','name':'G','options':[{'value':'a','name':'A'}]},"
                        + "{'group':'h','name':'H','options':[]}],'category':'model','_meta':{'k':[]}}",
                "{'type':'boolean','id':'b','name':'B','currentValue':false,'description':'d'}",
                "{'type':'slider','id':'s','name':'S','min':0,'max':1e2,'category':'c','description':'d'}");
    }

    @ParameterizedTest
    @MethodSource("options")
    void optionOfAnyKindSurvives(String json) {
        SessionConfigOption option = assertRoundTrip(SessionConfigOption.CODEC, json);

        assertThat(option.id().value()).isEqualTo(tree(json).get("id").textValue());
        assertThat(option.name()).isEqualTo(tree(json).get("name").textValue());
    }

    @Test
    void unknownOptionKeepsWhatAllOptionsShareReadable() {
        SessionConfigOption option = read(
                SessionConfigOption.CODEC,
                "{'value':7,'type':'slider','id':'s','name':'S','description':'d','category':3,'_meta':{'k':1}}");

        assertThat(option).isInstanceOf(UnknownSessionConfigOption.class);
        assertThat(option.description()).isEqualTo("d");
        assertThat(option.category()).as("malformed, so forgiven").isNull();
        assertThat(option.meta()).isNotNull();
    }

    @Test
    void optionWithoutTypeIsRefused() {
        assertRefused(SessionConfigOption.CODEC, "{'id':'m','name':'M','currentValue':true}", "/type");
    }

    @Test
    void valuesOfAllGroupsAreListedInOrder() {
        SessionConfigSelectOption a = SessionConfigSelectOption.of(new SessionConfigValueId("a"), "A");
        SessionConfigSelectOption b = SessionConfigSelectOption.of(new SessionConfigValueId("b"), "B");
        SessionConfigSelectOptions grouped = new SessionConfigSelectOptions.Grouped(List.of(
                SessionConfigSelectGroup.of(new SessionConfigGroupId("g"), "G", List.of(a)),
                SessionConfigSelectGroup.of(new SessionConfigGroupId("h"), "H", List.of(b))));

        assertThat(grouped.flatten()).containsExactly(a, b);
        assertThat(SessionConfigSelectOptions.of(a, b).flatten()).containsExactly(a, b);
    }

    @Test
    void elementWithValueAndGroupIsAValue() {
        assertReadsAs(
                SessionConfigSelectOptions.CODEC,
                "[{'group':'g','value':'a','name':'A','options':[]}]",
                "[{'value':'a','name':'A'}]");
    }

    static Stream<Arguments> malformedOptions() {
        return Stream.of(
                arguments("{}", ""),
                arguments("[7]", "/0"),
                arguments("[null]", "/0"),
                arguments("[{}]", "/0/value"),
                arguments("[{'value':'a','name':'A'},{'group':'g','name':'G','options':[]}]", "/1/value"),
                arguments("[{'group':'g','name':'G','options':[]},{'value':'a','name':'A'}]", "/1/group"),
                arguments("[{'group':'g','name':7,'options':[]}]", "/0/name"));
    }

    @ParameterizedTest
    @MethodSource("malformedOptions")
    void mixedOrMalformedValuesAreRefused(String json, String path) {
        assertRefused(SessionConfigSelectOptions.CODEC, json, path);
    }

    @Test
    void malformedOptionsOfAResponseAreLeftOut() {
        SetSessionConfigOptionResponse response = read(
                SetSessionConfigOptionResponse.CODEC,
                "{'configOptions':[{'type':'select','id':'m','name':'M','currentValue':'a','options':[{}]},"
                        + "{'id':'b','name':'B','currentValue':true,'type':'boolean'},{'type':'slider'},null]}");

        assertThat(response.configOptions())
                .containsExactly(SessionConfigBoolean.builder(new SessionConfigId("b"), "B", true)
                        .build());
    }

    @Test
    void choiceIsSetByItsId() {
        SetSessionConfigOptionRequest request = assertRoundTrip(
                SetSessionConfigOptionRequest.CODEC, "{'sessionId':'s','configId':'o','value':'v','_meta':{}}");

        assertThat(request.value()).isEqualTo(SessionConfigValue.of(new SessionConfigValueId("v")));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void switchIsSetBesideItsType(boolean on) {
        SetSessionConfigOptionRequest request = assertRoundTrip(
                SetSessionConfigOptionRequest.CODEC,
                "{'sessionId':'s','configId':'o','type':'boolean','value':" + on + "}");

        assertThat(request).isEqualTo(SetSessionConfigOptionRequest.of(SESSION, OPTION, on));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'select'", "'later'", "null", "7", "{'a':[1]}"})
    void stringBesideAnotherTypeIsAChoice(String type) {
        assertReadsAs(
                SetSessionConfigOptionRequest.CODEC,
                "{'sessionId':'s','configId':'o','type':" + type + ",'value':'v'}",
                "{'sessionId':'s','configId':'o','value':'v'}");
    }

    static Stream<Arguments> malformedRequests() {
        return Stream.of(
                arguments("{'sessionId':'s','configId':'o'}", "/value"),
                arguments("{'sessionId':'s','configId':'o','value':null}", "/value"),
                arguments("{'sessionId':'s','configId':'o','value':7}", "/value"),
                arguments("{'sessionId':'s','configId':'o','value':['v']}", "/value"),
                arguments("{'sessionId':'s','configId':'o','value':true}", "/value"),
                arguments("{'sessionId':'s','configId':'o','type':'later','value':true}", "/value"),
                arguments("{'sessionId':'s','configId':'o','type':'boolean','value':'true'}", "/value"),
                arguments("{'sessionId':'s','type':'boolean','value':true}", "/configId"),
                arguments("{'sessionId':7,'configId':'o','value':'v'}", "/sessionId"));
    }

    @ParameterizedTest
    @MethodSource("malformedRequests")
    void malformedRequestIsRefused(String json, String path) {
        assertRefused(SetSessionConfigOptionRequest.CODEC, json, path);
    }
}
