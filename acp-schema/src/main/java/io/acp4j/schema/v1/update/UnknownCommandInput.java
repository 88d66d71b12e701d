package io.acp4j.schema.v1.update;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * Input of a kind that this version does not know; it is written back unchanged.
 *
 * @param raw the whole object
 * @since 0.1.0
 */
public record UnknownCommandInput(RawJson raw) implements AvailableCommandInput {

    /** Checks that it is there. */
    public UnknownCommandInput {
        Objects.requireNonNull(raw, "raw");
    }
}
