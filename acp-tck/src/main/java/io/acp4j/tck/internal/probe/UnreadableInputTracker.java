package io.acp4j.tck.internal.probe;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The bytes that were received before the first message of a connection. Guarded by the lock of its {@link Log}. */
final class UnreadableInputTracker {

    /** Bytes of the first line that a description shows. */
    private static final int MAX_START = 80;

    private long first;
    private int lines;
    private int unfinished;
    private String start = "";

    /** Records a line that is not a message. */
    void line(byte[] bytes) {
        begin();
        if (lines++ == 0) {
            start = new String(bytes, 0, Math.min(bytes.length, MAX_START), StandardCharsets.UTF_8);
        }
    }

    /** Records bytes of a line whose end has not been received. */
    void unfinished(int bytes) {
        begin();
        unfinished = bytes;
    }

    private void begin() {
        first = first == 0 ? System.nanoTime() : first;
    }

    /** Returns the nanoseconds until a limit after the first bytes; {@link Long#MAX_VALUE} if no bytes were received. */
    long left(Duration limit, long now) {
        return first == 0 ? Long.MAX_VALUE : first + limit.toNanos() - now;
    }

    /** Returns a description of the bytes; null if no bytes were received. */
    @Nullable
    String description() {
        if (first == 0) {
            return null;
        }
        return lines == 0
                ? "the subject sent " + unfinished + " bytes without a newline"
                : "no line of the subject is a JSON-RPC message (lines: " + lines + "); the first line is " + start;
    }
}
