// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a tool changes or would change files, as a list of what becomes of each, and as a patch.
 *
 * @param changes what becomes of each file
 * @param patch the changes of contents; null when they are not shown
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#diffs">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record FileChanges(
        List<DiffChange> changes,
        @Nullable DiffPatch patch,
        @Nullable Meta meta) implements ToolCallContent {

    /** Reads and writes the object, without the discriminator that {@link ToolCallContent#CODEC} adds. */
    public static final ObjectCodec<FileChanges> CODEC = ObjectCodec.of("Diff", type -> {
        var changes = type.required("changes", Codecs.lenientListOf(DiffChange.CODEC), FileChanges::changes);
        var patch = type.lenient("patch", DiffPatch.CODEC, FileChanges::patch);
        var meta = type.lenient("_meta", Meta.CODEC, FileChanges::meta);
        return in -> new FileChanges(in.get(changes), in.find(patch), in.find(meta));
    });

    /** Copies the collections. */
    public FileChanges {
        changes = List.copyOf(changes);
    }

    /**
     * Returns a value with what is required.
     *
     * @param changes what becomes of each file
     * @return the value
     */
    public static FileChanges of(List<DiffChange> changes) {
        return new FileChanges(changes, null, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param changes what becomes of each file
     * @return the builder
     */
    public static Builder builder(List<DiffChange> changes) {
        return new Builder(changes);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(changes);
        copy.patch = patch;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link FileChanges}; used by one thread. */
    public static final class Builder {

        private final List<DiffChange> changes;
        private @Nullable DiffPatch patch;
        private @Nullable Meta meta;

        private Builder(List<DiffChange> changes) {
            this.changes = Objects.requireNonNull(changes, "changes");
        }

        /**
         * Sets the changes of contents.
         *
         * @param patch the changes of contents; null when they are not shown
         * @return this
         */
        public Builder patch(@Nullable DiffPatch patch) {
            this.patch = patch;
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
        public FileChanges build() {
            return new FileChanges(changes, patch, meta);
        }
    }
}
