package io.acp4j.transport.ws.internal.client;

import io.acp4j.transport.ws.internal.netty.ProxyLogin;
import io.acp4j.transport.ws.internal.wire.WireSettings;
import io.netty.handler.codec.http.HttpHeaders;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** What the builder of a client has been told. */
public record ClientSettings(
        URI uri,
        HttpHeaders headers,
        CookieHandler cookies,
        List<String> subprotocols,
        @Nullable ProxySelector proxies,
        @Nullable ProxyLogin proxyLogin,
        @Nullable SSLContext tls,
        WireSettings wire,
        boolean compression,
        Duration connectTimeout,
        Duration handshakeTimeout) {

    boolean isSecure() {
        return uri.getScheme().equals("wss");
    }

    int port() {
        return uri.getPort() >= 0 ? uri.getPort() : isSecure() ? 443 : 80;
    }

    /** The host without the brackets that an IPv6 address has in a URI. */
    String host() {
        String host = uri.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** The address as cookies and proxies know it. */
    URI httpUri() {
        return URI.create((isSecure() ? "https" : "http")
                + uri.toString().substring(uri.getScheme().length()));
    }
}
