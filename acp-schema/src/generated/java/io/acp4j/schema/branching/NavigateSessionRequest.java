// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to go on from another message of the session.
 *
 * @param sessionId the session
 * @param messageId where to go: at a message of the user the session goes back to before it, so that it can be sent
 *     anew; any other becomes the head
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record NavigateSessionRequest(
        SessionId sessionId, MessageId messageId, @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<NavigateSessionRequest> CODEC = ObjectCodec.of("NavigateSessionRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, NavigateSessionRequest::sessionId);
        var messageId = type.required("messageId", MessageId.CODEC, NavigateSessionRequest::messageId);
        var meta = type.lenient("_meta", Meta.CODEC, NavigateSessionRequest::meta);
        return in -> new NavigateSessionRequest(in.get(sessionId), in.get(messageId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public NavigateSessionRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(messageId, "messageId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param messageId where to go: at a message of the user the session goes back to before it, so that it can be sent
     *     anew; any other becomes the head
     * @return the request
     */
    public static NavigateSessionRequest of(SessionId sessionId, MessageId messageId) {
        return new NavigateSessionRequest(sessionId, messageId, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param messageId where to go: at a message of the user the session goes back to before it, so that it can be sent
     *     anew; any other becomes the head
     * @return the builder
     */
    public static Builder builder(SessionId sessionId, MessageId messageId) {
        return new Builder(sessionId, messageId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this request holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(sessionId, messageId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link NavigateSessionRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final MessageId messageId;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, MessageId messageId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.messageId = Objects.requireNonNull(messageId, "messageId");
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
        public NavigateSessionRequest build() {
            return new NavigateSessionRequest(sessionId, messageId, meta);
        }
    }
}
