// Written by build-support/write-types from src/protocol/ids.yaml: change that, not this.
package io.acp4j.schema;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.Objects;

/**
 * Names one elicitation that is completed outside the connection.
 *
 * <p>Made by the agent. Opaque: compared whole, case-sensitively and without normalisation, never parsed.
 *
 * @param value the id as it stands on the wire
 * @see <a href="https://agentclientprotocol.com/protocol/v1/elicitation">the specification</a>
 * @since 0.1.0
 */
public record ElicitationId(String value) {

    /** Reads and writes the id as a JSON string. */
    public static final JsonCodec<ElicitationId> CODEC =
            Codecs.wrapping(Codecs.STRING, ElicitationId::new, ElicitationId::value);

    /** Checks that the value is there. */
    public ElicitationId {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
