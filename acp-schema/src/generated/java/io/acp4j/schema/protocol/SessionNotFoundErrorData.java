// Written by build-support/write-types from src/protocol/protocol.yaml: change that, not this.
package io.acp4j.schema.protocol;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Beside the error {@code -32002}: which session there is not.
 *
 * @param sessionId the session asked for
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/error">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record SessionNotFoundErrorData(
        SessionId sessionId, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<SessionNotFoundErrorData> CODEC =
            ObjectCodec.of("SessionNotFoundErrorData", type -> {
                var sessionId = type.required("sessionId", SessionId.CODEC, SessionNotFoundErrorData::sessionId);
                var meta = type.lenient("_meta", Meta.CODEC, SessionNotFoundErrorData::meta);
                return in -> new SessionNotFoundErrorData(in.get(sessionId), in.find(meta));
            });

    /** Checks that what is required is there. */
    public SessionNotFoundErrorData {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Returns a value with what is required.
     *
     * @param sessionId the session asked for
     * @return the value
     */
    public static SessionNotFoundErrorData of(SessionId sessionId) {
        return new SessionNotFoundErrorData(sessionId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param sessionId the session asked for
     * @return the builder
     */
    public static Builder builder(SessionId sessionId) {
        return new Builder(sessionId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SessionNotFoundErrorData}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
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
         * Returns the value.
         *
         * @return the value
         */
        public SessionNotFoundErrorData build() {
            return new SessionNotFoundErrorData(sessionId, meta);
        }
    }
}
