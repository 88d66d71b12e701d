package io.acp4j.schema.elicitation;

import static io.acp4j.schema.testing.BuilderAssertions.assertBuilder;
import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.elicitation.ElicitationContentValue.IntegerValue;
import io.acp4j.schema.elicitation.ElicitationContentValue.NumberValue;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElicitationTypesTest {

    private static final String META = "'_meta':{'k':[1]}";
    private static final String SCHEMA = "{'type':'object','properties':{'f':{'type':'boolean'}}}";

    static Stream<Arguments> complete() {
        return Stream.of(
                arguments(CompleteElicitationNotification.CODEC, "{'elicitationId':'e'," + META + "}"),
                arguments(ElicitationAccepted.CODEC, "{'content':{'f':true}," + META + "}"),
                arguments(ElicitationDeclined.CODEC, "{" + META + "}"),
                arguments(ElicitationCancelled.CODEC, "{" + META + "}"),
                arguments(EnumOption.CODEC, "{'const':'c','title':'t','description':'d'," + META + "}"),
                arguments(StringMultiSelectItems.CODEC, "{'enum':['a','b']," + META + "}"),
                arguments(TitledMultiSelectItems.CODEC, "{'anyOf':[{'const':'c','title':'t'}]," + META + "}"),
                arguments(
                        StringPropertySchema.CODEC,
                        "{'title':'t','description':'d','minLength':1,'maxLength':9,'pattern':'^a','format':'date-time',"
                                + "'default':'a','enum':['a'],'oneOf':[{'const':'c','title':'t'}]," + META + "}"),
                arguments(
                        NumberPropertySchema.CODEC,
                        "{'title':'t','description':'d','minimum':-1.5,'maximum':2.5,'default':0.5," + META + "}"),
                arguments(
                        IntegerPropertySchema.CODEC,
                        "{'title':'t','description':'d','minimum':-1,'maximum':9007199254740993,'default':0," + META
                                + "}"),
                arguments(BooleanPropertySchema.CODEC, "{'title':'t','description':'d','default':true," + META + "}"),
                arguments(
                        MultiSelectPropertySchema.CODEC,
                        "{'items':{'type':'string','enum':['a']},'title':'t','description':'d','minItems':0,"
                                + "'maxItems':1,'default':['a']," + META + "}"));
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

    static Stream<String> requests() {
        return Stream.of(
                "{'mode':'form','sessionId':'s','message':'m','requestedSchema':" + SCHEMA + "}",
                "{'mode':'form','sessionId':'s','toolCallId':'c','message':'m','requestedSchema':" + SCHEMA + "," + META
                        + "}",
                "{'mode':'form','requestId':7,'message':'m','requestedSchema':" + SCHEMA + "}",
                "{'mode':'url','requestId':'r','message':'m','elicitationId':'e','url':'https://agent.example'}",
                "{'mode':'url','sessionId':'s','message':'m','elicitationId':'e','url':'u'," + META + "}",
                "{'mode':'voice','sessionId':'s','message':'m','language':'de'}");
    }

    @ParameterizedTest
    @MethodSource("requests")
    void requestOfAnyModeSurvives(String json) {
        assertRoundTrip(CreateElicitationRequest.CODEC, json);
    }

    @Test
    void scopeIsASessionOrARequest() {
        assertThat(scope("'sessionId':'s','toolCallId':'c'"))
                .isEqualTo(ElicitationScope.of(new SessionId("s"), new ToolCallId("c")));
        assertThat(scope("'sessionId':'s','toolCallId':5")).isEqualTo(ElicitationScope.of(new SessionId("s")));
        assertThat(scope("'requestId':7,'sessionId':null")).isEqualTo(ElicitationScope.of(RequestId.of(7)));
        assertThat(scope("'requestId':7").sessionId()).isNull();
        assertRefused(CreateElicitationRequest.CODEC, url("'toolCallId':'c'"), "");
        assertRefused(CreateElicitationRequest.CODEC, url("'sessionId':5"), "/sessionId");
    }

    private static ElicitationScope scope(String members) {
        return ((UrlElicitationRequest) read(CreateElicitationRequest.CODEC, url(members))).scope();
    }

    private static String url(String members) {
        return "{'mode':'url','message':'m','elicitationId':'e','url':'u'," + members + "}";
    }

    @Test
    void everyRequestTellsItsSession() {
        assertThat(read(CreateElicitationRequest.CODEC, url("'sessionId':'s'")).sessionId())
                .isEqualTo(new SessionId("s"));
        assertThat(read(CreateElicitationRequest.CODEC, "{'mode':'voice','sessionId':'s'}")
                        .sessionId())
                .isEqualTo(new SessionId("s"));
        assertThat(read(CreateElicitationRequest.CODEC, "{'mode':'voice','requestId':7}")
                        .sessionId())
                .isNull();
    }

    @Test
    void malformedRequestIsRefusedWithItsPlace() {
        String schema = "'requestedSchema':" + SCHEMA;
        assertRefused(CreateElicitationRequest.CODEC, "{'sessionId':'s','message':'m'," + schema + "}", "/mode");
        assertRefused(CreateElicitationRequest.CODEC, "{'mode':'form','sessionId':'s'," + schema + "}", "/message");
        assertRefused(
                CreateElicitationRequest.CODEC,
                "{'mode':'form','sessionId':'s','message':'m','requestedSchema':{'properties':"
                        + "{'secret-name':{'type':'string','minLength':-1}}}}",
                "/requestedSchema/properties/*/minLength");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'action':'accept'}",
                "{'action':'accept','content':{}}",
                "{'action':'accept','content':{'a':'t','b':7,'c':1.5,'d':false,'e':['x','y'],'f':[]}}",
                "{'action':'decline','_meta':{}}",
                "{'action':'cancel'}",
                "{'action':'later','when':'noon'}"
            })
    void responseOfAnyActionSurvives(String json) {
        assertRoundTrip(CreateElicitationResponse.CODEC, json);
    }

    @Test
    void contentThatNoFieldCanHoldIsRefused() {
        assertRefused(CreateElicitationResponse.CODEC, "{'action':'accept','content':{'f':{}}}", "/content/*");
        assertRefused(CreateElicitationResponse.CODEC, "{'action':'accept','content':{'f':null}}", "/content/*");
        assertRefused(CreateElicitationResponse.CODEC, "{'action':'accept','content':{'f':['a',1]}}", "/content/*/1");
        assertReadsAs(
                CreateElicitationResponse.CODEC, "{'action':'decline','content':{'f':{}}}", "{'action':'decline'}");
    }

    @Test
    void contentIsLeftOutOfToString() {
        assertThat(CreateElicitationResponse.accepted(Map.of("name", ElicitationContentValue.of("Ada"))))
                .asString()
                .contains("name")
                .doesNotContain("Ada");
    }

    @Test
    void numbersKeepTheirKind() {
        assertThat(read(ElicitationContentValue.CODEC, "9007199254740993"))
                .isEqualTo(new IntegerValue(9007199254740993L));
        assertThat(read(ElicitationContentValue.CODEC, "3.0")).isEqualTo(new NumberValue(3));
        assertThat(read(ElicitationContentValue.CODEC, "18446744073709551616"))
                .isEqualTo(new NumberValue(18446744073709551616.0));
        assertThatIllegalArgumentException().isThrownBy(() -> ElicitationContentValue.of(Double.NaN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'string'}",
                "{'type':'string','format':'_phone','enum':['a']}",
                "{'type':'number','minimum':1.5}",
                "{'type':'integer','default':7}",
                "{'type':'boolean','default':false}",
                "{'type':'array','items':{'type':'string','enum':[]}}",
                "{'type':'array','items':{'anyOf':[{'const':'c','title':'t'}]}}",
                "{'type':'array','items':{'type':'colour','range':'warm'}}",
                "{'type':'colour','default':{'r':1}}"
            })
    void fieldOfAnyTypeSurvives(String json) {
        assertRoundTrip(ElicitationPropertySchema.CODEC, json);
    }

    @Test
    void choicesThatAreMalformedAreRefusedWithTheirPlace() {
        assertRefused(MultiSelectItems.CODEC, "{}", "/anyOf");
        assertRefused(MultiSelectItems.CODEC, "{'type':'string'}", "/enum");
        assertRefused(
                ElicitationPropertySchema.CODEC, "{'type':'array','items':{'anyOf':[{}]}}", "/items/anyOf/0/const");
    }

    @Test
    void schemaIsAnObjectWhateverItSays() {
        String complete = "{'type':'object','title':'t','description':'d','properties':{'b':{'type':'boolean'},"
                + "'a':{'type':'integer'}},'required':['a']," + META + "}";

        ElicitationSchema schema = assertRoundTrip(ElicitationSchema.CODEC, complete);

        assertThat(schema.properties().keySet()).containsExactly("b", "a");
        assertBuilder(schema);
        assertReadsAs(ElicitationSchema.CODEC, "{'type':'list','properties':null}", "{'type':'object'}");
        assertReadsAs(ElicitationSchema.CODEC, "{'required':null}", "{'type':'object'}");
        assertRefused(ElicitationSchema.CODEC, "{'required':[5]}", "/required/0");
    }

    @Test
    void formIsBuiltFieldByField() {
        ElicitationSchema schema = ElicitationSchema.builder()
                .required("name", StringPropertySchema.builder().minLength(1L).build())
                .optional("age", IntegerPropertySchema.builder().minimum(0L).build())
                .build();

        assertThat(schema)
                .isEqualTo(read(
                        ElicitationSchema.CODEC,
                        "{'properties':{'name':{'type':'string','minLength':1},'age':{'type':'integer','minimum':0}},"
                                + "'required':['name']}"));
    }

    @Test
    void factoriesMakeWhatTheySay() {
        ElicitationScope scope = ElicitationScope.of(new SessionId("s"));
        ElicitationSchema schema = read(ElicitationSchema.CODEC, SCHEMA);

        assertThat(FormElicitationRequest.of(scope, "m", schema))
                .isEqualTo(read(
                        CreateElicitationRequest.CODEC, requests().findFirst().orElseThrow()));
        assertThat(UrlElicitationRequest.of(scope, "m", new ElicitationId("e"), "u"))
                .isEqualTo(read(CreateElicitationRequest.CODEC, url("'sessionId':'s'")));
        assertThat(CreateElicitationResponse.accepted())
                .isEqualTo(read(CreateElicitationResponse.CODEC, "{'action':'accept','content':null}"));
        assertThat(CreateElicitationResponse.declined())
                .isEqualTo(read(CreateElicitationResponse.CODEC, "{'action':'decline'}"));
        assertThat(CreateElicitationResponse.cancelled())
                .isEqualTo(read(CreateElicitationResponse.CODEC, "{'action':'cancel'}"));
        assertThat(CompleteElicitationNotification.of(new ElicitationId("e")))
                .isEqualTo(read(CompleteElicitationNotification.CODEC, "{'elicitationId':'e'}"));
        assertThat(StringMultiSelectItems.of(List.of("a")))
                .isEqualTo(read(MultiSelectItems.CODEC, "{'type':'string','enum':['a']}"));
        assertThat(TitledMultiSelectItems.of(List.of(EnumOption.of("c", "t"))))
                .isEqualTo(read(MultiSelectItems.CODEC, "{'anyOf':[{'const':'c','title':'t'}]}"));
    }
}
