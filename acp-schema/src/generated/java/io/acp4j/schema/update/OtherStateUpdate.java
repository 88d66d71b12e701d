// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * A state that this version does not know; it is written back unchanged.
 *
 * @param state the value of its {@code state} member
 * @param raw the whole object, {@code state} included
 * @see <a href="https://agentclientprotocol.com/rfds/subagents#current-work-state">the specification</a>
 * @since 0.1.0
 */
@Unstable("subagents")
public record OtherStateUpdate(String state, RawJson raw) implements StateUpdate {

    /** Checks that what is required is there. */
    public OtherStateUpdate {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(raw, "raw");
    }
}
