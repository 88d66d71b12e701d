// Written by build-support/write-types from src/protocol/prompt.yaml: change that, not this.
package io.acp4j.schema.prompt;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reports that a prompt stands in the conversation now; what comes of it follows as updates.
 *
 * <p>The work that it begins ends with an {@code idle} state.
 *
 * @param messageId the id of the message, which its echo carries, too
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/prompt-lifecycle">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record PromptInserted(MessageId messageId, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<PromptInserted> CODEC = ObjectCodec.of("PromptResponse", type -> {
        var messageId = type.required("messageId", MessageId.CODEC, PromptInserted::messageId);
        var meta = type.lenient("_meta", Meta.CODEC, PromptInserted::meta);
        return in -> new PromptInserted(in.get(messageId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public PromptInserted {
        Objects.requireNonNull(messageId, "messageId");
    }

    /**
     * Returns a value with what is required.
     *
     * @param messageId the id of the message, which its echo carries, too
     * @return the value
     */
    public static PromptInserted of(MessageId messageId) {
        return new PromptInserted(messageId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param messageId the id of the message, which its echo carries, too
     * @return the builder
     */
    public static Builder builder(MessageId messageId) {
        return new Builder(messageId);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(messageId);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link PromptInserted}; used by one thread. */
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
         * Returns the value.
         *
         * @return the value
         */
        public PromptInserted build() {
            return new PromptInserted(messageId, meta);
        }
    }
}
