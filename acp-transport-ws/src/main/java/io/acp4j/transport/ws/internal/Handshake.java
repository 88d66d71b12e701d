package io.acp4j.transport.ws.internal;

import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a WebSocket was asked for and granted.
 *
 * @param headers what the other side has sent, values by name in lower case
 * @param connectionId null before the server has given one
 * @param principal who the other side is; empty without authentication, before it, and on a client
 */
public record Handshake(
        InetSocketAddress remoteAddress,
        String path,
        Map<String, List<String>> headers,
        @Nullable String connectionId,
        @Nullable String subprotocol,
        @Nullable Principal tlsPeer,
        String principal) {

    /** Returns the same request once it is granted. */
    public Handshake granted(String newConnectionId, @Nullable String newSubprotocol, String newPrincipal) {
        return new Handshake(remoteAddress, path, headers, newConnectionId, newSubprotocol, tlsPeer, newPrincipal);
    }
}
