package io.acp4j.rpc.transport;

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
}
