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

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

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
    private final ByteBuffer pending = ByteBuffer.allocateDirect(FLUSHED);
    private int pendingEntries;
    private long pendingBytes;
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

    void write(long micros, Kind kind, byte[] bytes, int offset, int count) {
        if (end + pending.position() + Spool.FIXED + count > maxBytes && kind != Kind.END) {
            if (!isFull) {
                isFull = true;
                add(micros, Kind.EVENT, ByteBuffer.wrap(full().getBytes(UTF_8)));
            }
            return;
        }
        add(micros, kind, ByteBuffer.wrap(bytes, offset, count));
    }

    private String full() {
        return "what passes from here on is not kept: " + maxBytes + " bytes are";
    }

    private void add(long micros, Kind kind, ByteBuffer bytes) {
        if (Spool.FIXED + bytes.remaining() > pending.remaining()) {
            flush();
        }
        if (pendingEntries == 0) {
            firstMicros = micros;
        }
        pendingEntries++;
        pendingBytes += bytes.remaining();
        Spool.begin(pending, micros, kind, bytes.remaining());
        if (bytes.remaining() > pending.remaining()) {
            flush(bytes);
        } else {
            pending.put(bytes);
        }
    }

    /** Writes what was not written yet; what cannot be is lost, and told with what can be written next. */
    void flush() {
        if (pendingEntries > 0) {
            flush(NOTHING);
        }
    }

    private void flush(ByteBuffer large) {
        try {
            FileChannel to = channel;
            if (to == null) {
                to = opening.open();
                channel = to;
            }
            long position = write(to, ByteBuffer.wrap(preface()), end);
            position = write(to, pending.flip(), position);
            end = write(to, large, position);
            lost = 0;
        } catch (IOException e) {
            lost += pendingBytes; // Nobody is to notice; what is written next tells it.
        }
        pending.clear();
        pendingEntries = 0;
        pendingBytes = 0;
    }

    /** Returns what comes before the pending entries: how a spool begins, and what was lost. */
    private byte[] preface() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        if (end == 0) {
            bytes.writeBytes(Spool.head());
            bytes.writeBytes(Spool.encode(new Entry(firstMicros, Kind.NAME, name.getBytes(UTF_8))));
        }
        if (lost > 0) {
            String what = lost + " bytes have passed here that could not be written";
            bytes.writeBytes(Spool.encode(new Entry(firstMicros, Kind.EVENT, what.getBytes(UTF_8))));
        }
        return bytes.toByteArray();
    }

    /** Returns where it ends. What is half written when the disk is full is overwritten by the next. */
    private static long write(FileChannel to, ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += to.write(bytes, at);
        }
        return at;
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
