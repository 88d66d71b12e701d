// Written by build-support/write-types from src/protocol/terminal.yaml: change that, not this.
package io.acp4j.schema.terminal;

import io.acp4j.schema.Meta;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import org.jspecify.annotations.Nullable;

/**
 * How large a terminal is.
 *
 * @param cols its columns, at least 1
 * @param rows its rows, at least 1
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/terminals">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record TerminalSize(int cols, int rows, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<TerminalSize> CODEC = ObjectCodec.of("TerminalSize", type -> {
        var cols = type.required("cols", Codecs.POSITIVE_UINT16, TerminalSize::cols);
        var rows = type.required("rows", Codecs.POSITIVE_UINT16, TerminalSize::rows);
        var meta = type.lenient("_meta", Meta.CODEC, TerminalSize::meta);
        return in -> new TerminalSize(in.get(cols), in.get(rows), in.find(meta));
    });

    /**
     * Returns a value with what is required.
     *
     * @param cols its columns, at least 1
     * @param rows its rows, at least 1
     * @return the value
     */
    public static TerminalSize of(int cols, int rows) {
        return new TerminalSize(cols, rows, null);
    }

    /**
     * Starts a value with what is required.
     *
     * @param cols its columns, at least 1
     * @param rows its rows, at least 1
     * @return the builder
     */
    public static Builder builder(int cols, int rows) {
        return new Builder(cols, rows);
    }

    /**
     * Starts a changed copy.
     *
     * @return a builder that holds what this value holds
     */
    public Builder toBuilder() {
        Builder copy = new Builder(cols, rows);
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link TerminalSize}; used by one thread. */
    public static final class Builder {

        private final int cols;
        private final int rows;
        private @Nullable Meta meta;

        private Builder(int cols, int rows) {
            this.cols = cols;
            this.rows = rows;
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
        public TerminalSize build() {
            return new TerminalSize(cols, rows, meta);
        }
    }
}
