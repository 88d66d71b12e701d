package io.acp4j.schema.json;

import static io.acp4j.schema.testing.CodecAssertions.json;
import static io.acp4j.schema.testing.CodecAssertions.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.auth.AuthMethodTerminal;
import io.acp4j.schema.mode.SetSessionModeRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawJsonTest {

    private static final JsonCodec<List<RawJson>> LIST = Codecs.listOf(RawJson.CODEC);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "-0",
                "0.10",
                "1e400",
                "123456789012345678901234567890",
                "''",
                "'\\u00e9\u00e9\u20ac\ud83d\ude00'",
                "'\\ud83d'",
                "'\\n\\/'",
                "[]",
                "{}",
                "[1 ,\t2]",
                "{ 'b':1, 'a':{ } , 'b':2}",
                "[[[[]]],{'':{'':[{}]}}]"
            })
    void everyByteIsKept(String text) throws IOException {
        String exact = json(text);
        byte[] around = ("[\"\u20ac\", " + exact + " ,7]").getBytes(StandardCharsets.UTF_8);

        assertThat(RawJson.parse(exact).toJson()).isEqualTo(exact);
        List<RawJson> read = LIST.decode(around);
        assertThat(read).containsExactly(RawJson.parse("\"\u20ac\""), RawJson.parse(exact), RawJson.parse("7"));
        assertThat(new String(LIST.encode(read), StandardCharsets.UTF_8)).isEqualTo("[\"\u20ac\"," + exact + ",7]");
    }

    @Test
    void valueIsFoundAtItsPlaceInALargerBuffer() throws IOException {
        byte[] document = json("{'\u20ac':'\u00e9','x':{'y':'\ud83d\ude00'}}").getBytes(StandardCharsets.UTF_8);
        byte[] buffer = new byte[document.length + 20];
        Arrays.fill(buffer, (byte) '"');
        System.arraycopy(document, 0, buffer, 13, document.length);

        Map<String, RawJson> members = Codecs.mapOf(RawJson.CODEC).decode(buffer, 13, document.length);

        assertThat(members).containsOnlyKeys("\u20ac", "x");
        assertThat(members.get("\u20ac").toJson()).isEqualTo(json("'\u00e9'"));
        assertThat(members.get("x").toJson()).isEqualTo(json("{'y':'\ud83d\ude00'}"));
    }

    @Test
    void lineBreaksBetweenTokensBecomeBlanks() throws IOException {
        byte[] pretty = json("[ {\r\n  'a':\n1,\r'b':'x\\ny' }\n]\n").getBytes(StandardCharsets.UTF_8);

        assertThat(LIST.decode(pretty).get(0).toJson()).isEqualTo(json("{    'a': 1, 'b':'x\\ny' }"));
        assertThat(RawJson.parse("[\n]").toJson()).isEqualTo("[ ]");
    }

    @Test
    void sourceIsNeitherKeptNorChanged() throws IOException {
        byte[] source = "[[\n1]]".getBytes(StandardCharsets.UTF_8);
        RawJson value = LIST.decode(source).get(0);

        assertThat(source).isEqualTo("[[\n1]]".getBytes(StandardCharsets.UTF_8));
        Arrays.fill(source, (byte) '#');
        value.toBytes()[0] = '#';
        assertThat(value.toJson()).isEqualTo("[ 1]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "{", "[1,]", "{'a'}", "tru", "1 2", "{} x", "'\n'", "NaN", "01", "//", "[1]]", "{a:1}"})
    void textThatIsNotOneValueIsRefusedWithoutBeingQuoted(String text) {
        assertThatThrownBy(() -> RawJson.parse(json(text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .message()
                .matches(
                        "(malformed JSON|an unescaped control character|no JSON value|something follows the JSON value) at byte \\d+");
    }

    @Test
    void javaValuesAreConverted() throws SchemaException {
        record Point(int x, int y) {}

        assertThat(RawJson.of(null)).isEqualTo(RawJson.NULL);
        assertThat(RawJson.of(RawJson.EMPTY_OBJECT)).isSameAs(RawJson.EMPTY_OBJECT);
        assertThat(RawJson.of("\u20ac\n").toJson()).isEqualTo("\"\u20ac\\n\"");
        assertThat(RawJson.of(List.of(1, "a")).toJson()).isEqualTo("[1,\"a\"]");
        assertThat(RawJson.of(Map.of("r", RawJson.parse("[1.50]").toTree())).toJson())
                .startsWith("{\"r\":[1.5");
        assertThat(RawJson.of(new Point(1, 2)).as(Point.class)).isEqualTo(new Point(1, 2));
    }

    @Test
    void rawValuesInsideJavaValuesAreWrittenAsTheyAre() {
        assertThat(RawJson.of(Map.of("raw", RawJson.parse("{\"a\":[1.50]}"))).toJson())
                .isEqualTo("{\"raw\":{\"a\":[1.50]}}");
    }

    @Test
    void protocolTypesInsideJavaValuesAreWrittenByTheirCodecs() {
        assertThat(RawJson.of(Map.of("id", new SessionId("s"))).toJson()).isEqualTo("{\"id\":\"s\"}");
        assertThat(RawJson.of(List.of(Meta.of("m", new MessageId("\u20ac")))).toJson())
                .isEqualTo("[{\"m\":\"\u20ac\"}]");
        assertThat(RawJson.of(AuthMethodTerminal.builder(new AuthMethodId("t"), "T")
                                .build())
                        .toJson())
                .as("with the discriminator of its union")
                .isEqualTo("{\"type\":\"terminal\",\"id\":\"t\",\"name\":\"T\"}");
        assertThat(RawJson.of(Map.of("mode", SetSessionModeRequest.of(new SessionId("s"), new SessionModeId("m"))))
                        .toTree())
                .isEqualTo(tree("{'mode':{'sessionId':'s','modeId':'m'}}"));
    }

    @Test
    void valueThatDoesNotFitAClassIsRefusedWithoutBeingQuoted() {
        assertThatThrownBy(() -> RawJson.parse("\"SECRET\"").as(Integer.class))
                .isInstanceOf(SchemaException.class)
                .hasNoCause()
                .hasMessageContaining("Integer")
                .message()
                .doesNotContain("SECRET");
        assertThatThrownBy(() -> RawJson.of(new Object())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void treesAreFresh() {
        RawJson value = RawJson.parse("[1]");

        assertThat(value.toTree()).isEqualTo(tree("[1]")).isNotSameAs(value.toTree());
    }

    @Test
    void equalityIsOfBytesAndContentsAreNotShown() {
        assertThat(RawJson.parse("[1]")).isEqualTo(RawJson.parse("[1]")).hasSameHashCodeAs(RawJson.parse("[1]"));
        assertThat(RawJson.parse("[1]")).isNotEqualTo(RawJson.parse("[ 1]"));
        assertThat(RawJson.parse("\"SECRET\"")).hasToString("RawJson[8 bytes]");
        assertThat(RawJson.parse("\"\u20ac\"").length()).isEqualTo(5);
    }

    @Test
    void valueLargerThanTheBufferOfAGeneratorIsWrittenWhole() throws IOException {
        String text = json("'" + "\u20ac".repeat(50_000) + "'");
        RawJson value = RawJson.parse(text);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StringWriter chars = new StringWriter();
        try (JsonGenerator toBytes = new JsonFactory().createGenerator(bytes);
                JsonGenerator toChars = new JsonFactory().createGenerator(chars)) {
            for (JsonGenerator out : List.of(toBytes, toChars)) {
                out.writeStartArray();
                value.writeTo(out);
                value.writeTo(out);
                out.writeEndArray();
            }
        }

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("[" + text + "," + text + "]");
        assertThat(chars).hasToString("[" + text + "," + text + "]");
    }
}
