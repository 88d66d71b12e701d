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
     * @param load tells at any time what waits on the connection
     * @return the listener to what happens on it
     */
    ConnectionListener opened(ConnectionLoad load);
}
