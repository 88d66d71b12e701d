package io.acp4j.transport.ws.internal.jakarta;

import io.acp4j.rpc.internal.transport.Utf8;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.transport.ws.internal.Fault;
import io.acp4j.transport.ws.internal.SkippedLength;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Puts the parts of messages together. Holds nothing while no message is under way. Used by one thread at a time. */
public final class SessionReader {

    private static final int INITIAL_CHARS = 1024;

    private final int maxMessageBytes;
    private final Output out;
    private StringBuilder parts = new StringBuilder(0);
    private @Nullable ByteArrayOutputStream bytes;
    private boolean isRefused;
    /** Number of bytes or characters of the current message that have arrived. */
    private long length;

    private long arrived;

    /** Receives messages. */
    public interface Output {

        /** Receives a whole message. */
        void received(byte[] message);

        /** Receives the fault of a message that exceeds the limit. */
        void refused(FrameError fault);
    }

    /** Creates a reader. */
    public SessionReader(int maxMessageBytes, Output out) {
        this.maxMessageBytes = maxMessageBytes;
        this.out = out;
    }

    /** Takes the next part of a text message; returns what is wrong with it, null when nothing is. */
    @Nullable
    public Fault take(String part, boolean last) {
        // No character has less than a byte, so that this holds back most of what is too long before it is copied.
        if (count(part.length())) {
            return Fault.tooLong(maxMessageBytes);
        }
        if (isRefused) {
            int room = Math.max(SkippedLength.BEGINNING_BYTES - parts.length(), 0);
            parts.append(part, 0, Math.min(room, part.length()));
            parts.setLength(Math.min(parts.length(), SkippedLength.BEGINNING_BYTES));
            return last ? refuse(takeParts().getBytes(StandardCharsets.UTF_8)) : null;
        }
        if (!last) {
            parts.ensureCapacity(INITIAL_CHARS);
            parts.append(part);
            return null;
        }
        String text = part;
        if (!parts.isEmpty()) {
            parts.append(part);
            text = takeParts();
        }
        byte[] message = text.getBytes(StandardCharsets.UTF_8);
        return message.length > maxMessageBytes ? refuse(message) : pass(message);
    }

    private String takeParts() {
        String text = parts.toString();
        parts = new StringBuilder(0);
        return text;
    }

    /** Counts a part. Returns true if the message is too long to be skipped. */
    private boolean count(int more) {
        isRefused |= more > maxMessageBytes - length;
        length += more;
        return length > SkippedLength.most(maxMessageBytes);
    }

    /** Takes the next part of a binary message, which is read as text; returns what is wrong with it, null when nothing is. */
    @Nullable
    public Fault take(ByteBuffer part, boolean last) {
        if (count(part.remaining())) {
            return Fault.tooLong(maxMessageBytes);
        }
        ByteArrayOutputStream before = bytes;
        byte[] own = new byte[part.remaining()];
        part.get(own);
        if (!last) {
            ByteArrayOutputStream to = before == null ? new ByteArrayOutputStream(2 * own.length) : before;
            if (!isRefused || to.size() < SkippedLength.BEGINNING_BYTES) {
                to.writeBytes(own);
            }
            bytes = to;
            return null;
        }
        byte[] message = own;
        if (before != null) {
            if (!isRefused || before.size() < SkippedLength.BEGINNING_BYTES) {
                before.writeBytes(own);
            }
            message = before.toByteArray();
            bytes = null;
        }
        if (isRefused) {
            return refuse(message);
        }
        return Utf8.isValid(message, 0, message.length) ? pass(message) : Fault.BINARY;
    }

    private @Nullable Fault refuse(byte[] message) {
        long total = Math.max(length, message.length);
        int beginning = Math.min(message.length, SkippedLength.BEGINNING_BYTES);
        FrameError fault = FrameError.tooLarge(maxMessageBytes, arrived, message, 0, beginning);
        end(total);
        out.refused(fault);
        return null;
    }

    private @Nullable Fault pass(byte[] message) {
        end(message.length);
        if (message.length > 0) {
            out.received(message);
        }
        return null;
    }

    private void end(long total) {
        arrived += total;
        length = 0;
        isRefused = false;
    }
}
