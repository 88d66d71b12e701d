package io.acp4j.transport.ws;

import io.acp4j.transport.ws.internal.netty.PendingHandshakes;
import io.acp4j.transport.ws.internal.server.NettyServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Takes WebSockets and hands each to an acceptor, as a transport of its own: one agent serves any number of clients.
 *
 * <p>The upgrade's response carries {@code Acp-Connection-Id}; the first message must be {@code initialize}, or the connection is closed
 * with 1002. Other close codes: 1001 the server shuts down, 1003 a binary message instead of a text message, 1007 invalid UTF-8, 1008 idle
 * for too long, 1009 a message of more than 16 times the limit, 1011 a failure of the server, 1013 the client reads too slowly.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the proposal that this follows</a>
 * @since 0.1.0
 */
public final class WsServer implements AutoCloseable {

    private final NettyServer server;

    WsServer(NettyServer server) {
        this.server = server;
    }

    /**
     * Starts the description of a server.
     *
     * @param acceptor is given the transport of each client and must start it, as {@code AcpAgent.serve} does; called on
     *     threads that it may block, for several clients at once. When it throws, the connection is closed with 1011
     * @return a builder with default settings
     */
    public static WsServerBuilder builder(Consumer<? super WsTransport> acceptor) {
        return new WsServerBuilder(acceptor);
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
     * Returns the URI of the endpoint. The host is the specified host of the bound address: a host name or a literal IPv4 or IPv6 address.
     * For a server on all addresses it is {@code localhost}, which only clients on this machine can use.
     *
     * @return the URI of the endpoint
     */
    public URI uri() {
        return server.uri();
    }

    /**
     * Counts the WebSockets that are open.
     *
     * @return how many there are
     */
    public int connections() {
        return server.connections();
    }

    /**
     * Shuts the server down: from now on it takes no more connections and responds to health checks with 503; clients that wait
     * for nothing are told with code 1001, others as soon as their requests have had their responses and the turns that these have
     * begun have ended, and those still left after the grace period then.
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
     * @throws IllegalStateException on a thread that the server needs to close, which would wait for ever
     */
    public void awaitClosed() throws InterruptedException {
        server.awaitClosed();
    }

    /**
     * Shuts the server down with the grace period of its builder and waits until that is done. An interrupt ends the wait. A thread
     * that the server itself needs for that, as one on which a listener is called may be, does not wait.
     */
    @Override
    public void close() {
        server.close();
    }

    /** Returns what has connected and is not authenticated yet. */
    PendingHandshakes pending() {
        return server.pending();
    }
}
