// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to stop what a session does and to free what it holds.
 *
 * <p>Only for agents that advertise {@code sessionCapabilities.close}.
 *
 * @param sessionId the session
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#closing-a-session">the specification</a>
 * @since 0.1.0
 */
public record CloseSessionRequest(
        SessionId sessionId, @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<CloseSessionRequest> CODEC = ObjectCodec.of("CloseSessionRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, CloseSessionRequest::sessionId);
        var meta = type.lenient("_meta", Meta.CODEC, CloseSessionRequest::meta);
        return in -> new CloseSessionRequest(in.get(sessionId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public CloseSessionRequest {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @return the request
     */
    public static CloseSessionRequest of(SessionId sessionId) {
        return new CloseSessionRequest(sessionId, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @return the builder
     */
    public static Builder builder(SessionId sessionId) {
        return new Builder(sessionId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link CloseSessionRequest}; used by one thread. */
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
         * Returns the request.
         *
         * @return the request
         */
        public CloseSessionRequest build() {
            return new CloseSessionRequest(sessionId, meta);
        }
    }
}
