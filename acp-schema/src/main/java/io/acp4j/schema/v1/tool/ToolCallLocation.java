package io.acp4j.schema.v1.tool;

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
        var line = type.lenient("line", Codecs.UINT32, ToolCallLocation::line);
        var meta = type.lenient("_meta", Meta.CODEC, ToolCallLocation::meta);
        return in -> new ToolCallLocation(in.get(path), in.find(line), in.find(meta));
    });

    /** Checks that what is required is there. */
    public ToolCallLocation {
        Objects.requireNonNull(path, "path");
    }

    /**
     * Makes a place that is a whole file.
     *
     * @param path the absolute path of the file
     * @return the place
     */
    public static ToolCallLocation of(String path) {
        return new ToolCallLocation(path, null, null);
    }

    /**
     * Makes a place that is a line of a file.
     *
     * @param path the absolute path of the file
     * @param line the line, counted from 1
     * @return the place
     */
    public static ToolCallLocation of(String path, long line) {
        return new ToolCallLocation(path, line, null);
    }
}
