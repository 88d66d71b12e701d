// Written by build-support/write-types from src/protocol/fs.yaml: change that, not this.
package io.acp4j.schema.fs;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Returns the text that was asked for.
 *
 * @param content the text
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/file-system#reading-files">the specification</a>
 * @since 0.1.0
 */
public record ReadTextFileResponse(String content, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ReadTextFileResponse> CODEC = ObjectCodec.of("ReadTextFileResponse", type -> {
        var content = type.required("content", Codecs.STRING, ReadTextFileResponse::content);
        var meta = type.lenient("_meta", Meta.CODEC, ReadTextFileResponse::meta);
        return in -> new ReadTextFileResponse(in.get(content), in.find(meta));
    });

    /** Checks that what is required is there. */
    public ReadTextFileResponse {
        Objects.requireNonNull(content, "content");
    }

    /**
     * Returns a response with what is required.
     *
     * @param content the text
     * @return the response
     */
    public static ReadTextFileResponse of(String content) {
        return new ReadTextFileResponse(content, null);
    }

    /**
     * Starts a response with what is required.
     *
     * @param content the text
     * @return the builder
     */
    public static Builder builder(String content) {
        return new Builder(content);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this response holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(content);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ReadTextFileResponse}; used by one thread. */
    public static final class Builder {

        private final String content;
        private @Nullable Meta meta;

        private Builder(String content) {
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
         * Returns the response.
         *
         * @return the response
         */
        public ReadTextFileResponse build() {
            return new ReadTextFileResponse(content, meta);
        }
    }
}
