package io.acp4j.rpc;

/**
 * How much waits on a connection, at the moment of the call. Safe for use by any thread, also after the end.
 *
 * @since 0.1.0
 */
public interface ConnectionLoad {

    /**
     * Counts the requests of the peer that have no response yet.
     *
     * @return how many there are
     */
    int inboundRequests();

    /**
     * Counts the requests to the peer that have not ended yet.
     *
     * @return how many there are
     */
    int outboundRequests();

    /**
     * Counts what has been received and waits for its handlers; each message counts 256 bytes beyond its own.
     *
     * @return the number of bytes
     * @see ConnectionOptions#maxQueuedInboundBytes()
     */
    long queuedInboundBytes();

    /**
     * Counts what waits for the transport to write it.
     *
     * @return the number of bytes
     * @see io.acp4j.rpc.transport.Transport#queuedBytes()
     */
    long queuedOutboundBytes();
}
