// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Asks the agent to give a message a label, or to take it away.
 *
 * @param sessionId the session
 * @param messageId the message
 * @param label what people are to call it; null takes its label away
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record LabelMessageRequest(
        SessionId sessionId,
        MessageId messageId,
        @Nullable String label,
        @Nullable Meta meta) implements SessionScoped {

    /** Reads and writes the object. */
    public static final ObjectCodec<LabelMessageRequest> CODEC = ObjectCodec.of("LabelMessageRequest", type -> {
        var sessionId = type.required("sessionId", SessionId.CODEC, LabelMessageRequest::sessionId);
        var messageId = type.required("messageId", MessageId.CODEC, LabelMessageRequest::messageId);
        var label = type.optional("label", Codecs.STRING, LabelMessageRequest::label);
        var meta = type.lenient("_meta", Meta.CODEC, LabelMessageRequest::meta);
        return in -> new LabelMessageRequest(in.get(sessionId), in.get(messageId), in.find(label), in.find(meta));
    });

    /** Checks that what is required is there. */
    public LabelMessageRequest {
        Objects.requireNonNull(sessionId, "sessionId");
        Objects.requireNonNull(messageId, "messageId");
    }

    /**
     * Returns a request with what is required.
     *
     * @param sessionId the session
     * @param messageId the message
     * @return the request
     */
    public static LabelMessageRequest of(SessionId sessionId, MessageId messageId) {
        return new LabelMessageRequest(sessionId, messageId, null, null);
    }

    /**
     * Starts a request with what is required.
     *
     * @param sessionId the session
     * @param messageId the message
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
        copy.label = label;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link LabelMessageRequest}; used by one thread. */
    public static final class Builder {

        private final SessionId sessionId;
        private final MessageId messageId;
        private @Nullable String label;
        private @Nullable Meta meta;

        private Builder(SessionId sessionId, MessageId messageId) {
            this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
            this.messageId = Objects.requireNonNull(messageId, "messageId");
        }

        /**
         * Sets what people are to call it.
         *
         * @param label what people are to call it; null takes its label away
         * @return this
         */
        public Builder label(@Nullable String label) {
            this.label = label;
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
         * Returns the request.
         *
         * @return the request
         */
        public LabelMessageRequest build() {
            return new LabelMessageRequest(sessionId, messageId, label, meta);
        }
    }
}
