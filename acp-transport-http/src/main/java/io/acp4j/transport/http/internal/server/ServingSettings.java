package io.acp4j.transport.http.internal.server;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.HttpLimits;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * How requests are served.
 *
 * @param acceptor is given each connection, and starts it
 * @param limits the limits of each connection
 * @param maxConnections how many connections there may be
 * @param maxConnectionsPerPrincipal how many of them one authenticated principal may have
 * @param requestTimeout how long a client may take to send one request
 * @param idleTimeout how long a socket may be without any request
 * @param anyMessage whether messages are taken that are none; for tests of what lies below the protocol
 */
public record ServingSettings(
        Consumer<? super Transport> acceptor,
        HttpLimits limits,
        int maxConnections,
        int maxConnectionsPerPrincipal,
        Duration requestTimeout,
        Duration idleTimeout,
        boolean anyMessage) {}
