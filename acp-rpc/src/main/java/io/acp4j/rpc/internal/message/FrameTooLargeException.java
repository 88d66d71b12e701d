package io.acp4j.rpc.internal.message;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Signals that a frame is larger than the limit for outgoing messages. No part of the frame is sent. */
public final class FrameTooLargeException extends IOException {

    private static final long serialVersionUID = 1L;

    /** The size of the frame. */
    private final int bytes;

    /** The limit. */
    private final int maxBytes;

    public FrameTooLargeException(int bytes, int maxBytes) {
        super("a message of " + bytes + " bytes is larger than the limit of " + maxBytes + " bytes");
        this.bytes = bytes;
        this.maxBytes = maxBytes;
    }

    /** Returns the exception that a transport has reported for a frame; null when the frame failed for another reason. */
    public static @Nullable FrameTooLargeException in(Throwable failure) {
        return failure instanceof UncheckedIOException unchecked
                        && unchecked.getCause() instanceof FrameTooLargeException tooLarge
                ? tooLarge
                : null;
    }

    public int bytes() {
        return bytes;
    }

    public int maxBytes() {
        return maxBytes;
    }
}
