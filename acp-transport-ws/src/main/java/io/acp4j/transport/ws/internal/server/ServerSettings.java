package io.acp4j.transport.ws.internal.server;

import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.transport.ws.internal.Handshake;
import io.acp4j.transport.ws.internal.TlsFiles;
import io.acp4j.transport.ws.internal.WireTransport;
import io.acp4j.transport.ws.internal.netty.HttpSide;
import io.acp4j.transport.ws.internal.wire.WireSettings;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the builder of a server has been told. */
public record ServerSettings(
        BiConsumer<WireTransport, Handshake> acceptor,
        InetSocketAddress address,
        String path,
        @Nullable String healthPath,
        WireSettings wire,
        @Nullable TlsFiles tls,
        @Nullable Asker authenticator,
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
        @Nullable Function<WorkerThreads, HttpSide> http) {

    /** Says who a client is, on a thread that it may block. */
    @FunctionalInterface
    public interface Asker {

        /** Returns the name of the client's principal; null to refuse it. */
        @Nullable
        String authenticate(Handshake asked) throws Exception;
    }
}
