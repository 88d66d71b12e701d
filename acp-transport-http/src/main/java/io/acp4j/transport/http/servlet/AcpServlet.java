package io.acp4j.transport.http.servlet;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.http.internal.servlet.Serving;
import io.acp4j.transport.http.internal.servlet.ServletSettings;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * Takes connections over Streamable HTTP and WebSockets on a path of a servlet container, and hands each to an acceptor as a transport
 * of its own: one agent serves any number of clients. What clients see is that of {@link io.acp4j.transport.http.HttpServer}.
 *
 * <p>Register it with support for asynchronous requests, which the filters before it need, too. No thread of the container is held
 * while a client sends, or an event stream waits for something to carry. A WebSocket is opened where the container has Jakarta
 * WebSocket 2.1; elsewhere it is refused with 501. TLS, HTTP/2, the size of heads and the number of sockets are for the container.
 *
 * <p>A connection belongs to whom the builder's authenticator or, without one, the container has authenticated; for everybody else there
 * is none.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the proposal that this follows</a>
 * @since 0.1.0
 */
public final class AcpServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final transient Serving serving;

    AcpServlet(ServletSettings settings) {
        this.serving = new Serving(settings);
    }

    /**
     * Starts the description of a servlet.
     *
     * @param acceptor is given the transport of each client and must start it, as {@code AcpAgent.serve} does; called on
     *     threads that it may block, for several clients at once. When it throws, the connection is closed
     * @return a builder with default settings
     */
    public static AcpServletBuilder builder(Consumer<? super Transport> acceptor) {
        return new AcpServletBuilder(acceptor);
    }

    /**
     * Returns how many connections there are.
     *
     * @return the number of connections over HTTP and over WebSockets
     */
    public int connections() {
        return serving.connections();
    }

    /**
     * Ends all connections, and takes no more: clients that wait for nothing lose theirs at once, others as soon as their requests have
     * been responded to and the turns that these have begun have ended, and those still left after the grace period then.
     *
     * @param grace how long requests that are being served, and turns, may still take; not negative
     * @return a stage that completes when all connections are closed, never exceptionally
     */
    public CompletionStage<Void> shutdown(Duration grace) {
        return serving.shutdown(grace);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        serving.serve(request, response, getServletContext());
    }

    /** Ends all connections at once. */
    @Override
    public void destroy() {
        serving.destroy();
    }
}
