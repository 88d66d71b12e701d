package io.acp4j.transport.ws.internal;

import java.nio.charset.StandardCharsets;

/** Keeps the text of a Close frame within what a control frame holds. */
public final class CloseText {

    /** A control frame holds 125 bytes, two of which are the code. */
    private static final int MAX_BYTES = 123;

    private CloseText() {}

    /** Shortens a text by whole characters until it fits. */
    public static String within(String text) {
        String shortened = text;
        while (shortened.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            shortened = shortened.substring(0, shortened.offsetByCodePoints(shortened.length(), -1));
        }
        return shortened;
    }
}
