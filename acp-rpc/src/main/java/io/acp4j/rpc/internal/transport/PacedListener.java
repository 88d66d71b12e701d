package io.acp4j.rpc.internal.transport;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportListener;

/**
 * A listener that lets the transports of this library save threads and system calls. The listener of the engine is one. The static methods
 * accept any listener and return or do what is right without this knowledge.
 */
public interface PacedListener extends TransportListener {

    /**
     * Returns whether {@link #onFrame} might hold the next frame's thread, to slow the peer down or for what it does with the frame. While
     * it returns false, a transport may deliver on a thread that serves others too, such as an event loop, as long as it accepts what is
     * offered to it meanwhile ({@link Transport#offer}). Asked before each such frame, by the thread that is about to deliver it.
     *
     * @return false when the next frame is handled without any wait; true when that is not certain
     */
    boolean mayBlock();

    /**
     * Called when every frame at hand has been delivered and the transport is about to wait for more. A transport that reads many frames at
     * once calls it after each such run; the listener may then do at the end of a run what it would else do for each frame.
     */
    void onPause();

    /**
     * Runs an action as soon as nothing is under way for the peer: its requests have their responses, and what they have begun has ended. A
     * transport that is to end in good order calls this when no request of its own awaits a response, and looks again when the action is
     * run, as another may have arrived.
     *
     * @param action run at most once: on this thread, or on the one that ends the last of it; must not block. A later action takes its
     *     place
     */
    void whenIdle(Runnable action);

    /** Returns whether a listener may block; true unless it states otherwise. */
    static boolean mayBlock(TransportListener listener) {
        return !(listener instanceof PacedListener paced) || paced.mayBlock();
    }

    /** Reports a pause to a listener that uses it. */
    static void pause(TransportListener listener) {
        if (listener instanceof PacedListener paced) {
            paced.onPause();
        }
    }

    /** Runs an action when a listener is idle; at once when it does not report that. */
    static void whenIdle(TransportListener listener, Runnable action) {
        if (listener instanceof PacedListener paced) {
            paced.whenIdle(action);
        } else {
            action.run();
        }
    }
}
