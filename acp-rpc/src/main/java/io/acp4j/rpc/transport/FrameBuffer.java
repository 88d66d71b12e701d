package io.acp4j.rpc.transport;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import io.acp4j.schema.json.PlainSink;
import io.acp4j.schema.json.PlainText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A growing run of bytes with a JSON generator that lives as long as the buffer, so that writing a frame allocates
 * nothing but what outgrows it.
 *
 * <p>Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class FrameBuffer implements PlainSink {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
            .build();

    private static final int INITIAL_BYTES = 8 * 1024;

    /** What a buffer may keep when it is emptied; a larger one is given back. */
    private static final int KEPT_BYTES = 2 * 1024 * 1024;

    /** Longer strings gain nothing from a short cut that reserves room for the worst case. */
    private static final int MAX_PLAIN_CHARS = 16 * 1024;

    /** What stands for half a pair of surrogates in UTF-8 as Java encodes it, and for itself. */
    private static final char REPLACEMENT = '?';

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int size;
    private @Nullable JsonGenerator generator;

    /** Creates an empty buffer. */
    public FrameBuffer() {}

    /**
     * Appends one JSON value written by a codec.
     *
     * @param content writes exactly one value
     * @throws IOException when the content cannot be written; nothing is appended then
     */
    public void append(Content content) throws IOException {
        int mark = size;
        JsonGenerator out = generator();
        boolean whole = false;
        try {
            content.writeTo(out);
            out.flush();
            whole = true;
        } finally {
            if (!whole) {
                // The generator is somewhere inside the broken value: forget both.
                generator = null;
                size = mark;
            }
        }
    }

    /**
     * Appends one byte.
     *
     * @param value the byte
     */
    public void append(byte value) {
        ensure(1);
        bytes[size++] = value;
    }

    /**
     * Appends bytes.
     *
     * @param source holds them
     * @param offset where they start
     * @param length how many
     */
    public void append(byte[] source, int offset, int length) {
        ensure(length);
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }

    @Override
    public void bytes(byte[] json) {
        append(json, 0, json.length);
    }

    @Override
    public boolean string(String value) {
        int length = value.length();
        if (length > MAX_PLAIN_CHARS) {
            return false;
        }
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        if (utf8.length != length) {
            return false;
        }
        ensure(2 * length + 2);
        byte[] to = bytes;
        int at = size;
        to[at++] = '"';
        int from = 0;
        int stop;
        while ((stop = PlainText.end(utf8, from, length, REPLACEMENT)) < length) {
            System.arraycopy(utf8, from, to, at, stop - from);
            at += stop - from;
            // As every byte so far is a character, the indexes are the same.
            char c = value.charAt(stop);
            if (c != REPLACEMENT) {
                byte escape = shortEscape(c);
                if (escape == 0) {
                    return false;
                }
                to[at++] = '\\';
                to[at++] = escape;
            } else {
                to[at++] = REPLACEMENT;
            }
            from = stop + 1;
        }
        System.arraycopy(utf8, from, to, at, length - from);
        at += length - from;
        to[at++] = '"';
        size = at;
        return true;
    }

    /** What follows the backslash of a short escape; 0 when the character has none. */
    private static byte shortEscape(char c) {
        return switch (c) {
            case '"', '\\' -> (byte) c;
            case '\n' -> 'n';
            case '\t' -> 't';
            case '\r' -> 'r';
            case '\b' -> 'b';
            case '\f' -> 'f';
            default -> 0;
        };
    }

    /**
     * Drops what was appended last.
     *
     * @param mark an earlier {@link #size()}
     */
    public void truncate(int mark) {
        if (mark < 0 || mark > size) {
            throw new IllegalArgumentException("mark " + mark + " of " + size + " bytes");
        }
        size = mark;
    }

    /** Empties the buffer and gives back memory that a large frame has taken. */
    public void clear() {
        size = 0;
        if (bytes.length > KEPT_BYTES) {
            bytes = new byte[INITIAL_BYTES];
        }
    }

    /**
     * Gives the bytes themselves, valid until the next append.
     *
     * @return an array whose first {@link #size()} bytes are the content
     */
    public byte[] array() {
        return bytes;
    }

    /**
     * Tells how many bytes are held.
     *
     * @return the number of bytes
     */
    public int size() {
        return size;
    }

    private JsonGenerator generator() {
        if (generator == null) {
            try {
                generator = FACTORY.createGenerator(new Sink(), JsonEncoding.UTF8);
                generator.setRootValueSeparator(null);
            } catch (IOException e) {
                throw new UncheckedIOException("writing to memory cannot fail", e);
            }
        }
        return generator;
    }

    private void ensure(int more) {
        if (more > bytes.length - size) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), Math.min(bytes.length, 1 << 29) * 2));
        }
    }

    /**
     * Writes one JSON value.
     */
    @FunctionalInterface
    public interface Content {

        /**
         * Writes the value.
         *
         * @param out where to
         * @throws IOException when it cannot be written
         */
        void writeTo(JsonGenerator out) throws IOException;
    }

    private final class Sink extends OutputStream {
        @Override
        public void write(int b) {
            append((byte) b);
        }

        @Override
        public void write(byte[] source, int offset, int length) {
            append(source, offset, length);
        }
    }
}
