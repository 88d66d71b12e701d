package io.acp4j.rpc;

/**
 * Sees every frame that a connection receives and sends, for transcripts, metrics and tracing.
 *
 * <p>Called on the connection's own threads, one call at a time for each direction: it must be quick and must not call
 * the connection. What it throws is logged and changes nothing.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WireListener {

    /** Which way a frame went. */
    enum Direction {
        /** From the peer. */
        INBOUND,
        /** To the peer. */
        OUTBOUND
    }

    /**
     * Is told of a frame, before it is decoded or when it has just been queued.
     *
     * @param direction which way it went
     * @param buffer holds the frame; to be read only, and only during the call
     * @param offset where it starts, in bytes
     * @param length its length in bytes
     */
    void onFrame(Direction direction, byte[] buffer, int offset, int length);
}
