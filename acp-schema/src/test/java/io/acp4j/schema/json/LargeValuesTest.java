package io.acp4j.schema.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values that are larger than the defaults of Jackson, and messages with very many names. */
class LargeValuesTest {

    private static final int CHARACTERS = 21_000_000;

    @Test
    void aStringOfMoreThan20MillionCharactersIsReadInEveryForm() throws Exception {
        String text = "x".repeat(CHARACTERS);
        RawJson raw = RawJson.of(Map.of("text", text));

        assertThat(raw.toTree().path("text").textValue()).hasSize(CHARACTERS);
        assertThat(raw.as(Text.class).text()).hasSize(CHARACTERS);
        assertThat(RawJson.parse(raw.toJson()).length()).isEqualTo(raw.length());
        assertThat(RawJson.of(TextNode.valueOf(text)).length()).isEqualTo(CHARACTERS + 2);
        assertThat(Codecs.STRING.decode(RawJson.of(text))).hasSize(CHARACTERS);
    }

    record Text(String text) {}

    /** The peer chooses the names, so a shared table must not become slower with each name. */
    @Test
    void manyDistinctNamesAreReadWithoutASharedTableOfNames() {
        assertThat(JsonReader.factory().isEnabled(JsonFactory.Feature.INTERN_FIELD_NAMES))
                .isFalse();
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < 600_000; i++) {
            json.append(i == 0 ? "\"" : ",\"").append("name-").append(i * 7919L).append("\":1");
        }
        byte[] bytes = json.append('}').toString().getBytes(UTF_8);

        assertThat(RawJson.parse(new String(bytes, UTF_8)).toTree()).hasSize(600_000);
    }
}
