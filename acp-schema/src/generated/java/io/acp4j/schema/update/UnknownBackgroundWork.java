// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * Work of a kind that this version does not know; it is written back unchanged.
 *
 * @param type the value of its {@code type} member
 * @param raw the whole object, {@code type} included
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record UnknownBackgroundWork(String type, RawJson raw) implements BackgroundWork {

    /** Checks that what is required is there. */
    public UnknownBackgroundWork {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(raw, "raw");
    }
}
