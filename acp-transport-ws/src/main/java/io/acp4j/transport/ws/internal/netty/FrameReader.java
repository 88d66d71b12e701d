package io.acp4j.transport.ws.internal.netty;

import io.acp4j.rpc.internal.transport.Utf8;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.transport.ws.internal.Buffers;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.Fault;
import io.acp4j.transport.ws.internal.Messages;
import io.acp4j.transport.ws.internal.SkippedLength;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.compression.DecompressionException;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts the frames of messages together. Holds nothing while no message is under way. Used by one thread. */
public final class FrameReader {

    /** When messages of so many bytes have gathered they are passed on, though more are at hand. */
    private static final int GATHERED_BYTES = 64 * 1024;

    private final int maxFrameBytes;
    private final int maxMessageBytes;
    private final boolean refusesBinary;
    private final Consumer<Messages> out;
    private @Nullable Messages whole;
    private @Nullable Messages part;
    private boolean partIsBinary;
    /** Number of bytes of the part that have arrived, including those that are skipped. */
    private long partBytes;

    private boolean isPartRefused;
    private boolean isNextFrameRefused;
    /** Number of bytes of messages that have arrived. */
    private long arrived;

    /**
     * Creates a reader.
     *
     * @param refusesBinary whether binary messages are refused, and not read as the text that they hold
     * @param out takes whole messages
     */
    public FrameReader(int maxFrameBytes, int maxMessageBytes, boolean refusesBinary, Consumer<Messages> out) {
        this.maxFrameBytes = maxFrameBytes;
        this.maxMessageBytes = maxMessageBytes;
        this.refusesBinary = refusesBinary;
        this.out = out;
    }

    /** Returns what an exception of a decoder says about the peer; null when it is no fault of the peer's. */
    public static @Nullable Fault faultOf(Throwable cause) {
        if (cause instanceof CorruptedWebSocketFrameException corrupted) {
            return new Fault(corrupted.closeStatus().code(), String.valueOf(corrupted.getMessage()));
        }
        return cause instanceof DecompressionException
                ? new Fault(CloseCodes.INVALID_DATA, "a compressed message cannot be expanded")
                : null;
    }

    /** Takes a frame with text. */
    @Nullable
    public Fault text(WebSocketFrame frame) {
        return first(frame, false);
    }

    /** Takes a frame with binary data, which may be text as well: some clients send all that they have as bytes. */
    @Nullable
    public Fault binary(WebSocketFrame frame) {
        return refusesBinary ? Fault.BINARY_REFUSED : first(frame, true);
    }

    /** Refuses the message of the next frame, because the frame exceeds its limit. */
    public void refuseNextFrame() {
        isNextFrameRefused = true;
    }

    private @Nullable Fault first(WebSocketFrame frame, boolean isBinary) {
        ByteBuf content = frame.content();
        if (!frame.isFinalFragment() || content.readableBytes() > maxMessageBytes || isNextFrameRefused) {
            partIsBinary = isBinary;
            partBytes = 0;
            isPartRefused = false;
            part = Buffers.messages();
            return continued(part, frame);
        }
        arrived += content.readableBytes();
        if (!content.isReadable()) {
            return null;
        }
        Messages to = whole;
        if (to == null) {
            to = Buffers.messages();
            whole = to;
        }
        append(to, content);
        Fault fault = end(to, isBinary);
        if (fault == null && to.size() >= GATHERED_BYTES) {
            pass();
        }
        return fault;
    }

    /** Takes a frame that continues a message. */
    @Nullable
    public Fault continuation(WebSocketFrame frame) {
        Messages to = part;
        if (to == null) {
            return new Fault(CloseCodes.PROTOCOL_ERROR, "a continuation without a message to continue");
        }
        return continued(to, frame);
    }

    private @Nullable Fault continued(Messages to, WebSocketFrame frame) {
        ByteBuf content = frame.content();
        if (!isPartRefused && (isNextFrameRefused || content.readableBytes() > maxMessageBytes - partBytes)) {
            isPartRefused = true;
            to.keepBeginning(SkippedLength.BEGINNING_BYTES);
        }
        isNextFrameRefused = false;
        arrived += content.readableBytes();
        partBytes += content.readableBytes();
        if (partBytes > SkippedLength.most(maxMessageBytes)) {
            return Fault.tooLong(maxMessageBytes);
        }
        if (!isPartRefused || to.size() < SkippedLength.BEGINNING_BYTES) {
            append(to, content);
        }
        if (!frame.isFinalFragment()) {
            return null;
        }
        part = null;
        if (isPartRefused) {
            pass();
            to.keepBeginning(SkippedLength.BEGINNING_BYTES);
            to.refuse(fault(to));
            out.accept(to);
            return null;
        }
        if (to.size() == 0) {
            Buffers.release(to);
            return null;
        }
        Fault fault = end(to, partIsBinary);
        pass();
        if (fault == null) {
            out.accept(to);
        } else {
            Buffers.release(to);
        }
        return fault;
    }

    private FrameError fault(Messages beginning) {
        long position = arrived - partBytes;
        if (partBytes > maxMessageBytes) {
            return FrameError.tooLarge(maxMessageBytes, position, beginning.array(), 0, beginning.size());
        }
        String problem = "the message has a frame that is longer than the limit of " + maxFrameBytes + " bytes";
        return FrameError.unreadable(problem, position, beginning.array(), 0, beginning.size());
    }

    private static void append(Messages to, ByteBuf content) {
        int length = content.readableBytes();
        byte[] room = to.room(length);
        content.readBytes(room, to.size(), length);
        to.advance(length);
    }

    private static @Nullable Fault end(Messages messages, boolean isBinary) {
        if (!Utf8.isValid(messages.array(), messages.start(messages.count()), messages.size())) {
            messages.dropPart();
            return isBinary ? Fault.BINARY : Fault.NOT_UTF_8;
        }
        messages.endMessage();
        return null;
    }

    /** Passes on what has gathered. */
    public void pass() {
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
    public void end() {
        pass();
        Messages rest = part;
        part = null;
        if (rest != null) {
            Buffers.release(rest);
        }
    }
}
