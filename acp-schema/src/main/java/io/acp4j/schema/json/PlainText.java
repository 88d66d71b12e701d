package io.acp4j.schema.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks for what is not plain in the text of JSON strings, eight bytes at a time. Plain is ASCII that stands for itself.
 *
 * @since 0.1.0
 */
public final class PlainText {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long SPACES = LOW_BITS * ' ';
    private static final long QUOTES = LOW_BITS * '"';
    private static final long BACKSLASHES = LOW_BITS * '\\';

    private PlainText() {}

    /**
     * Finds the first byte that is a control character, a quote, a backslash, no ASCII, or a given other character.
     *
     * @param bytes holds the text
     * @param from where to begin
     * @param to where the text ends
     * @param besides an ASCII character to stop at, too
     * @return the index of that byte; {@code to} when there is none
     */
    public static int end(byte[] bytes, int from, int to, char besides) {
        long others = LOW_BITS * besides;
        int at = from;
        for (int last = to - Long.BYTES; at <= last; at += Long.BYTES) {
            long word = (long) LONGS.get(bytes, at);
            // The lowest mark is a true one; higher ones may be borrows.
            long marks =
                    (word | (word - SPACES) | zeros(word ^ QUOTES) | zeros(word ^ BACKSLASHES) | zeros(word ^ others))
                            & HIGH_BITS;
            if (marks != 0) {
                return at + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        while (at < to && isPlain(bytes[at], besides)) {
            at++;
        }
        return at;
    }

    private static long zeros(long word) {
        return (word - LOW_BITS) & ~word;
    }

    private static boolean isPlain(byte b, char besides) {
        return b >= ' ' && b != '"' && b != '\\' && b != besides;
    }
}
