package io.acp4j.schema;

import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.assertRules;
import static io.acp4j.schema.testing.CodecAssertions.json;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acp4j.schema.internal.base.StandardMethods;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharedTypesTest {

    static Stream<JsonCodec<?>> ids() {
        return Stream.of(
                AuthMethodId.CODEC,
                CompactionId.CODEC,
                ElicitationId.CODEC,
                MessageId.CODEC,
                PermissionOptionId.CODEC,
                SessionConfigGroupId.CODEC,
                SessionConfigId.CODEC,
                SessionConfigValueId.CODEC,
                SessionId.CODEC,
                SessionModeId.CODEC,
                TerminalId.CODEC,
                ToolCallId.CODEC);
    }

    @ParameterizedTest
    @MethodSource("ids")
    void idIsAnyString(JsonCodec<?> codec) {
        for (String id :
                List.of("", " ", "a b", "\u00e9", "e\u0301", "\ud83d\ude00", "null", "7", "x".repeat(10_240))) {
            assertThat(assertRoundTrip(codec, "'" + id + "'")).hasToString(id);
        }
        for (String other : List.of("null", "7", "true", "[]", "{}")) {
            assertRefused(codec, other, "");
        }
    }

    @Test
    void idsAreComparedWhole() {
        assertThat(new MessageId("a")).isEqualTo(new MessageId("a")).isNotEqualTo(new MessageId("A"));
        assertThat(new MessageId("\u00e9")).isNotEqualTo(new MessageId("e\u0301"));
        assertThat(new SessionId("a")).isNotEqualTo(new MessageId("a"));
    }

    static Stream<Arguments> requestIds() {
        return Stream.of(
                arguments("0", RequestId.of(0)),
                arguments("-1", RequestId.of(-1)),
                arguments("9223372036854775807", RequestId.of(Long.MAX_VALUE)),
                arguments("'1'", RequestId.of("1")),
                arguments("''", RequestId.of("")),
                arguments("'\u20ac'", RequestId.of("\u20ac")),
                arguments("null", RequestId.Null.INSTANCE));
    }

    @ParameterizedTest
    @MethodSource("requestIds")
    void requestIdKeepsItsKind(String text, RequestId id) {
        assertThat(assertRoundTrip(RequestId.CODEC, text)).isEqualTo(id).hasToString(json(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775808",
                "9223372036854775808.0",
                "1e19",
                "1e300",
                "1.5",
                "1e-1",
                "true",
                "[]",
                "{}"
            })
    void requestIdIsNothingElse(String text) {
        assertRefused(RequestId.CODEC, text, "");
    }

    static Stream<Arguments> spellings() {
        return Stream.of(
                arguments("1.0", 1L),
                arguments("1e0", 1L),
                arguments("1E+0", 1L),
                arguments("10e-1", 1L),
                arguments("-0", 0L),
                arguments("-0.0", 0L),
                arguments("-7.000", -7L),
                arguments("1e18", 1_000_000_000_000_000_000L),
                arguments("9007199254740993.0", 9_007_199_254_740_993L),
                arguments("9.223372036854775807e18", Long.MAX_VALUE),
                arguments("-9223372036854775808.0", Long.MIN_VALUE));
    }

    @ParameterizedTest
    @MethodSource("spellings")
    void numericRequestIdIsWhatItIsWorthHoweverItIsSpelled(String text, long value) {
        RequestId id = read(RequestId.CODEC, text);
        assertThat(id).isEqualTo(RequestId.of(value)).hasSameHashCodeAs(RequestId.of(value));
        assertThat(new String(RequestId.CODEC.encode(id), StandardCharsets.UTF_8))
                .isEqualTo(Long.toString(value));
    }

    @Test
    void numericAndTextualRequestIdsDiffer() {
        assertThat(RequestId.of(1)).isNotEqualTo(RequestId.of("1"));
    }

    @Test
    void errorKeepsAnyCodeAndItsData() {
        assertRules(ErrorObject.CODEC, "{'code':7,'message':'','data':{'x':[1e400,null]}}");
        assertThat(read(ErrorObject.CODEC, "{'code':-32000,'message':'m','more':1}"))
                .isEqualTo(ErrorObject.of(ErrorCode.AUTH_REQUIRED, "m"));
        assertThat(ErrorCode.PARSE_ERROR).hasToString("-32700");
    }

    @Test
    void metadataKeepsWhatNobodyUnderstands() {
        Meta meta = assertRoundTrip(Meta.CODEC, "{'b':{'x':[1.50]},'a':null,'':'\u20ac'}");

        assertThat(meta.members().keySet()).containsExactly("b", "a", "");
        assertThat(meta.get("a")).isEqualTo(RawJson.NULL);
        assertThat(meta.get("c")).isNull();
        assertRefused(Meta.CODEC, "[]", "");
    }

    @Test
    void metadataIsMadeOfJavaValues() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("z", List.of(1));
        members.put("a", null);
        Meta meta = Meta.of(members);
        Meta more = meta.with("id", new SessionId("s")).with("z", "other");

        assertThat(new String(Meta.CODEC.encode(meta), StandardCharsets.UTF_8)).isEqualTo("{\"z\":[1],\"a\":null}");
        assertThat(tree(Meta.CODEC, more)).isEqualTo(tree("{'z':'other','a':null,'id':'s'}"));
        assertThat(Meta.of("k", 1)).isEqualTo(Meta.of("k", 1)).hasSameHashCodeAs(Meta.of("k", 1));
        assertThat(Meta.of("k", "SECRET")).hasToString("Meta[k]");
        assertThatThrownBy(() -> meta.members().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void methodsTellWhatTheyNeed() {
        Capability<String> needed = new Capability<>("side.flag", String.class, text -> text.equals("yes"));
        RequestMethod<String, Long> request = RequestMethod.of(
                        "area/do", Side.AGENT, () -> Codecs.STRING, () -> Codecs.INT64)
                .needing(needed)
                .unstable();
        NotificationMethod<String> notification = NotificationMethod.of(
                        "area/tell", Set.of(Side.CLIENT), () -> Codecs.STRING)
                .needing(needed)
                .unstable();

        for (Method<String> method : List.of(request, notification)) {
            assertThat(method.capability()).isEqualTo(needed);
            assertThat(method.stability()).isEqualTo(Stability.UNSTABLE);
            assertThat(method.params()).isSameAs(Codecs.STRING);
            assertThat(method).hasToString(method.name());
        }
        assertThat(request.result()).isSameAs(Codecs.INT64);
        assertThat(request.handledBy()).containsExactly(Side.AGENT);
        assertThat(needed.in("yes")).isTrue();
        assertThat(needed.in("no")).isFalse();
        assertThatThrownBy(() -> needed.in(7)).isInstanceOf(ClassCastException.class);
    }

    @Test
    void extensionsHaveAnyNameOfTheirOwnAndAreHandledByBothSides() {
        for (String name : List.of("_x/do", "x/do", "authStatus", "session/steer")) {
            assertThat(RequestMethod.extension(name, Codecs.STRING, Codecs.STRING)
                            .handledBy())
                    .containsExactlyInAnyOrder(Side.AGENT, Side.CLIENT);
            assertThat(NotificationMethod.extension(name, Codecs.STRING).handledBy())
                    .containsExactlyInAnyOrder(Side.AGENT, Side.CLIENT);
        }
    }

    @Test
    void extensionsTakeNoNameOfTheProtocol() {
        List<String> taken = new ArrayList<>(List.of("", " ", "$/any"));
        Methods.ALL.forEach(method -> taken.add(method.name()));
        for (String name : taken) {
            assertThatThrownBy(() -> RequestMethod.extension(name, Codecs.STRING, Codecs.STRING))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> NotificationMethod.extension(name, Codecs.STRING))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(StandardMethods.NAMES).allMatch(name -> taken.contains(name));
    }
}
