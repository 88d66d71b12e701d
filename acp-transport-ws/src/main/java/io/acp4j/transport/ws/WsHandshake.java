package io.acp4j.transport.ws;

import io.acp4j.transport.ws.internal.Handshake;
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

    private final Handshake handshake;

    WsHandshake(Handshake handshake) {
        this.handshake = handshake;
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
        return new WsHandshake(
                new Handshake(remoteAddress, path, Collections.unmodifiableMap(byName), null, null, tlsPeer, ""));
    }

    /**
     * Returns where the other side is.
     *
     * @return its address, or that of a proxy before it
     */
    public InetSocketAddress remoteAddress() {
        return handshake.remoteAddress();
    }

    /**
     * Returns which path was asked for.
     *
     * @return the path, without any query
     */
    public String path() {
        return handshake.path();
    }

    /**
     * Returns the headers that the other side has sent: on a server those of the request, on a client those of the response.
     * They may hold secrets.
     *
     * @return values by name, in lower case
     */
    public Map<String, List<String>> headers() {
        return handshake.headers();
    }

    /**
     * Returns the first value of a header that the other side has sent.
     *
     * @param name its name, in any case
     * @return the value; empty when there is none
     */
    public Optional<String> header(String name) {
        List<String> values = handshake.headers().get(HeaderNames.lowerCase(name));
        return values == null ? Optional.empty() : Optional.of(values.get(0));
    }

    /**
     * Returns the identifier of the connection.
     *
     * @return what {@code Acp-Connection-Id} says in the response; empty when the server has given none, or has not yet
     */
    public Optional<String> connectionId() {
        return Optional.ofNullable(handshake.connectionId());
    }

    /**
     * Returns the subprotocol that was agreed on.
     *
     * @return its name; empty when there is none
     */
    public Optional<String> subprotocol() {
        return Optional.ofNullable(handshake.subprotocol());
    }

    /**
     * Returns who the other side is according to its TLS certificate.
     *
     * @return the certificate's subject; empty without TLS, and on a server when the client has shown no certificate
     */
    public Optional<Principal> tlsPeer() {
        return Optional.ofNullable(handshake.tlsPeer());
    }

    /**
     * Returns who the other side is, to whom the sessions of the connection belong.
     *
     * @return on a server the name that its {@link WsAuthenticator} has given, without one that of {@link #tlsPeer}, of at most 256
     *     characters; empty without authentication, before it, and on a client
     */
    public String principal() {
        return handshake.principal();
    }

    @Override
    public String toString() {
        return "WsHandshake[remoteAddress=" + handshake.remoteAddress() + ", path=" + handshake.path()
                + ", connectionId=" + handshake.connectionId() + "]";
    }
}
