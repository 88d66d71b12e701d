package io.acp4j.inspector.recording;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.inspector.recording.Spool.Entry;
import io.acp4j.inspector.recording.Spool.Kind;
import java.io.ByteArrayOutputStream;
import java.util.Queue;

/** Cuts one side's stream, which comes in pieces, into lines. Not safe for use by several threads at once. */
final class LineCutter {

    /** What a buffer may have grown to and is still used for the next line, in bytes. */
    private static final int MAX_REUSED = 1 << 20;

    private final int maxLine;
    private ByteArrayOutputStream line = new ByteArrayOutputStream();
    private long length;

    /**
     * Creates a cutter that was given nothing.
     *
     * @param maxLine how many bytes of a line are kept; a longer one is only told of
     */
    LineCutter(int maxLine) {
        this.maxLine = maxLine;
    }

    /**
     * Cuts a piece.
     *
     * @param piece follows the one before; empty at the end of the stream
     * @param to is given the lines that have ended with it, at its time
     */
    void cut(Entry piece, Queue<Entry> to) {
        byte[] bytes = piece.bytes();
        if (bytes.length == 0) {
            end(piece, to);
        }
        int from = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                append(bytes, from, at - from);
                add(piece, to);
                from = at + 1;
            }
        }
        append(bytes, from, bytes.length - from);
    }

    /**
     * Ends the line that has begun, if any: nothing more of it will come.
     *
     * @param last says which side's it is, and when that was known
     * @param to is given the line
     */
    void end(Entry last, Queue<Entry> to) {
        if (length > 0) {
            add(last, to);
        }
    }

    private void append(byte[] bytes, int from, int count) {
        length += count;
        if (length <= maxLine) {
            line.write(bytes, from, count);
        } else if (line.size() > 0) {
            line = new ByteArrayOutputStream();
        }
    }

    private void add(Entry piece, Queue<Entry> to) {
        if (length > maxLine) {
            String what = "a line of " + length + " bytes has passed here, which is too long to be shown";
            to.add(new Entry(piece.micros(), Kind.EVENT, what.getBytes(UTF_8)));
        } else {
            to.add(new Entry(piece.micros(), piece.kind(), line.toByteArray()));
        }
        length = 0;
        if (line.size() > MAX_REUSED) {
            line = new ByteArrayOutputStream();
        } else {
            line.reset();
        }
    }
}
