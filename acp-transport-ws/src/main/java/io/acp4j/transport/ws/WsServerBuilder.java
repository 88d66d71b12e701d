package io.acp4j.transport.ws;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.internal.transport.WorkerThreads;
import io.acp4j.transport.ws.internal.door.ServerDoor;
import io.acp4j.transport.ws.internal.netty.HeaderNames;
import io.acp4j.transport.ws.internal.netty.HttpSide;
import io.acp4j.transport.ws.internal.server.NettyServer;
import io.acp4j.transport.ws.internal.server.ServerSettings;
import io.acp4j.transport.ws.internal.wire.WireSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Describes a server. Not safe for use by several threads at once.
 *
 * <p>Unless told otherwise it is for this machine only: it listens on the loopback address, to any free port, refuses
 * requests for another host than this one and requests of web pages, and needs neither a token nor TLS.
 *
 * @since 0.1.0
 */
public final class WsServerBuilder {

    /** Where WebSockets are asked for unless stated otherwise. */
    public static final String DEFAULT_PATH = "/acp";

    /** How many connections there may be at once unless stated otherwise. */
    public static final int DEFAULT_MAX_CONNECTIONS = 16 * 1024;

    /** How many connections one remote address may have at once unless stated otherwise. */
    public static final int DEFAULT_MAX_CONNECTIONS_PER_ADDRESS = 1024;

    /** How many connections there may be at once that are no WebSockets yet unless stated otherwise. */
    public static final int DEFAULT_MAX_UNAUTHENTICATED = 2048;

    /** How much all connections together may send before they are WebSockets unless stated otherwise: 16 MiB. */
    public static final int DEFAULT_MAX_UNAUTHENTICATED_BYTES = 16 * 1024 * 1024;

    /** How long a client may take for TLS and its request unless stated otherwise: 10 seconds. */
    public static final Duration DEFAULT_HANDSHAKE_TIMEOUT = Duration.ofSeconds(10);

    /** How long the headers of a request may be unless stated otherwise: 16 KiB. */
    public static final int DEFAULT_MAX_HEADER_BYTES = 16 * 1024;

    /** How long running turns may still take when the server is closed, unless stated otherwise: 10 seconds. */
    public static final Duration DEFAULT_SHUTDOWN_GRACE = Duration.ofSeconds(10);

    static {
        ServerDoor.set(WsServerBuilder::start);
    }

    private final Consumer<? super WsTransport> acceptor;
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private String path = DEFAULT_PATH;
    private @Nullable String healthPath = "/health";
    private WsLimits limits = WsLimits.defaults();
    private boolean requiresInitialize = true;
    private boolean refusesBinary;
    private @Nullable WsTls tls;
    private @Nullable WsAuthenticator authenticator;
    private final Set<String> allowedOrigins = new HashSet<>();
    private final Set<String> allowedHosts = new HashSet<>();
    private String subprotocols = "*";
    private boolean compression;
    private int maxConnections = DEFAULT_MAX_CONNECTIONS;
    private int maxConnectionsPerAddress = DEFAULT_MAX_CONNECTIONS_PER_ADDRESS;
    private int maxUnauthenticated = DEFAULT_MAX_UNAUTHENTICATED;
    private int maxUnauthenticatedBytes = DEFAULT_MAX_UNAUTHENTICATED_BYTES;
    private Duration handshakeTimeout = DEFAULT_HANDSHAKE_TIMEOUT;
    private int maxHeaderBytes = DEFAULT_MAX_HEADER_BYTES;
    private int threads = Runtime.getRuntime().availableProcessors();
    private Duration shutdownGrace = DEFAULT_SHUTDOWN_GRACE;

    WsServerBuilder(Consumer<? super WsTransport> acceptor) {
        this.acceptor = Objects.requireNonNull(acceptor, "acceptor");
    }

    /**
     * Sets the port; unless set, any free one is taken.
     *
     * @param port the port; 0 for any free one
     * @return this builder
     */
    public WsServerBuilder port(int port) {
        return address(new InetSocketAddress(address.getAddress(), port));
    }

    /**
     * Sets the address and port to listen on. With any but a loopback address others on the network can connect: set an
     * {@link #authenticator} and {@link #tls} then, and name the {@link #allowedHosts}.
     *
     * @param address where to listen
     * @return this builder
     */
    public WsServerBuilder address(InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("unknown host " + address.getHostString());
        }
        this.address = address;
        return this;
    }

    /**
     * Sets the path of the endpoint.
     *
     * @param path starts with a slash
     * @return this builder
     */
    public WsServerBuilder path(String path) {
        this.path = checkedPath(path);
        return this;
    }

    /**
     * Sets the path that responds with 200 while the server takes connections; unless set, {@code /health}.
     *
     * @param path starts with a slash; null for none
     * @return this builder
     */
    public WsServerBuilder healthPath(@Nullable String path) {
        this.healthPath = path == null ? null : checkedPath(path);
        return this;
    }

    private static String checkedPath(String path) {
        if (!path.startsWith("/") || path.contains("?") || path.contains("#")) {
            throw new IllegalArgumentException("a path starts with / and has neither ? nor #");
        }
        return path;
    }

    /**
     * Sets the limits of each connection.
     *
     * @param limits the limits
     * @return this builder
     */
    public WsServerBuilder limits(WsLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /**
     * Refuses binary messages; unless refused, those that hold UTF-8 are read as text, and any other closes the connection
     * with 1003.
     *
     * @return this builder; a binary message then closes its connection with 1003
     */
    public WsServerBuilder refuseBinary() {
        this.refusesBinary = true;
        return this;
    }

    /** Takes any message first; for tests of what lies below the protocol. */
    WsServerBuilder anyFirstMessage() {
        this.requiresInitialize = false;
        return this;
    }

    /**
     * Serves {@code wss://} only.
     *
     * @param tls key and certificates
     * @return this builder
     */
    public WsServerBuilder tls(WsTls tls) {
        this.tls = Objects.requireNonNull(tls, "tls");
        return this;
    }

    /**
     * Sets who decides which clients may connect, and to whom their sessions belong.
     *
     * @param authenticator such as {@link WsAuthenticator#bearerTokens}
     * @return this builder
     */
    public WsServerBuilder authenticator(WsAuthenticator authenticator) {
        this.authenticator = Objects.requireNonNull(authenticator, "authenticator");
        return this;
    }

    /**
     * Lets web pages of some origins connect. Programs, which send no {@code Origin}, need not be named.
     *
     * @param origins such as {@code https://editor.example.com}; {@code *} for all
     * @return this builder
     */
    public WsServerBuilder allowedOrigins(String... origins) {
        for (String origin : origins) {
            allowedOrigins.add(HeaderNames.lowerCase(origin));
        }
        return this;
    }

    /**
     * Names the hosts that clients may ask for, so that a name of somebody else's that leads here is refused. A server on a
     * loopback address always takes {@code localhost} and its addresses; one on another address takes any host unless some
     * are named. The host that the server is bound to is always accepted.
     *
     * @param hosts names or addresses as they stand in URLs, without ports
     * @return this builder
     */
    public WsServerBuilder allowedHosts(String... hosts) {
        for (String host : hosts) {
            allowedHosts.add(HeaderNames.lowerCase(host));
        }
        return this;
    }

    /**
     * Sets the subprotocols that are agreed to; unless set, the first one that a client offers is.
     *
     * @param names their names
     * @return this builder
     */
    public WsServerBuilder subprotocols(String... names) {
        this.subprotocols = String.join(",", names);
        return this;
    }

    /**
     * Compresses messages for clients that can take it (permessage-deflate). That costs each connection some 300 KiB and
     * time, and lets somebody who can choose a part of a message guess at others by their length; so it is off unless set.
     * What is received expands to {@link WsLimits#maxMessageBytes} at most.
     *
     * @return this builder
     */
    public WsServerBuilder compression() {
        this.compression = true;
        return this;
    }

    /**
     * Sets how many connections there may be at once; further ones are refused with 503.
     *
     * @param connections at least 1
     * @return this builder
     */
    public WsServerBuilder maxConnections(int connections) {
        this.maxConnections = positive(connections, "maxConnections");
        return this;
    }

    /**
     * Sets how many connections one remote address may have at once; further ones are refused with 429. Loopback addresses
     * are not limited: what comes from there is often a proxy.
     *
     * @param connections at least 1
     * @return this builder
     */
    public WsServerBuilder maxConnectionsPerAddress(int connections) {
        this.maxConnectionsPerAddress = positive(connections, "maxConnectionsPerAddress");
        return this;
    }

    /**
     * Bounds what all connections hold together that are no WebSockets yet, as TLS, the request and authentication take their
     * time. At a limit the connection that has waited longest is closed, but none that is being authenticated: where those are as
     * many, new ones are closed. Where HTTP/2 is served, each stream counts for 2 KiB, and the requests of a connection are
     * authenticated one after the other until one is granted.
     *
     * @param connections how many there may be; at least 1
     * @param bytes how much they may have sent together; at least 1, and more than {@link #maxHeaderBytes} to be of use
     * @return this builder
     */
    public WsServerBuilder maxUnauthenticated(int connections, int bytes) {
        this.maxUnauthenticated = positive(connections, "maxUnauthenticated");
        this.maxUnauthenticatedBytes = positive(bytes, "maxUnauthenticated in bytes");
        return this;
    }

    /**
     * Sets how long a client may take from connecting until its WebSocket is open, TLS and authentication included.
     *
     * @param timeout at least 1 ms
     * @return this builder
     */
    public WsServerBuilder handshakeTimeout(Duration timeout) {
        positive(Math.toIntExact(timeout.toMillis()), "handshakeTimeout in ms");
        this.handshakeTimeout = timeout;
        return this;
    }

    /**
     * Sets how long the headers of a request may be; longer ones are refused with 431.
     *
     * @param bytes at least 1
     * @return this builder
     */
    public WsServerBuilder maxHeaderBytes(int bytes) {
        this.maxHeaderBytes = positive(bytes, "maxHeaderBytes");
        return this;
    }

    /**
     * Sets how many event loops there are; unless set, one for each processor.
     *
     * @param threads at least 1
     * @return this builder
     */
    public WsServerBuilder threads(int threads) {
        this.threads = positive(threads, "threads");
        return this;
    }

    /**
     * Sets how long running turns may still take when the server is closed.
     *
     * @param grace not negative
     * @return this builder
     */
    public WsServerBuilder shutdownGrace(Duration grace) {
        if (grace.isNegative()) {
            throw new IllegalArgumentException("shutdownGrace " + DurationText.of(grace) + " is negative");
        }
        this.shutdownGrace = grace;
        return this;
    }

    private static int positive(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " " + value + " is less than 1");
        }
        return value;
    }

    /**
     * Starts the server.
     *
     * @return the server, already listening
     * @throws java.io.UncheckedIOException when the address cannot be listened on, or key and certificates cannot be read
     */
    public WsServer start() {
        return start(null);
    }

    private WsServer start(@Nullable Function<WorkerThreads, HttpSide> http) {
        WsTls files = tls;
        WsAuthenticator asked = authenticator;
        return new WsServer(NettyServer.start(new ServerSettings(
                (transport, granted) -> acceptor.accept(new WsTransport(transport, new WsHandshake(granted))),
                address,
                path,
                healthPath,
                new WireSettings(limits, requiresInitialize, refusesBinary),
                files == null ? null : files.files(),
                asked == null ? null : handshake -> asked.authenticate(new WsHandshake(handshake)),
                Collections.unmodifiableSet(new HashSet<>(allowedOrigins)),
                Collections.unmodifiableSet(new HashSet<>(allowedHosts)),
                subprotocols,
                compression,
                maxConnections,
                maxConnectionsPerAddress,
                maxUnauthenticated,
                maxUnauthenticatedBytes,
                handshakeTimeout,
                maxHeaderBytes,
                threads,
                shutdownGrace,
                http)));
    }
}
