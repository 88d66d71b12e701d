// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An ordinary block of content as a tool's result.
 *
 * @param content the block
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#regular-content">the specification</a>
 * @since 0.1.0
 */
public record Content(ContentBlock content, @Nullable Meta meta) implements ToolCallContent {

    /** Reads and writes the object, without the discriminator that {@link ToolCallContent#CODEC} adds. */
    public static final ObjectCodec<Content> CODEC = ObjectCodec.of("Content", type -> {
        var content = type.required("content", ContentBlock.CODEC, Content::content);
        var meta = type.lenient("_meta", Meta.CODEC, Content::meta);
        return in -> new Content(in.get(content), in.find(meta));
    });

    /** Checks that what is required is there. */
    public Content {
        Objects.requireNonNull(content, "content");
    }

    /**
     * Returns a value with what is required.
     *
     * @param content the block
     * @return the value
     */
    public static Content of(ContentBlock content) {
        return new Content(content, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param content the block
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
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Content}; used by one thread. */
    public static final class Builder {

        private final ContentBlock content;
        private @Nullable Meta meta;

        private Builder(ContentBlock content) {
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
        public Content build() {
            return new Content(content, meta);
        }
    }
}
