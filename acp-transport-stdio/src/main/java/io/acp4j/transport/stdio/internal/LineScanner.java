package io.acp4j.transport.stdio.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks for the end of a line eight bytes at a time, and notes on the way whether the line is pure ASCII.
 *
 * <p>A search may stop at the end of the bytes that have arrived and go on later.
 */
public final class LineScanner {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long NEWLINES = LOW_BITS * '\n';

    private boolean ascii = true;

    /**
     * Finds the next newline.
     *
     * @return its index, or -1 when there is none before {@code end}
     */
    public int find(byte[] bytes, int start, int end) {
        int at = start;
        long high = 0;
        for (int last = end - Long.BYTES; at <= last; at += Long.BYTES) {
            long word = (long) LONGS.get(bytes, at);
            long differences = word ^ NEWLINES;
            // The lowest mark is a true one; higher ones may be borrows.
            long marks = (differences - LOW_BITS) & ~differences & HIGH_BITS;
            if (marks != 0) {
                int bits = Long.numberOfTrailingZeros(marks);
                long before = (1L << (bits & ~7)) - 1;
                ascii &= ((high | (word & before)) & HIGH_BITS) == 0;
                return at + (bits >>> 3);
            }
            high |= word;
        }
        ascii &= (high & HIGH_BITS) == 0;
        for (; at < end; at++) {
            byte next = bytes[at];
            if (next == '\n') {
                return at;
            }
            ascii &= next >= 0;
        }
        return -1;
    }

    /** Returns whether all bytes since the last call were ASCII, and starts anew. */
    public boolean wasAscii() {
        boolean result = ascii;
        ascii = true;
        return result;
    }
}
