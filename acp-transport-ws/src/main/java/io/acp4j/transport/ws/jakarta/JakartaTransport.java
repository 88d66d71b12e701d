package io.acp4j.transport.ws.jakarta;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.transport.ws.WsCloseReason;
import io.acp4j.transport.ws.WsConnectException;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.PrincipalName;
import io.acp4j.transport.ws.internal.WireTransport;
import jakarta.websocket.Session;
import java.net.URI;
import java.security.Principal;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Carries frames as text messages of one session of a Jakarta container. A client makes one with {@link #connect} or
 * {@link #builder}; a {@link JakartaEndpoint} makes one for each client.
 *
 * <p>Messages are sent asynchronously, one after the other; senders wait while too much is queued. The container's thread
 * that brings a message is held while the listener is too slow for what has arrived, and before {@link #start}. Why the
 * transport ended is told by a {@link io.acp4j.transport.ws.WsCloseReason}. A container that cannot get rid of a connection
 * to a dead peer may keep it for a while after {@link #closed} has completed.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the proposal that this follows</a>
 * @since 0.1.0
 */
public final class JakartaTransport implements Transport {

    private final WireTransport transport;
    private final Session session;
    private final @Nullable String connectionId;
    private final String principal;

    JakartaTransport(WireTransport transport, Session session, @Nullable String connectionId) {
        this.transport = transport;
        this.session = session;
        this.connectionId = connectionId;
        this.principal = principal(session);
    }

    private static String principal(Session session) {
        if (session.getUserProperties().get(PrincipalName.PROPERTY) instanceof String known) {
            return known;
        }
        Principal user = session.getUserPrincipal();
        String name = user == null ? null : user.getName();
        return name == null ? "" : PrincipalName.of(name);
    }

    /**
     * Connects to a server with default settings; waits for the handshake.
     *
     * @param uri where to, such as {@code wss://agents.example.com/acp}
     * @return the transport, not yet started
     * @throws WsConnectException when the connection cannot be made
     */
    public static JakartaTransport connect(String uri) {
        return builder(URI.create(uri)).connect();
    }

    /**
     * Starts the description of a server to connect to.
     *
     * @param uri where to: scheme {@code ws} or {@code wss}; without a path {@code /acp} is taken
     * @return a builder with default settings
     * @throws IllegalArgumentException when that is no address of a WebSocket
     */
    public static JakartaTransportBuilder builder(URI uri) {
        return new JakartaTransportBuilder(uri);
    }

    /**
     * Returns the session, for what the container knows of it: the user, the request, the subprotocol. Do not send, close or
     * add handlers with it.
     *
     * @return the session
     */
    public Session session() {
        return session;
    }

    /**
     * Returns who the other side is, to whom the sessions of the connection belong.
     *
     * @return on a server the name of the user that the container has authenticated, or a digest of it if it is longer than 256
     *     characters; empty when it has not authenticated anybody, and on a client
     */
    @Override
    public String principal() {
        return principal;
    }

    /**
     * Returns the identifier that the server has given the connection.
     *
     * @return what the header {@code Acp-Connection-Id} says; empty when the server has given none
     */
    public Optional<String> connectionId() {
        return Optional.ofNullable(connectionId);
    }

    @Override
    public void start(TransportListener listener) {
        transport.start(listener);
    }

    @Override
    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        transport.send(frame);
    }

    @Override
    public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
            throws TransportClosedException, InterruptedException {
        return transport.send(frame, timeout, unit);
    }

    @Override
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        return transport.offer(frame);
    }

    @Override
    public long queuedBytes() {
        return transport.queuedBytes();
    }

    @Override
    public void close() {
        transport.close(WsCloseReason.local(CloseCodes.NORMAL, "closed by this side"), CloseCodes.NORMAL, "");
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return transport.closed();
    }
}
