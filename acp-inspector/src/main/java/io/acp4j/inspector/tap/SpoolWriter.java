package io.acp4j.inspector.tap;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.inspector.recording.Spool;
import io.acp4j.inspector.recording.Spool.Entry;
import io.acp4j.inspector.recording.Spool.Kind;
import java.io.ByteArrayOutputStream;
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

    /** How much is gathered before it is written without being told to. */
    private static final int FLUSHED = 256 * 1024;

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
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
    private int pendingEntries;
    private long firstMicros;
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
        byte[] bytes = Spool.encode(entry);
        if (end + pending.size() + bytes.length > maxBytes && entry.kind() != Kind.END) {
            if (isFull) {
                return;
            }
            isFull = true;
            bytes = note(entry.micros(), "what passes from here on is not kept: " + maxBytes + " bytes are");
        }
        if (pendingEntries == 0) {
            firstMicros = entry.micros();
        }
        pending.writeBytes(bytes);
        pendingEntries++;
        if (pending.size() >= FLUSHED) {
            flush();
        }
    }

    private static byte[] note(long micros, String what) {
        return Spool.encode(new Entry(micros, Kind.EVENT, what.getBytes(UTF_8)));
    }

    /** Writes what was not written yet; what cannot be is lost, and told with what can be written next. */
    void flush() {
        if (pendingEntries == 0) {
            return;
        }
        try {
            FileChannel to = channel;
            if (to == null) {
                to = opening.open();
                channel = to;
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            if (end == 0) {
                all.writeBytes(Spool.head());
                all.writeBytes(Spool.encode(new Entry(firstMicros, Kind.NAME, name.getBytes(UTF_8))));
            }
            if (lost > 0) {
                all.writeBytes(note(firstMicros, lost + " frames have passed here that could not be written"));
            }
            pending.writeTo(all);
            append(to, all.toByteArray());
            lost = 0;
        } catch (IOException e) {
            lost += pendingEntries; // Nobody is to notice; what is written next tells it.
        }
        pending.reset();
        pendingEntries = 0;
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
        flush();
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
