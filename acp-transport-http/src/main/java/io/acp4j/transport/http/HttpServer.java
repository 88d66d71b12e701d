package io.acp4j.transport.http;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.internal.netty.HttpSockets;
import io.acp4j.transport.ws.WsServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Takes connections over Streamable HTTP and WebSockets on one port and path, and hands each to an acceptor as a transport of its own:
 * one agent serves any number of clients.
 *
 * <p>HTTP/1.1 and HTTP/2 are spoken, the latter by agreement where there is TLS, and to clients that begin with it where there is none.
 * A client posts {@code initialize} and gets a connection of its own, named by {@code Acp-Connection-Id}; what it posts with that
 * identifier belongs to the connection, as do the event streams that it reads. Each request is checked and authenticated, and a
 * connection belongs to the principal that has opened it: for everybody else there is none.
 *
 * <p>What is queued for a client is bounded for each stream and for the connection. Who sends waits while a client does not read;
 * a client that reads nothing for too long loses its connection, and a comment on its streams says why.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the proposal that this follows</a>
 * @since 0.1.0
 */
public final class HttpServer implements AutoCloseable {

    private final WsServer server;
    private final HttpSockets sockets;

    HttpServer(WsServer server, HttpSockets sockets) {
        this.server = server;
        this.sockets = sockets;
    }

    /**
     * Starts the description of a server.
     *
     * @param acceptor is given the transport of each client and must start it, as {@code AcpAgent.serve} does; called on
     *     threads that it may block, for several clients at once. When it throws, the connection is closed
     * @return a builder with default settings
     */
    public static HttpServerBuilder builder(Consumer<? super Transport> acceptor) {
        return new HttpServerBuilder(acceptor);
    }

    /**
     * Returns where the server listens.
     *
     * @return the address and the port
     */
    public InetSocketAddress address() {
        return server.address();
    }

    /**
     * Returns the port on which the server listens.
     *
     * @return the port
     */
    public int port() {
        return server.port();
    }

    /**
     * Returns the URI of the endpoint for HTTP. The host is the specified host of the bound address: a host name or a literal IPv4 or IPv6
     * address. For a server on all addresses it is {@code localhost}, which only clients on this machine can use.
     *
     * @return the URI of the endpoint, with the scheme {@code http} or {@code https}
     */
    public URI uri() {
        return URI.create("http" + server.uri().toString().substring("ws".length()));
    }

    /**
     * Returns the URI of the endpoint for WebSockets. The host is the specified host of the bound address: a host name or a literal IPv4 or
     * IPv6 address. For a server on all addresses it is {@code localhost}, which only clients on this machine can use.
     *
     * @return the URI of the endpoint, with the scheme {@code ws} or {@code wss}
     */
    public URI webSocketUri() {
        return server.uri();
    }

    /**
     * Returns how many connections there are.
     *
     * @return the number of connections over HTTP and over WebSockets
     */
    public int connections() {
        return sockets.connections() + server.connections();
    }

    /**
     * Shuts the server down: from now on it refuses new connections, and responds to health checks, with 503; clients that wait for
     * nothing lose theirs at once, others as soon as their requests have been responded to and the turns that these have begun have
     * ended, and those still left after the grace period then. It listens until no connection over HTTP is left, as a client may need
     * further sockets for what it still waits for.
     *
     * @param grace how long requests that are being served, and turns, may still take; not negative
     * @return a stage that completes when all connections are closed and the port is free, never exceptionally
     */
    public CompletionStage<Void> shutdown(Duration grace) {
        return server.shutdown(grace);
    }

    /**
     * Returns when the server has been closed.
     *
     * @return a stage that completes when all connections are closed and the port is free, never exceptionally
     */
    public CompletionStage<Void> closed() {
        return server.closed();
    }

    /**
     * Waits until the server has been closed.
     *
     * @throws InterruptedException when the thread is interrupted
     */
    public void awaitClosed() throws InterruptedException {
        server.awaitClosed();
    }

    /** Shuts the server down with the grace period of its builder and waits until that is done. An interrupt ends the wait. */
    @Override
    public void close() {
        server.close();
    }
}
