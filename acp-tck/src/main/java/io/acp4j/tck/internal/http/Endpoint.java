package io.acp4j.tck.internal.http;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server that speaks HTTP, and what lets the kit in.
 *
 * @param uri its address
 * @param token the bearer token that goes with every request; null for none. Never shown
 */
public record Endpoint(URI uri, @Nullable String token) {

    /** The header that carries the token; a request that has it already, be it empty, is sent as it is. */
    public static final String AUTHORIZATION = "Authorization";

    /** Returns what the header says that carries a token. */
    public static String bearer(String token) {
        return "Bearer " + token;
    }

    /** Sends a request and reads the head of the response. */
    public HttpExchange send(HttpCall call, Duration limit) throws IOException {
        return new HttpExchange(uri, authorized(call), limit);
    }

    /** Sends a request and reads the head of the response. The set contains the socket until the exchange ends. */
    public HttpExchange send(HttpCall call, Duration limit, OpenSocketSet open) throws IOException {
        return new HttpExchange(uri, authorized(call), limit, open);
    }

    /** Sends a request over a socket on which the kit begins with HTTP/2. */
    public Http2Exchange sendHttp2(HttpCall call, Duration limit) throws IOException {
        return new Http2Exchange(uri, authorized(call), limit);
    }

    /** Returns whether the server takes a client that begins with HTTP/2. */
    public boolean takesHttp2(Duration limit) {
        return Http2Exchange.isTaken(uri, limit);
    }

    /** Sends a request whose response the server has to keep until it is read, but for a few kilobytes. */
    public HttpExchange sendUnread(HttpCall call, Duration limit) throws IOException {
        return HttpExchange.unread(uri, authorized(call), limit);
    }

    /** Returns headers with the token, unless they say something else of it. */
    public Map<String, String> authorized(Map<String, String> headers) {
        if (token == null || headers.containsKey(AUTHORIZATION)) {
            return headers;
        }
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(AUTHORIZATION, bearer(token));
        return all;
    }

    private HttpCall authorized(HttpCall call) {
        return new HttpCall(call.method(), authorized(call.headers()), call.body());
    }

    @Override
    public String toString() {
        return uri.toString();
    }
}
