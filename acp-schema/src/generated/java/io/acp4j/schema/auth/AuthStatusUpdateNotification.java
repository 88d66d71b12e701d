// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reports that it has changed whether the agent's user is authenticated.
 *
 * <p>Sent only by agents that advertise {@code auth.status}.
 *
 * @param state whether sessions can be started; the only member to act upon
 * @param accounts the accounts that the agent uses, for display; empty when it reports none
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

    /** Checks that what is required is there and copies the collections. */
    public AuthStatusUpdateNotification {
        Objects.requireNonNull(state, "state");
        accounts = List.copyOf(accounts);
    }

    /**
     * Returns a notification with what is required.
     *
     * @param state whether sessions can be started; the only member to act upon
     * @return the notification
     */
    public static AuthStatusUpdateNotification of(AuthState state) {
        return new AuthStatusUpdateNotification(state, List.of(), null);
    }

    /**
     * Returns a notification without extra data.
     *
     * @param state whether sessions can be started; the only member to act upon
     * @param accounts the accounts that the agent uses, for display; empty when it reports none
     * @return the notification
     */
    public static AuthStatusUpdateNotification of(AuthState state, AuthAccount... accounts) {
        return new AuthStatusUpdateNotification(state, List.of(accounts), null);
    }

    /**
     * Starts a notification with what is required.
     *
     * @param state whether sessions can be started; the only member to act upon
     * @return the builder
     */
    public static Builder builder(AuthState state) {
        return new Builder(state);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this notification holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(state);
        copy.accounts = accounts;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link AuthStatusUpdateNotification}; used by one thread. */
    public static final class Builder {

        private final AuthState state;
        private List<AuthAccount> accounts = List.of();
        private @Nullable Meta meta;

        private Builder(AuthState state) {
            this.state = Objects.requireNonNull(state, "state");
        }

        /**
         * Sets the accounts that the agent uses, for display.
         *
         * @param accounts the accounts that the agent uses, for display; empty when it reports none
         * @return this
         */
        public Builder accounts(List<AuthAccount> accounts) {
            this.accounts = Objects.requireNonNull(accounts, "accounts");
            return this;
        }

        /**
         * Sets extra data.
         *
         * @param meta extra data; null when there is none
         * @return this
         */
        public Builder meta(@Nullable Meta meta) {
            this.meta = meta;
            return this;
        }

        /**
         * Returns the notification.
         *
         * @return the notification
         */
        public AuthStatusUpdateNotification build() {
            return new AuthStatusUpdateNotification(state, accounts, meta);
        }
    }
}
