package io.acp4j.transport.stdio.internal;

import io.acp4j.rpc.internal.transport.Utf8;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.io.IOException;
import java.io.InputStream;

/**
 * Cuts a stream of bytes into lines.
 *
 * <p>Lines are handed over where they lie in the buffer. A line that outgrows the buffer makes it grow, up to the limit;
 * beyond that the line is reported once and skipped.
 */
public final class LineFramer {

    public static final int CHUNK_BYTES = 64 * 1024;

    private final int maxFrameBytes;
    /** The size of buffer that is enough to know that a line is too long. */
    private final int largest;

    private final Sink sink;
    private final LineScanner scanner = new LineScanner();

    private byte[] buffer = new byte[CHUNK_BYTES];
    /** Where the unfinished line starts. */
    private int start;
    /** How far the search for its end has come. */
    private int scanned;
    /** Where the bytes that have arrived end. */
    private int end;
    /** The position in the stream of the buffer's first byte. */
    private long base;

    private boolean skipping;

    public LineFramer(int maxFrameBytes, Sink sink) {
        this.maxFrameBytes = maxFrameBytes;
        this.largest = (int) Math.max(CHUNK_BYTES, Math.min(maxFrameBytes + 2L, Integer.MAX_VALUE - 8L));
        this.sink = sink;
    }

    /**
     * Reads what is there, waiting for at least one byte; nothing is delivered yet.
     *
     * @return false at the end of the stream
     */
    public boolean fill(InputStream in) throws IOException {
        makeRoom();
        int count = in.read(buffer, end, buffer.length - end);
        if (count < 0) {
            return false;
        }
        end += count;
        return true;
    }

    /** Delivers the lines that are complete. */
    public void drain() {
        while (true) {
            int newline = scanner.find(buffer, scanned, end);
            if (newline < 0) {
                break;
            }
            int from = start;
            start = newline + 1;
            scanned = start;
            line(from, newline);
        }
        scanned = end;
        // One byte more than the limit may be a carriage return.
        if (!skipping && end - start > maxFrameBytes + 1L) {
            tooLong(start, end);
            skipping = true;
        }
        if (skipping) {
            start = end;
        }
    }

    /** Delivers what follows the last newline, at the end of the stream. */
    public void drainRest() {
        if (end > start || skipping) {
            line(start, end);
        }
        start = end;
        scanned = end;
    }

    private void line(int lineStart, int lineEnd) {
        boolean ascii = scanner.wasAscii();
        if (skipping) {
            skipping = false;
            return;
        }
        int from = lineStart;
        int to = lineEnd > from && buffer[lineEnd - 1] == '\r' ? lineEnd - 1 : lineEnd;
        if (to - from > maxFrameBytes) {
            tooLong(lineStart, lineEnd);
            return;
        }
        if (base + from == 0 && startsWithByteOrderMark(from, to)) {
            from += 3;
        }
        if (isBlank(from, to)) {
            return;
        }
        int fault = ascii ? -1 : Utf8.firstFault(buffer, from, to);
        if (fault >= 0) {
            sink.onFault(FrameError.unreadable(
                    "invalid UTF-8 at byte " + (fault - lineStart) + " of the line",
                    base + lineStart,
                    buffer,
                    from,
                    to - from));
            return;
        }
        sink.onFrame(buffer, from, to - from);
    }

    private void tooLong(int from, int to) {
        sink.onFault(FrameError.tooLarge(maxFrameBytes, base + from, buffer, from, to - from));
    }

    private boolean startsWithByteOrderMark(int from, int to) {
        return to - from >= 3
                && buffer[from] == (byte) 0xef
                && buffer[from + 1] == (byte) 0xbb
                && buffer[from + 2] == (byte) 0xbf;
    }

    private boolean isBlank(int from, int to) {
        for (int i = from; i < to; i++) {
            byte next = buffer[i];
            if (next != ' ' && next != '\t' && next != '\r') {
                return false;
            }
        }
        return true;
    }

    private void makeRoom() {
        int kept = end - start;
        if (kept == 0) {
            base += start;
            start = 0;
            scanned = 0;
            end = 0;
            if (buffer.length > CHUNK_BYTES) {
                // One large line is no reason to hold its memory for good.
                buffer = new byte[CHUNK_BYTES];
            }
        } else if (end == buffer.length) {
            byte[] target = kept > buffer.length / 2 && buffer.length < largest ? new byte[grown()] : buffer;
            System.arraycopy(buffer, start, target, 0, kept);
            buffer = target;
            base += start;
            scanned -= start;
            start = 0;
            end = kept;
        }
    }

    private int grown() {
        return (int) Math.min(largest, buffer.length * 2L);
    }

    /** Takes the lines. */
    public interface Sink {
        void onFrame(byte[] bytes, int offset, int length);

        void onFault(FrameError fault);
    }
}
