package io.acp4j.transport.ws.internal;

import java.net.URI;
import java.util.Locale;

/** Addresses of WebSockets, as clients connect to them. */
public final class WsAddress {

    private static final String DEFAULT_PATH = "/acp";

    private WsAddress() {}

    /**
     * Returns an address with a path, in the usual spelling.
     *
     * @throws IllegalArgumentException when that is no address of a WebSocket
     */
    public static URI of(URI uri) {
        String scheme = uri.getScheme();
        if (!"ws".equalsIgnoreCase(scheme) && !"wss".equalsIgnoreCase(scheme)) {
            throw new IllegalArgumentException("the scheme of a WebSocket is ws or wss, not " + scheme);
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("a WebSocket's address has a host, and neither a user nor a fragment");
        }
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? DEFAULT_PATH : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return URI.create(scheme.toLowerCase(Locale.ROOT) + "://" + uri.getRawAuthority() + path + query);
    }
}
