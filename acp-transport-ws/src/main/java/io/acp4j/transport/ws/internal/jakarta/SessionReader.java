package io.acp4j.transport.ws.internal.jakarta;

import io.acp4j.rpc.internal.transport.Utf8;
import io.acp4j.transport.ws.internal.Fault;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts the parts of messages together. Holds nothing while no message is under way. Used by one thread at a time. */
public final class SessionReader {

    private static final int INITIAL_CHARS = 1024;

    private final int maxMessageBytes;
    private final Consumer<byte[]> out;
    private StringBuilder parts = new StringBuilder(0);
    private @Nullable ByteArrayOutputStream bytes;

    /**
     * Creates a reader.
     *
     * @param out takes whole messages
     */
    public SessionReader(int maxMessageBytes, Consumer<byte[]> out) {
        this.maxMessageBytes = maxMessageBytes;
        this.out = out;
    }

    /** Takes the next part of a text message; returns what is wrong with it, null when nothing is. */
    @Nullable
    public Fault take(String part, boolean last) {
        // No character has less than a byte, so that this holds back most of what is too long before it is copied.
        if (part.length() > maxMessageBytes - parts.length()) {
            return Fault.tooLong(maxMessageBytes);
        }
        if (!last) {
            parts.ensureCapacity(INITIAL_CHARS);
            parts.append(part);
            return null;
        }
        String text = part;
        if (!parts.isEmpty()) {
            text = parts.append(part).toString();
            parts = new StringBuilder(0);
        }
        byte[] message = text.getBytes(StandardCharsets.UTF_8);
        return message.length > maxMessageBytes ? Fault.tooLong(maxMessageBytes) : pass(message);
    }

    /** Takes the next part of a binary message, which is read as text; returns what is wrong with it, null when nothing is. */
    @Nullable
    public Fault take(ByteBuffer part, boolean last) {
        ByteArrayOutputStream before = bytes;
        int length = part.remaining();
        if (length > maxMessageBytes - (before == null ? 0 : before.size())) {
            return Fault.tooLong(maxMessageBytes);
        }
        byte[] own = new byte[length];
        part.get(own);
        if (!last) {
            ByteArrayOutputStream to = before == null ? new ByteArrayOutputStream(2 * length) : before;
            to.writeBytes(own);
            bytes = to;
            return null;
        }
        byte[] message = own;
        if (before != null) {
            before.writeBytes(own);
            message = before.toByteArray();
            bytes = null;
        }
        return Utf8.isValid(message, 0, message.length) ? pass(message) : Fault.BINARY;
    }

    private @Nullable Fault pass(byte[] message) {
        if (message.length > 0) {
            out.accept(message);
        }
        return null;
    }
}
