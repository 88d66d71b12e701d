package io.acp4j.schema.internal.text;

/** What the escapes of JSON strings stand for. */
final class Escapes {

    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'};

    private Escapes() {}

    /** Returns what a short escape stands for, by the character after its backslash; 0 when it is none. */
    static byte meant(int escape) {
        return switch (escape) {
            case '"', '\\', '/' -> (byte) escape;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> 0;
        };
    }

    /**
     * Reads one numeric escape, or the two of a pair of surrogates.
     *
     * @param at the index of the first backslash, which a {@code u} follows
     * @return the character; -1 when the escape is malformed, or half of a pair
     */
    static int character(byte[] bytes, int at, int end) {
        int first = unit(bytes, at, end);
        if (first < 0 || !Character.isSurrogate((char) first)) {
            return first;
        }
        int next = at + 6;
        if (end - next < 6 || bytes[next] != '\\' || bytes[next + 1] != 'u') {
            return -1;
        }
        int second = unit(bytes, next, end);
        return second >= 0 && Character.isSurrogatePair((char) first, (char) second)
                ? Character.toCodePoint((char) first, (char) second)
                : -1;
    }

    private static int unit(byte[] bytes, int at, int end) {
        if (end - at < 6) {
            return -1;
        }
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = digit(bytes[i]);
            if (digit < 0) {
                return -1;
            }
            unit = (unit << 4) | digit;
        }
        return unit;
    }

    private static int digit(byte b) {
        if (b >= '0' && b <= '9') {
            return b - '0';
        }
        int letter = b | 0x20;
        return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
    }

    /** Appends a character that is no surrogate; gives the index behind it. */
    static int putUtf8(int character, byte[] to, int at) {
        int i = at;
        if (character < 0x80) {
            to[i++] = (byte) character;
            return i;
        }
        if (character < 0x800) {
            to[i++] = (byte) (0xc0 | (character >> 6));
        } else {
            if (character < 0x10000) {
                to[i++] = (byte) (0xe0 | (character >> 12));
            } else {
                to[i++] = (byte) (0xf0 | (character >> 18));
                to[i++] = (byte) (0x80 | ((character >> 12) & 0x3f));
            }
            to[i++] = (byte) (0x80 | ((character >> 6) & 0x3f));
        }
        to[i++] = (byte) (0x80 | (character & 0x3f));
        return i;
    }

    /** Appends the escape of a control character, a quote or a backslash; gives the index behind it. */
    static int putEscape(int character, byte[] to, int at) {
        int i = at;
        to[i++] = '\\';
        byte letter = letter(character);
        if (letter != 0) {
            to[i++] = letter;
            return i;
        }
        to[i++] = 'u';
        to[i++] = '0';
        to[i++] = '0';
        to[i++] = HEX[character >> 4];
        to[i++] = HEX[character & 0xf];
        return i;
    }

    private static byte letter(int character) {
        return switch (character) {
            case '"', '\\' -> (byte) character;
            case '\n' -> 'n';
            case '\t' -> 't';
            case '\r' -> 'r';
            case '\b' -> 'b';
            case '\f' -> 'f';
            default -> 0;
        };
    }
}
