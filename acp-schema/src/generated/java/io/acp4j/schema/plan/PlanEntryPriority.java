// Written by build-support/write-types from src/protocol/plan.yaml: change that, not this.
package io.acp4j.schema.plan;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * How much an entry of a plan matters.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/agent-plan#plan-entries">the specification</a>
 * @since 0.1.0
 */
public record PlanEntryPriority(String value) {

    /** The goal depends on it. */
    public static final PlanEntryPriority HIGH = new PlanEntryPriority("high");

    /** It matters, but not most. */
    public static final PlanEntryPriority MEDIUM = new PlanEntryPriority("medium");

    /** It would be good to have. */
    public static final PlanEntryPriority LOW = new PlanEntryPriority("low");

    /** Reads and writes the word. */
    public static final JsonCodec<PlanEntryPriority> CODEC =
            OpenValueCodec.of(PlanEntryPriority::new, PlanEntryPriority::value, List.of(HIGH, MEDIUM, LOW));

    /** Checks that the value is there. */
    public PlanEntryPriority {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
