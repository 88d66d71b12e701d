package io.acp4j.transport.ws;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a {@link WsServerBuilder} has been told. */
record ServerSettings(
        Consumer<? super WsTransport> acceptor,
        InetSocketAddress address,
        String path,
        @Nullable String healthPath,
        WireSettings wire,
        @Nullable WsTls tls,
        @Nullable WsAuthenticator authenticator,
        Set<String> allowedOrigins,
        Set<String> allowedHosts,
        String subprotocols,
        boolean compression,
        int maxConnections,
        int maxConnectionsPerAddress,
        int maxUnauthenticated,
        int maxUnauthenticatedBytes,
        Duration handshakeTimeout,
        int maxHeaderBytes,
        int threads,
        Duration shutdownGrace) {}
