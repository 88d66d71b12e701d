package io.acp4j.schema.internal.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for what ends a run of characters that stand for themselves in JSON strings, eight bytes at a time. */
final class TextScanner {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long SPACES = LOW_BITS * ' ';
    private static final long QUOTES = LOW_BITS * '"';
    private static final long BACKSLASHES = LOW_BITS * '\\';

    private TextScanner() {}

    /**
     * Finds the first byte that is a control character, a quote, a backslash, or a given other character.
     *
     * @param bytes holds the text
     * @param from where to begin
     * @param to where the text ends
     * @param besides an ASCII character to stop at, too
     * @return the index of that byte; {@code to} when there is none
     */
    static int end(byte[] bytes, int from, int to, char besides) {
        long others = LOW_BITS * besides;
        int at = from;
        for (int last = to - Long.BYTES; at <= last; at += Long.BYTES) {
            long word = (long) LONGS.get(bytes, at);
            // The lowest mark is a true one; higher ones may be borrows.
            long marks = ((word - SPACES)
                            | (word ^ QUOTES) - LOW_BITS
                            | (word ^ BACKSLASHES) - LOW_BITS
                            | (word ^ others) - LOW_BITS)
                    & ~word
                    & HIGH_BITS;
            if (marks != 0) {
                return at + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        while (at < to && standsForItself(bytes[at]) && bytes[at] != besides) {
            at++;
        }
        return at;
    }

    /**
     * Returns whether bytes are all ASCII.
     *
     * @param bytes holds the text
     * @param from where to begin
     * @param to where the text ends
     * @return true when none has its highest bit set
     */
    static boolean isAscii(byte[] bytes, int from, int to) {
        int at = from;
        for (int last = to - Long.BYTES; at <= last; at += Long.BYTES) {
            if (((long) LONGS.get(bytes, at) & HIGH_BITS) != 0) {
                return false;
            }
        }
        int rest = 0;
        while (at < to) {
            rest |= bytes[at++];
        }
        return rest >= 0;
    }

    private static boolean standsForItself(byte b) {
        return (b & 0xff) >= ' ' && b != '"' && b != '\\';
    }
}
