// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Text, plain or Markdown; every agent takes it in prompts.
 *
 * @param text the text
 * @param annotations hints about its use; null when there are none
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#text-content">the specification</a>
 * @since 0.1.0
 */
public record TextContent(
        String text,
        @Nullable Annotations annotations,
        @Nullable Meta meta) implements ContentBlock {

    /** Reads and writes the object, without the discriminator that {@link ContentBlock#CODEC} adds. */
    public static final ObjectCodec<TextContent> CODEC = ObjectCodec.of("TextContent", type -> {
        var annotations = type.lenient("annotations", Annotations.CODEC, TextContent::annotations);
        var text = type.required("text", Codecs.STRING, TextContent::text);
        var meta = type.lenient("_meta", Meta.CODEC, TextContent::meta);
        return in -> new TextContent(in.get(text), in.find(annotations), in.find(meta));
    });

    /** Checks that what is required is there. */
    public TextContent {
        Objects.requireNonNull(text, "text");
    }

    /**
     * Returns a value with what is required.
     *
     * @param text the text
     * @return the value
     */
    public static TextContent of(String text) {
        return new TextContent(text, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param text the text
     * @return the builder
     */
    public static Builder builder(String text) {
        return new Builder(text);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(text);
        copy.annotations = annotations;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link TextContent}; used by one thread. */
    public static final class Builder {

        private final String text;
        private @Nullable Annotations annotations;
        private @Nullable Meta meta;

        private Builder(String text) {
            this.text = Objects.requireNonNull(text, "text");
        }

        /**
         * Sets hints about its use.
         *
         * @param annotations hints about its use; null when there are none
         * @return this
         */
        public Builder annotations(@Nullable Annotations annotations) {
            this.annotations = annotations;
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
        public TextContent build() {
            return new TextContent(text, annotations, meta);
        }
    }
}
