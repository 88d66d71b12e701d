package io.acp4j.transport.ws.internal.server;

import io.acp4j.transport.ws.internal.netty.HeaderNames;
import io.acp4j.transport.ws.internal.netty.Refusal;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.AsciiString;
import java.net.InetAddress;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Looks at a request before anything is made of it. */
final class RequestChecks {

    private static final String VERSION = "13";
    private static final Set<String> LOOPBACK_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

    private static final int MAX_PORT = 65_535;
    private static final int KEY_BYTES = 16;

    /** A name or an address, and a port. */
    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-f:.]+]|[a-z0-9._~-]+)(?::([0-9]{0,5}))?");

    /** Headers of which two mean that somebody on the way may have looked at another one than this server does. */
    private static final List<AsciiString> ONCE = List.of(
            HttpHeaderNames.HOST,
            HttpHeaderNames.ORIGIN,
            HttpHeaderNames.UPGRADE,
            HttpHeaderNames.SEC_WEBSOCKET_KEY,
            HttpHeaderNames.SEC_WEBSOCKET_VERSION,
            HttpHeaderNames.AUTHORIZATION,
            HttpHeaderNames.CONTENT_LENGTH,
            HttpHeaderNames.TRANSFER_ENCODING);

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
        return path(request).equals(settings.healthPath());
    }

    /** Returns what is wrong with a request whatever it asks for; null when nothing is. */
    @Nullable
    Refusal malformed(HttpRequest request, boolean isFolded) {
        DecoderResult decoded = request.decoderResult();
        if (!decoded.isSuccess()) {
            return malformed(decoded.cause());
        }
        if (isFolded) {
            return Refusal.of(HttpResponseStatus.BAD_REQUEST, "a header is spread over several lines");
        }
        for (CharSequence name : ONCE) {
            if (request.headers().getAll(name).size() > 1) {
                return Refusal.of(HttpResponseStatus.BAD_REQUEST, "the header " + name + " may be sent once");
            }
        }
        return null;
    }

    /** Returns what is wrong with a request that is for no WebSocket and not {@link #malformed}; null when nothing is. */
    @Nullable
    Refusal plainRefusal(HttpRequest request) {
        if (!path(request).equals(settings.path())) {
            return Refusal.of(HttpResponseStatus.NOT_FOUND, "there is nothing here");
        }
        if (!request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            return Refusal.of(HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED, "this endpoint needs HTTP/1.1 or HTTP/2");
        }
        Refusal host = hostRefusal(request);
        return host == null ? originRefusal(request) : host;
    }

    private @Nullable Refusal originRefusal(HttpRequest request) {
        String origin = request.headers().get(HttpHeaderNames.ORIGIN);
        return origin == null || isAllowedOrigin(origin)
                ? null
                : Refusal.of(HttpResponseStatus.FORBIDDEN, "web pages of this origin may not connect");
    }

    /** Returns what is wrong with a request for a WebSocket that is not {@link #malformed}; null when nothing is. */
    @Nullable
    Refusal refusal(HttpRequest request) {
        if (!path(request).equals(settings.path())) {
            return Refusal.of(HttpResponseStatus.NOT_FOUND, "there is nothing here");
        }
        if (!request.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
            return Refusal.of(HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED, "a WebSocket needs HTTP/1.1");
        }
        Refusal host = hostRefusal(request);
        if (host != null) {
            return host;
        }
        Refusal origin = originRefusal(request);
        if (origin != null) {
            return origin;
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
        if (!request.headers().containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.UPGRADE, true)) {
            return Refusal.of(HttpResponseStatus.BAD_REQUEST, "the header Connection has to name Upgrade");
        }
        if (!isKey(request.headers().get(HttpHeaderNames.SEC_WEBSOCKET_KEY))) {
            return Refusal.of(
                    HttpResponseStatus.BAD_REQUEST, "the header Sec-WebSocket-Key has to be 16 bytes in Base64");
        }
        if (hasContent(request)) {
            return Refusal.of(HttpResponseStatus.BAD_REQUEST, "a request for a WebSocket has no content");
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
        Matcher matcher = HOST.matcher(HeaderNames.lowerCase(hosts.get(0)));
        if (!matcher.matches() || !isPort(matcher.group(2))) {
            return Refusal.of(HttpResponseStatus.BAD_REQUEST, "the header Host is no host with or without a port");
        }
        String host = matcher.group(1);
        InetAddress bound = settings.address().getAddress();
        boolean loopback = bound.isLoopbackAddress();
        boolean allowed = settings.allowedHosts().contains(host)
                || (!bound.isAnyLocalAddress()
                        && BoundHost.of(settings.address()).equals(host))
                || (loopback && LOOPBACK_HOSTS.contains(host))
                || (!loopback && settings.allowedHosts().isEmpty());
        return allowed
                ? null
                : Refusal.of(HttpResponseStatus.FORBIDDEN, "this server does not serve the host of the request");
    }

    private static boolean isPort(@Nullable String digits) {
        return digits == null || digits.isEmpty() || Integer.parseInt(digits) <= MAX_PORT;
    }

    private static boolean isKey(@Nullable String key) {
        try {
            return key != null && Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean hasContent(HttpRequest request) {
        return request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)
                || !request.headers().get(HttpHeaderNames.CONTENT_LENGTH, "0").equals("0");
    }

    boolean isAllowedOrigin(String origin) {
        return settings.allowedOrigins().contains("*")
                || settings.allowedOrigins().contains(HeaderNames.lowerCase(origin));
    }
}
