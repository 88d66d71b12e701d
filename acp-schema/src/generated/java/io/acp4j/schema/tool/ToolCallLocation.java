// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Meta;
import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.ObjectCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A place in a file that a tool call works on, so that an editor can follow.
 *
 * @param path the absolute path of the file
 * @param line the line, counted from 1; null when the whole file is meant
 * @param meta extra data; null when there is none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#following-the-agent">the specification</a>
 * @since 0.1.0
 */
public record ToolCallLocation(
        String path, @Nullable Long line, @Nullable Meta meta) {

    /** Reads and writes the object. */
    public static final ObjectCodec<ToolCallLocation> CODEC = ObjectCodec.of("ToolCallLocation", type -> {
        var path = type.required("path", Codecs.STRING, ToolCallLocation::path);
        var line = type.isV2()
                ? type.lenient("line", Codecs.POSITIVE_UINT32, ToolCallLocation::line)
                : type.lenient("line", Codecs.UINT32, ToolCallLocation::line);
        var meta = type.lenient("_meta", Meta.CODEC, ToolCallLocation::meta);
        return in -> new ToolCallLocation(in.get(path), in.find(line), in.find(meta));
    });

    /** Checks that what is required is there. */
    public ToolCallLocation {
        Objects.requireNonNull(path, "path");
    }

    /**
     * Returns a value with what is required.
     *
     * @param path the absolute path of the file
     * @return the value
     */
    public static ToolCallLocation of(String path) {
        return new ToolCallLocation(path, null, null);
    }

    /**
     * Returns a place that is a line of a file.
     *
     * @param path the absolute path of the file
     * @param line the line, counted from 1
     * @return the value
     */
    public static ToolCallLocation of(String path, long line) {
        return new ToolCallLocation(path, line, null);
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
        copy.line = line;
        copy.meta = meta;
        return copy;
    }

    /** Collects the members of {@link ToolCallLocation}; used by one thread. */
    public static final class Builder {

        private final String path;
        private @Nullable Long line;
        private @Nullable Meta meta;

        private Builder(String path) {
            this.path = Objects.requireNonNull(path, "path");
        }

        /**
         * Sets the line, counted from 1.
         *
         * @param line the line, counted from 1; null when the whole file is meant
         * @return this
         */
        public Builder line(@Nullable Long line) {
            this.line = line;
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
        public ToolCallLocation build() {
            return new ToolCallLocation(path, line, meta);
        }
    }
}
