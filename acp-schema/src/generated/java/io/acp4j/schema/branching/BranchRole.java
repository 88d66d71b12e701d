// Written by build-support/write-types from src/protocol/branching.yaml: change that, not this.
package io.acp4j.schema.branching;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * Says whose message it is.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public record BranchRole(String value) {

    /** The user's. */
    public static final BranchRole USER = new BranchRole("user");

    /** The agent's. */
    public static final BranchRole AGENT = new BranchRole("agent");

    /** A thought of the agent; no message of a tree, but a fork point may name one. */
    public static final BranchRole THOUGHT = new BranchRole("thought");

    /** Reads and writes the word. */
    public static final JsonCodec<BranchRole> CODEC =
            OpenValueCodec.of(BranchRole::new, BranchRole::value, List.of(USER, AGENT, THOUGHT));

    /** Checks that the value is there. */
    public BranchRole {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
