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
 * Asks the agent to remove a message and all that follows it, where no session needs them.
 *
 * @param sessionId the session
 * @param messageId the first message to remove
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record PruneBranchRequest(
        SessionId sessionId, MessageId messageId, @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<PruneBranchRequest> CODEC = ObjectCodec.of("PruneBranchRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, PruneBranchRequest::sessionId);
        var messageId = type.required("messageId", MessageId.CODEC, PruneBranchRequest::messageId);
        var meta = type.lenient("_meta", Meta.CODEC, PruneBranchRequest::meta);
        return in -> new PruneBranchRequest(in.get(sessionId), in.get(messageId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public PruneBranchRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(messageId, "messageId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param messageId the first message to remove
     * @return the request
     */
    public static PruneBranchRequest of(SessionId sessionId, MessageId messageId) {
        return new PruneBranchRequest(sessionId, messageId, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param messageId the first message to remove
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

    /** Collects the members of {@link PruneBranchRequest}; used by one thread. */
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
        public PruneBranchRequest build() {
            return new PruneBranchRequest(sessionId, messageId, meta);
        }
    }
}
