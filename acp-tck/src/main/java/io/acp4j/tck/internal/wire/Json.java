package io.acp4j.tck.internal.wire;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Raw JSON, short to write. */
public final class Json {

    /** Messages that are longer are read one at a time. */
    private static final int LARGE = 1024 * 1024;

    private static final Object ONE_LARGE = new Object();

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .nodeFactory(new WholeNumbers())
            .build();

    private static final ObjectMapper STRICT = MAPPER.copy().enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    static {
        // The kit must be able to show whatever the subject has sent.
        MAPPER.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(LineSplitter.MAX_LINE)
                        .maxNestingDepth(5000)
                        .build());
    }

    private Json() {}

    /** Builds an object from names and values in turn; values are nodes, strings, numbers, booleans or null. */
    public static ObjectNode obj(@Nullable Object... namesAndValues) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.set(String.valueOf(namesAndValues[i]), node(namesAndValues[i + 1]));
        }
        return object;
    }

    /** Builds an array. */
    public static ArrayNode arr(@Nullable Object... values) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Object value : values) {
            array.add(node(value));
        }
        return array;
    }

    public static JsonNode node(@Nullable Object value) {
        return value instanceof JsonNode node ? node : MAPPER.valueToTree(value);
    }

    /** Reads JSON that the kit itself holds. */
    public static JsonNode parse(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("Not JSON at " + e.getLocation(), e);
        }
    }

    /** Reads what came over the wire; fails on anything that is not one JSON value. */
    public static JsonNode read(byte[] bytes) throws IOException {
        if (bytes.length <= LARGE) {
            return read(MAPPER, bytes);
        }
        synchronized (ONE_LARGE) { // reading takes several times the memory of what is read
            return read(MAPPER, bytes);
        }
    }

    private static JsonNode read(ObjectMapper mapper, byte[] bytes) throws IOException {
        try {
            return mapper.readTree(bytes);
        } catch (NumberFormatException | ArithmeticException e) {
            // Thrown for numbers whose exponent does not fit into 32 bits.
            throw new IOException("a number cannot be read: " + e.getMessage(), e);
        }
    }

    /** Reads what it can: that the bytes are no UTF-8 is one fault, not two. */
    public static JsonNode readRepaired(byte[] bytes) throws IOException {
        try {
            return read(bytes);
        } catch (IOException e) {
            byte[] repaired = new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
            if (Arrays.equals(repaired, bytes)) {
                throw e;
            }
            return read(repaired);
        }
    }

    /** Returns whether an object in it has a member twice. */
    public static boolean repeatsMembers(byte[] bytes) {
        try {
            var unused = read(STRICT, bytes);
            return false;
        } catch (IOException e) {
            return e.getMessage() != null && e.getMessage().contains("Duplicate field");
        }
    }

    public static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static String pretty(JsonNode node) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
