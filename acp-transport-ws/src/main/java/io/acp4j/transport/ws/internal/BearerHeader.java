package io.acp4j.transport.ws.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.jspecify.annotations.Nullable;

/** Reads bearer tokens from requests. */
public final class BearerHeader {

    private static final String SCHEME = "Bearer ";

    private BearerHeader() {}

    /** Returns the token of a header {@code Authorization}, empty for none; null when there is no token. */
    public static @Nullable String tokenOf(String value) {
        if (!value.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String token = value.substring(SCHEME.length()).strip();
        return token.isEmpty() ? null : token;
    }

    /** Returns values of the same length to compare, whatever the length of the tokens. */
    public static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
