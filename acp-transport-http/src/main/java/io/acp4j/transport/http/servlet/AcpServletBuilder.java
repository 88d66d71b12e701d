package io.acp4j.transport.http.servlet;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.HttpLimits;
import io.acp4j.transport.http.HttpServerBuilder;
import io.acp4j.transport.http.internal.server.ServingSettings;
import io.acp4j.transport.http.internal.servlet.ServletSettings;
import io.acp4j.transport.ws.WsAuthenticator;
import io.acp4j.transport.ws.WsLimits;
import java.time.Duration;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Describes a servlet. Not safe for use by several threads at once.
 *
 * <p>Unless told otherwise it refuses requests of web pages and, on a loopback address, those for another host than this machine; who
 * may send requests is for the container to decide.
 *
 * @since 0.1.0
 */
public final class AcpServletBuilder {

    private final Consumer<? super Transport> acceptor;
    private final Set<String> allowedOrigins = new HashSet<>();
    private final Set<String> allowedHosts = new HashSet<>();
    private HttpLimits limits = HttpLimits.defaults();
    private WsLimits webSocketLimits = WsLimits.defaults();
    private @Nullable WsAuthenticator authenticator;
    private int maxConnections = HttpServerBuilder.DEFAULT_MAX_CONNECTIONS;
    private int maxConnectionsPerPrincipal = HttpServerBuilder.DEFAULT_MAX_CONNECTIONS_PER_PRINCIPAL;
    private Duration requestTimeout = HttpServerBuilder.DEFAULT_REQUEST_TIMEOUT;
    private boolean anyMessage;

    AcpServletBuilder(Consumer<? super Transport> acceptor) {
        this.acceptor = Objects.requireNonNull(acceptor, "acceptor");
    }

    /**
     * Sets who decides which clients may send requests, and to whom their connections and sessions belong; unless set, that is the user
     * whom the container, or a filter before the servlet, has authenticated. Asked about every request, on the container's thread, and
     * about every WebSocket before it is opened.
     *
     * @param authenticator such as {@link WsAuthenticator#bearerTokens}
     * @return this builder
     */
    public AcpServletBuilder authenticator(WsAuthenticator authenticator) {
        this.authenticator = Objects.requireNonNull(authenticator, "authenticator");
        return this;
    }

    /**
     * Lets web pages of some origins connect, and read responses. Programs, which send no {@code Origin}, need not be named.
     *
     * @param origins such as {@code https://editor.example.com}; {@code *} for all
     * @return this builder
     */
    public AcpServletBuilder allowedOrigins(String... origins) {
        for (String origin : origins) {
            allowedOrigins.add(origin.toLowerCase(Locale.ROOT));
        }
        return this;
    }

    /**
     * Names the hosts that clients may ask for, so that a name of somebody else's that leads here is refused. A request that comes in
     * on a loopback address may always ask for {@code localhost} and its addresses; one on another address for any host unless some are
     * named. Behind a proxy on the same machine, name the host that clients ask for.
     *
     * @param hosts names or addresses as they stand in URLs, without ports
     * @return this builder
     */
    public AcpServletBuilder allowedHosts(String... hosts) {
        for (String host : hosts) {
            allowedHosts.add(host.toLowerCase(Locale.ROOT));
        }
        return this;
    }

    /**
     * Sets the limits of each connection over HTTP.
     *
     * @param limits the limits
     * @return this builder
     */
    public AcpServletBuilder limits(HttpLimits limits) {
        this.limits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /**
     * Sets the limits of each WebSocket. The container may have lower ones.
     *
     * @param limits the limits
     * @return this builder
     */
    public AcpServletBuilder webSocketLimits(WsLimits limits) {
        this.webSocketLimits = Objects.requireNonNull(limits, "limits");
        return this;
    }

    /**
     * Sets how many connections there may be at once over HTTP, and again over WebSockets; further ones are refused with 503.
     *
     * @param connections at least 1
     * @param perPrincipal how many one authenticated principal may have of those over HTTP, and again of WebSockets; further ones are
     *     refused with 429; at least 1
     * @return this builder
     */
    public AcpServletBuilder maxConnections(int connections, int perPrincipal) {
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
    public AcpServletBuilder requestTimeout(Duration timeout) {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("requestTimeout " + DurationText.of(timeout) + " is less than 1 ms");
        }
        this.requestTimeout = timeout;
        return this;
    }

    /** Takes messages that are none; for tests of what lies below the protocol. */
    AcpServletBuilder anyMessage() {
        this.anyMessage = true;
        return this;
    }

    /**
     * Makes the servlet.
     *
     * @return the servlet, for one container
     */
    public AcpServlet build() {
        ServingSettings serving = new ServingSettings(
                acceptor,
                limits,
                maxConnections,
                maxConnectionsPerPrincipal,
                requestTimeout,
                HttpServerBuilder.DEFAULT_IDLE_TIMEOUT,
                anyMessage);
        return new AcpServlet(new ServletSettings(
                serving, webSocketLimits, authenticator, Set.copyOf(allowedOrigins), Set.copyOf(allowedHosts)));
    }
}
