// Written by build-support/write-types from src/protocol/content.yaml: change that, not this.
package io.acp4j.schema.content;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a resource that is not text.
 *
 * @param uri where the resource is
 * @param blob its bytes in Base64
 * @param mimeType its media type; null when unknown
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/content#embedded-resource">the specification</a>
 * @since 0.1.0
 */
public record BlobResourceContents(
        String uri,
        String blob,
        @Nullable String mimeType,
        @Nullable Meta meta) implements EmbeddedResourceResource {

    /** Reads and writes the object. */
    public static final ObjectCodec<BlobResourceContents> CODEC = ObjectCodec.of("BlobResourceContents", type -> {
        var uri = type.required("uri", Codecs.STRING, BlobResourceContents::uri);
        var blob = type.required("blob", Codecs.STRING, BlobResourceContents::blob);
        var mimeType = type.lenient("mimeType", Codecs.STRING, BlobResourceContents::mimeType);
        var meta = type.lenient("_meta", Meta.CODEC, BlobResourceContents::meta);
        return in -> new BlobResourceContents(in.get(uri), in.get(blob), in.find(mimeType), in.find(meta));
    });

    /** Checks that what is required is there. */
    public BlobResourceContents {
        Objects.requireNonNull(uri, "uri");
        Objects.requireNonNull(blob, "blob");
    }

    /**
     * Returns a value with what is required.
     *
     * @param uri where the resource is
     * @param blob its bytes in Base64
     * @return the value
     */
    public static BlobResourceContents of(String uri, String blob) {
        return new BlobResourceContents(uri, blob, null, null);
    }

    /**
     * Returns contents from bytes.
     *
     * @param uri where the resource is
     * @param bytes its contents
     * @param mimeType its media type; null when unknown
     * @return the value
     */
    public static BlobResourceContents of(String uri, byte[] bytes, @Nullable String mimeType) {
        return new BlobResourceContents(uri, Base64.getEncoder().encodeToString(bytes), mimeType, null);
    }

    /** Names what is short, and the size of the rest. */
    @Override
    public String toString() {
        return "BlobResourceContents[uri=" + uri + ", blob=" + blob.length() + " characters]";
    }

    /**
     * Starts a value with what is required.
     *
     * @param uri where the resource is
     * @param blob its bytes in Base64
     * @return the builder
     */
    public static Builder builder(String uri, String blob) {
        return new Builder(uri, blob);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(uri, blob);
        copy.mimeType = mimeType;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link BlobResourceContents}; used by one thread. */
    public static final class Builder {

        private final String uri;
        private final String blob;
        private @Nullable String mimeType;
        private @Nullable Meta meta;

        private Builder(String uri, String blob) {
            this.uri = Objects.requireNonNull(uri, "uri");
            this.blob = Objects.requireNonNull(blob, "blob");
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
        public BlobResourceContents build() {
            return new BlobResourceContents(uri, blob, mimeType, meta);
        }
    }
}
