package io.acp4j.proxy.internal.bridge.newer;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A terminal's output as text: bytes decoded piece by piece, control sequences taken out, and no more than the end of it kept.
 */
final class TerminalText {

    private static final char ESCAPE = '\u001b';
    private static final char BELL = '\u0007';

    /** Where in a control sequence the output stands. */
    private enum Place {
        TEXT,
        ESCAPED,
        CHARSET,
        SEQUENCE,
        STRING,
        STRING_ESCAPED
    }

    private final int limit;
    private final StringBuilder text = new StringBuilder();
    private CharsetDecoder decoder = newDecoder();

    /** Bytes of a character that is not complete; four bytes at most. */
    private byte[] rest = new byte[0];

    private Place place = Place.TEXT;
    private boolean truncated;

    TerminalText(int limit) {
        this.limit = limit;
    }

    private static CharsetDecoder newDecoder() {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
    }

    /**
     * Appends output.
     *
     * @param base64 bytes, as they are on the wire
     * @return false when they are not well-formed; nothing is appended then
     */
    boolean append(String base64) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return false;
        }
        ByteBuffer in =
                ByteBuffer.allocate(rest.length + bytes.length).put(rest).put(bytes);
        in.flip();
        CharBuffer out = CharBuffer.allocate(in.remaining() + 1);
        decoder.decode(in, out, false);
        rest = new byte[in.remaining()];
        in.get(rest);
        out.flip();
        while (out.hasRemaining()) {
            take(out.get());
        }
        if (text.length() > limit) {
            cut();
        }
        return true;
    }

    private void cut() {
        truncated = true;
        int from = text.length() - limit;
        if (Character.isLowSurrogate(text.charAt(from))) {
            from++;
        }
        text.delete(0, from);
    }

    private void take(char c) {
        switch (place) {
            case TEXT -> {
                if (c == ESCAPE) {
                    place = Place.ESCAPED;
                } else if (c >= ' ' || c == '\n' || c == '\t' || c == '\r') {
                    text.append(c);
                }
            }
            case ESCAPED ->
                place = switch (c) {
                    case '[' -> Place.SEQUENCE;
                    case ']', 'P', '^', '_' -> Place.STRING;
                    case '(', ')', '*', '+', '#' -> Place.CHARSET;
                    default -> Place.TEXT;
                };
            case SEQUENCE -> {
                if (c >= '@' && c <= '~') {
                    place = Place.TEXT;
                }
            }
            case STRING -> {
                if (c == BELL) {
                    place = Place.TEXT;
                } else if (c == ESCAPE) {
                    place = Place.STRING_ESCAPED;
                }
            }
            case CHARSET, STRING_ESCAPED -> place = Place.TEXT;
        }
    }

    void clear() {
        text.setLength(0);
        rest = new byte[0];
        decoder = newDecoder();
        place = Place.TEXT;
        truncated = false;
    }

    boolean isTruncated() {
        return truncated;
    }

    String text() {
        return text.toString();
    }
}
