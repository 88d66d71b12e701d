package io.acp4j.schema.json;

import static io.acp4j.schema.testing.CodecAssertions.assertReadsAs;
import static io.acp4j.schema.testing.CodecAssertions.assertRefused;
import static io.acp4j.schema.testing.CodecAssertions.assertRoundTrip;
import static io.acp4j.schema.testing.CodecAssertions.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecsTest {

    static Stream<Arguments> numbers() {
        return Stream.of(
                arguments(Codecs.INT64, "9223372036854775807", Long.MAX_VALUE),
                arguments(Codecs.INT64, "-9223372036854775808", Long.MIN_VALUE),
                arguments(Codecs.INT64, "3.0", 3L),
                arguments(Codecs.INT64, "1e3", 1000L),
                arguments(Codecs.INT64, "-0", 0L),
                arguments(Codecs.UINT64, "0", 0L),
                arguments(Codecs.UINT32, "4294967295", 4294967295L),
                arguments(Codecs.UINT16, "65535", 65535),
                arguments(Codecs.INT32, "-2147483648", Integer.MIN_VALUE),
                arguments(Codecs.DOUBLE, "7", 7.0),
                arguments(Codecs.DOUBLE, "0.1", 0.1),
                arguments(Codecs.DOUBLE, "1e308", 1e308),
                arguments(Codecs.DOUBLE, "1e-400", 0.0));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void numberInRangeIsRead(JsonCodec<?> codec, String json, Object expected) {
        assertThat(read(codec, json)).isEqualTo(expected);
    }

    static Stream<Arguments> refusedNumbers() {
        return Stream.of(
                arguments(Codecs.INT64, "9223372036854775808"),
                arguments(Codecs.INT64, "3.5"),
                arguments(Codecs.INT64, "1e300"),
                arguments(Codecs.INT64, "1e999999999"),
                arguments(Codecs.INT64, "1e-999999999"),
                arguments(Codecs.INT64, "1e99999999999"),
                arguments(Codecs.INT64, "'1'"),
                arguments(Codecs.INT64, "true"),
                arguments(Codecs.UINT64, "-1"),
                arguments(Codecs.UINT32, "4294967296"),
                arguments(Codecs.UINT16, "65536"),
                arguments(Codecs.INT32, "2147483648"),
                arguments(Codecs.DOUBLE, "1e400"),
                arguments(Codecs.DOUBLE, "-1e400"),
                arguments(Codecs.DOUBLE, "'NaN'"),
                arguments(Codecs.DOUBLE, "null"));
    }

    @ParameterizedTest
    @MethodSource("refusedNumbers")
    void numberOutOfRangeOrOfAnotherKindIsRefused(JsonCodec<?> codec, String json) {
        assertRefused(codec, json, "");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void numberThatJsonDoesNotHaveIsNotWritten(double value) {
        assertThatThrownBy(() -> Codecs.DOUBLE.encode(value)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "'\u20ac\ud83d\ude00'", "'\\ud83d'", "'\\u0000\\n\\\\'", "' '"})
    void anyStringSurvives(String json) {
        assertRoundTrip(Codecs.STRING, json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "0", "'true'", "[]", "{}"})
    void onlyBooleansAreBooleans(String json) {
        assertRefused(Codecs.BOOLEAN, json, "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "0", "true", "[]", "{}"})
    void onlyStringsAreStrings(String json) {
        assertRefused(Codecs.STRING, json, "");
    }

    @Test
    void strictListNamesTheFaultyElement() {
        JsonCodec<List<List<String>>> codec = Codecs.listOf(Codecs.listOf(Codecs.STRING));

        assertRoundTrip(codec, "[[],['a','b']]");
        assertRefused(codec, "[[],['a',null]]", "/1/1");
        assertRefused(codec, "[{}]", "/0");
        assertRefused(codec, "{}", "");
    }

    @Test
    void lenientListLeavesOutWhatItCannotRead() {
        JsonCodec<List<List<String>>> codec = Codecs.lenientListOf(Codecs.listOf(Codecs.STRING));

        assertReadsAs(codec, "[7,['a'],{'x':[['y']]},['b',{'c':{}},'d'],[],null,[[['e']]],['f']]", "[['a'],[],['f']]");
        assertRefused(codec, "{}", "");
    }

    @Test
    void listsAndMapsAreUnmodifiable() {
        List<String> list = read(Codecs.listOf(Codecs.STRING), "['a']");
        Map<String, String> map = read(Codecs.mapOf(Codecs.STRING), "{'a':'b'}");

        assertThatThrownBy(() -> list.add("c")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> map.put("c", "d")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void mapKeepsTheOrderOfTheWireAndTheLastOfARepeatedName() {
        Map<String, Integer> map = read(Codecs.mapOf(Codecs.UINT16), "{'z':1,'a':2,'':3,'z':4}");

        assertThat(map.keySet()).containsExactly("z", "a", "");
        assertThat(map).containsEntry("z", 4);
    }

    @Test
    void mapDoesNotShowTheNameOfAFaultyMember() {
        assertRefused(Codecs.mapOf(Codecs.listOf(Codecs.UINT16)), "{'a':[],'SECRET':[1,'x']}", "/*/1");
    }

    @Test
    void wrapperThatRefusesAValueMakesItMalformed() {
        JsonCodec<String> codec = Codecs.wrapping(
                Codecs.STRING,
                value -> {
                    if (value.isEmpty()) {
                        throw new IllegalArgumentException(value);
                    }
                    return value;
                },
                value -> value);

        assertThat(read(codec, "'a'")).isEqualTo("a");
        assertRefused(Codecs.listOf(codec), "['a','']", "/1");
    }
}
