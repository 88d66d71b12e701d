package io.acp4j.transport.ws.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Checks the names of principals, which are kept with sessions and written to the log. */
public final class PrincipalName {

    /** How long a name may be, in characters. */
    public static final int MAX_CHARS = 256;

    /** Names the user property of a Jakarta session that says who was found out before the WebSocket was opened. */
    public static final String PROPERTY = "io.acp4j.principal";

    private PrincipalName() {}

    /**
     * Returns the name of somebody who was authenticated elsewhere, as by a container or a certificate.
     *
     * @param name the name as it is there
     * @return the same where it may be a principal's, else a digest of it
     */
    public static String of(String name) {
        return isValid(name) ? name : digest(name);
    }

    /**
     * Returns a name for somebody who is known by a secret, from which the secret cannot be found.
     *
     * @param secret the secret, of which no two people have the same
     * @return the name, always the same for one secret
     */
    public static String digest(String secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static boolean isValid(String name) {
        return !name.isEmpty() && name.length() <= MAX_CHARS && name.chars().noneMatch(Character::isISOControl);
    }

    /**
     * Checks a name.
     *
     * @param name the name; never empty, which is that of all who are not authenticated
     * @return the name
     * @throws IllegalArgumentException when it is empty or too long, or has control characters
     */
    public static String check(String name) {
        if (!isValid(name)) {
            throw new IllegalArgumentException("the name of a principal has 1 to " + MAX_CHARS
                    + " characters, none of them a control character; this one has " + name.length());
        }
        return name;
    }
}
