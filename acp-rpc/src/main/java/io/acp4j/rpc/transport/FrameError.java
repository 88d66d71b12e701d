package io.acp4j.rpc.transport;

import io.acp4j.rpc.internal.text.FrameBeginning;
import org.jspecify.annotations.Nullable;

/**
 * Input that could not be made into a frame.
 *
 * <p>A transport creates a fault with {@link #unreadable} or {@link #tooLarge}, which read the beginning of the damaged frame. The
 * listener then responds to a request under its own ID, and ends the request that a damaged response names.
 *
 * @param problem what was wrong and what limit was exceeded, without any of the content
 * @param position how many bytes had arrived on the connection before the faulty input
 * @param beginning the envelope read from the beginning of the frame; null if the frame does not begin as an object. The ID of
 *     a response or of an object of unknown kind is null if the beginning does not contain it
 * @param maxBytes the exceeded limit on the size of a frame; 0 for other faults
 * @since 0.1.0
 */
public record FrameError(
        String problem, long position, @Nullable Envelope beginning, int maxBytes) {

    /**
     * Creates a fault for input in which no message can be recognized.
     *
     * @param problem what was wrong, without any of the content
     * @param position how many bytes had arrived on the connection before the faulty input
     */
    public FrameError(String problem, long position) {
        this(problem, position, null, 0);
    }

    /**
     * Creates the fault of a frame that cannot be read.
     *
     * @param problem what was wrong, without any of the content
     * @param position how many bytes had arrived on the connection before the frame
     * @param frame contains the bytes of the frame, or its beginning
     * @param offset where the frame starts
     * @param length how many bytes of the frame can be read; bytes that are not UTF-8 may be among them
     * @return the fault
     */
    public static FrameError unreadable(String problem, long position, byte[] frame, int offset, int length) {
        return new FrameError(problem, position, beginning(frame, offset, length), 0);
    }

    /**
     * Creates the fault of a frame that is larger than the limit of the transport.
     *
     * @param maxBytes the limit
     * @param position how many bytes had arrived on the connection before the frame
     * @param frame contains the beginning of the frame
     * @param offset where the frame starts
     * @param length how many bytes of the frame are present
     * @return the fault
     */
    public static FrameError tooLarge(int maxBytes, long position, byte[] frame, int offset, int length) {
        return new FrameError(
                "the message is longer than the limit of " + maxBytes + " bytes",
                position,
                beginning(frame, offset, length),
                maxBytes);
    }

    private static @Nullable Envelope beginning(byte[] frame, int offset, int length) {
        FrameBeginning beginning = FrameBeginning.read(frame, offset, length);
        if (beginning == null) {
            return null;
        }
        if (beginning.isResponse()) {
            return new Envelope(Envelope.Kind.RESPONSE, beginning.id(), null, null);
        }
        if (!beginning.isCall()) {
            return new Envelope(Envelope.Kind.UNKNOWN, beginning.id(), null, null);
        }
        Envelope.Kind kind = beginning.id() == null ? Envelope.Kind.NOTIFICATION : Envelope.Kind.REQUEST;
        return new Envelope(kind, beginning.id(), beginning.method(), beginning.session());
    }
}
