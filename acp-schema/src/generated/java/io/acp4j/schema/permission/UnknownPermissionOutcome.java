// Written by build-support/write-types from src/protocol/permission.yaml: change that, not this.
package io.acp4j.schema.permission;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * An outcome of a kind that this version does not know; it allows nothing and is written back unchanged.
 *
 * @param outcome the value of its {@code outcome} member
 * @param raw the whole object, {@code outcome} included
 * @since 0.1.0
 */
public record UnknownPermissionOutcome(String outcome, RawJson raw) implements RequestPermissionOutcome {

    /** Checks that what is required is there. */
    public UnknownPermissionOutcome {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(raw, "raw");
    }
}
