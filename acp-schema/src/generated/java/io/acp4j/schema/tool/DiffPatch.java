// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Changes of files as a patch.
 *
 * @param format how it is written
 * @param text the patch
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#diffs">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record DiffPatch(
        DiffPatchFormat format, String text, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<DiffPatch> CODEC = ObjectCodec.of("DiffPatch", type -> {
        var format = type.required("format", DiffPatchFormat.CODEC, DiffPatch::format);
        var text = type.required("text", Codecs.STRING, DiffPatch::text);
        var meta = type.lenient("_meta", Meta.CODEC, DiffPatch::meta);
        return in -> new DiffPatch(in.get(format), in.get(text), in.find(meta));
    });

    /** Checks that what is required is there. */
    public DiffPatch {
        Objects.requireNonNull(format, "format");
        Objects.requireNonNull(text, "text");
    }

    /**
     * Returns a value with what is required.
     *
     * @param format how it is written
     * @param text the patch
     * @return the value
     */
    public static DiffPatch of(DiffPatchFormat format, String text) {
        return new DiffPatch(format, text, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param format how it is written
     * @param text the patch
     * @return the builder
     */
    public static Builder builder(DiffPatchFormat format, String text) {
        return new Builder(format, text);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(format, text);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link DiffPatch}; used by one thread. */
    public static final class Builder {

        private final DiffPatchFormat format;
        private final String text;
        private @Nullable Meta meta;

        private Builder(DiffPatchFormat format, String text) {
            this.format = Objects.requireNonNull(format, "format");
            this.text = Objects.requireNonNull(text, "text");
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
        public DiffPatch build() {
            return new DiffPatch(format, text, meta);
        }
    }
}
