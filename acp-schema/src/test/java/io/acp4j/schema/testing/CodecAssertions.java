package io.acp4j.schema.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.schema.json.Field;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What every codec must do, checked against texts; single quotes in them stand for double ones. */
public final class CodecAssertions {

    /** Refuses repeated members: a discriminator written twice must not pass. */
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    /** Values of every kind; which of them are malformed for a member is for its codec to say. */
    private static final List<String> SHAPES = List.of("true", "42", "-1", "1.5", "'x'", "[7]", "[[]]", "{'~':7}");

    private CodecAssertions() {}

    /** Replaces single quotes. */
    public static String json(String text) {
        return text.replace('\'', '"');
    }

    /** Parses a text to a tree. */
    public static JsonNode tree(String text) {
        try {
            return MAPPER.readTree(json(text));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the test's own JSON is malformed: " + text, e);
        }
    }

    /** Writes a value and parses that to a tree. */
    public static <T> JsonNode tree(JsonCodec<T> codec, T value) {
        return tree(new String(codec.encode(value), StandardCharsets.UTF_8));
    }

    /** Reads a text. */
    public static <T> T read(JsonCodec<T> codec, String text) {
        try {
            return codec.decode(bytes(json(text)));
        } catch (IOException e) {
            return fail("refused " + text, e);
        }
    }

    /** Reads a text, writes the value, and expects the same JSON; also with all members in reverse order. */
    public static <T> T assertRoundTrip(JsonCodec<T> codec, String text) {
        return assertReadsAs(codec, text, text);
    }

    /** Reads a text, writes the value, and expects other JSON; also with all members in reverse order. */
    public static <T> T assertReadsAs(JsonCodec<T> codec, String text, String written) {
        T value = read(codec, text);
        assertThat(tree(codec, value)).as("written again").isEqualTo(tree(written));
        T backwards = readReversed(codec, text);
        assertThat(tree(codec, backwards))
                .as("read with members in reverse order")
                .isEqualTo(tree(written));
        T inside = readInside(codec, json(text));
        assertThat(inside)
                .as("read from the middle of a buffer")
                .isEqualTo(value)
                .hasSameHashCodeAs(value);
        return value;
    }

    /** Expects a text to be refused at a place, without its contents in the message. */
    public static void assertRefused(JsonCodec<?> codec, String text, String path) {
        SchemaException fault = refusal(codec, json(text));
        assertThat(fault).as("refusal of " + text).isNotNull();
        assertThat(fault.path()).as("where " + text + " was refused").isEqualTo(path);
    }

    /**
     * Checks each member of a type: absent, null, and malformed in every way that its codec refuses.
     *
     * @param complete the object with every member that the type declares, none of them at its default
     */
    public static <T> void assertRules(ObjectCodec<T> codec, String complete) {
        ObjectNode whole = (ObjectNode) tree(complete);
        Set<String> names = new LinkedHashSet<>();
        whole.fieldNames().forEachRemaining(names::add);
        assertThat(names)
                .as("members of the example of " + codec.typeName())
                .containsAll(codec.fields().stream().map(Field::name).toList());
        T value = assertRoundTrip(codec, complete);
        for (Field<T, ?> field : codec.fields()) {
            assertRules(codec, field, whole, value);
        }
    }

    private static <T> void assertRules(ObjectCodec<T> codec, Field<T, ?> field, ObjectNode whole, T value) {
        String name = field.name();
        String path = "/" + name;
        String absent = whole.deepCopy().without(List.of(name)).toString();
        if (field.required()) {
            assertRefused(codec, absent, path);
        } else {
            T without = assertReads(codec, absent, name + " absent");
            assertThat(without).as(name + " absent").isNotEqualTo(value);
            assertThat(codec.encode(without)).as(name + " absent, again").isEqualTo(codec.encode(read(codec, absent)));
        }
        ObjectNode nulled = whole.deepCopy();
        nulled.putNull(name);
        switch (field.rule()) {
            case REQUIRED -> assertNullIsLikeOthers(codec, field, nulled);
            case REQUIRED_DEFAULT_ON_NULL, REQUIRED_DEFAULT_ON_ERROR ->
                assertReads(codec, nulled.toString(), name + " null");
            case OPTIONAL, LENIENT ->
                assertThat(assertReads(codec, nulled.toString(), name + " null"))
                        .as(name + " null, like absent")
                        .isEqualTo(read(codec, absent));
            case NULLABLE, PATCH ->
                assertThat(tree(codec, read(codec, nulled.toString())))
                        .as(name + " null, kept")
                        .isEqualTo(nulled);
        }
        for (JsonNode shape : malformed(field.codec())) {
            ObjectNode broken = whole.deepCopy();
            broken.set(name, shape);
            switch (field.rule()) {
                case REQUIRED, REQUIRED_DEFAULT_ON_NULL, OPTIONAL, NULLABLE -> {
                    SchemaException fault = refusal(codec, broken.toString());
                    assertThat(fault).as(name + " " + shape).isNotNull();
                    assertThat(fault.path()).as(name + " " + shape).startsWith(path);
                }
                case REQUIRED_DEFAULT_ON_ERROR ->
                    assertThat(read(codec, broken.toString()))
                            .as(name + " " + shape + ", like null")
                            .isEqualTo(read(codec, nulled.toString()));
                case LENIENT, PATCH ->
                    assertThat(read(codec, broken.toString()))
                            .as(name + " " + shape + ", like absent")
                            .isEqualTo(read(codec, absent));
            }
        }
    }

    /** Only a codec of any JSON takes {@code null} for a value. */
    private static void assertNullIsLikeOthers(ObjectCodec<?> codec, Field<?, ?> field, ObjectNode nulled) {
        if (field.codec() == RawJson.CODEC) {
            assertRoundTrip(codec, nulled.toString());
        } else {
            assertRefused(codec, nulled.toString(), "/" + field.name());
        }
    }

    private static <T> T assertReads(JsonCodec<T> codec, String text, String what) {
        T value = read(codec, text);
        assertThat(value).as(what).isNotNull();
        return value;
    }

    private static List<JsonNode> malformed(JsonCodec<?> codec) {
        List<JsonNode> malformed = new ArrayList<>();
        for (String shape : SHAPES) {
            if (refusal(codec, json(shape)) != null) {
                malformed.add(tree(shape));
            }
        }
        return malformed;
    }

    private static SchemaException refusal(JsonCodec<?> codec, String text) {
        return catchThrowableOfType(SchemaException.class, () -> codec.decode(bytes(text)));
    }

    private static <T> T readReversed(JsonCodec<T> codec, String text) {
        try {
            return codec.decode(MAPPER.writeValueAsBytes(reversed(tree(text))));
        } catch (IOException e) {
            return fail("refused with members in reverse order: " + text, e);
        }
    }

    private static <T> T readInside(JsonCodec<T> codec, String text) {
        byte[] document = bytes(text);
        byte[] before = bytes("\u00e9}{\u20ac");
        byte[] buffer = Arrays.copyOf(before, before.length + document.length + 3);
        System.arraycopy(document, 0, buffer, before.length, document.length);
        buffer[before.length + document.length] = '}';
        try {
            return codec.decode(buffer, before.length, document.length);
        } catch (IOException e) {
            return fail("refused in the middle of a buffer: " + text, e);
        }
    }

    private static JsonNode reversed(JsonNode node) {
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            array.forEach(element -> copy.add(reversed(element)));
            return copy;
        }
        if (node instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            Collections.reverse(names);
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            names.forEach(name -> copy.set(name, reversed(object.get(name))));
            return copy;
        }
        return node;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
