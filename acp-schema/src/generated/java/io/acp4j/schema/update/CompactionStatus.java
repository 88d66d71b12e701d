// Written by build-support/write-types from src/protocol/update.yaml: change that, not this.
package io.acp4j.schema.update;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * How far a compaction has come.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/rfds/session-compaction">the specification</a>
 * @since 0.1.0
 */
public record CompactionStatus(String value) {

    /** Running. */
    public static final CompactionStatus IN_PROGRESS = new CompactionStatus("in_progress");

    /** Ended well. */
    public static final CompactionStatus COMPLETED = new CompactionStatus("completed");

    /** Ended with an error. */
    public static final CompactionStatus FAILED = new CompactionStatus("failed");

    /** Stopped before its end. */
    public static final CompactionStatus CANCELLED = new CompactionStatus("cancelled");

    /** Reads and writes the word. */
    public static final JsonCodec<CompactionStatus> CODEC = OpenValueCodec.of(
            CompactionStatus::new, CompactionStatus::value, List.of(IN_PROGRESS, COMPLETED, FAILED, CANCELLED));

    /** Checks that the value is there. */
    public CompactionStatus {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
