// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A piece of what the agent thinks before it responds.
 *
 * @param content the piece
 * @param messageId the thought that it belongs to; null when the agent keeps no ids
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn#message-ids">the specification</a>
 * @since 0.1.0
 */
public record AgentThoughtChunk(
        ContentBlock content,
        @Nullable MessageId messageId,
        @Nullable Meta meta) implements ContentChunk {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<AgentThoughtChunk> CODEC = ObjectCodec.of("ContentChunk", type -> {
        var content = type.required("content", ContentBlock.CODEC, AgentThoughtChunk::content);
        var messageId = type.isV2()
                ? type.requiredOnWire("messageId", MessageId.CODEC, AgentThoughtChunk::messageId)
                : type.lenient("messageId", MessageId.CODEC, AgentThoughtChunk::messageId);
        var meta = type.lenient("_meta", Meta.CODEC, AgentThoughtChunk::meta);
        return in -> new AgentThoughtChunk(in.get(content), in.find(messageId), in.find(meta));
    });

    /** Checks that what is required is there. */
    public AgentThoughtChunk {
        Objects.requireNonNull(content, "content");
    }

    /**
     * Returns a value with what is required.
     *
     * @param content the piece
     * @return the value
     */
    public static AgentThoughtChunk of(ContentBlock content) {
        return new AgentThoughtChunk(content, null, null);
    }

    /**
     * Returns a piece of plain text or Markdown.
     *
     * @param messageId the thought that it belongs to; null for none
     * @param text the text
     * @return the value
     */
    public static AgentThoughtChunk text(@Nullable MessageId messageId, String text) {
        return new AgentThoughtChunk(TextContent.of(text), messageId, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param content the piece
     * @return the builder
     */
    public static Builder builder(ContentBlock content) {
        return new Builder(content);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(content);
        copy.messageId = messageId;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link AgentThoughtChunk}; used by one thread. */
    public static final class Builder {

        private final ContentBlock content;
        private @Nullable MessageId messageId;
        private @Nullable Meta meta;

        private Builder(ContentBlock content) {
            this.content = Objects.requireNonNull(content, "content");
        }

        /**
         * Sets the thought that it belongs to.
         *
         * @param messageId the thought that it belongs to; null when the agent keeps no ids
         * @return this
         */
        public Builder messageId(@Nullable MessageId messageId) {
            this.messageId = messageId;
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
         * Returns the value.
         *
         * @return the value
         */
        public AgentThoughtChunk build() {
            return new AgentThoughtChunk(content, messageId, meta);
        }
    }
}
