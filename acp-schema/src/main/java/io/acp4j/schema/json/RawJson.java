package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.schema.internal.base.VerbatimUtf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One JSON value kept exactly as its sender wrote it.
 *
 * <p>This is how the protocol's open places are carried ({@code _meta}, {@code rawInput}, error {@code data}, variants
 * that this version does not know): nothing is interpreted, so nothing is lost, and writing it back costs a copy. It is
 * always well-formed, on one line and immutable. Two values are equal when their bytes are; compare
 * {@link #toTree()} to ignore member order and white space.
 *
 * @since 0.1.0
 */
public final class RawJson {

    /** JSON {@code null}. */
    public static final RawJson NULL = new RawJson("null".getBytes(StandardCharsets.UTF_8));

    /** The empty object. */
    public static final RawJson EMPTY_OBJECT = new RawJson("{}".getBytes(StandardCharsets.UTF_8));

    /** Reads and writes raw values inside larger documents. */
    public static final JsonCodec<RawJson> CODEC = new JsonCodec<>() {
        @Override
        public RawJson read(JsonReader in) throws IOException {
            return in.raw();
        }

        @Override
        public void write(RawJson value, JsonGenerator out) throws IOException {
            value.writeTo(out);
        }
    };

    private final byte[] bytes;

    private RawJson(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Takes bytes that are known to be one JSON value; they are not copied. */
    static RawJson trusted(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            // Only insignificant white space can be a line break; a line-framed transport must not see one.
            if (bytes[i] == '\n' || bytes[i] == '\r') {
                bytes[i] = ' ';
            }
        }
        return new RawJson(bytes);
    }

    /**
     * Checks and keeps a JSON text.
     *
     * @param json exactly one JSON value
     * @return the raw value
     * @throws IllegalArgumentException when the text is not one well-formed JSON value
     */
    public static RawJson parse(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try (JsonReader in = JsonReader.over(bytes, 0, bytes.length)) {
            in.start();
            RawJson value = in.raw();
            in.finish();
            return value;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(JsonSyntaxException.of(e).getMessage());
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage());
        }
    }

    /**
     * Converts a Java value: a tree, a map, a list, a bean, a record, a string, a number.
     *
     * <p>Protocol types, also inside others, are written by their codec: an id becomes a string. Everything else is
     * written by Jackson.
     *
     * @param value the value; null gives JSON {@code null}
     * @return its JSON
     * @throws IllegalArgumentException when Jackson cannot write it
     */
    public static RawJson of(@Nullable Object value) {
        if (value == null) {
            return NULL;
        }
        if (value instanceof RawJson raw) {
            return raw;
        }
        try {
            return trusted(Databind.MAPPER.writeValueAsBytes(value));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "not writable as JSON: " + value.getClass().getName(), e);
        }
    }

    /** {@return this value as a fresh Jackson tree; changing it does not change this value} */
    public JsonNode toTree() {
        try {
            return Databind.MAPPER.readTree(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Binds this value to a Java type with Jackson; for protocol types use their codec.
     *
     * @param <T> the type
     * @param type a class that Jackson can bind
     * @return the bound value
     * @throws SchemaException when the value does not fit the class
     */
    public <T> T as(Class<T> type) throws SchemaException {
        try {
            return Databind.MAPPER.readValue(bytes, type);
        } catch (IOException e) {
            throw new SchemaException("does not fit " + type.getSimpleName());
        }
    }

    /** {@return the length of the UTF-8 form, in bytes} */
    public int length() {
        return bytes.length;
    }

    /** {@return a copy of the UTF-8 form: one JSON value on one line} */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** {@return the JSON text: one value on one line} */
    public String toJson() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * Writes this value into a larger document.
     *
     * @param out where to write
     * @throws IOException when the generator refuses
     */
    public void writeTo(JsonGenerator out) throws IOException {
        out.writeRawValue(new VerbatimUtf8(bytes));
    }

    /** The bytes themselves, for codecs; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RawJson raw && Arrays.equals(bytes, raw.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns only the size: the content may hold secrets. */
    @Override
    public String toString() {
        return "RawJson[" + bytes.length + " bytes]";
    }
}
