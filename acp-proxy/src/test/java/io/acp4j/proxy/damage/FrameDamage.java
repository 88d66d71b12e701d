package io.acp4j.proxy.damage;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.function.UnaryOperator;

/** Kinds of damage to a frame in transit. A frame is a text with one character for each byte. */
enum FrameDamage {
    OVERSIZE("limit of", frame -> with(frame, "\"pad\":\"" + "x".repeat(FrameDamage.LIMIT) + "\"")),
    OVERSIZE_ID_LAST("limit of", frame -> withIdLast(OVERSIZE.apply(frame))),
    NOT_UTF8("", frame -> with(frame, "\"bad\":\"\u00ff\"")),
    NOT_UTF8_ID_LAST("", frame -> withIdLast(with(frame, "\"bad\":\"\u00ff\""))),
    TRAILING_COMMA("malformed JSON", frame -> frame.substring(0, frame.length() - 1) + ",}"),
    NOT_A_NUMBER("malformed JSON", frame -> with(frame, "\"bad\":NaN")),
    CONTROL_CHARACTER("control character", frame -> with(frame, "\"bad\":\"\u0001\"")),
    NESTING("nesting depth", frame -> with(frame, "\"bad\":" + "[".repeat(300) + "]".repeat(300))),
    REPEATED_ID("appears twice", frame -> with(frame, "\"id\":77777")),
    CUT("", frame -> frame.substring(0, frame.length() - 1)),
    STRING_ID("expected the number", frame -> frame.replaceFirst("\"id\":(\\d+)", "\"id\":\"$1\"")),
    NO_ID("names no request", frame -> frame.replaceFirst("\"id\":\\d+,", "")),
    /** The receiver can only answer without an ID. */
    NOTHING_READABLE("Parse error", frame -> "{");

    /** The limit on frames of the transports under test. */
    static final int LIMIT = 256 * 1024;

    private final String reason;
    private final UnaryOperator<String> change;

    FrameDamage(String reason, UnaryOperator<String> change) {
        this.reason = reason;
        this.change = change;
    }

    /** Returns a text that the error of the caller contains. */
    String reason() {
        return reason;
    }

    /** Returns whether a request, or otherwise a response, can be damaged in this way. */
    boolean fits(boolean response) {
        return response ? this != NOTHING_READABLE : this != STRING_ID && this != NO_ID;
    }

    String apply(String frame) {
        return change.apply(frame);
    }

    static byte[] bytes(String frame) {
        return frame.getBytes(ISO_8859_1);
    }

    static String text(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, ISO_8859_1);
    }

    /** Adds a member at the end. */
    private static String with(String frame, String member) {
        return frame.substring(0, frame.length() - 1) + "," + member + "}";
    }

    private static String withIdLast(String frame) {
        String id = frame.replaceFirst("(?s).*?(\"id\":\\d+).*", "$1");
        return with(frame.replaceFirst("\"id\":\\d+,", ""), id);
    }
}
