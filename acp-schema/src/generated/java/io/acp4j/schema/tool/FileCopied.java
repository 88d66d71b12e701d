// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a file, perhaps with other contents.
 *
 * @param oldPath the absolute path of the file that was copied
 * @param path the absolute path of the copy
 * @param fileType what sort of file it is; null when unsaid
 * @param mimeType its media type; null when unsaid
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#diffs">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record FileCopied(
        String oldPath,
        String path,
        @Nullable DiffFileType fileType,
        @Nullable String mimeType,
        @Nullable Meta meta) implements DiffChange {

    /** Reads and writes the object, without the discriminator that {@link DiffChange#CODEC} adds. */
    public static final ObjectCodec<FileCopied> CODEC = ObjectCodec.of("DiffChange", type -> {
        var oldPath = type.required("oldPath", Codecs.STRING, FileCopied::oldPath);
        var path = type.required("path", Codecs.STRING, FileCopied::path);
        var fileType = type.lenient("fileType", DiffFileType.CODEC, FileCopied::fileType);
        var mimeType = type.lenient("mimeType", Codecs.STRING, FileCopied::mimeType);
        var meta = type.lenient("_meta", Meta.CODEC, FileCopied::meta);
        return in -> new FileCopied(in.get(oldPath), in.get(path), in.find(fileType), in.find(mimeType), in.find(meta));
    });

    /** Checks that what is required is there. */
    public FileCopied {
        Objects.requireNonNull(oldPath, "oldPath");
        Objects.requireNonNull(path, "path");
    }

    /**
     * Returns a value with what is required.
     *
     * @param oldPath the absolute path of the file that was copied
     * @param path the absolute path of the copy
     * @return the value
     */
    public static FileCopied of(String oldPath, String path) {
        return new FileCopied(oldPath, path, null, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param oldPath the absolute path of the file that was copied
     * @param path the absolute path of the copy
     * @return the builder
     */
    public static Builder builder(String oldPath, String path) {
        return new Builder(oldPath, path);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(oldPath, path);
        copy.fileType = fileType;
        copy.mimeType = mimeType;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link FileCopied}; used by one thread. */
    public static final class Builder {

        private final String oldPath;
        private final String path;
        private @Nullable DiffFileType fileType;
        private @Nullable String mimeType;
        private @Nullable Meta meta;

        private Builder(String oldPath, String path) {
            this.oldPath = Objects.requireNonNull(oldPath, "oldPath");
            this.path = Objects.requireNonNull(path, "path");
        }

        /**
         * Sets what sort of file it is.
         *
         * @param fileType what sort of file it is; null when unsaid
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
        public FileCopied build() {
            return new FileCopied(oldPath, path, fileType, mimeType, meta);
        }
    }
}
