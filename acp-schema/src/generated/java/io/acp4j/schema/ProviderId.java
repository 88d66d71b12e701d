// Written by build-support/write-types from src/protocol/ids.yaml: change that, not this.
package io.acp4j.schema;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.Objects;

/**
 * Names a provider of models that an agent can be configured to use.
 *
 * <p>Made by the agent. Opaque: compared whole, case-sensitively and without normalisation, never parsed.
 *
 * @param value the id as it stands on the wire
 * @see <a href="https://agentclientprotocol.com/rfds/custom-llm-endpoint">the specification</a>
 * @since 0.1.0
 */
@Unstable("providers")
public record ProviderId(String value) {

    /** Reads and writes the id as a JSON string. */
    public static final JsonCodec<ProviderId> CODEC =
            Codecs.wrapping(Codecs.STRING, ProviderId::new, ProviderId::value);

    /** Checks that the value is there. */
    public ProviderId {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
