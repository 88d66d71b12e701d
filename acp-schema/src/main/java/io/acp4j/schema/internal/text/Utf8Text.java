package io.acp4j.schema.internal.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Makes text of UTF-8, and tells what is ill-formed: overlong forms, halves of pairs, what is beyond U+10FFFF or cut off. Java's own
 * decoder replaces these, and takes longer for what needs two bytes for each character.
 *
 * <p>One thread uses an instance at a time.
 */
final class Utf8Text {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** What tells that six bytes are two characters of three bytes each, as in most text of East Asia. */
    private static final long SHAPE_OF_TWO = 0x0000c0c0f0c0c0f0L;

    private static final long TWO_OF_THREE_BYTES = 0x00008080e08080e0L;

    /** Longer texts get an array of their own, so that none of them holds its memory for good. */
    private static final int KEPT_CHARS = 4 * 1024;

    private char[] kept = {};

    /** Returns the text of a range of bytes; null when they are ill-formed. */
    @Nullable
    String of(byte[] utf8, int from, int to) {
        char[] chars = room(to - from);
        int size = 0;
        int at = from;
        while (at < to) {
            int lead = utf8[at++];
            if (lead >= 0) {
                chars[size++] = (char) lead;
                continue;
            }
            if (lead < (byte) 0xf0 && lead >= (byte) 0xe0) {
                int next = pairs(utf8, at - 1, to, chars, size);
                if (next > size) {
                    at += 3 * (next - size) - 1;
                    size = next;
                    continue;
                }
                if (to - at < 2) {
                    return null;
                }
                int second = utf8[at];
                int third = utf8[at + 1];
                int unit = ((lead & 0xf) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
                if (second >= (byte) 0xc0 || third >= (byte) 0xc0 || !isThreeBytes(unit)) {
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

    private char[] room(int chars) {
        if (chars > KEPT_CHARS) {
            return new char[chars];
        }
        if (kept.length < chars) {
            kept = new char[KEPT_CHARS];
        }
        return kept;
    }

    /** Appends characters of three bytes, two at a time, up to the first of another kind; returns where the next character goes. */
    private static int pairs(byte[] utf8, int from, int to, char[] chars, int start) {
        int size = start;
        int last = to - Long.BYTES;
        for (int at = from; at <= last; at += 6) {
            long word = (long) LONGS.get(utf8, at);
            int first = unit((int) word);
            int second = unit((int) (word >>> 24));
            if ((word & SHAPE_OF_TWO) != TWO_OF_THREE_BYTES || !isThreeBytes(first) || !isThreeBytes(second)) {
                break;
            }
            chars[size] = (char) first;
            chars[size + 1] = (char) second;
            size += 2;
        }
        return size;
    }

    /** Returns the character of three bytes, the first one lowest. */
    private static int unit(int bytes) {
        return ((bytes & 0xf) << 12) | ((bytes >>> 2) & 0xfc0) | ((bytes >>> 16) & 0x3f);
    }

    /** Returns whether a character has three bytes: it is neither overlong nor half a pair. */
    private static boolean isThreeBytes(int unit) {
        return unit >= 0x800 && !Character.isSurrogate((char) unit);
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
