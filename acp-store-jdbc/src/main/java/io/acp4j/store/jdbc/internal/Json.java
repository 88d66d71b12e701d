package io.acp4j.store.jdbc.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.RawJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the tables keep as JSON. */
final class Json {

    /** Whatever was once accepted and stored can be read again: nothing is too deep or too long any more. */
    private static final JsonFactory UNLIMITED = JsonReader.factory(Integer.MAX_VALUE, Integer.MAX_VALUE);

    /** An attribute as the array of whether it is inherited and its value, which may be null. */
    private static final JsonCodec<SessionAttribute> ATTRIBUTE = new JsonCodec<>() {
        @Override
        public SessionAttribute read(JsonReader in) throws IOException {
            in.parser().nextToken();
            boolean inherited = in.token() == JsonToken.VALUE_TRUE;
            in.parser().nextToken();
            RawJson value = in.raw();
            in.parser().nextToken();
            return new SessionAttribute(value, inherited);
        }

        @Override
        public void write(SessionAttribute attribute, JsonGenerator out) throws IOException {
            out.writeStartArray();
            out.writeBoolean(attribute.inherited());
            attribute.value().writeTo(out);
            out.writeEndArray();
        }
    };

    /** Names and directories may hold what is no Unicode, as texts in other columns may. */
    private static final JsonCodec<String> TEXT = Codecs.wrapping(
            Codecs.STRING, kept -> String.valueOf(Texts.given(kept)), text -> String.valueOf(Texts.kept(text)));

    private static final JsonCodec<List<String>> TEXTS = Codecs.listOf(TEXT);
    private static final JsonCodec<Map<String, SessionAttribute>> ATTRIBUTES = Codecs.mapOf(ATTRIBUTE);

    private Json() {}

    static String ofTexts(List<String> texts) {
        return texts.isEmpty() ? "[]" : text(TEXTS.encode(texts));
    }

    static List<String> texts(String json) throws IOException {
        return "[]".equals(json) ? List.of() : read(TEXTS, bytes(json));
    }

    static String ofAttributes(Map<String, SessionAttribute> attributes) {
        if (attributes.isEmpty()) {
            return "{}";
        }
        // In one order, so that the same attributes give the same text in every process.
        Map<String, SessionAttribute> kept = new TreeMap<>();
        attributes.forEach((name, attribute) -> kept.put(String.valueOf(Texts.kept(name)), attribute));
        return text(ATTRIBUTES.encode(kept));
    }

    static Map<String, SessionAttribute> attributes(String json) throws IOException {
        if ("{}".equals(json)) {
            return Map.of();
        }
        Map<String, SessionAttribute> attributes = new LinkedHashMap<>();
        read(ATTRIBUTES, bytes(json))
                .forEach((name, attribute) -> attributes.put(String.valueOf(Texts.given(name)), attribute));
        return attributes;
    }

    static RawJson raw(byte[] json) throws IOException {
        return read(RawJson.CODEC, json);
    }

    private static <T> T read(JsonCodec<T> codec, byte[] json) throws IOException {
        try (JsonReader in = JsonReader.over(UNLIMITED, json, 0, json.length)) {
            in.start();
            T value = codec.read(in);
            in.finish();
            return value;
        }
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
