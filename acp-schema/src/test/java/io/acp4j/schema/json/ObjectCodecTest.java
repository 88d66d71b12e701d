package io.acp4j.schema.json;

import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.json;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectCodecTest {

    /** One member of every rule. */
    record Sample(
            String required,
            @Nullable Integer optional,
            @Nullable Sample lenient,
            boolean written,
            boolean unwritten,
            List<String> list,
            List<String> requiredList,
            List<String> lenientList,
            List<String> requiredLenientList,
            @Nullable List<String> nullableList,
            Map<String, String> map,
            Patch<String> patch,
            Map<String, RawJson> extras) {

        static final ObjectCodec<Sample> CODEC = ObjectCodec.of("Sample", type -> {
            var required = type.required("required", Codecs.STRING, Sample::required);
            var optional = type.optional("optional", Codecs.INT32, Sample::optional);
            var lenient = type.lenient("lenient", new Lazy(), Sample::lenient);
            var written = type.lenient("written", Codecs.BOOLEAN, Sample::written, false);
            var unwritten = type.lenientUnlessDefault("unwritten", Codecs.BOOLEAN, Sample::unwritten, false);
            var list = type.list("list", Codecs.STRING, Sample::list);
            var requiredList = type.requiredList("requiredList", Codecs.STRING, Sample::requiredList);
            var lenientList = type.lenientList("lenientList", Codecs.STRING, Sample::lenientList);
            var requiredLenientList =
                    type.requiredLenientList("requiredLenientList", Codecs.STRING, Sample::requiredLenientList);
            var nullableList = type.nullableLenientList("nullableList", Codecs.STRING, Sample::nullableList);
            var map = type.map("map", Codecs.STRING, Sample::map);
            var patch = type.patch("patch", Codecs.STRING, Sample::patch);
            type.extras(Sample::extras);
            return in -> {
                if (in.get(required).equals("checked")) {
                    throw new SchemaException("not with that").within("optional");
                }
                if (in.get(required).equals("unchecked")) {
                    throw new IllegalArgumentException("SECRET");
                }
                return new Sample(
                        in.get(required),
                        in.find(optional),
                        in.find(lenient),
                        in.get(written),
                        in.get(unwritten),
                        in.get(list),
                        in.get(requiredList),
                        in.get(lenientList),
                        in.get(requiredLenientList),
                        in.find(nullableList),
                        in.get(map),
                        in.get(patch),
                        in.extras());
            };
        });
    }

    /** Stands for the codec that is being declared. */
    private static final class Lazy extends JsonCodec<Sample> {
        @Override
        public Sample read(JsonReader in) throws java.io.IOException {
            return Sample.CODEC.read(in);
        }

        @Override
        public void write(Sample value, com.fasterxml.jackson.core.JsonGenerator out) throws java.io.IOException {
            Sample.CODEC.write(value, out);
        }
    }

    private static final String MINIMAL = "'required':'r','requiredList':[],'requiredLenientList':[]";
    private static final String WRITTEN = MINIMAL + ",'written':false";

    @Test
    void everyRuleIsFollowed() {
        assertRules(
                Sample.CODEC,
                "{'required':'r','optional':-1,'lenient':{" + WRITTEN + "},'written':true,'unwritten':true,"
                        + "'list':['a'],'requiredList':['b'],'lenientList':['c'],'requiredLenientList':['d'],"
                        + "'nullableList':[],'map':{'k':'v'},'patch':'p','extra':[{'deep':null}]}");
    }

    @Test
    void absentMembersHaveTheirDefaults() {
        Sample sample = assertReadsAs(Sample.CODEC, "{" + MINIMAL + "}", "{" + WRITTEN + "}");

        assertThat(sample.list()).isEmpty();
        assertThat(sample.nullableList()).isNull();
        assertThat(sample.map()).isEmpty();
        assertThat(sample.patch()).isEqualTo(Patch.unchanged());
        assertThat(sample.extras()).isEmpty();
    }

    @Test
    void membersAreWrittenInTheOrderOfTheirDeclaration() {
        Sample sample = read(Sample.CODEC, "{'z':1,'patch':null,'list':['a']," + MINIMAL + "}");

        assertThat(new String(Sample.CODEC.encode(sample), StandardCharsets.UTF_8))
                .isEqualTo(json("{'required':'r','written':false,'list':['a'],'requiredList':[],"
                        + "'requiredLenientList':[],'patch':null,'z':1}"));
    }

    @Test
    void lastOfARepeatedMemberCounts() {
        assertThat(read(Sample.CODEC, "{'required':'a'," + MINIMAL + ",'required':'b'}")
                        .required())
                .isEqualTo("b");
        assertThat(read(Sample.CODEC, "{" + MINIMAL + ",'optional':1,'optional':null}")
                        .optional())
                .isNull();
        assertThat(read(Sample.CODEC, "{" + MINIMAL + ",'x':1,'x':2}").extras()).containsEntry("x", RawJson.parse("2"));
        assertRefused(Sample.CODEC, "{" + MINIMAL + ",'required':7}", "/required");
    }

    @Test
    void unknownMembersOfATypeThatDoesNotKeepThemAreSkipped() {
        ObjectCodec<String> codec = ObjectCodec.of("Name", type -> {
            var name = type.required("name", Codecs.STRING, value -> value);
            return in -> in.get(name);
        });

        assertReadsAs(codec, "{'a':{'name':[{}]},'name':'n','b':[[{'name':1}]],'c':null}", "{'name':'n'}");
    }

    @Test
    void lenientMemberIsForgivenHoweverDeepTheFaultLies() {
        Sample sample = read(
                Sample.CODEC,
                "{'lenient':{" + MINIMAL + ",'lenient':{" + MINIMAL + "},'map':{'a':{'b':[[1],{'c':[]}]}},'list':[]},"
                        + "'written':[[{}]],'lenientList':[{'a':[{}]},'kept',[[[]]]],'nullableList':{'x':{}},"
                        + "'unwritten':{'y':[{'z':1}]}," + MINIMAL + ",'extra':true}");

        assertThat(sample.lenient()).isNull();
        assertThat(sample.written()).isFalse();
        assertThat(sample.lenientList()).containsExactly("kept");
        assertThat(sample.nullableList()).isNull();
        assertThat(sample.unwritten()).isFalse();
        assertThat(sample.required()).isEqualTo("r");
        assertThat(sample.extras()).containsEntry("extra", RawJson.parse("true"));
    }

    @Test
    void lenientMemberIsForgivenWhenItsValueLacksAMember() {
        assertThat(read(Sample.CODEC, "{'lenient':{'required':'x'}," + MINIMAL + "}")
                        .lenient())
                .isNull();
    }

    @Test
    void malformedJsonIsNotForgiven() {
        assertThatThrownBy(
                        () -> Sample.CODEC.decode("{\"lenient\":{\"required\":7,}}".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void faultIsNamedByItsPath() {
        assertRefused(Sample.CODEC, "{" + MINIMAL + ",'list':['a',7]}", "/list/1");
        assertRefused(Sample.CODEC, "{" + MINIMAL + ",'map':{'k':7}}", "/map/*");
        assertRefused(Codecs.mapOf(Codecs.listOf(Sample.CODEC)), "{'k':[{" + MINIMAL + "},{}]}", "/*/1/required");
        assertRefused(Sample.CODEC, "[]", "");
        assertRefused(Sample.CODEC, "null", "");
    }

    @Test
    void membersThatDoNotGoTogetherAreMalformed() {
        assertRefused(Sample.CODEC, "{'required':'checked','requiredList':[],'requiredLenientList':[]}", "/optional");
        assertRefused(Sample.CODEC, "{'required':'unchecked','requiredList':[],'requiredLenientList':[]}", "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'SECRET'",
                "{'required':{'SECRET':'SECRET'}}",
                "{'required':'SECRET','optional':'SECRET'}",
                "{'required':'SECRET','SECRET':'SECRET','list':['SECRET',{'SECRET':1}]}",
                "{'map':{'SECRET':{'SECRET':'SECRET'}}}",
                "{'required':'unchecked','requiredList':[],'requiredLenientList':[],'SECRET':1}",
                "{'SECRET':SECRET}",
                "{'SECRET':'SECRET\\x'}",
                "{'SECRET':'SECRET",
                "{'SECRET' 'SECRET'}",
                "{'optional':SECRET12}",
                "{'optional':12SECRET}"
            })
    void contentsAreNeverShown(String text) {
        Throwable fault = catchThrowable(() -> Sample.CODEC.decode(json(text).getBytes(StandardCharsets.UTF_8)));

        assertThat(fault).isNotNull();
        for (Throwable each = fault; each != null; each = each.getCause()) {
            assertThat(each.toString()).doesNotContain("SECRET");
        }
    }

    @Test
    void extrasKeepTheirOrderAndCannotBeDeclaredMembers() {
        Map<String, RawJson> extras =
                read(Sample.CODEC, "{'b':1," + MINIMAL + ",'a':{'c': 2}}").extras();

        assertThat(extras.keySet()).containsExactly("b", "a");
        assertThat(extras.get("a").toJson()).isEqualTo(json("{'c': 2}"));
        assertThat(Sample.CODEC.copyOfExtras(extras)).isEqualTo(extras);
        assertThatThrownBy(() -> Sample.CODEC.copyOfExtras(Map.of("list", RawJson.NULL)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("list");
    }

    @Test
    void declarationCanBeInspected() {
        assertThat(Sample.CODEC.typeName()).isEqualTo("Sample");
        assertThat(Sample.CODEC.fields())
                .filteredOn(Field::required)
                .extracting(Field::name)
                .containsExactly("required", "requiredList", "requiredLenientList");
        assertThat(Sample.CODEC.fields().get(0).rule()).isEqualTo(Field.Rule.REQUIRED);
    }

    @Test
    void memberIsDeclaredOnce() {
        assertThatThrownBy(() -> ObjectCodec.<String>of("Twice", type -> {
                            type.required("a", Codecs.STRING, value -> value);
                            type.optional("a", Codecs.STRING, value -> value);
                            return in -> "";
                        })
                        .fields())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Twice");
    }

    @Test
    void typeHasAtMostSixtyFourMembers() {
        ObjectCodec<String> full = ofMembers(64);

        assertThat(read(full, "{'m63':'x','m0':'y'}")).isEqualTo("x");
        assertThat(tree(full, "x")).hasSize(64);
        assertThatThrownBy(() -> ofMembers(65).fields()).isInstanceOf(IllegalStateException.class);
    }

    private static ObjectCodec<String> ofMembers(int count) {
        return ObjectCodec.of("Full", type -> {
            Field<String, String> last = null;
            for (int i = 0; i < count; i++) {
                last = type.optional("m" + i, Codecs.STRING, value -> value);
            }
            Field<String, String> kept = last;
            return in -> String.valueOf(in.find(kept));
        });
    }
}
