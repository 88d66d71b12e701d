// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * Input of a kind that this version does not know; it is written back unchanged.
 *
 * @param raw the whole object
 * @since 0.1.0
 */
public record UnknownCommandInput(RawJson raw) implements AvailableCommandInput {

    /** Checks that what is required is there. */
    public UnknownCommandInput {
        Objects.requireNonNull(raw, "raw");
    }
}
