package io.acp4j.schema.json;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Walks over compact JSON without a tokeniser, for codecs that know exactly what to expect.
 *
 * <p>It understands only what most messages are made of: no white space, strings of ASCII with the short escapes. At the
 * first surprise it says so, and the value is read again in the general way.
 *
 * @since 0.1.0
 */
public final class PlainBytes {

    private final byte[] bytes;
    private final int end;
    private int at;

    /**
     * Starts at the first byte of a value.
     *
     * @param bytes holds UTF-8 JSON
     * @param from where the value starts
     * @param to where it ends
     */
    public PlainBytes(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.end = to;
    }

    /**
     * Passes one byte when it is the expected one.
     *
     * @param expected the byte
     * @return false when another one comes; nothing is passed then
     */
    public boolean pass(char expected) {
        if (at < end && bytes[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    /**
     * Passes a run of bytes when it is the expected one.
     *
     * @param expected the bytes
     * @return false when others come; nothing is passed then
     */
    public boolean pass(byte[] expected) {
        int length = expected.length;
        if (end - at < length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[at + i] != expected[i]) {
                return false;
            }
        }
        at += length;
        return true;
    }

    /**
     * Passes a string.
     *
     * @param known a string that it may well be equal to, which then is given instead of a new one; null when there is none
     * @return the string; null when the value is no string or not a plain one
     */
    public @Nullable String string(@Nullable String known) {
        if (!pass('"')) {
            return null;
        }
        int from = at;
        int i = from;
        while (i < end) {
            byte b = bytes[i];
            if (b == '"') {
                at = i + 1;
                return known != null && isAt(known, from, i)
                        ? known
                        : new String(bytes, from, i - from, StandardCharsets.ISO_8859_1);
            }
            if (b == '\\') {
                return escaped(from, i);
            }
            if (b < ' ') {
                return null;
            }
            i++;
        }
        return null;
    }

    /**
     * Tells whether everything has been passed.
     *
     * @return true at the end
     */
    public boolean atEnd() {
        return at == end;
    }

    private boolean isAt(String known, int from, int to) {
        int length = to - from;
        if (known.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (known.charAt(i) != bytes[from + i]) {
                return false;
            }
        }
        return true;
    }

    /** Reads on from the first escape of a string. */
    private @Nullable String escaped(int from, int firstEscape) {
        StringBuilder text = new StringBuilder(end - from);
        int copied = from;
        int i = firstEscape;
        while (i < end) {
            byte b = bytes[i];
            if (b == '"') {
                append(text, copied, i);
                at = i + 1;
                return text.toString();
            }
            if (b < ' ') {
                return null;
            }
            if (b == '\\') {
                char meant = i + 1 < end ? meant(bytes[i + 1]) : 0;
                if (meant == 0) {
                    return null;
                }
                append(text, copied, i);
                text.append(meant);
                i += 2;
                copied = i;
            } else {
                i++;
            }
        }
        return null;
    }

    private void append(StringBuilder text, int from, int to) {
        text.append(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
    }

    /** What a short escape stands for; 0 when it is none. */
    private static char meant(byte escape) {
        return switch (escape) {
            case '"', '\\', '/' -> (char) escape;
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            default -> 0;
        };
    }
}
