// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a tool changes or would change a file, as its text before and after.
 *
 * @param path the absolute path of the file
 * @param oldText its contents before; null for a new file
 * @param newText its contents after
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#diffs">the specification</a>
 * @since 0.1.0
 */
public record Diff(
        String path,
        @Nullable String oldText,
        String newText,
        @Nullable Meta meta) implements ToolCallContent {

    /** Reads and writes the object, without the discriminator that {@link ToolCallContent#CODEC} adds. */
    public static final ObjectCodec<Diff> CODEC = ObjectCodec.of("Diff", type -> {
        var path = type.required("path", Codecs.STRING, Diff::path);
        var oldText = type.lenient("oldText", Codecs.STRING, Diff::oldText);
        var newText = type.required("newText", Codecs.STRING, Diff::newText);
        var meta = type.lenient("_meta", Meta.CODEC, Diff::meta);
        return in -> new Diff(in.get(path), in.find(oldText), in.get(newText), in.find(meta));
    });

    /** Checks that what is required is there. */
    public Diff {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(newText, "newText");
    }

    /**
     * Returns a value with what is required.
     *
     * @param path the absolute path of the file
     * @param newText its contents after
     * @return the value
     */
    public static Diff of(String path, String newText) {
        return new Diff(path, null, newText, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param path the absolute path of the file
     * @param newText its contents after
     * @return the builder
     */
    public static Builder builder(String path, String newText) {
        return new Builder(path, newText);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(path, newText);
        copy.oldText = oldText;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link Diff}; used by one thread. */
    public static final class Builder {

        private final String path;
        private final String newText;
        private @Nullable String oldText;
        private @Nullable Meta meta;

        private Builder(String path, String newText) {
            this.path = Objects.requireNonNull(path, "path");
            this.newText = Objects.requireNonNull(newText, "newText");
        }

        /**
         * Sets its contents before.
         *
         * @param oldText its contents before; null for a new file
         * @return this
         */
        public Builder oldText(@Nullable String oldText) {
            this.oldText = oldText;
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
        public Diff build() {
            return new Diff(path, oldText, newText, meta);
        }
    }
}
