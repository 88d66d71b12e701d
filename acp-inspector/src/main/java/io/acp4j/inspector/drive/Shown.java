package io.acp4j.inspector.drive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.rpc.VisibleText;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Values of the protocol as JSON for the page, with everything in them that hides or reorders text made visible. */
final class Shown {

    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** How much of one text is shown outside of messages. */
    static final int MAX_TEXT = 100_000;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Shown() {}

    static <T> JsonNode of(JsonCodec<T> codec, T value) {
        return visible(codec.toRaw(value).toTree());
    }

    static <T> ArrayNode all(JsonCodec<T> codec, List<? extends T> values) {
        ArrayNode array = NODES.arrayNode();
        values.forEach(value -> array.add(of(codec, value)));
        return array;
    }

    static String line(String text) {
        return VisibleText.line(cut(text));
    }

    /** A line in which tabs are what they are: indentation, and between columns. */
    static String tabbedLine(String text) {
        return Stream.of(text.split("\t", -1)).map(Shown::line).collect(Collectors.joining("\t"));
    }

    static String text(String text) {
        return VisibleText.of(cut(text));
    }

    private static String cut(String text) {
        return text.length() <= MAX_TEXT
                ? text
                : text.substring(0, MAX_TEXT) + "… " + String.format(Locale.ROOT, "%,d", text.length() - MAX_TEXT)
                        + " more characters";
    }

    /** A value of any shape, as text to read. */
    static @Nullable String pretty(@Nullable RawJson value) {
        if (value == null) {
            return null;
        }
        JsonNode tree = value.toTree();
        return text(tree.isTextual() ? tree.textValue() : tree.toPrettyString());
    }

    static JsonNode visible(JsonNode value) {
        if (value instanceof TextNode text) {
            return NODES.textNode(text(text.textValue()));
        }
        if (value instanceof ArrayNode array) {
            ArrayNode copy = NODES.arrayNode();
            array.forEach(element -> copy.add(visible(element)));
            return copy;
        }
        if (value instanceof ObjectNode object) {
            ObjectNode copy = NODES.objectNode();
            object.properties().forEach(member -> copy.set(line(member.getKey()), visible(member.getValue())));
            return copy;
        }
        return value;
    }

    /** A copy of what the page has sent, for values whose type only the schema knows. */
    static RawJson raw(JsonNode value) {
        return RawJson.of(MAPPER.convertValue(value, Object.class));
    }
}
