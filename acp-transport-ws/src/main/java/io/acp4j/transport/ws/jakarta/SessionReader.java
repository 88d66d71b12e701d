package io.acp4j.transport.ws.jakarta;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Puts the parts of text messages together. Holds nothing while no message is under way. Used by one thread at a time. */
final class SessionReader {

    private static final int INITIAL_CHARS = 1024;

    private final int maxMessageBytes;
    private final Consumer<byte[]> out;
    private StringBuilder parts = new StringBuilder(0);

    /**
     * Creates a reader.
     *
     * @param out takes whole messages
     */
    SessionReader(int maxMessageBytes, Consumer<byte[]> out) {
        this.maxMessageBytes = maxMessageBytes;
        this.out = out;
    }

    /** Takes the next part of a message; false when the message is too long. */
    boolean take(String part, boolean last) {
        // No character has less than a byte, so that this holds back most of what is too long before it is copied.
        if (part.length() > maxMessageBytes - parts.length()) {
            return false;
        }
        if (!last) {
            parts.ensureCapacity(INITIAL_CHARS);
            parts.append(part);
            return true;
        }
        String text = part;
        if (!parts.isEmpty()) {
            text = parts.append(part).toString();
            parts = new StringBuilder(0);
        }
        byte[] message = text.getBytes(StandardCharsets.UTF_8);
        if (message.length > maxMessageBytes) {
            return false;
        }
        if (message.length > 0) {
            out.accept(message);
        }
        return true;
    }
}
