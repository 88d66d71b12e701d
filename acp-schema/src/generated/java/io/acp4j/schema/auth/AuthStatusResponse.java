// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reports whether the agent's user is authenticated.
 *
 * @param state whether sessions can be started; the only member to act upon
 * @param accounts the accounts that the agent uses, for display; empty when it reports none
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

    /** Checks that what is required is there and copies the collections. */
    public AuthStatusResponse {
        Objects.requireNonNull(state, "state");
        accounts = List.copyOf(accounts);
    }

    /**
     * Returns a response with what is required.
     *
     * @param state whether sessions can be started; the only member to act upon
     * @return the response
     */
    public static AuthStatusResponse of(AuthState state) {
        return new AuthStatusResponse(state, List.of(), null);
    }

    /**
     * Returns a response without extra data.
     *
     * @param state whether sessions can be started; the only member to act upon
     * @param accounts the accounts that the agent uses, for display; empty when it reports none
     * @return the response
     */
    public static AuthStatusResponse of(AuthState state, AuthAccount... accounts) {
        return new AuthStatusResponse(state, List.of(accounts), null);
    }

    /**
     * Starts a response with what is required.
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
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(state);
        copy.accounts = accounts;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link AuthStatusResponse}; used by one thread. */
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
         * Returns the response.
         *
         * @return the response
         */
        public AuthStatusResponse build() {
            return new AuthStatusResponse(state, accounts, meta);
        }
    }
}
