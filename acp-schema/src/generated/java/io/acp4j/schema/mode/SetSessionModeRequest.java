// Written by build-support/write-types from src/protocol/mode.yaml: change that, not this.
package io.acp4j.schema.mode;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to put a session into another mode.
 *
 * @param sessionId the session
 * @param modeId the mode; one of those that the agent listed
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-modes#from-the-client">the specification</a>
 * @since 0.1.0
 */
public record SetSessionModeRequest(
        SessionId sessionId, SessionModeId modeId, @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<SetSessionModeRequest> CODEC = ObjectCodec.of("SetSessionModeRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, SetSessionModeRequest::sessionId);
        var modeId = type.required("modeId", SessionModeId.CODEC, SetSessionModeRequest::modeId);
        var meta = type.lenient("_meta", Meta.CODEC, SetSessionModeRequest::meta);
        return in -> new SetSessionModeRequest(in.get(sessionId), in.get(modeId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public SetSessionModeRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(modeId, "modeId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param modeId the mode; one of those that the agent listed
     * @return the request
     */
    public static SetSessionModeRequest of(SessionId sessionId, SessionModeId modeId) {
        return new SetSessionModeRequest(sessionId, modeId, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param modeId the mode; one of those that the agent listed
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, SessionModeId modeId) {
        return new Builder(sessionId, modeId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, modeId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link SetSessionModeRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final SessionModeId modeId;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, SessionModeId modeId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.modeId = Objects.requireNonNull(modeId, "modeId");
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
        public SetSessionModeRequest build() {
            return new SetSessionModeRequest(sessionId, modeId, meta);
        }
    }
}
