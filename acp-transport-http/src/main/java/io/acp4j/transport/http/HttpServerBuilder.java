package io.acp4j.transport.http;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.internal.netty.HttpSockets;
import io.acp4j.transport.http.internal.server.ServingSettings;
import io.acp4j.transport.ws.WsAuthenticator;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsServerBuilder;
import io.acp4j.transport.ws.WsTls;
import io.acp4j.transport.ws.internal.door.ServerDoor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Describes a server. Not safe for use by several threads at once.
 *
 * <p>Unless told otherwise it is for this machine only: it listens on the loopback address, to any free port, refuses requests for
 * another host than this one and requests of web pages, and needs neither a token nor TLS.
 *
 * @since 0.1.0
 */
public final class HttpServerBuilder {

    /** How many connections there may be at once unless stated otherwise. */
    public static final int DEFAULT_MAX_CONNECTIONS = 16 * 1024;

    /** How many connections one authenticated principal may have at once unless stated otherwise. */
    public static final int DEFAULT_MAX_CONNECTIONS_PER_PRINCIPAL = 1024;

    /** How long a client may take to send one request unless stated otherwise: 60 seconds. */
    public static final Duration DEFAULT_REQUEST_TIMEOUT = Duration.ofSeconds(60);

    /** How long a socket may be without any request unless stated otherwise: 75 seconds. */
    public static final Duration DEFAULT_IDLE_TIMEOUT = Duration.ofSeconds(75);

    private final Consumer<? super Transport> acceptor;
    private final WsServerBuilder server;
    private HttpLimits limits = HttpLimits.defaults();
    private int maxConnections = DEFAULT_MAX_CONNECTIONS;
    private int maxConnectionsPerPrincipal = DEFAULT_MAX_CONNECTIONS_PER_PRINCIPAL;
    private Duration requestTimeout = DEFAULT_REQUEST_TIMEOUT;
    private Duration idleTimeout = DEFAULT_IDLE_TIMEOUT;
    private boolean anyMessage;

    HttpServerBuilder(Consumer<? super Transport> acceptor) {
        this.acceptor = Objects.requireNonNull(acceptor, "acceptor");
        this.server = WsServer.builder(acceptor);
    }

    /**
     * Sets the port; unless set, any free one is taken.
     *
     * @param port the port; 0 for any free one
     * @return this builder
     */
    public HttpServerBuilder port(int port) {
        server.port(port);
        return this;
    }

    /**
     * Sets the address and port to listen on. With any but a loopback address others on the network can connect: set an
     * {@link #authenticator} and {@link #tls} then, and name the {@link #allowedHosts}.
     *
     * @param address where to listen
     * @return this builder
     */
    public HttpServerBuilder address(InetSocketAddress address) {
        server.address(address);
        return this;
    }

    /**
     * Sets the path of the endpoint; unless set, {@code /acp}.
     *
     * @param path starts with a slash
     * @return this builder
     */
    public HttpServerBuilder path(String path) {
        server.path(path);
        return this;
    }

    /**
     * Sets the path that responds with 200 while the server takes connections; unless set, {@code /health}.
     *
     * @param path starts with a slash; null for none
     * @return this builder
     */
    public HttpServerBuilder healthPath(@Nullable String path) {
        server.healthPath(path);
        return this;
    }

    /**
     * Serves {@code https://} and {@code wss://} only.
     *
     * @param tls key and certificates
     * @return this builder
     */
    public HttpServerBuilder tls(WsTls tls) {
        server.tls(tls);
        return this;
    }

    /**
     * Sets who decides which clients may send requests, and to whom their connections and sessions belong. Asked about every request
     * over HTTP, and about every WebSocket before it is opened.
     *
     * @param authenticator such as {@link WsAuthenticator#bearerTokens}
     * @return this builder
     */
    public HttpServerBuilder authenticator(WsAuthenticator authenticator) {
        server.authenticator(authenticator);
        return this;
    }

    /**
     * Lets web pages of some origins connect, and read responses. Programs, which send no {@code Origin}, need not be named.
     *
     * @param origins such as {@code https://editor.example.com}; {@code *} for all
     * @return this builder
     */
    public HttpServerBuilder allowedOrigins(String... origins) {
        server.allowedOrigins(origins);
        return this;
    }

    /**
     * Names the hosts that clients may ask for, so that a name of somebody else's that leads here is refused. A server on a
     * loopback address always takes {@code localhost} and its addresses; one on another address takes any host unless some
     * are named.
     *
     * @param hosts names or addresses as they stand in URLs, without ports
     * @return this builder
     */
    public HttpServerBuilder allowedHosts(String... hosts) {
        server.allowedHosts(hosts);
        return this;
    }

    /**
     * Sets the limits of each connection over HTTP.
     *
     * @param limits the limits
     * @return this builder
     */
    public HttpServerBuilder limits(HttpLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /**
     * Changes what there is to say of WebSockets and sockets: limits of WebSockets, subprotocols, compression, how many sockets there
     * may be, the handshake time-out, headers, threads and the grace period of {@link HttpServer#close}.
     *
     * @param settings changes the builder that it is given, and returns the same
     * @return this builder
     */
    public HttpServerBuilder webSocket(UnaryOperator<WsServerBuilder> settings) {
        WsServerBuilder unused = settings.apply(server);
        return this;
    }

    /**
     * Sets how many connections there may be at once over HTTP; further ones are refused with 503.
     *
     * @param connections at least 1
     * @param perPrincipal how many of them one authenticated principal may have; further ones are refused with 429; at least 1
     * @return this builder
     */
    public HttpServerBuilder maxConnections(int connections, int perPrincipal) {
        if (connections < 1 || perPrincipal < 1) {
            throw new IllegalArgumentException("maxConnections " + connections + ", " + perPrincipal + ": less than 1");
        }
        this.maxConnections = connections;
        this.maxConnectionsPerPrincipal = perPrincipal;
        return this;
    }

    /**
     * Sets how long a client may take to send one request.
     *
     * @param timeout at least 1 ms
     * @return this builder
     */
    public HttpServerBuilder requestTimeout(Duration timeout) {
        this.requestTimeout = positive(timeout, "requestTimeout");
        return this;
    }

    /**
     * Sets how long a socket may be without any request before it is closed; a connection does not end with it.
     *
     * @param timeout at least 1 ms
     * @return this builder
     */
    public HttpServerBuilder idleTimeout(Duration timeout) {
        this.idleTimeout = positive(timeout, "idleTimeout");
        return this;
    }

    private static Duration positive(Duration timeout, String name) {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException(name + " " + DurationText.of(timeout) + " is less than 1 ms");
        }
        return timeout;
    }

    /** Takes messages that are none; for tests of what lies below the protocol. */
    HttpServerBuilder anyMessage() {
        this.anyMessage = true;
        return this;
    }

    /**
     * Starts the server.
     *
     * @return the server, already listening
     * @throws java.io.UncheckedIOException when the address cannot be listened on, or key and certificates cannot be read
     */
    public HttpServer start() {
        ServingSettings settings = new ServingSettings(
                acceptor, limits, maxConnections, maxConnectionsPerPrincipal, requestTimeout, idleTimeout, anyMessage);
        AtomicReference<@Nullable HttpSockets> sockets = new AtomicReference<>();
        WsServer started = ServerDoor.start(server, workers -> {
            HttpSockets made = new HttpSockets(settings, workers);
            sockets.set(made);
            return made;
        });
        return new HttpServer(started, Objects.requireNonNull(sockets.get()));
    }
}
