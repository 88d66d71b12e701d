// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * What sort of file a change is about.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#diffs">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record DiffFileType(String value) {

    /** A file of text. */
    public static final DiffFileType TEXT = new DiffFileType("text");

    /** Any other file with contents. */
    public static final DiffFileType BINARY = new DiffFileType("binary");

    /** A directory. */
    public static final DiffFileType DIRECTORY = new DiffFileType("directory");

    /** A symbolic link. */
    public static final DiffFileType SYMLINK = new DiffFileType("symlink");

    /** Reads and writes the word. */
    public static final JsonCodec<DiffFileType> CODEC =
            OpenValueCodec.of(DiffFileType::new, DiffFileType::value, List.of(TEXT, BINARY, DIRECTORY, SYMLINK));

    /** Checks that the value is there. */
    public DiffFileType {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
