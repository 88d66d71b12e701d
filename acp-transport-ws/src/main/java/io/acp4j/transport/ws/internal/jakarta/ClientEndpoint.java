package io.acp4j.transport.ws.internal.jakarta;

import jakarta.websocket.CloseReason;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The client's side of one session. */
public final class ClientEndpoint extends Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(ClientEndpoint.class);

    private final SessionSettings settings;
    private volatile @Nullable SessionWire wire;

    public ClientEndpoint(SessionSettings settings) {
        this.settings = settings;
    }

    /** Returns the wire; the container has opened the session before it says that it is connected. */
    public SessionWire opened() {
        return Objects.requireNonNull(wire, "the container has not opened the session");
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        SessionWire opening = new SessionWire(session, settings);
        wire = opening;
        opening.open();
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        SessionWire opened = wire;
        if (opened != null) {
            opened.onClose(reason);
        }
    }

    @Override
    public void onError(Session session, Throwable cause) {
        SessionWire opened = wire;
        if (opened == null) {
            LOG.debug("A WebSocket could not be opened", cause);
        } else {
            opened.onError(cause);
        }
    }
}
