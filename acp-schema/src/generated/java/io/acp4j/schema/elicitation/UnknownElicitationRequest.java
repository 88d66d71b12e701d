// Written by build-support/write-types from src/protocol/elicitation.yaml: change that, not this.
package io.acp4j.schema.elicitation;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request of a mode that this version does not know: not to be shown as any other; it is written back unchanged.
 *
 * @param mode the value of its {@code mode} member
 * @param raw the whole object, {@code mode} included
 * @since 0.1.0
 */
public record UnknownElicitationRequest(String mode, RawJson raw) implements CreateElicitationRequest {

    /** Checks that what is required is there. */
    public UnknownElicitationRequest {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(raw, "raw");
    }

    @Override
    public @Nullable SessionId sessionId() {
        return ScopeMembers.sessionOf(raw);
    }
}
