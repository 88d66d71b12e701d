// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * A field of a type that this version does not know: not to be shown as any other; it is written back unchanged.
 *
 * @param type the value of its {@code type} member
 * @param raw the whole object, {@code type} included
 * @since 0.1.0
 */
public record UnknownPropertySchema(String type, RawJson raw) implements ElicitationPropertySchema {

    /** Checks that what is required is there. */
    public UnknownPropertySchema {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(raw, "raw");
    }
}
