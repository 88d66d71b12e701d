package io.acp4j.rpc.transport;

import io.acp4j.rpc.internal.text.FrameBeginning;
import io.acp4j.schema.SessionId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Receives what arrives on a transport; called by one thread at a time, in the order of arrival.
 *
 * @since 0.1.0
 */
public interface TransportListener {

    /**
     * Handles one frame. May block to slow the peer down.
     *
     * @param buffer holds the frame; belongs to the transport again when this returns
     * @param offset where the frame starts, in bytes
     * @param length its length in bytes, without any delimiter; never 0
     * @return what kind of message it was; null when it was none
     */
    @Nullable
    Envelope onFrame(byte[] buffer, int offset, int length);

    /**
     * Called for input that could not be made into a frame. The transport goes on with the next frame.
     *
     * @param fault what was wrong
     */
    void onFault(FrameError fault);

    /**
     * Called when messages of the peer were lost, or may have been lost, and the transport continues. The call is made in the order of the
     * frames.
     *
     * @param loss the session and the cause
     */
    default void onLoss(MessageLoss loss) {}

    /**
     * Called when nothing more will arrive. Called exactly once, after the last frame.
     *
     * @param reason why
     * @param canSend whether the peer may still be listening, so that responses can reach it; when true the listener closes
     *     the transport once it has nothing more to say
     */
    void onEnd(CloseReason reason, boolean canSend);

    /**
     * Input that is not a frame.
     *
     * <p>A transport creates a fault with {@link #unreadable} or {@link #tooLarge}, which read the beginning of the damaged frame. The
     * listener then responds to a request under its own ID, and ends the request that a damaged response names.
     *
     * @param problem the fault and the exceeded limit, without any of the content
     * @param position how many bytes had arrived on the connection before the faulty input
     * @param beginning the envelope read from the beginning of the frame; null if the frame does not begin as an object. The ID of
     *     a response or of an object of unknown kind is null if the beginning does not contain it
     * @param maxBytes the exceeded limit on the size of a frame; 0 for other faults
     */
    record FrameError(
            String problem, long position, @Nullable Envelope beginning, int maxBytes) {

        /**
         * Creates a fault for input in which no message can be recognized.
         *
         * @param problem the fault, without any of the content
         * @param position how many bytes had arrived on the connection before the faulty input
         */
        public FrameError(String problem, long position) {
            this(problem, position, null, 0);
        }

        /**
         * Creates the fault of a frame that cannot be read.
         *
         * @param problem the fault, without any of the content
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

    /**
     * A loss of messages on a connection that continues. Messages of the peer were lost, or may have been lost, before the messages that
     * the transport delivers next.
     *
     * @param session the session that the lost messages belonged to; null if the transport cannot name it
     * @param problem the cause of the loss, without any content of a message
     */
    record MessageLoss(@Nullable SessionId session, String problem) {

        /** Checks the values. */
        public MessageLoss {
            Objects.requireNonNull(problem, "problem");
        }
    }
}
