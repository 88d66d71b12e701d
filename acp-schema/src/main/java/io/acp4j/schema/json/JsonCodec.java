package io.acp4j.schema.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * How one type is read from JSON and written to it.
 *
 * <p>Every protocol type carries its codec in a constant named {@code CODEC}. Codecs stream: they read from bytes and
 * write to a generator with no tree in between. They are immutable and may be shared by any number of threads.
 *
 * @param <T> the Java type
 * @since 0.1.0
 */
public abstract class JsonCodec<T> {

    /** Creates a codec; it must keep no state of a single read or write. */
    protected JsonCodec() {}

    /**
     * Reads one value.
     *
     * @param in positioned on the first token of the value; afterwards on its last token
     * @return the value, never null
     * @throws SchemaException when the JSON is well-formed but not of this type's shape
     * @throws IOException when the JSON itself is malformed
     */
    public abstract T read(JsonReader in) throws IOException;

    /**
     * Writes one value.
     *
     * @param value the value, not null
     * @param out where to write
     * @throws IOException when the generator refuses
     */
    public abstract void write(T value, JsonGenerator out) throws IOException;

    /**
     * Returns the codec of the same type in a version of the protocol; made once and kept, so that no message looks for it.
     *
     * @param version the version
     * @return the codec; this one when the type looks the same in all versions
     */
    public JsonCodec<T> in(WireVersion version) {
        return this;
    }

    /**
     * Reads a value from a complete JSON document.
     *
     * @param json UTF-8 bytes holding exactly one JSON value
     * @return the value
     * @throws SchemaException when the value is not of this type's shape
     * @throws JsonSyntaxException when the bytes are not one well-formed JSON value
     */
    public final T decode(byte[] json) throws SchemaException, JsonSyntaxException {
        return decode(json, 0, json.length);
    }

    /**
     * Reads a value from a range of bytes.
     *
     * @param json holds the UTF-8 bytes
     * @param offset where the value starts, in bytes
     * @param length how many bytes belong to it
     * @return the value
     * @throws SchemaException when the value is not of this type's shape
     * @throws JsonSyntaxException when the bytes are not one well-formed JSON value
     */
    public final T decode(byte[] json, int offset, int length) throws SchemaException, JsonSyntaxException {
        try (JsonReader in = JsonReader.over(json, offset, length)) {
            in.start();
            T value = read(in);
            in.finish();
            return value;
        } catch (JsonProcessingException e) {
            throw JsonSyntaxException.of(e);
        } catch (SchemaException | JsonSyntaxException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory cannot fail", e);
        }
    }

    /**
     * Reads a value from raw JSON.
     *
     * @param json the JSON
     * @return the value
     * @throws SchemaException when the value is not of this type's shape
     */
    public final T decode(RawJson json) throws SchemaException {
        try {
            return decode(json.bytes(), 0, json.length());
        } catch (JsonSyntaxException e) {
            throw new IllegalStateException("raw JSON is well-formed by construction", e);
        }
    }

    /**
     * Writes a value as compact UTF-8 JSON.
     *
     * @param value the value
     * @return the bytes, on one line
     */
    public final byte[] encode(T value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator out = JsonReader.factory().createGenerator(bytes)) {
            write(value, out);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Writes a value as raw JSON.
     *
     * @param value the value
     * @return its JSON
     */
    public final RawJson toRaw(T value) {
        return RawJson.trusted(encode(value));
    }
}
