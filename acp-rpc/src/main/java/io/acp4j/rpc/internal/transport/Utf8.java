package io.acp4j.rpc.internal.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Strict UTF-8, as Unicode defines it: no overlong forms, no surrogates, nothing above U+10FFFF. */
public final class Utf8 {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NOT_ASCII = 0x8080808080808080L;

    /** What tells that six bytes are two characters of three bytes each, as in most text of East Asia. */
    private static final long SHAPE_OF_TWO = 0x0000c0c0f0c0c0f0L;

    private static final long TWO_OF_THREE_BYTES = 0x00008080e08080e0L;

    private Utf8() {}

    /**
     * Returns whether bytes are well-formed.
     *
     * @param bytes holds them
     * @param start where they start
     * @param end where they end
     * @return true when they are
     */
    public static boolean isValid(byte[] bytes, int start, int end) {
        return firstFault(bytes, start, end) < 0;
    }

    /**
     * Returns where the first ill-formed sequence starts.
     *
     * @param bytes holds the bytes
     * @param start where they start
     * @param end where they end
     * @return the index of the sequence's first byte; -1 when all bytes are well-formed
     */
    public static int firstFault(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end) {
            if (end - at >= Long.BYTES) {
                long word = (long) LONGS.get(bytes, at);
                if ((word & NOT_ASCII) == 0) {
                    at += Long.BYTES;
                    continue;
                }
                if ((word & SHAPE_OF_TWO) == TWO_OF_THREE_BYTES
                        && isThreeBytes((int) word)
                        && isThreeBytes((int) (word >>> 24))) {
                    at += 6;
                    continue;
                }
            }
            int length = validSequence(bytes, at, end);
            if (length == 0) {
                return at;
            }
            at += length;
        }
        return -1;
    }

    /** Returns whether three bytes, the first one lowest, of the right shape are neither overlong nor half a pair. */
    private static boolean isThreeBytes(int bytes) {
        int telling = bytes & 0x200f;
        return telling != 0 && telling != 0x200d;
    }

    /** Returns the length of the character that starts here; 0 when it is ill-formed. */
    private static int validSequence(byte[] bytes, int at, int end) {
        int lead = bytes[at] & 0xff;
        if (lead < 0x80) {
            return 1;
        }
        int length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
        if (length == 0 || end - at < length || !isSecond(lead, bytes[at + 1] & 0xff)) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((bytes[at + i] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return length;
    }

    private static boolean isSecond(int lead, int second) {
        int least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        int most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        return second >= least && second <= most;
    }
}
