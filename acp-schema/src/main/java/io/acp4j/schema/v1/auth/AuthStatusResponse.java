package io.acp4j.schema.v1.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the agent's user is authenticated.
 *
 * @param state whether sessions can be started; the only member to act upon
 * @param accounts the accounts that the agent uses, for display; empty when it tells of none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("auth-status")
public record AuthStatusResponse(
        AuthState state,
        List<AuthAccount> accounts,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthStatusResponse> CODEC = ObjectCodec.of("AuthStatusResponse", type -> {
        var state = type.required("state", AuthState.CODEC, AuthStatusResponse::state);
        var accounts = type.lenientList("accounts", AuthAccount.CODEC, AuthStatusResponse::accounts);
        var meta = type.lenient("_meta", Meta.CODEC, AuthStatusResponse::meta);
        return in -> new AuthStatusResponse(in.get(state), in.get(accounts), in.find(meta));
    });

    /** Checks that what is required is there and copies the list. */
    public AuthStatusResponse {
        Objects.requireNonNull(state, "state");
        accounts = List.copyOf(accounts);
    }

    /**
     * Makes a response without extra data.
     *
     * @param state whether sessions can be started
     * @param accounts the accounts that the agent uses
     * @return the response
     */
    public static AuthStatusResponse of(AuthState state, AuthAccount... accounts) {
        return new AuthStatusResponse(state, List.of(accounts), null);
    }
}
