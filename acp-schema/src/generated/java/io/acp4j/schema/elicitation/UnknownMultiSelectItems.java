// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * Choices of a type that this version does not know; they are written back unchanged.
 *
 * @param type the value of its {@code type} member
 * @param raw the whole object, {@code type} included
 * @since 0.1.0
 */
public record UnknownMultiSelectItems(String type, RawJson raw) implements MultiSelectItems {

    /** Checks that what is required is there. */
    public UnknownMultiSelectItems {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(raw, "raw");
    }
}
