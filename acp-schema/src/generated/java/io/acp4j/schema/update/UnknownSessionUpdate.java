// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * A report of a kind that this version does not know; it is written back unchanged.
 *
 * @param sessionUpdate the value of its {@code sessionUpdate} member
 * @param raw the whole object, {@code sessionUpdate} included
 * @since 0.1.0
 */
public record UnknownSessionUpdate(String sessionUpdate, RawJson raw) implements SessionUpdate {

    /** Checks that what is required is there. */
    public UnknownSessionUpdate {
        Objects.requireNonNull(sessionUpdate, "sessionUpdate");
        Objects.requireNonNull(raw, "raw");
    }
}
