// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Meta;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.ObjectCodec;
import io.acp4j.schema.tool.ToolCallContent;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One more piece of what a tool call has produced, to be appended.
 *
 * @param toolCallId the call
 * @param content the piece
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#content">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record ToolCallContentChunk(
        ToolCallId toolCallId,
        ToolCallContent content,
        @Nullable Meta meta) implements SessionUpdate {

    /** Reads and writes the object, without the discriminator that {@link SessionUpdate#CODEC} adds. */
    public static final ObjectCodec<ToolCallContentChunk> CODEC = ObjectCodec.of("ToolCallContentChunk", type -> {
        var toolCallId = type.required("toolCallId", ToolCallId.CODEC, ToolCallContentChunk::toolCallId);
        var content = type.required("content", ToolCallContent.CODEC, ToolCallContentChunk::content);
        var meta = type.lenient("_meta", Meta.CODEC, ToolCallContentChunk::meta);
        return in -> new ToolCallContentChunk(in.get(toolCallId), in.get(content), in.find(meta));
    });

    /** Checks that what is required is there. */
    public ToolCallContentChunk {
        Objects.requireNonNull(toolCallId, "toolCallId");
        Objects.requireNonNull(content, "content");
    }

    /**
     * Returns a value with what is required.
     *
     * @param toolCallId the call
     * @param content the piece
     * @return the value
     */
    public static ToolCallContentChunk of(ToolCallId toolCallId, ToolCallContent content) {
        return new ToolCallContentChunk(toolCallId, content, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param toolCallId the call
     * @param content the piece
     * @return the builder
     */
    public static Builder builder(ToolCallId toolCallId, ToolCallContent content) {
        return new Builder(toolCallId, content);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(toolCallId, content);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ToolCallContentChunk}; used by one thread. */
    public static final class Builder {

        private final ToolCallId toolCallId;
        private final ToolCallContent content;
        private @Nullable Meta meta;

        private Builder(ToolCallId toolCallId, ToolCallContent content) {
            this.toolCallId = Objects.requireNonNull(toolCallId, "toolCallId");
            this.content = Objects.requireNonNull(content, "content");
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
        public ToolCallContentChunk build() {
            return new ToolCallContentChunk(toolCallId, content, meta);
        }
    }
}
