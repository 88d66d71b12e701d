package io.acp4j.inspector.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.inspector.recording.Spool;
import io.acp4j.inspector.recording.Spool.Entry;
import io.acp4j.inspector.recording.Spool.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Writes a spool. What cannot be written, since the disk is full or the file at its limit, is left out; the next entry that can
 * be is preceded by one that says so. Not safe for use by several threads at once.
 */
public final class SpoolWriter implements AutoCloseable {

    /** How long a spool may become: 256 MiB. */
    public static final long MAX_BYTES = 256L * 1024 * 1024;

    /** Opens the file, when the first entry is written. */
    @FunctionalInterface
    public interface Opening {

        /**
         * Opens the file.
         *
         * @return its channel, for writing
         * @throws IOException when there can be none
         */
        FileChannel open() throws IOException;
    }

    private final Opening opening;
    private final String name;
    private final long maxBytes;
    private @Nullable FileChannel channel;
    private long end;
    private long lost;
    private boolean isFull;

    /**
     * Creates a writer that has opened nothing yet.
     *
     * @param opening opens the file
     * @param name what the tap stands for
     * @param maxBytes how long it may become
     */
    public SpoolWriter(Opening opening, String name, long maxBytes) {
        this.opening = opening;
        this.name = name;
        this.maxBytes = maxBytes;
    }

    void write(Entry entry) {
        try {
            FileChannel to = channel;
            if (to == null) {
                to = opening.open();
                channel = to;
            }
            if (end == 0) {
                append(to, Spool.head());
                append(to, Spool.encode(new Entry(entry.micros(), Kind.NAME, name.getBytes(UTF_8))));
            }
            byte[] bytes = Spool.encode(entry);
            if (end + bytes.length > maxBytes && entry.kind() != Kind.END) {
                full(to, entry);
                return;
            }
            if (lost > 0) {
                note(to, entry, lost + " frames have passed here that could not be written");
                lost = 0;
            }
            append(to, bytes);
        } catch (IOException e) {
            lost++; // Nobody is to notice; what is written next tells it.
        }
    }

    private void full(FileChannel to, Entry entry) throws IOException {
        if (!isFull) {
            isFull = true;
            note(to, entry, "what passes from here on is not kept: " + maxBytes + " bytes are");
        }
    }

    private void note(FileChannel to, Entry at, String what) throws IOException {
        append(to, Spool.encode(new Entry(at.micros(), Kind.EVENT, what.getBytes(UTF_8))));
    }

    /** What is half written when the disk is full is overwritten by the next. */
    private void append(FileChannel to, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            int unused = to.write(buffer, end + buffer.position());
        }
        end += bytes.length;
    }

    @Override
    public void close() {
        try {
            FileChannel open = channel;
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            lost++; // As above.
        }
    }
}
