package io.acp4j.schema.internal.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Walks over compact JSON without a tokeniser, for a reader that knows exactly what to expect: no white space, and strings in
 * well-formed UTF-8. At the first surprise it says so, and the value is read again in the general way.
 *
 * <p>One instance serves one reader, which starts it anew for each value.
 */
final class CompactJson {

    private static final byte[] NOTHING = {};

    private final Utf8Text decoder = new Utf8Text();
    private byte[] bytes = NOTHING;
    private int end;
    private int at;

    /** Starts at the first byte of a value. */
    void start(byte[] source, int from, int to) {
        bytes = source;
        at = from;
        end = to;
    }

    /** Passes one byte when it is the expected one. */
    boolean pass(char expected) {
        if (at < end && bytes[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    /** Passes a run of bytes when it is the expected one; nothing otherwise. */
    boolean pass(byte[] expected) {
        int length = expected.length;
        if (end - at < length || !Arrays.equals(bytes, at, at + length, expected, 0, length)) {
            return false;
        }
        at += length;
        return true;
    }

    /** Passes a string; null when the value is none, or one to be read in the general way. */
    @Nullable
    String string() {
        if (!pass('"')) {
            return null;
        }
        int from = at;
        int i = TextScanner.end(bytes, from, end, '"');
        if (i == end) {
            return null;
        }
        if (bytes[i] == '"') {
            at = i + 1;
            return text(bytes, from, i);
        }
        return bytes[i] == '\\' ? escaped(from, i) : null;
    }

    /** Returns where the next byte stands. */
    int position() {
        return at;
    }

    /** Takes bytes as they stand. */
    byte[] range(int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** Returns whether everything has been passed. */
    boolean atEnd() {
        return at == end;
    }

    /** Lets go of the bytes, which belong to the caller. */
    void finish() {
        bytes = NOTHING;
    }

    /** Makes the text of UTF-8; null when it is ill-formed. */
    private @Nullable String text(byte[] utf8, int from, int to) {
        return TextScanner.isAscii(utf8, from, to)
                ? new String(utf8, from, to - from, StandardCharsets.ISO_8859_1)
                : decoder.of(utf8, from, to);
    }

    /** Reads on from the first escape of a string, putting its text together as UTF-8. */
    private @Nullable String escaped(int from, int firstEscape) {
        // No escape is shorter than what it stands for.
        byte[] to = new byte[end - from];
        int start = from;
        int stop = firstEscape;
        int size = 0;
        while (true) {
            int run = stop - start;
            System.arraycopy(bytes, start, to, size, run);
            size += run;
            if (stop == end) {
                return null;
            }
            if (bytes[stop] == '"') {
                at = stop + 1;
                return text(to, 0, size);
            }
            if (bytes[stop] != '\\' || stop + 1 == end) {
                return null;
            }
            int escape = bytes[stop + 1];
            if (escape == 'u') {
                int character = Escapes.character(bytes, stop, end);
                if (character < 0) {
                    return null;
                }
                size = Escapes.putUtf8(character, to, size);
                start = stop + (character < Character.MIN_SUPPLEMENTARY_CODE_POINT ? 6 : 12);
            } else {
                byte meant = Escapes.meant(escape);
                if (meant == 0) {
                    return null;
                }
                to[size++] = meant;
                start = stop + 2;
            }
            stop = TextScanner.end(bytes, start, end, '"');
        }
    }
}
