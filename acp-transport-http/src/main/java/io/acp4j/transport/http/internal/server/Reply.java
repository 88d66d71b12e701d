package io.acp4j.transport.http.internal.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;

/**
 * A whole response to a request.
 *
 * @param status its status
 * @param type its media type; empty without a body
 * @param body its body
 * @param headers further headers
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Reply(int status, String type, byte[] body, Map<String, String> headers) {

    static final Reply ACCEPTED = new Reply(202, "", new byte[0], Map.of());

    static final Reply NO_CONNECTION =
            text(404, "there is no such connection; send initialize without Acp-Connection-Id for a new one");

    /** Makes a response that says for people what is wrong. */
    public static Reply text(int status, String text) {
        return new Reply(status, "text/plain; charset=UTF-8", (text + "\n").getBytes(UTF_8), Map.of());
    }

    static Reply json(int status, byte[] body) {
        return new Reply(status, "application/json", body, Map.of());
    }

    /** Adds a header. */
    public Reply with(String header, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(header, value);
        return new Reply(status, type, body, more);
    }
}
