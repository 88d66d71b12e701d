package io.acp4j.transport.ws;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Decides who may open a WebSocket, before it is opened. Called for several clients at once, on threads that it may block
 * for as long as the handshake time-out allows.
 *
 * <p>Credentials belong into a header or into TLS. Never take them from the query: it ends up in logs and histories.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WsAuthenticator {

    /**
     * Decides about one client.
     *
     * @param handshake what it asks for; without an identifier of the connection yet
     * @return true to let it in; false to have it answered with 401
     * @throws Exception to have it answered with 500; the exception is logged
     */
    boolean admits(WsHandshake handshake) throws Exception;

    /**
     * Admits clients that send one of some tokens as {@code Authorization: Bearer …}. The comparison takes the same time
     * whatever is sent.
     *
     * @param tokens the tokens; at least one, none empty
     * @return the authenticator
     */
    static WsAuthenticator bearerTokens(String... tokens) {
        if (tokens.length == 0 || Arrays.asList(tokens).contains("")) {
            throw new IllegalArgumentException("give at least one token, and no empty one");
        }
        List<byte[]> known = Arrays.stream(tokens).map(BearerHeader::digest).toList();
        return bearer(token -> {
            byte[] digest = BearerHeader.digest(token);
            boolean admitted = false;
            for (byte[] one : known) {
                admitted |= MessageDigest.isEqual(one, digest);
            }
            return admitted;
        });
    }

    /**
     * Admits clients whose bearer token passes a check.
     *
     * @param check looks at the token that was sent; compare secrets with {@link MessageDigest#isEqual} only
     * @return the authenticator
     */
    static WsAuthenticator bearer(Predicate<String> check) {
        Objects.requireNonNull(check, "check");
        return handshake -> {
            String token = BearerHeader.tokenOf(handshake);
            return token != null && check.test(token);
        };
    }
}
