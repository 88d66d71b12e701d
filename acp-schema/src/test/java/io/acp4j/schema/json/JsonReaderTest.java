package io.acp4j.schema.json;

import static io.acp4j.schema.testing.CodecAssertions.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {

    private static final JsonCodec<List<RawJson>> LIST = Codecs.listOf(RawJson.CODEC);

    @Test
    void limitOnDepthCountsObjectsAndArrays() throws IOException {
        int max = JsonReader.DEFAULT_MAX_DEPTH;
        byte[] deepest = ("[".repeat(max) + "]".repeat(max)).getBytes(StandardCharsets.UTF_8);
        byte[] tooDeep = ("{\"a\":" + "[".repeat(max) + "]".repeat(max) + "}").getBytes(StandardCharsets.UTF_8);

        assertThat(RawJson.CODEC.decode(deepest).length()).isEqualTo(2 * max);
        assertThatThrownBy(() -> RawJson.CODEC.decode(tooDeep))
                .isInstanceOf(JsonSyntaxException.class)
                .hasMessageContaining("the nesting depth is more than the limit of " + max)
                .hasNoCause();
    }

    @Test
    void limitOnDepthIsNotForgivenToALenientList() {
        byte[] tooDeep = ("[".repeat(2000) + "]".repeat(2000)).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> Codecs.lenientListOf(Codecs.STRING).decode(tooDeep))
                .isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void limitsAreThoseOfTheFactory() throws IOException {
        JsonFactory strict = JsonReader.factory(2, 4);

        assertThat(raw(strict, "[[\"abcd\"]]").toJson()).isEqualTo("[[\"abcd\"]]");
        assertThatThrownBy(() -> raw(strict, "[[[]]]")).isInstanceOf(JsonProcessingException.class);
        assertThatThrownBy(() -> raw(strict, "\"" + "a".repeat(100_000) + "\""))
                .isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void theLimitThatIsExceededIsNamedWithoutTheContents() {
        JsonFactory strict = JsonReader.factory(2, 4);
        List<String> said = Stream.of("[[[]]]", "\"" + "a".repeat(100_000) + "\"", "{\"" + "a".repeat(60_000) + "\":1}")
                .map(json -> catchThrowableOfType(JsonProcessingException.class, () -> raw(strict, json)))
                .map(problem -> JsonSyntaxException.of(problem).getMessage())
                .toList();

        assertThat(said.get(0)).startsWith("the nesting depth is more than the limit of 2");
        assertThat(said.get(1)).startsWith("the length of a string is more than the limit of 4");
        assertThat(said.get(2)).startsWith("the length of a name is more than the limit of 50000");
    }

    @Test
    void longNumberIsRefusedWhenItIsReadAsOne() {
        byte[] number = "9".repeat(1001).getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> Codecs.INT64.decode(number)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Codecs.DOUBLE.decode(number)).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-32BE", "UTF-32LE", "UTF-16"})
    void otherEncodingsAreRefused(String charset) {
        for (String text : List.of("1", "[]", "[{\"a\":\"b\"}]")) {
            byte[] bytes = text.getBytes(Charset.forName(charset));

            assertThatThrownBy(() -> RawJson.CODEC.decode(bytes))
                    .isInstanceOf(JsonSyntaxException.class)
                    .hasMessageContaining("UTF-8");
        }
    }

    @Test
    void byteOrderMarkIsSkipped() throws IOException {
        byte[] bytes = "\ufeff[1,\"\u20ac\"]".getBytes(StandardCharsets.UTF_8);

        assertThat(LIST.decode(bytes)).containsExactly(RawJson.parse("1"), RawJson.parse("\"\u20ac\""));
    }

    static Stream<Arguments> invalidUtf8() {
        return Stream.of(
                arguments("lone continuation", new int[] {0x80}),
                arguments("cut short", new int[] {0xE2, 0x82}),
                arguments("impossible byte", new int[] {0xFF}),
                arguments("bad continuation", new int[] {0xC3, 0x28}));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("invalidUtf8")
    void invalidUtf8InAStringIsRefused(String name, int[] codes) {
        byte[] bytes = new byte[codes.length + 4];
        bytes[0] = '[';
        bytes[1] = '"';
        for (int i = 0; i < codes.length; i++) {
            bytes[i + 2] = (byte) codes[i];
        }
        bytes[bytes.length - 2] = '"';
        bytes[bytes.length - 1] = ']';

        assertThatThrownBy(() -> Codecs.listOf(Codecs.STRING).decode(bytes)).isInstanceOf(JsonSyntaxException.class);
        assertThatThrownBy(() -> LIST.decode(bytes)).isInstanceOf(JsonSyntaxException.class);
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                arguments("", 0),
                arguments("[1,]", 3),
                arguments("[1 2]", 3),
                arguments("[\"\u20ac\",x]", 7),
                arguments("[1] [2]", 4),
                arguments("[1]]", 3));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void faultIsLocatedInBytesFromTheStartOfTheDocument(String text, int offset) {
        byte[] document = text.getBytes(StandardCharsets.UTF_8);
        byte[] buffer = new byte[document.length + 9];
        Arrays.fill(buffer, (byte) ' ');
        System.arraycopy(document, 0, buffer, 5, document.length);

        JsonSyntaxException alone = catchThrowableOfType(JsonSyntaxException.class, () -> LIST.decode(document));
        JsonSyntaxException inside =
                catchThrowableOfType(JsonSyntaxException.class, () -> LIST.decode(buffer, 5, document.length));

        assertThat(alone.byteOffset()).isBetween((long) offset, (long) offset + 1);
        assertThat(inside.byteOffset()).isEqualTo(alone.byteOffset());
    }

    @Test
    void rangeIsNotLeft() throws IOException {
        byte[] buffer = "[12345]".getBytes(StandardCharsets.UTF_8);

        assertThat(Codecs.INT64.decode(buffer, 1, 2)).isEqualTo(12);
        assertThatThrownBy(() -> LIST.decode(buffer, 0, 6)).isInstanceOf(JsonSyntaxException.class);
    }

    @Test
    void passedValueCanBeReadAgain() throws IOException {
        byte[] bytes = json("  {'\u20ac':[1,{'x':2}],'b':3}").getBytes(StandardCharsets.UTF_8);
        try (JsonReader in = JsonReader.over(bytes, 0, bytes.length)) {
            in.start();
            in.parser().nextToken();
            in.parser().nextToken();
            int from = in.tokenStart();
            in.skipValue();
            int to = in.position();
            assertThat(new String(bytes, from, to - from, StandardCharsets.UTF_8))
                    .isEqualTo(json("[1,{'x':2}]"));
            try (JsonReader again = in.again(from, to)) {
                assertThat(again.token()).isEqualTo(JsonToken.START_ARRAY);
                assertThat(again.raw()).isEqualTo(RawJson.parse(json("[1,{'x':2}]")));
                again.finish();
            }
            assertThat(in.parser().nextFieldName()).isEqualTo("b");
        }
    }

    private static RawJson raw(JsonFactory factory, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (JsonReader in = JsonReader.over(factory, bytes, 0, bytes.length)) {
            in.start();
            RawJson value = in.raw();
            in.finish();
            return value;
        }
    }
}
