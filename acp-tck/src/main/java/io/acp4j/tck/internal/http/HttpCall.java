package io.acp4j.tck.internal.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as the kit sends it.
 *
 * @param method its method
 * @param headers its headers besides those that every request has; an empty value leaves a header out
 * @param body its body; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them or changes the bytes.
public record HttpCall(String method, Map<String, String> headers, byte @Nullable [] body) {

    public static final String CONNECTION_ID = "Acp-Connection-Id";
    public static final String SESSION_ID = "Acp-Session-Id";
    public static final String JSON = "application/json";
    public static final String EVENTS = "text/event-stream";

    /** Posts a message. */
    public static HttpCall post(byte[] body) {
        return new HttpCall("POST", Map.of("Content-Type", JSON, "Accept", JSON + ", " + EVENTS), body);
    }

    /** Asks for a stream of events. */
    public static HttpCall events() {
        return new HttpCall("GET", Map.of("Accept", EVENTS), null);
    }

    /** Returns the request for a method without a body. */
    public static HttpCall of(String method) {
        return new HttpCall(method, Map.of(), null);
    }

    /** Returns the same with a header; an empty value leaves it out. */
    public HttpCall with(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new HttpCall(method, all, body);
    }

    /** Returns the same for a connection. */
    public HttpCall on(String connection) {
        return with(CONNECTION_ID, connection);
    }

    /** Returns the same for a session. */
    public HttpCall about(String session) {
        return with(SESSION_ID, session);
    }

    /** Returns the head of the request. */
    byte[] head(String target, String host) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Host", host);
        all.put("Connection", "close");
        all.put("User-Agent", "acp-tck");
        if (body != null) {
            all.put("Content-Length", String.valueOf(body.length));
        }
        all.putAll(headers);
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
        all.forEach((name, value) -> {
            if (!value.isEmpty()) {
                head.append(name).append(": ").append(value).append("\r\n");
            }
        });
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
