package io.acp4j.rpc.internal.transport;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportListener;

/**
 * A listener that lets the transports of this library save threads and system calls. The listener of the engine is one. The static methods
 * accept any listener and return or do what is right without this knowledge.
 */
public interface PacedListener extends TransportListener {

    /**
     * Returns whether {@link #onFrame} might block on the next frame. If not, a transport may deliver it on a shared thread, such as an event
     * loop, as long as the transport accepts frames at the same time ({@link Transport#offer}). Called before each such frame by the delivering
     * thread.
     *
     * @return false if the next frame is handled without waiting; true if that is uncertain
     */
    boolean mayBlock();

    /** Called when all available frames have been delivered. The listener may do here what it would otherwise do for each frame. */
    void onPause();

    /**
     * Runs an action as soon as nothing is in progress for the peer: its requests have responses, and the work that they began has ended. A
     * transport that shuts down in order calls this, and checks again in the action, since another request may have arrived.
     *
     * @param action runs once at most, on this thread or on the one that ends the last work; must not block. A later action replaces it
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
