package io.acp4j.transport.ws.internal.jakarta;

import jakarta.websocket.Endpoint;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.Session;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks at a container's handshakes. */
public final class EndpointConfigurator extends ServerEndpointConfig.Configurator {

    static final String CONNECTION_ID = "Acp-Connection-Id";

    private static final String ID_PROPERTY = "io.acp4j.connectionId";

    private final Supplier<Endpoint> endpoints;
    private final Set<String> allowedOrigins;
    private final @Nullable List<String> subprotocols;

    /**
     * Creates the configurator of one endpoint.
     *
     * @param endpoints makes the endpoint of each connection
     * @param allowedOrigins in lower case; {@code *} for all
     * @param subprotocols those that may be agreed on; null for all
     */
    public EndpointConfigurator(
            Supplier<Endpoint> endpoints, Set<String> allowedOrigins, @Nullable List<String> subprotocols) {
        this.endpoints = endpoints;
        this.allowedOrigins = allowedOrigins;
        this.subprotocols = subprotocols;
    }

    public static @Nullable String connectionId(Session session) {
        return (String) session.getUserProperties().get(ID_PROPERTY);
    }

    @Override
    public <T> T getEndpointInstance(Class<T> type) {
        return type.cast(endpoints.get());
    }

    @Override
    public boolean checkOrigin(@Nullable String origin) {
        // Programs send none, and are no danger to the user of a browser.
        return origin == null
                || origin.isEmpty()
                || allowedOrigins.contains("*")
                || allowedOrigins.contains(origin.toLowerCase(Locale.ROOT));
    }

    @Override
    public String getNegotiatedSubprotocol(List<String> supported, List<String> requested) {
        List<String> known = subprotocols;
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
