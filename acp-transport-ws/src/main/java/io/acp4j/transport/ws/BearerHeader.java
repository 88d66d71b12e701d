package io.acp4j.transport.ws;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** Reads bearer tokens from requests. */
final class BearerHeader {

    private static final String SCHEME = "Bearer ";

    private BearerHeader() {}

    /** Returns the token that a client has sent; null when it has sent none. */
    static @Nullable String tokenOf(WsHandshake handshake) {
        String value = handshake.header("authorization").orElse("");
        if (!value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String token = value.substring(SCHEME.length()).strip();
        return token.isEmpty() ? null : token;
    }

    /** Returns values of the same length to compare, whatever the length of the tokens. */
    static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
