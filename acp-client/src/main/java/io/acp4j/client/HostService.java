package io.acp4j.client;

/**
 * Something that a client does for its agent and that takes more than one handler: files, terminals, permissions, forms.
 *
 * <p>Enabled by {@link AcpClientBuilder#host}, which advertises whatever the service registers. Ready-made ones are in
 * {@code io.acp4j.client.host}.
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
