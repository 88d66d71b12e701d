package io.acp4j.client;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.auth.AuthMethod;
import java.util.List;

/**
 * Signals that the agent requires authentication for the call (error -32000).
 *
 * <p>Call {@link AcpClient#authenticate} with one of {@link #authMethods()}, then repeat the call.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/authentication">the specification</a>
 * @since 0.1.0
 */
public final class AuthenticationRequiredException extends AcpErrorException {

    private static final long serialVersionUID = 1L;

    /** The ways to authenticate; not serialized, as nothing here is meant to be. */
    private final transient List<AuthMethod> authMethods;

    /**
     * Creates the exception.
     *
     * @param received the agent's error response
     * @param authMethods the ways to authenticate that it advertised
     */
    public AuthenticationRequiredException(AcpErrorException received, List<AuthMethod> authMethods) {
        super(received.error(), received.receivedFor());
        this.authMethods = List.copyOf(authMethods);
    }

    /**
     * Returns how to authenticate.
     *
     * @return the ways that the agent advertised when the connection was initialized; empty when there were none
     */
    public List<AuthMethod> authMethods() {
        return authMethods;
    }

    /**
     * Returns the agent's own message, the authentication methods and the remedy.
     *
     * @return the message
     */
    @Override
    public String getMessage() {
        List<String> names =
                authMethods.stream().map(method -> method.id().value()).toList();
        return super.getMessage() + "; authentication methods: " + names
                + (names.isEmpty()
                        ? "; the agent advertises none, so sign in with the agent's own program, then repeat the call"
                        : "; call client.authenticate(…) with one of them, then repeat the call");
    }
}
