package io.acp4j.schema.v1.tool;

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
}
