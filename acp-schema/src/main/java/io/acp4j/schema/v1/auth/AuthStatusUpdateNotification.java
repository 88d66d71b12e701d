package io.acp4j.schema.v1.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells that it has changed whether the agent's user is authenticated.
 *
 * <p>Sent only by agents that advertise {@code auth.status}.
 *
 * @param state whether sessions can be started; the only member to act upon
 * @param accounts the accounts that the agent uses, for display; empty when it tells of none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("auth-status")
public record AuthStatusUpdateNotification(
        AuthState state,
        List<AuthAccount> accounts,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthStatusUpdateNotification> CODEC =
            ObjectCodec.of("AuthStatusUpdateNotification", type -> {
                var state = type.required("state", AuthState.CODEC, AuthStatusUpdateNotification::state);
                var accounts = type.lenientList("accounts", AuthAccount.CODEC, AuthStatusUpdateNotification::accounts);
                var meta = type.lenient("_meta", Meta.CODEC, AuthStatusUpdateNotification::meta);
                return in -> new AuthStatusUpdateNotification(in.get(state), in.get(accounts), in.find(meta));
            });

    /** Checks that what is required is there and copies the list. */
    public AuthStatusUpdateNotification {
        Objects.requireNonNull(state, "state");
        accounts = List.copyOf(accounts);
    }

    /**
     * Makes a notification without extra data.
     *
     * @param state whether sessions can be started
     * @param accounts the accounts that the agent uses
     * @return the notification
     */
    public static AuthStatusUpdateNotification of(AuthState state, AuthAccount... accounts) {
        return new AuthStatusUpdateNotification(state, List.of(accounts), null);
    }
}
