package io.acp4j.transport.ws;

import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.transport.ws.internal.netty.HttpSide;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
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
        Duration shutdownGrace,
        @Nullable Function<WorkerThreads, HttpSide> http) {}
