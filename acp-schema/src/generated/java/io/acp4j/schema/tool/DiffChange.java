// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.UnionCodec;

/**
 * What becomes of one file.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownDiffChange} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#diffs">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public sealed interface DiffChange
        permits FileAdded, FileDeleted, FileModified, FileMoved, FileCopied, UnknownDiffChange {

    /** Reads and writes any kind, told apart by {@code operation}. */
    UnionCodec<DiffChange> CODEC = UnionCodec.<DiffChange>on("operation")
            .variant("add", FileAdded.class, () -> FileAdded.CODEC)
            .variant("delete", FileDeleted.class, () -> FileDeleted.CODEC)
            .variant("modify", FileModified.class, () -> FileModified.CODEC)
            .variant("move", FileMoved.class, () -> FileMoved.CODEC)
            .variant("copy", FileCopied.class, () -> FileCopied.CODEC)
            .unknown(UnknownDiffChange.class, UnknownDiffChange::new, UnknownDiffChange::raw);
}
