package io.acp4j.proxy.internal.bridge.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.schema.json.JsonReader;
import io.acp4j.schema.json.JsonSyntaxException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Trees: how they are read, and short words for what is done with them all the time. */
public final class Json {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Json() {}

    /** Makes a mapper that keeps numbers as they were written, and whose input may nest as deep as given. */
    public static ObjectMapper mapper(int maxDepth) {
        ObjectMapper mapper = new ObjectMapper(JsonReader.factory(maxDepth, Integer.MAX_VALUE));
        mapper.setConfig(mapper.getDeserializationConfig().without(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES));
        mapper.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        mapper.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        mapper.getFactory().configure(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION.mappedFeature(), false);
        return mapper;
    }

    /**
     * Reads a message.
     *
     * @throws IOException when the message is not a single well-formed JSON value, or contains a duplicate member
     */
    public static JsonNode message(ObjectMapper mapper, byte[] buffer, int offset, int length) throws IOException {
        ObjectReader values = mapper.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        try (JsonParser in = mapper.getFactory().createParser(buffer, offset, length)) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return mapper.readTree(buffer, offset, length);
            }
            ObjectNode message = object();
            String name;
            while ((name = in.nextFieldName()) != null) {
                long at = in.currentTokenLocation().getByteOffset();
                if (message.has(name)) {
                    throw new JsonSyntaxException("/" + LogText.of(name) + ": appears twice", at);
                }
                in.nextToken();
                message.set(name, values.readTree(in));
            }
            if (in.nextToken() != null) {
                throw new JsonSyntaxException(
                        "something follows the JSON value",
                        in.currentTokenLocation().getByteOffset());
            }
            return message;
        }
    }

    public static ObjectNode object() {
        return NODES.objectNode();
    }

    public static ArrayNode array() {
        return NODES.arrayNode();
    }

    /** Returns the object itself, or a new one where there is none. */
    public static ObjectNode objectOf(JsonNode node) {
        return node instanceof ObjectNode object ? object : object();
    }

    /** Returns a member that is a text. */
    public static @Nullable String text(JsonNode node, String member) {
        JsonNode value = node.path(member);
        return value.isTextual() ? value.textValue() : null;
    }

    public static String text(JsonNode node, String member, String otherwise) {
        String value = text(node, member);
        return value == null ? otherwise : value;
    }

    /** Returns a request id as it is compared and written: a number as what it is worth, however it is spelled. */
    public static JsonNode id(JsonNode node) {
        if (!node.isNumber()) {
            return node;
        }
        try {
            return NODES.numberNode(node.decimalValue().longValueExact());
        } catch (ArithmeticException e) {
            return node; // It is no id, and is refused where it is looked at.
        }
    }

    /** Returns whether a member is there and not null. */
    public static boolean has(JsonNode node, String member) {
        return !node.path(member).isMissingNode() && !node.path(member).isNull();
    }

    /** Moves a member to another name, where it is there; the order of members stays. */
    public static void rename(ObjectNode object, String from, String to) {
        if (!object.has(from) || from.equals(to)) {
            return;
        }
        ObjectNode copy = object();
        object.properties().forEach(member -> {
            if (!member.getKey().equals(to)) {
                copy.set(member.getKey().equals(from) ? to : member.getKey(), member.getValue());
            }
        });
        object.removeAll();
        object.setAll(copy);
    }

    /** Removes members whose value is null, but for those inside others. */
    public static void dropNulls(ObjectNode object) {
        object.properties().removeIf(member -> member.getValue().isNull());
    }

    public static ObjectNode textBlock(String text) {
        return object().put("type", "text").put("text", text);
    }

    /** Makes an item of a tool call's content from a text. */
    public static ObjectNode textContent(String text) {
        ObjectNode item = object().put("type", "content");
        item.set("content", textBlock(text));
        return item;
    }

    public static ObjectNode error(int code, String message) {
        return object().put("code", code).put("message", message);
    }
}
