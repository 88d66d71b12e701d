package io.acp4j.rpc;

/**
 * Observes connections, for metrics and tracing. One observer may serve any number of connections.
 *
 * <p>Added with {@link ConnectionOptions.Builder#observer}. A connection without one pays nothing for it.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface ConnectionObserver {

    /**
     * Called to observe a connection, once for each, before its first message.
     *
     * @param load the load of the connection, which may be read at any time
     * @return the listener for the connection
     */
    ConnectionListener opened(Load load);

    /**
     * The current load of a connection. Safe for use by any thread, also after the end of the connection.
     */
    interface Load {

        /**
         * Counts the requests of the peer that have no response yet.
         *
         * @return the number of requests
         */
        int inboundRequests();

        /**
         * Counts the requests to the peer that have not ended yet.
         *
         * @return the number of requests
         */
        int outboundRequests();

        /**
         * Counts the bytes of the received messages that wait for their handlers. Each message counts its own bytes and 256 more.
         *
         * @return the number of bytes
         * @see ConnectionOptions#maxQueuedInboundBytes()
         */
        long queuedInboundBytes();

        /**
         * Counts the bytes that wait for the transport to write them.
         *
         * @return the number of bytes
         * @see io.acp4j.rpc.transport.Transport#queuedBytes()
         */
        long queuedOutboundBytes();
    }
}
