// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * How a patch is written.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v2/draft/tool-calls#diffs">the specification</a>
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record DiffPatchFormat(String value) {

    /** As {@code git} writes it, with absolute paths. */
    public static final DiffPatchFormat GIT_PATCH = new DiffPatchFormat("git_patch");

    /** Reads and writes the word. */
    public static final JsonCodec<DiffPatchFormat> CODEC =
            OpenValueCodec.of(DiffPatchFormat::new, DiffPatchFormat::value, List.of(GIT_PATCH));

    /** Checks that the value is there. */
    public DiffPatchFormat {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
