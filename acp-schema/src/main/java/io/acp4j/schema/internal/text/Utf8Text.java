package io.acp4j.schema.internal.text;

import org.jspecify.annotations.Nullable;

/**
 * Makes text of UTF-8, and tells what is ill-formed: overlong forms, halves of pairs, what is beyond U+10FFFF or cut off. Java's own
 * decoder replaces these, and takes longer for what needs two bytes for each character.
 */
final class Utf8Text {

    private Utf8Text() {}

    /** Returns the text of a range of bytes; null when they are ill-formed. */
    static @Nullable String of(byte[] utf8, int from, int to) {
        char[] chars = new char[to - from];
        int size = 0;
        int at = from;
        while (at < to) {
            int lead = utf8[at++];
            if (lead >= 0) {
                chars[size++] = (char) lead;
                continue;
            }
            if (lead < (byte) 0xf0 && lead >= (byte) 0xe0) {
                if (to - at < 2) {
                    return null;
                }
                int second = utf8[at];
                int third = utf8[at + 1];
                int unit = ((lead & 0xf) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
                if (second >= (byte) 0xc0
                        || third >= (byte) 0xc0
                        || unit < 0x800
                        || Character.isSurrogate((char) unit)) {
                    return null;
                }
                chars[size++] = (char) unit;
                at += 2;
            } else if (lead < (byte) 0xe0) {
                if (lead < (byte) 0xc2 || at == to || utf8[at] >= (byte) 0xc0) {
                    return null;
                }
                chars[size++] = (char) (((lead & 0x1f) << 6) | (utf8[at++] & 0x3f));
            } else {
                int character = to - at < 3 ? -1 : supplementary(lead, utf8[at], utf8[at + 1], utf8[at + 2]);
                if (character < 0) {
                    return null;
                }
                chars[size++] = Character.highSurrogate(character);
                chars[size++] = Character.lowSurrogate(character);
                at += 3;
            }
        }
        return new String(chars, 0, size);
    }

    /** Returns a character of four bytes; -1 when they are ill-formed. */
    private static int supplementary(int lead, int second, int third, int fourth) {
        if (lead > (byte) 0xf4 || second >= (byte) 0xc0 || third >= (byte) 0xc0 || fourth >= (byte) 0xc0) {
            return -1;
        }
        int character = ((lead & 0x7) << 18) | ((second & 0x3f) << 12) | ((third & 0x3f) << 6) | (fourth & 0x3f);
        return Character.isSupplementaryCodePoint(character) ? character : -1;
    }
}
