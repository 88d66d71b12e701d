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
     * Returns whether {@link #onFrame} might hold the next frame's thread, to slow the peer down or for what it does with the
     * frame. While it says no, a transport may deliver on a thread that serves others too, such as an event loop, as long as
     * it takes what is offered to it meanwhile ({@link Transport#offer}). Asked before each such frame, by the thread that
     * is about to deliver it.
     *
     * @return false when the next frame is taken without any wait; true, unless overridden, when that is not certain
     */
    default boolean mayBlock() {
        return true;
    }

    /**
     * Called when every frame at hand has been delivered and the transport goes to wait for more. A transport that
     * reads many frames at once calls it after each such run; the listener may then do at the end of a run what it would
     * else do for each frame. One that never calls it loses nothing.
     */
    default void onPause() {}

    /**
     * Runs an action as soon as nothing is under way for the peer: its requests have their responses, and what they have begun has
     * ended. A transport that is to end in good order asks this when it has no request itself for which it awaits a response, and
     * looks again when the action is run, as another may have arrived. Without an override the action is run at once.
     *
     * @param action what to run, at most once: on this thread, or on the one that ends the last of it; must not block. A later
     *     action takes its place
     */
    default void whenIdle(Runnable action) {
        action.run();
    }

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
