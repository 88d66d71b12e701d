package io.acp4j.schema.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
        if (end - at < length || !Arrays.equals(bytes, at, at + length, expected, 0, length)) {
            return false;
        }
        at += length;
        return true;
    }

    /**
     * Passes a string.
     *
     * @return the string; null when the value is no string or not a plain one
     */
    public @Nullable String string() {
        if (!pass('"')) {
            return null;
        }
        int from = at;
        int i = PlainText.end(bytes, from, end, '"');
        if (i == end) {
            return null;
        }
        if (bytes[i] == '"') {
            at = i + 1;
            return latin(from, i);
        }
        return bytes[i] == '\\' ? escaped(from, i) : null;
    }

    /**
     * Tells whether everything has been passed.
     *
     * @return true at the end
     */
    public boolean atEnd() {
        return at == end;
    }

    /** Reads on from the first escape of a string. */
    private @Nullable String escaped(int from, int firstEscape) {
        StringBuilder text = new StringBuilder(end - from).append(latin(from, firstEscape));
        int i = firstEscape;
        while (i < end && bytes[i] == '\\') {
            char meant = i + 1 < end ? meant(bytes[i + 1]) : 0;
            if (meant == 0) {
                return null;
            }
            int next = PlainText.end(bytes, i + 2, end, '"');
            text.append(meant).append(latin(i + 2, next));
            i = next;
        }
        if (i == end || bytes[i] != '"') {
            return null;
        }
        at = i + 1;
        return text.toString();
    }

    private String latin(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
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
