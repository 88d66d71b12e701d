// Written by build-support/write-types from src/protocol/session.yaml: change that, not this.
package io.acp4j.schema.session;

import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to show an archived session in lists again; it is not opened by that.
 *
 * <p>Only for agents that advertise {@code sessionCapabilities.archive}. A session that is not archived stays as it is.
 *
 * @param sessionId the session
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/draft/schema">the specification</a>
 * @since 0.1.0
 */
@Unstable("session-archive")
public record UnarchiveSessionRequest(
        SessionId sessionId, @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<UnarchiveSessionRequest> CODEC = ObjectCodec.of("UnarchiveSessionRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, UnarchiveSessionRequest::sessionId);
        var meta = type.lenient("_meta", Meta.CODEC, UnarchiveSessionRequest::meta);
        return in -> new UnarchiveSessionRequest(in.get(sessionId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public UnarchiveSessionRequest {
        Objects.requireNonNull(sessionId, "sessionId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @return the request
     */
    public static UnarchiveSessionRequest of(SessionId sessionId) {
        return new UnarchiveSessionRequest(sessionId, null);
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

    /** Collects the members of {@link UnarchiveSessionRequest}; used by one thread. */
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
        public UnarchiveSessionRequest build() {
            return new UnarchiveSessionRequest(sessionId, meta);
        }
    }
}
