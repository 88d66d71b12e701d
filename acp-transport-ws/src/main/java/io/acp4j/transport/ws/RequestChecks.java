package io.acp4j.transport.ws;

import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at a request before anything is made of it. */
final class RequestChecks {

    private static final String VERSION = "13";
    private static final Set<String> LOOPBACK_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

    private final ServerSettings settings;

    RequestChecks(ServerSettings settings) {
        this.settings = settings;
    }

    static String path(HttpRequest request) {
        String uri = request.uri();
        int query = uri.indexOf('?');
        return query < 0 ? uri : uri.substring(0, query);
    }

    boolean asksForHealth(HttpRequest request) {
        return request.decoderResult().isSuccess() && path(request).equals(settings.healthPath());
    }

    /** Tells what is wrong with a request for a WebSocket; null when nothing is. */
    @Nullable
    Refusal refusal(HttpRequest request) {
        DecoderResult decoded = request.decoderResult();
        if (!decoded.isSuccess()) {
            return malformed(decoded.cause());
        }
        if (!path(request).equals(settings.path())) {
            return Refusal.of(HttpResponseStatus.NOT_FOUND, "there is nothing here");
        }
        Refusal host = hostRefusal(request);
        if (host != null) {
            return host;
        }
        String origin = request.headers().get(HttpHeaderNames.ORIGIN);
        if (origin != null && !isAllowedOrigin(origin)) {
            return Refusal.of(HttpResponseStatus.FORBIDDEN, "web pages of this origin may not connect");
        }
        if (!request.method().equals(HttpMethod.GET)) {
            return Refusal.of(
                    HttpResponseStatus.METHOD_NOT_ALLOWED,
                    "this endpoint takes WebSockets only",
                    HttpHeaderNames.ALLOW,
                    "GET");
        }
        if (!request.headers().contains(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true)) {
            return Refusal.of(
                    HttpResponseStatus.UPGRADE_REQUIRED,
                    "this endpoint takes WebSockets only",
                    HttpHeaderNames.UPGRADE,
                    "websocket");
        }
        if (!VERSION.equals(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
            return Refusal.of(
                    HttpResponseStatus.UPGRADE_REQUIRED,
                    "this server speaks version 13 of the WebSocket protocol",
                    HttpHeaderNames.SEC_WEBSOCKET_VERSION,
                    VERSION);
        }
        return null;
    }

    private static Refusal malformed(@Nullable Throwable cause) {
        if (cause instanceof TooLongHttpHeaderException) {
            return Refusal.of(HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the headers are too long");
        }
        if (cause instanceof TooLongHttpLineException) {
            return Refusal.of(HttpResponseStatus.REQUEST_URI_TOO_LONG, "the request line is too long");
        }
        return Refusal.of(HttpResponseStatus.BAD_REQUEST, "this is no HTTP request");
    }

    private @Nullable Refusal hostRefusal(HttpRequest request) {
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        if (hosts.size() != 1) {
            return Refusal.of(HttpResponseStatus.BAD_REQUEST, "a request needs exactly one Host header");
        }
        String host = withoutPort(HeaderNames.lowerCase(hosts.get(0)));
        boolean loopback = settings.address().getAddress().isLoopbackAddress();
        boolean allowed = settings.allowedHosts().contains(host)
                || (loopback && LOOPBACK_HOSTS.contains(host))
                || (!loopback && settings.allowedHosts().isEmpty());
        return allowed
                ? null
                : Refusal.of(HttpResponseStatus.FORBIDDEN, "this server does not answer for the host of the request");
    }

    private static String withoutPort(String host) {
        int colon = host.lastIndexOf(':');
        return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    }

    private boolean isAllowedOrigin(String origin) {
        return settings.allowedOrigins().contains("*")
                || settings.allowedOrigins().contains(HeaderNames.lowerCase(origin));
    }
}
