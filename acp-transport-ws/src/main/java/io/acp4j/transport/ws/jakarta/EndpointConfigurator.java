package io.acp4j.transport.ws.jakarta;

import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.Session;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Looks at a container's handshakes. */
final class EndpointConfigurator extends ServerEndpointConfig.Configurator {

    static final String CONNECTION_ID = "Acp-Connection-Id";

    private static final String ID_PROPERTY = "io.acp4j.connectionId";

    private final EndpointSettings settings;

    EndpointConfigurator(EndpointSettings settings) {
        this.settings = settings;
    }

    static @Nullable String connectionId(Session session) {
        return (String) session.getUserProperties().get(ID_PROPERTY);
    }

    @Override
    public <T> T getEndpointInstance(Class<T> type) {
        return type.cast(new JakartaEndpoint(settings));
    }

    @Override
    public boolean checkOrigin(@Nullable String origin) {
        // Programs send none, and are no danger to the user of a browser.
        return origin == null
                || origin.isEmpty()
                || settings.allowedOrigins().contains("*")
                || settings.allowedOrigins().contains(origin.toLowerCase(Locale.ROOT));
    }

    @Override
    public String getNegotiatedSubprotocol(List<String> supported, List<String> requested) {
        List<String> known = settings.subprotocols();
        return requested.stream()
                .filter(name -> known == null || known.contains(name))
                .findFirst()
                .orElse("");
    }

    @Override
    public List<Extension> getNegotiatedExtensions(List<Extension> installed, List<Extension> requested) {
        return List.of();
    }

    /** Since WebSocket 2.1 a handshake has user properties of its own, which its session inherits. */
    @Override
    public void modifyHandshake(ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
        String id = UUID.randomUUID().toString();
        response.getHeaders().put(CONNECTION_ID, List.of(id));
        config.getUserProperties().put(ID_PROPERTY, id);
    }
}
