package io.acp4j.client.internal.host;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** The end of what a command writes: bytes in a ring that grows up to its limit. Safe for use by any number of threads. */
final class OutputTail {

    private static final int FIRST_CAPACITY = 8 * 1024;

    /** A character of UTF-8 has up to three bytes after its first one. */
    private static final int MAX_CONTINUATION = 3;

    private final int limit;
    private byte[] ring;
    private int start;
    private int size;
    private boolean truncated;
    private boolean ended;

    OutputTail(int limit) {
        this.limit = limit;
        this.ring = new byte[Math.min(limit, FIRST_CAPACITY)];
    }

    /** What there is to show. */
    record Snapshot(String text, boolean truncated) {}

    synchronized void append(byte[] bytes, int offset, int length) {
        int from = offset;
        int count = length;
        if (count > limit) {
            from += count - limit;
            count = limit;
            truncated = true;
        }
        grow(size + count);
        int excess = size + count - ring.length;
        if (excess > 0) {
            start = (start + excess) % ring.length;
            size -= excess;
            truncated = true;
        }
        if (count == 0) {
            return;
        }
        int at = (start + size) % ring.length;
        int first = Math.min(count, ring.length - at);
        System.arraycopy(bytes, from, ring, at, first);
        System.arraycopy(bytes, from + first, ring, 0, count - first);
        size += count;
    }

    /** Ends the output: half a character at the end is all there will be of it. */
    synchronized void end() {
        ended = true;
    }

    private void grow(long needed) {
        if (needed > ring.length && ring.length < limit) {
            int capacity = (int) Math.min(limit, Math.max(needed, 2L * ring.length));
            byte[] larger = new byte[capacity];
            copyTo(larger);
            ring = larger;
            start = 0;
        }
    }

    private void copyTo(byte[] target) {
        int first = Math.min(size, ring.length - start);
        System.arraycopy(ring, start, target, 0, first);
        System.arraycopy(ring, 0, target, first, size - first);
    }

    Snapshot snapshot() {
        byte[] bytes;
        boolean cut;
        boolean whole;
        synchronized (this) {
            bytes = new byte[size];
            copyTo(bytes);
            cut = truncated;
            whole = ended;
        }
        int from = cut ? afterPartialCharacter(bytes) : 0;
        int to = whole ? bytes.length : beforePartialCharacter(bytes);
        String text = new String(bytes, from, Math.max(0, to - from), UTF_8);
        String fitting = fit(text);
        return new Snapshot(fitting, cut || fitting.length() < text.length());
    }

    /** The rest of a character whose beginning has been cut off is at most three bytes. */
    private static int afterPartialCharacter(byte[] bytes) {
        int i = 0;
        while (i < bytes.length && i < MAX_CONTINUATION && isContinuation(bytes[i])) {
            i++;
        }
        return i < bytes.length && isContinuation(bytes[i]) ? 0 : i;
    }

    private static int beforePartialCharacter(byte[] bytes) {
        int lowest = Math.max(0, bytes.length - 1 - MAX_CONTINUATION);
        for (int i = bytes.length - 1; i >= lowest; i--) {
            if (!isContinuation(bytes[i])) {
                return i + charLength(bytes[i]) > bytes.length ? i : bytes.length;
            }
        }
        return bytes.length;
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }

    private static int charLength(byte first) {
        int value = first & 0xFF;
        if (value < 0xC0) {
            return 1;
        }
        if (value < 0xE0) {
            return 2;
        }
        return value < 0xF0 ? 3 : 4;
    }

    /** Invalid UTF-8 takes more room as text than it had as bytes. */
    private String fit(String text) {
        if (text.length() <= limit / 3) {
            return text;
        }
        byte[] encoded = text.getBytes(UTF_8);
        if (encoded.length <= limit) {
            return text;
        }
        byte[] tail = Arrays.copyOfRange(encoded, encoded.length - limit, encoded.length);
        int from = afterPartialCharacter(tail);
        return new String(tail, from, tail.length - from, UTF_8);
    }
}
