// Written by build-support/write-types from src/protocol/plan.yaml: change that, not this.
package io.acp4j.schema.plan;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * How far an entry of a plan has come.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/agent-plan#plan-entries">the specification</a>
 * @since 0.1.0
 */
public record PlanEntryStatus(String value) {

    /** Not begun. */
    public static final PlanEntryStatus PENDING = new PlanEntryStatus("pending");

    /** Being worked on. */
    public static final PlanEntryStatus IN_PROGRESS = new PlanEntryStatus("in_progress");

    /** Done. */
    public static final PlanEntryStatus COMPLETED = new PlanEntryStatus("completed");

    /** Given up. */
    public static final PlanEntryStatus CANCELLED = new PlanEntryStatus("cancelled");

    /** Reads and writes the word. */
    public static final JsonCodec<PlanEntryStatus> CODEC = OpenValueCodec.of(
            PlanEntryStatus::new, PlanEntryStatus::value, List.of(PENDING, IN_PROGRESS, COMPLETED, CANCELLED));

    /** Checks that the value is there. */
    public PlanEntryStatus {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
