package io.acp4j.rpc.transport;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
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
public final class FrameBuffer {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
            .build();

    private static final int INITIAL_BYTES = 8 * 1024;

    /** What a buffer may keep when it is emptied; a larger one is given back. */
    private static final int KEPT_BYTES = 2 * 1024 * 1024;

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
    public void append(ContentWriter content) throws IOException {
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

    /**
     * Makes room for bytes that are then written to {@link #array()} itself, from {@link #size()} on, and counted by
     * {@link #advance}.
     *
     * @param more how many bytes at most
     */
    public void reserve(int more) {
        ensure(more);
    }

    /**
     * Counts bytes that have been written to {@link #array()} behind those counted before.
     *
     * @param written how many, no more than were reserved
     */
    public void advance(int written) {
        if (written < 0 || written > bytes.length - size) {
            throw new IllegalArgumentException(written + " bytes behind " + size + " of " + bytes.length);
        }
        size += written;
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
     * Returns the bytes themselves, valid until the next append.
     *
     * @return an array whose first {@link #size()} bytes are the content
     */
    public byte[] array() {
        return bytes;
    }

    /**
     * Returns how many bytes are held.
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
    public interface ContentWriter {

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
