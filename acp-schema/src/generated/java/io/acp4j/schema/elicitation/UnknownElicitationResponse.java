// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * A response of a kind that this version does not know: not to be taken for consent; it is written back unchanged.
 *
 * @param action the value of its {@code action} member
 * @param raw the whole object, {@code action} included
 * @since 0.1.0
 */
public record UnknownElicitationResponse(String action, RawJson raw) implements CreateElicitationResponse {

    /** Checks that what is required is there. */
    public UnknownElicitationResponse {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(raw, "raw");
    }
}
