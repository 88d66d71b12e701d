// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.update.StateUpdate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reports whether the agent had a session in memory when it responded.
 *
 * @param status whether it had
 * @param state what the session is doing; null when that is not known
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-status")
public record SessionStatusResponse(
        SessionStatus status,
        @Unstable("protocol-version-2") @Nullable StateUpdate state,
        @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionStatusResponse> CODEC = ObjectCodec.of("SessionStatusResponse", type -> {
        var status = type.required("status", SessionStatus.CODEC, SessionStatusResponse::status);
        var state = type.isV2()
                ? type.lenient("state", StateUpdate.CODEC, SessionStatusResponse::state)
                : type.<StateUpdate>absent(null);
        var meta = type.lenient("_meta", Meta.CODEC, SessionStatusResponse::meta);
        return in -> new SessionStatusResponse(in.get(status), in.find(state), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SessionStatusResponse {
        Objects.requireNonNull(status, "status");
    }

    /**
     * Returns a response with what is required.
     *
     * @param status whether it had
     * @return the response
     */
    public static SessionStatusResponse of(SessionStatus status) {
        return new SessionStatusResponse(status, null, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param status whether it had
     * @return the builder
     */
    public static Builder builder(SessionStatus status) {
        return new Builder(status);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(status);
        copy.state = state;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionStatusResponse}; used by one thread. */
    public static final class Builder {

        private final SessionStatus status;
        private @Nullable StateUpdate state;
        private @Nullable Meta meta;

        private Builder(SessionStatus status) {
            this.status = Objects.requireNonNull(status, "status");
        }

        /**
         * Sets what the session is doing.
         *
         * @param state what the session is doing; null when that is not known
         * @return this
         */
        @Unstable("protocol-version-2")
        public Builder state(@Nullable StateUpdate state) {
            this.state = state;
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
        public SessionStatusResponse build() {
            return new SessionStatusResponse(status, state, meta);
        }
    }
}
