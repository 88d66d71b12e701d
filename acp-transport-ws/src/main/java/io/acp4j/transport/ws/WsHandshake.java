package io.acp4j.transport.ws;

import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a WebSocket was asked for and granted. Immutable.
 *
 * @since 0.1.0
 */
public final class WsHandshake {

    private final InetSocketAddress remoteAddress;
    private final String path;
    private final Map<String, List<String>> headers;
    private final @Nullable String connectionId;
    private final @Nullable String subprotocol;
    private final @Nullable Principal tlsPeer;

    WsHandshake(
            InetSocketAddress remoteAddress,
            String path,
            Map<String, List<String>> headers,
            @Nullable String connectionId,
            @Nullable String subprotocol,
            @Nullable Principal tlsPeer) {
        this.remoteAddress = remoteAddress;
        this.path = path;
        this.headers = headers;
        this.connectionId = connectionId;
        this.subprotocol = subprotocol;
        this.tlsPeer = tlsPeer;
    }

    WsHandshake granted(String newConnectionId, @Nullable String newSubprotocol) {
        return new WsHandshake(remoteAddress, path, headers, newConnectionId, newSubprotocol, tlsPeer);
    }

    /**
     * Tells where the other side is.
     *
     * @return its address, or that of a proxy before it
     */
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }

    /**
     * Tells which path was asked for.
     *
     * @return the path, without any query
     */
    public String path() {
        return path;
    }

    /**
     * Gives the headers that the other side has sent: on a server those of the request, on a client those of the response.
     * They may hold secrets.
     *
     * @return values by name, in lower case
     */
    public Map<String, List<String>> headers() {
        return headers;
    }

    /**
     * Gives the first value of a header that the other side has sent.
     *
     * @param name its name, in any case
     * @return the value; empty when there is none
     */
    public Optional<String> header(String name) {
        List<String> values = headers.get(HeaderNames.lowerCase(name));
        return values == null ? Optional.empty() : Optional.of(values.get(0));
    }

    /**
     * Tells the identifier of the connection.
     *
     * @return what {@code Acp-Connection-Id} says in the response; empty when the server has given none, or has not yet
     */
    public Optional<String> connectionId() {
        return Optional.ofNullable(connectionId);
    }

    /**
     * Tells the subprotocol that was agreed on.
     *
     * @return its name; empty when there is none
     */
    public Optional<String> subprotocol() {
        return Optional.ofNullable(subprotocol);
    }

    /**
     * Tells who the other side is according to its TLS certificate.
     *
     * @return the certificate's subject; empty without TLS, and on a server when the client has shown no certificate
     */
    public Optional<Principal> tlsPeer() {
        return Optional.ofNullable(tlsPeer);
    }

    @Override
    public String toString() {
        return "WsHandshake[remoteAddress=" + remoteAddress + ", path=" + path + ", connectionId=" + connectionId + "]";
    }
}
