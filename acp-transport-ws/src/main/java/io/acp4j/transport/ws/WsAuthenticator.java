package io.acp4j.transport.ws;

import io.acp4j.transport.ws.internal.BearerHeader;
import io.acp4j.transport.ws.internal.PrincipalName;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may open a WebSocket, before it is opened, and names the principal to whom the sessions of the connection belong.
 * Called for several clients at once, on threads that it may block for as long as the handshake time-out allows; the thread is
 * interrupted when the client is gone or the server closes.
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
     * @return the name of the principal, the same whenever it connects: 1 to 256 characters, none of them a control character;
     *     null to respond with 401
     * @throws Exception to respond with 500; the exception is logged
     */
    @Nullable
    String authenticate(WsHandshake handshake) throws Exception;

    /**
     * Admits clients that send one of some tokens as {@code Authorization: Bearer …}. The comparison takes the same time
     * whatever is sent. Each token is a principal of its own, named after a digest of the token; to keep the sessions of somebody
     * whose token changes, give {@linkplain #bearerTokens(Map) names}.
     *
     * @param tokens the tokens; at least one, none empty
     * @return the authenticator
     */
    static WsAuthenticator bearerTokens(String... tokens) {
        Map<String, String> principals = new HashMap<>();
        for (String token : tokens) {
            principals.put(token, PrincipalName.digest(token));
        }
        return bearerTokens(principals);
    }

    /**
     * Admits clients that send one of some tokens as {@code Authorization: Bearer …}. The comparison takes the same time
     * whatever is sent.
     *
     * @param principals the names of principals by their tokens; at least one, no token empty
     * @return the authenticator
     */
    static WsAuthenticator bearerTokens(Map<String, String> principals) {
        if (principals.isEmpty() || principals.containsKey("")) {
            throw new IllegalArgumentException("give at least one token, and no empty one");
        }
        Map<String, String> fixed = Map.copyOf(principals);
        String[] names = fixed.values().stream().map(PrincipalName::check).toArray(String[]::new);
        byte[][] known = fixed.keySet().stream().map(BearerHeader::digest).toArray(byte[][]::new);
        return bearer(token -> {
            byte[] digest = BearerHeader.digest(token);
            String found = null;
            for (int i = 0; i < known.length; i++) {
                found = MessageDigest.isEqual(known[i], digest) ? names[i] : found;
            }
            return found;
        });
    }

    /**
     * Admits clients whose bearer token belongs to somebody.
     *
     * @param principal finds the name of the principal of the token that was sent, null when there is none; compare secrets with
     *     {@link MessageDigest#isEqual} only
     * @return the authenticator
     */
    static WsAuthenticator bearer(Function<String, @Nullable String> principal) {
        Objects.requireNonNull(principal, "principal");
        return handshake -> {
            String token =
                    BearerHeader.tokenOf(handshake.header("authorization").orElse(""));
            return token == null ? null : principal.apply(token);
        };
    }
}
