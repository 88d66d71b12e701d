// Written by build-support/write-types from src/protocol/ids.yaml: change that, not this.
package io.acp4j.schema;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.Objects;

/**
 * Names one of the options that a permission request offers.
 *
 * <p>Made by the agent. Opaque: compared whole, case-sensitively and without normalisation, never parsed.
 *
 * @param value the id as it stands on the wire
 * @see <a href="https://agentclientprotocol.com/protocol/v1/tool-calls#permission-options">the specification</a>
 * @since 0.1.0
 */
public record PermissionOptionId(String value) {

    /** Reads and writes the id as a JSON string. */
    public static final JsonCodec<PermissionOptionId> CODEC =
            Codecs.wrapping(Codecs.STRING, PermissionOptionId::new, PermissionOptionId::value);

    /** Checks that the value is there. */
    public PermissionOptionId {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
