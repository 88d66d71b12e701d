package io.acp4j.transport.ws;

import io.acp4j.transport.ws.internal.Buffers;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.Messages;
import io.acp4j.transport.ws.internal.Utf8;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.compression.DecompressionException;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts the frames of messages together. Holds nothing while no message is under way. Used by one thread. */
final class FrameReader {

    /** When messages of so many bytes have gathered they are passed on, though more are at hand. */
    private static final int GATHERED_BYTES = 64 * 1024;

    private final int maxMessageBytes;
    private final boolean ignoresBinary;
    private final Consumer<Messages> out;
    private @Nullable Messages whole;
    private @Nullable Messages part;
    private boolean skipping;

    /**
     * Creates a reader.
     *
     * @param ignoresBinary whether binary messages are skipped, and not refused
     * @param out takes whole messages
     */
    FrameReader(int maxMessageBytes, boolean ignoresBinary, Consumer<Messages> out) {
        this.maxMessageBytes = maxMessageBytes;
        this.ignoresBinary = ignoresBinary;
        this.out = out;
    }

    /** A message that ends the connection. */
    record Fault(int code, String problem) {

        /** Tells what an exception of a decoder says about the peer; null when it is no fault of the peer's. */
        static @Nullable Fault of(Throwable cause) {
            if (cause instanceof CorruptedWebSocketFrameException corrupted) {
                return new Fault(corrupted.closeStatus().code(), String.valueOf(corrupted.getMessage()));
            }
            return cause instanceof DecompressionException
                    ? new Fault(CloseCodes.TOO_BIG, "a compressed message cannot be expanded within the limit")
                    : null;
        }
    }

    /** Takes a frame with text. */
    @Nullable
    Fault text(WebSocketFrame frame) {
        ByteBuf content = frame.content();
        if (content.readableBytes() > maxMessageBytes) {
            return tooLong();
        }
        if (!frame.isFinalFragment()) {
            part = Buffers.messages();
            append(part, content);
            return null;
        }
        if (!content.isReadable()) {
            return null;
        }
        Messages to = whole;
        if (to == null) {
            to = Buffers.messages();
            whole = to;
        }
        append(to, content);
        Fault fault = end(to);
        if (fault == null && to.size() >= GATHERED_BYTES) {
            pass();
        }
        return fault;
    }

    /** Takes a frame with binary data. */
    @Nullable
    Fault binary(WebSocketFrame frame) {
        if (!ignoresBinary) {
            return new Fault(CloseCodes.UNSUPPORTED_DATA, "binary messages are not accepted; send text");
        }
        skipping = !frame.isFinalFragment();
        return null;
    }

    /** Takes a frame that continues a message. */
    @Nullable
    Fault continuation(WebSocketFrame frame) {
        if (skipping) {
            skipping = !frame.isFinalFragment();
            return null;
        }
        Messages to = part;
        if (to == null) {
            return new Fault(CloseCodes.PROTOCOL_ERROR, "a continuation without a message to continue");
        }
        ByteBuf content = frame.content();
        if (content.readableBytes() > maxMessageBytes - to.size()) {
            return tooLong();
        }
        append(to, content);
        if (!frame.isFinalFragment()) {
            return null;
        }
        part = null;
        if (to.size() == 0) {
            Buffers.release(to);
            return null;
        }
        Fault fault = end(to);
        pass();
        if (fault == null) {
            out.accept(to);
        } else {
            Buffers.release(to);
        }
        return fault;
    }

    private Fault tooLong() {
        return new Fault(CloseCodes.TOO_BIG, "a message is longer than " + maxMessageBytes + " bytes");
    }

    private static void append(Messages to, ByteBuf content) {
        int length = content.readableBytes();
        byte[] room = to.room(length);
        content.readBytes(room, to.size(), length);
        to.advance(length);
    }

    private static @Nullable Fault end(Messages messages) {
        if (!Utf8.isValid(messages.array(), messages.start(messages.count()), messages.size())) {
            messages.dropPart();
            return new Fault(CloseCodes.INVALID_DATA, "a text message is not UTF-8");
        }
        messages.endMessage();
        return null;
    }

    /** Passes on what has gathered. */
    void pass() {
        Messages gathered = whole;
        whole = null;
        if (gathered == null) {
            return;
        }
        if (gathered.count() == 0) {
            Buffers.release(gathered);
        } else {
            out.accept(gathered);
        }
    }

    /** Passes on what is whole and drops the rest. */
    void end() {
        pass();
        Messages rest = part;
        part = null;
        if (rest != null) {
            Buffers.release(rest);
        }
    }
}
