// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * Whether an agent can start sessions without a sign-in before.
 *
 * <p>A client takes a word that it does not know for {@link #UNKNOWN}.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("auth-status")
public record AuthState(String value) {

    /** It can: there are credentials. */
    public static final AuthState AUTHENTICATED = new AuthState("authenticated");

    /** It cannot: the user has to sign in. */
    public static final AuthState UNAUTHENTICATED = new AuthState("unauthenticated");

    /** It can: nobody has to sign in. */
    public static final AuthState NOT_REQUIRED = new AuthState("not_required");

    /** It cannot tell. */
    public static final AuthState UNKNOWN = new AuthState("unknown");

    /** Reads and writes the word. */
    public static final JsonCodec<AuthState> CODEC = OpenValueCodec.of(
            AuthState::new, AuthState::value, List.of(AUTHENTICATED, UNAUTHENTICATED, NOT_REQUIRED, UNKNOWN));

    /** Checks that the value is there. */
    public AuthState {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
