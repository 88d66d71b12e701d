package io.acp4j.transport.ws;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.transport.ws.internal.CloseCodes;
import io.acp4j.transport.ws.internal.WireTransport;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/**
 * Carries frames as text messages of one WebSocket. A client makes one with {@link #connect} or {@link #builder}; a
 * {@link WsServer} makes one for each client.
 *
 * <p>No thread belongs to a connection: sockets are read and written by a few event loops, and messages are delivered on a
 * thread from a pool, a virtual one where the JVM has them. Nothing is read from the socket before {@link #start}, nor while
 * the listener is too slow for what has arrived. Why it ended is told by a {@link WsCloseReason}.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the proposal that this follows</a>
 * @since 0.1.0
 */
public final class WsTransport implements Transport {

    private final WireTransport transport;
    private final WsHandshake handshake;

    WsTransport(WireTransport transport, WsHandshake handshake) {
        this.transport = transport;
        this.handshake = handshake;
    }

    /**
     * Connects to a server with default settings; waits for the handshake.
     *
     * @param uri where to, such as {@code wss://agents.example.com/acp}
     * @return the transport, not yet started
     * @throws WsConnectException when the connection cannot be made
     */
    public static WsTransport connect(String uri) {
        return builder(URI.create(uri)).connect();
    }

    /**
     * Starts the description of a server to connect to.
     *
     * @param uri where to: scheme {@code ws} or {@code wss}; without a path {@code /acp} is taken
     * @return a builder with default settings
     * @throws IllegalArgumentException when that is no address of a WebSocket
     */
    public static WsTransportBuilder builder(URI uri) {
        return new WsTransportBuilder(uri);
    }

    /**
     * Returns how the connection was made.
     *
     * @return what the client has asked for and the server has responded with
     */
    public WsHandshake handshake() {
        return handshake;
    }

    /**
     * Returns who the other side is; see {@link WsHandshake#principal()}.
     *
     * @return the name of the principal; empty without authentication
     */
    @Override
    public String principal() {
        return handshake.principal();
    }

    /**
     * Returns the identifier that the server has given the connection.
     *
     * @return what the header {@code Acp-Connection-Id} says; empty when the server has given none
     */
    public Optional<String> connectionId() {
        return handshake.connectionId();
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
