package io.acp4j.transport.http;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.transport.http.internal.client.ClientConnection;
import io.acp4j.transport.http.internal.client.ClientSettings;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Carries a client's frames over Streamable HTTP: messages are posted, and come as events on one stream for the connection and one for
 * each session, which is opened as soon as the session is known.
 *
 * <p>Nothing is sent before the first message, {@code initialize}: if the server cannot be reached, that message fails. An {@link
 * HttpCloseReason} contains the reason for the end of the connection. A request that the server refuses fails alone, with an error whose
 * data contains the {@code status} and the {@code body}; 401, 403, 404 and 410 end the connection.
 *
 * <p>A request whose socket is cut before the response of the server fails alone, with the reason {@code post_cut}, and is not sent again.
 * Responses and cancellations are sent again, since they have the same effect if they arrive twice. Any other notification whose socket is
 * cut ends the connection.
 *
 * <p>Messages of one stream keep their order. Messages of different streams have no defined order.
 *
 * <p>Redirects are not followed, so that credentials reach nobody else.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the proposal that this follows</a>
 * @since 0.1.0
 */
public final class HttpTransport implements Transport {

    private final ClientConnection connection;

    HttpTransport(ClientSettings settings) {
        this.connection = new ClientConnection(settings);
    }

    /**
     * Makes a transport to a server, with default settings.
     *
     * @param uri where to, such as {@code https://agents.example.com/acp}
     * @return the transport, not yet started
     * @throws IllegalArgumentException when that is no address for HTTP
     */
    public static HttpTransport connect(String uri) {
        return builder(URI.create(uri)).connect();
    }

    /**
     * Starts the description of a server to connect to.
     *
     * @param uri where to: scheme {@code http} or {@code https}; without a path {@code /acp} is taken
     * @return a builder with default settings
     * @throws IllegalArgumentException when that is no address for HTTP
     */
    public static HttpTransportBuilder builder(URI uri) {
        return new HttpTransportBuilder(uri);
    }

    /**
     * Returns the identifier that the server has given the connection.
     *
     * @return what the header {@code Acp-Connection-Id} says; empty before the response to {@code initialize}
     */
    public Optional<String> connectionId() {
        return Optional.ofNullable(connection.id());
    }

    @Override
    public void start(TransportListener listener) {
        connection.start(listener);
    }

    @Override
    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        connection.send(frame);
    }

    @Override
    public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
            throws TransportClosedException, InterruptedException {
        return connection.send(frame, timeout, unit);
    }

    @Override
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        return connection.offer(frame);
    }

    @Override
    public long queuedBytes() {
        return connection.queuedBytes();
    }

    @Override
    public void close() {
        connection.close();
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return connection.closed();
    }
}
