// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file that is gone.
 *
 * @param path the absolute path of the file
 * @param fileType what sort of file it was; null when unsaid
 * @param mimeType its media type; null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#diffs">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record FileDeleted(
        String path,
        @Nullable DiffFileType fileType,
        @Nullable String mimeType,
        @Nullable Meta meta) implements DiffChange {

    /** Reads and writes the object, without the discriminator that {@link DiffChange#CODEC} adds. */
    public static final ObjectCodec<FileDeleted> CODEC = ObjectCodec.of("DiffChange", type -> {
        var path = type.required("path", Codecs.STRING, FileDeleted::path);
        var fileType = type.lenient("fileType", DiffFileType.CODEC, FileDeleted::fileType);
        var mimeType = type.lenient("mimeType", Codecs.STRING, FileDeleted::mimeType);
        var meta = type.lenient("_meta", Meta.CODEC, FileDeleted::meta);
        return in -> new FileDeleted(in.get(path), in.find(fileType), in.find(mimeType), in.find(meta));
    });

    /** Checks that what is required is there. */
    public FileDeleted {
        Objects.requireNonNull(path, "path");
    }

    /**
     * Returns a value with what is required.
     *
     * @param path the absolute path of the file
     * @return the value
     */
    public static FileDeleted of(String path) {
        return new FileDeleted(path, null, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param path the absolute path of the file
     * @return the builder
     */
    public static Builder builder(String path) {
        return new Builder(path);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(path);
        copy.fileType = fileType;
        copy.mimeType = mimeType;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link FileDeleted}; used by one thread. */
    public static final class Builder {

        private final String path;
        private @Nullable DiffFileType fileType;
        private @Nullable String mimeType;
        private @Nullable Meta meta;

        private Builder(String path) {
            this.path = Objects.requireNonNull(path, "path");
        }

        /**
         * Sets what sort of file it was.
         *
         * @param fileType what sort of file it was; null when unsaid
         * @return this
         */
        public Builder fileType(@Nullable DiffFileType fileType) {
            this.fileType = fileType;
            return this;
        }

        /**
         * Sets its media type.
         *
         * @param mimeType its media type; null when unsaid
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
        public FileDeleted build() {
            return new FileDeleted(path, fileType, mimeType, meta);
        }
    }
}
