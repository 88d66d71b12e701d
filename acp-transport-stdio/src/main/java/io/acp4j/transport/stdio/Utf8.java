package io.acp4j.transport.stdio;

/** Strict UTF-8, as Unicode defines it: no overlong forms, no surrogates, nothing above U+10FFFF. */
final class Utf8 {

    private Utf8() {}

    /**
     * Looks for a fault.
     *
     * @return the index of the first byte of the first ill-formed sequence, or -1
     */
    static int firstFault(byte[] bytes, int start, int end) {
        int at = start;
        while (at < end) {
            int lead = bytes[at] & 0xff;
            if (lead < 0x80) {
                at++;
                continue;
            }
            int length = sequenceLength(lead);
            if (length == 0 || end - at < length || !isSecondByte(lead, bytes[at + 1] & 0xff)) {
                return at;
            }
            for (int i = 2; i < length; i++) {
                if ((bytes[at + i] & 0xc0) != 0x80) {
                    return at;
                }
            }
            at += length;
        }
        return -1;
    }

    private static int sequenceLength(int lead) {
        if (lead < 0xc2) {
            return 0;
        }
        if (lead < 0xe0) {
            return 2;
        }
        if (lead < 0xf0) {
            return 3;
        }
        return lead < 0xf5 ? 4 : 0;
    }

    private static boolean isSecondByte(int lead, int second) {
        int least = 0x80;
        int most = 0xbf;
        switch (lead) {
            case 0xe0 -> least = 0xa0;
            case 0xed -> most = 0x9f;
            case 0xf0 -> least = 0x90;
            case 0xf4 -> most = 0x8f;
            default -> {
                // Any continuation byte may follow.
            }
        }
        return second >= least && second <= most;
    }
}
