package io.acp4j.transport.ws.jakarta;

import io.acp4j.transport.ws.internal.OpenListener;
import io.acp4j.transport.ws.internal.jakarta.EndpointConfigurator;
import io.acp4j.transport.ws.internal.jakarta.SessionSettings;
import io.acp4j.transport.ws.internal.jakarta.SessionWire;
import jakarta.websocket.CloseReason;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the sessions of a Jakarta container and hands each to an acceptor, as a transport of its own: one agent serves any
 * number of clients. The container makes one instance for each; add what {@link JakartaEndpointBuilder#build} gives to its
 * {@code ServerContainer}.
 *
 * <p>The rules are those of {@link io.acp4j.transport.ws.WsServer}: {@code Acp-Connection-Id} in the response, foreign
 * origins refused, {@code initialize} first, the same close codes. It is for the container to check who may connect and for
 * which host, to limit connections and frames, to refuse frames that RFC 6455 forbids, and to close sessions with 1001 when it shuts down.
 * Tyrus lets frames pass that lack a mask, or should have none, and waits for the rest of frames that announce any length, until the peer
 * misses a ping or its buffer is full.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the proposal that this follows</a>
 * @since 0.1.0
 */
public final class JakartaEndpoint extends Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(JakartaEndpoint.class);

    /** How long the acceptor may take to start a transport: until then not even its end is noticed. */
    private static final long ACCEPT_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final Consumer<? super JakartaTransport> acceptor;
    private final SessionSettings settings;
    private @Nullable SessionWire wire;

    JakartaEndpoint(Consumer<? super JakartaTransport> acceptor, SessionSettings settings) {
        this.acceptor = acceptor;
        this.settings = settings;
    }

    /**
     * Starts the description of an endpoint.
     *
     * @param acceptor is given the transport of each client and must start it within 10 s, as {@code AcpAgent.serve} does;
     *     called on threads that it may block, for several clients at once. When it throws, the connection is closed with
     *     1011
     * @return a builder with default settings
     */
    public static JakartaEndpointBuilder builder(Consumer<? super JakartaTransport> acceptor) {
        return new JakartaEndpointBuilder(acceptor);
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        SessionWire opened = new SessionWire(session, settings);
        wire = opened;
        if (session.getUserProperties().get(OpenListener.PROPERTY) instanceof OpenListener listener) {
            listener.opened(opened.transport());
        }
        opened.open();
        JakartaTransport transport =
                new JakartaTransport(opened.transport(), session, EndpointConfigurator.connectionId(session));
        opened.executor().execute(() -> accept(transport, opened));
        opened.later(() -> giveUpUnlessStarted(opened), ACCEPT_MILLIS);
    }

    private void accept(JakartaTransport transport, SessionWire opened) {
        try {
            acceptor.accept(transport);
        } catch (RuntimeException e) {
            LOG.error("A connection could not be served", e);
            opened.giveUp(e);
        }
    }

    private static void giveUpUnlessStarted(SessionWire opened) {
        if (opened.isOpen() && !opened.transport().isStarted()) {
            LOG.warn("Nobody has started the transport of a connection; it is closed");
            opened.giveUp(null);
        }
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        if (wire != null) {
            wire.onClose(reason);
        }
    }

    @Override
    public void onError(Session session, Throwable cause) {
        Objects.requireNonNull(cause, "cause");
        if (wire == null) {
            LOG.warn("A WebSocket could not be opened", cause);
        } else {
            wire.onError(cause);
        }
    }
}
