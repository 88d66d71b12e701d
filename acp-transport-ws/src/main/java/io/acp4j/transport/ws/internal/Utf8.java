package io.acp4j.transport.ws.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Strict UTF-8, as Unicode defines it: no overlong forms, no surrogates, nothing above U+10FFFF. */
public final class Utf8 {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    private Utf8() {}

    /**
     * Tells whether bytes are well-formed.
     *
     * @param bytes holds them
     * @param start where they start
     * @param end where they end
     * @return true when they are
     */
    public static boolean isValid(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end) {
            if (end - at >= Long.BYTES && ((long) LONGS.get(bytes, at) & NOT_ASCII) == 0) {
                at += Long.BYTES;
                continue;
            }
            int length = validSequence(bytes, at, end);
            if (length == 0) {
                return false;
            }
            at += length;
        }
        return true;
    }

    /** Gives the length of the character that starts here; 0 when it is ill-formed. */
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
