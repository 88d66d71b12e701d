package io.acp4j.transport.ws.internal.netty;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;

/**
 * A response instead of a WebSocket.
 *
 * @param status its status
 * @param text what is wrong and what to do, for people
 * @param headers further headers
 */
public record Refusal(HttpResponseStatus status, String text, HttpHeaders headers) {

    public static Refusal of(HttpResponseStatus status, String text) {
        return new Refusal(status, text, new DefaultHttpHeaders());
    }

    public static Refusal of(HttpResponseStatus status, String text, CharSequence header, String value) {
        return new Refusal(status, text, new DefaultHttpHeaders().set(header, value));
    }

    public static Refusal unauthorized() {
        return of(
                HttpResponseStatus.UNAUTHORIZED,
                "send a valid token as Authorization: Bearer",
                HttpHeaderNames.WWW_AUTHENTICATE,
                "Bearer realm=\"acp\"");
    }
}
