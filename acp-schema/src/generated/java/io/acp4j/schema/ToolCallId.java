// Written by build-support/write-types from src/protocol/ids.yaml: change that, not this.
package io.acp4j.schema;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names one tool call of a session.
 *
 * <p>Made by the agent. Opaque: compared whole, case-sensitively and without normalisation, never parsed.
 *
 * @param value the id as it stands on the wire
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls">the specification</a>
 * @since 0.1.0
 */
public record ToolCallId(String value) {

    /** Reads and writes the id as a JSON string. */
    public static final JsonCodec<ToolCallId> CODEC =
            Codecs.wrapping(Codecs.STRING, ToolCallId::new, ToolCallId::value);

    /** Checks that the value is there. */
    public ToolCallId {
        Objects.requireNonNull(value, "value");
    }

    // The methods that records get are linked at run time, on first use; ids are keys from the first message on.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ToolCallId id && value.equals(id.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
