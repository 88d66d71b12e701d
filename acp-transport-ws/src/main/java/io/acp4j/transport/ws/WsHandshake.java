package io.acp4j.transport.ws;

import io.acp4j.transport.ws.internal.netty.HeaderNames;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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
    private final String principal;

    WsHandshake(
            InetSocketAddress remoteAddress,
            String path,
            Map<String, List<String>> headers,
            @Nullable String connectionId,
            @Nullable String subprotocol,
            @Nullable Principal tlsPeer,
            String principal) {
        this.remoteAddress = remoteAddress;
        this.path = path;
        this.headers = headers;
        this.connectionId = connectionId;
        this.subprotocol = subprotocol;
        this.tlsPeer = tlsPeer;
        this.principal = principal;
    }

    /**
     * Describes a request that somebody else has received, such as a container: what a {@link WsAuthenticator} is asked about, in its
     * tests, too.
     *
     * @param remoteAddress where the other side is
     * @param path the path that is asked for, without any query
     * @param headers the values of the headers by name, in any case
     * @param tlsPeer who the other side is according to its TLS certificate; null without one
     * @return the request, not granted yet
     */
    public static WsHandshake ofRequest(
            InetSocketAddress remoteAddress,
            String path,
            Map<String, List<String>> headers,
            @Nullable Principal tlsPeer) {
        Map<String, List<String>> byName = new HashMap<>();
        headers.forEach((name, values) -> byName.merge(
                HeaderNames.lowerCase(name),
                List.copyOf(values),
                (some, more) -> Stream.concat(some.stream(), more.stream()).toList()));
        return new WsHandshake(remoteAddress, path, Collections.unmodifiableMap(byName), null, null, tlsPeer, "");
    }

    WsHandshake granted(String newConnectionId, @Nullable String newSubprotocol, String newPrincipal) {
        return new WsHandshake(remoteAddress, path, headers, newConnectionId, newSubprotocol, tlsPeer, newPrincipal);
    }

    /**
     * Returns where the other side is.
     *
     * @return its address, or that of a proxy before it
     */
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }

    /**
     * Returns which path was asked for.
     *
     * @return the path, without any query
     */
    public String path() {
        return path;
    }

    /**
     * Returns the headers that the other side has sent: on a server those of the request, on a client those of the response.
     * They may hold secrets.
     *
     * @return values by name, in lower case
     */
    public Map<String, List<String>> headers() {
        return headers;
    }

    /**
     * Returns the first value of a header that the other side has sent.
     *
     * @param name its name, in any case
     * @return the value; empty when there is none
     */
    public Optional<String> header(String name) {
        List<String> values = headers.get(HeaderNames.lowerCase(name));
        return values == null ? Optional.empty() : Optional.of(values.get(0));
    }

    /**
     * Returns the identifier of the connection.
     *
     * @return what {@code Acp-Connection-Id} says in the response; empty when the server has given none, or has not yet
     */
    public Optional<String> connectionId() {
        return Optional.ofNullable(connectionId);
    }

    /**
     * Returns the subprotocol that was agreed on.
     *
     * @return its name; empty when there is none
     */
    public Optional<String> subprotocol() {
        return Optional.ofNullable(subprotocol);
    }

    /**
     * Returns who the other side is according to its TLS certificate.
     *
     * @return the certificate's subject; empty without TLS, and on a server when the client has shown no certificate
     */
    public Optional<Principal> tlsPeer() {
        return Optional.ofNullable(tlsPeer);
    }

    /**
     * Returns who the other side is, to whom the sessions of the connection belong.
     *
     * @return on a server the name that its {@link WsAuthenticator} has given, without one that of {@link #tlsPeer}, of at most 256
     *     characters; empty without authentication, before it, and on a client
     */
    public String principal() {
        return principal;
    }

    @Override
    public String toString() {
        return "WsHandshake[remoteAddress=" + remoteAddress + ", path=" + path + ", connectionId=" + connectionId + "]";
    }
}
