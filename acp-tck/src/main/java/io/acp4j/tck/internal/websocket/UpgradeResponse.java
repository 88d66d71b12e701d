package io.acp4j.tck.internal.websocket;

import io.acp4j.tck.internal.http.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What a server says to a request for a WebSocket.
 *
 * @param head the head of its response
 */
public record UpgradeResponse(ResponseHead head) {

    public static final int SWITCHING_PROTOCOLS = 101;

    public boolean isUpgrade() {
        return head.status() == SWITCHING_PROTOCOLS;
    }

    /** Returns the status; 0 where there is none. */
    public int status() {
        return head.status();
    }

    /** Returns the values of each header by its name in small letters. */
    public Map<String, List<String>> headers() {
        return head.headers();
    }

    /** Returns the value of a header, of several all together; empty where there is none. */
    public String header(String name) {
        return head.header(name);
    }

    /** Returns the proof of a key that the server has to give. */
    public static String accept(String key) {
        try {
            byte[] digest = java.security.MessageDigest.getInstance("SHA-1")
                    .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
            return java.util.Base64.getEncoder().encodeToString(digest);
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no SHA-1, which WebSockets need", e);
        }
    }

    @Override
    public String toString() {
        return head.toString();
    }
}
