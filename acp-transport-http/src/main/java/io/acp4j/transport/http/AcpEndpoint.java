package io.acp4j.transport.http;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.transport.ws.WsConnectException;
import io.acp4j.transport.ws.WsTransport;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Connects to an agent on the network by its address, over WebSockets or Streamable HTTP. For other settings than a token use the
 * builders of {@link WsTransport} and {@link HttpTransport}.
 *
 * @since 0.1.0
 */
public final class AcpEndpoint {

    /** What servers respond that know the path, or HTTP, but no WebSockets. */
    private static final Set<Integer> NO_WEBSOCKET = Set.of(200, 400, 404, 405, 406, 415, 426, 501);

    private AcpEndpoint() {}

    /**
     * Connects to an agent.
     *
     * @param uri {@code ws} and {@code wss} for WebSockets, {@code http} and {@code https} for Streamable HTTP; without a path
     *     {@code /acp} is taken
     * @return the transport, not yet started; one over HTTP sends nothing before its first message, whose failure tells when the
     *     server does not speak HTTP
     * @throws IllegalArgumentException when that is no such address
     * @throws WsConnectException when a WebSocket cannot be opened; says what to try where the server does not speak WebSockets
     */
    public static Transport connect(URI uri) {
        return connect(uri, null);
    }

    /**
     * Connects to an agent that demands a token.
     *
     * @param uri as for {@link #connect(URI)}
     * @param bearerToken sent as {@code Authorization: Bearer …}; null for none
     * @return the transport, not yet started
     * @throws IllegalArgumentException when that is no such address
     * @throws WsConnectException when a WebSocket cannot be opened
     */
    public static Transport connect(URI uri, @Nullable String bearerToken) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        return switch (scheme) {
            case "ws", "wss" -> webSocket(uri, bearerToken);
            case "http", "https" -> {
                HttpTransportBuilder builder = HttpTransport.builder(uri);
                yield (bearerToken == null ? builder : builder.bearerToken(bearerToken)).connect();
            }
            default ->
                throw new IllegalArgumentException(
                        "the scheme of an agent's address is ws, wss, http or https, not " + scheme);
        };
    }

    private static Transport webSocket(URI uri, @Nullable String bearerToken) {
        var builder = WsTransport.builder(uri);
        try {
            return (bearerToken == null ? builder : builder.bearerToken(bearerToken)).connect();
        } catch (WsConnectException e) {
            int status = e.status().orElse(0);
            if (!NO_WEBSOCKET.contains(status)) {
                throw e;
            }
            throw new WsConnectException(
                    uri,
                    "the server responded with status " + status
                            + " instead of a WebSocket; it may speak Streamable HTTP only, try the scheme "
                            + (uri.getScheme().equalsIgnoreCase("ws") ? "http" : "https"),
                    status,
                    e);
        }
    }
}
