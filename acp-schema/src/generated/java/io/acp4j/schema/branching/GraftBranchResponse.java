// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reports which message sums the branch up.
 *
 * @param messageId the new message
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/extensibility#extension-methods">the specification</a>
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record GraftBranchResponse(
        MessageId messageId, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<GraftBranchResponse> CODEC = ObjectCodec.of("GraftBranchResponse", type -> {
        var messageId = type.required("messageId", MessageId.CODEC, GraftBranchResponse::messageId);
        var meta = type.lenient("_meta", Meta.CODEC, GraftBranchResponse::meta);
        return in -> new GraftBranchResponse(in.get(messageId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public GraftBranchResponse {
        Objects.requireNonNull(messageId, "messageId");
    }

    /**
     * Returns a response with what is required.
     *
     * @param messageId the new message
     * @return the response
     */
    public static GraftBranchResponse of(MessageId messageId) {
        return new GraftBranchResponse(messageId, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param messageId the new message
     * @return the builder
     */
    public static Builder builder(MessageId messageId) {
        return new Builder(messageId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(messageId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link GraftBranchResponse}; used by one thread. */
    public static final class Builder {

        private final MessageId messageId;
        private @Nullable Meta meta;

        private Builder(MessageId messageId) {
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
         * Returns the response.
         *
         * @return the response
         */
        public GraftBranchResponse build() {
            return new GraftBranchResponse(messageId, meta);
        }
    }
}
