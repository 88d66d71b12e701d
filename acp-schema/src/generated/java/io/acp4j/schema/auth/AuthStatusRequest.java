// Written by build-support/write-types from src/protocol/auth.yaml: change that, not this.
package io.acp4j.schema.auth;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent whether its user is authenticated; changes nothing.
 *
 * <p>Only for agents that advertise {@code auth.status}.
 *
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/rfds/get-auth-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("auth-status")
public record AuthStatusRequest(@Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<AuthStatusRequest> CODEC = ObjectCodec.of("AuthStatusRequest", type -> {
        type.nullMeansEmpty();
        var meta = type.lenient("_meta", Meta.CODEC, AuthStatusRequest::meta);
        return in -> new AuthStatusRequest(in.find(meta));
    });

    /** A request without extra data. */
    public static final AuthStatusRequest EMPTY = new AuthStatusRequest(null);

    /**
     * Starts a request, everything optional left out.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder();
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link AuthStatusRequest}; used by one thread. */
    public static final class Builder {

        private @Nullable Meta meta;

        private Builder() {}

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
         * Returns the request.
         *
         * @return the request
         */
        public AuthStatusRequest build() {
            return new AuthStatusRequest(meta);
        }
    }
}
