package io.acp4j.client;

/**
 * A service of a client for its agent that requires several handlers: files, terminals, permissions or forms.
 *
 * <p>{@link AcpClientBuilder#host} enables a service and advertises the capabilities that it registers. The package
 * {@code io.acp4j.client.host} contains implementations.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface HostService {

    /**
     * Registers the handlers of the service for one connection. State between requests belongs to this connection, so that one service
     * can serve several connections.
     *
     * @param builder the builder of the client. Handlers that are registered later replace those of the service
     * @param sessions the sessions of the connection
     */
    void register(AcpClientBuilder builder, HostSessions sessions);
}
