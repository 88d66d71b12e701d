// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * A change of a kind that this version does not know; it is written back unchanged.
 *
 * @param operation the value of its {@code operation} member
 * @param raw the whole object, {@code operation} included
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record UnknownDiffChange(String operation, RawJson raw) implements DiffChange {

    /** Checks that what is required is there. */
    public UnknownDiffChange {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(raw, "raw");
    }
}
