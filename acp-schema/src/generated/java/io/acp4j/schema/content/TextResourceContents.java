// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a resource that is text.
 *
 * @param uri where the resource is
 * @param text its contents
 * @param mimeType its media type; null when unknown
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#embedded-resource">the specification</a>
 * @since 0.1.0
 */
public record TextResourceContents(
        String uri,
        String text,
        @Nullable String mimeType,
        @Nullable Meta meta) implements EmbeddedResourceResource {

    /** Reads and writes the object. */
    public static final ObjectCodec<TextResourceContents> CODEC = ObjectCodec.of("TextResourceContents", type -> {
        var uri = type.required("uri", Codecs.STRING, TextResourceContents::uri);
        var text = type.required("text", Codecs.STRING, TextResourceContents::text);
        var mimeType = type.lenient("mimeType", Codecs.STRING, TextResourceContents::mimeType);
        var meta = type.lenient("_meta", Meta.CODEC, TextResourceContents::meta);
        return in -> new TextResourceContents(in.get(uri), in.get(text), in.find(mimeType), in.find(meta));
    });

    /** Checks that what is required is there. */
    public TextResourceContents {
        Objects.requireNonNull(uri, "uri");
        Objects.requireNonNull(text, "text");
    }

    /**
     * Returns a value with what is required.
     *
     * @param uri where the resource is
     * @param text its contents
     * @return the value
     */
    public static TextResourceContents of(String uri, String text) {
        return new TextResourceContents(uri, text, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param uri where the resource is
     * @param text its contents
     * @return the builder
     */
    public static Builder builder(String uri, String text) {
        return new Builder(uri, text);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(uri, text);
        copy.mimeType = mimeType;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link TextResourceContents}; used by one thread. */
    public static final class Builder {

        private final String uri;
        private final String text;
        private @Nullable String mimeType;
        private @Nullable Meta meta;

        private Builder(String uri, String text) {
            this.uri = Objects.requireNonNull(uri, "uri");
            this.text = Objects.requireNonNull(text, "text");
        }

        /**
         * Sets its media type.
         *
         * @param mimeType its media type; null when unknown
         * @return this
         */
        public Builder mimeType(@Nullable String mimeType) {
            this.mimeType = mimeType;
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
        public TextResourceContents build() {
            return new TextResourceContents(uri, text, mimeType, meta);
        }
    }
}
