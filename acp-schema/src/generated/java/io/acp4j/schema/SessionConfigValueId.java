// Written by build-support/write-types from src/protocol/ids.yaml: change that, not this.
package io.acp4j.schema;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.Objects;

/**
 * Names one of the values that a configuration option can take.
 *
 * <p>Made by the agent. Opaque: compared whole, case-sensitively and without normalisation, never parsed.
 *
 * @param value the id as it stands on the wire
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-config-options">the specification</a>
 * @since 0.1.0
 */
public record SessionConfigValueId(String value) {

    /** Reads and writes the id as a JSON string. */
    public static final JsonCodec<SessionConfigValueId> CODEC =
            Codecs.wrapping(Codecs.STRING, SessionConfigValueId::new, SessionConfigValueId::value);

    /** Checks that the value is there. */
    public SessionConfigValueId {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
