package io.acp4j.transport.ws.internal;

import io.acp4j.rpc.internal.transport.OutboundQueue;

/**
 * The WebSocket below a {@link WireTransport}. Its methods may be called from any thread and return at once; what they ask
 * for is done on a thread of the wire's own, unless they say otherwise.
 */
public interface Wire {

    /**
     * Asks for what {@link OutboundQueue#take} gives to be written; called again only after it has given null, or
     * {@link OutboundQueue#stop} true.
     *
     * @param here whether this thread had better write it itself; a wire that cannot do that uses its own
     */
    void write(boolean here);

    /** Asks for reading to go on or pause, as {@link WireTransport#wantsInput()} says by then. */
    void reading();

    /**
     * Asks for the rest of the queue to be written, then for a Close frame, and for the end of the wire within the close
     * time-out, whatever the peer does.
     *
     * @param code the close code
     * @param text what the peer is told; empty for nothing
     */
    void finish(int code, String text);

    /**
     * Asks for something to be run later on any thread, for as long as the wire has not ended.
     *
     * @param action what to run
     * @param millis after how many milliseconds
     */
    void later(Runnable action, long millis);
}
