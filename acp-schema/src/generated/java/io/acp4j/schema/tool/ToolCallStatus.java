// Written by build-support/write-types from src/protocol/tool.yaml: change that, not this.
package io.acp4j.schema.tool;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.OpenValueCodec;
import java.util.List;
import java.util.Objects;

/**
 * How far a tool call has come.
 *
 * @param value the word on the wire; one that is not a constant here is kept as it is
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#status">the specification</a>
 * @since 0.1.0
 */
public record ToolCallStatus(String value) {

    /** Not started: its input is still arriving or it waits for permission; what is meant when no status is said. */
    public static final ToolCallStatus PENDING = new ToolCallStatus("pending");

    /** Running. */
    public static final ToolCallStatus IN_PROGRESS = new ToolCallStatus("in_progress");

    /** Ended well. */
    public static final ToolCallStatus COMPLETED = new ToolCallStatus("completed");

    /** Ended with an error. */
    public static final ToolCallStatus FAILED = new ToolCallStatus("failed");

    /** It waits for something and can go on. */
    public static final ToolCallStatus PAUSED = new ToolCallStatus("paused");

    /** Stopped before its end. */
    public static final ToolCallStatus CANCELLED = new ToolCallStatus("cancelled");

    /** Reads and writes the word. */
    public static final JsonCodec<ToolCallStatus> CODEC = OpenValueCodec.of(
            ToolCallStatus::new,
            ToolCallStatus::value,
            List.of(PENDING, IN_PROGRESS, COMPLETED, FAILED, PAUSED, CANCELLED));

    /** Checks that the value is there. */
    public ToolCallStatus {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
