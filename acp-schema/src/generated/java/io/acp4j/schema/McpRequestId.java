// Written by build-support/write-types from src/protocol/ids.yaml: change that, not this.
package io.acp4j.schema;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.Objects;

/**
 * Names a request inside {@code mcp/message}, as long as it runs.
 *
 * <p>Made by the caller and handed on unchanged by proxies; it is not the id of the message that carries the request.
 * Opaque: compared whole, case-sensitively and without normalisation, never parsed.
 *
 * @param value the id as it stands on the wire
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public record McpRequestId(String value) {

    /** Reads and writes the id as a JSON string. */
    public static final JsonCodec<McpRequestId> CODEC =
            Codecs.wrapping(Codecs.STRING, McpRequestId::new, McpRequestId::value);

    /** Checks that the value is there. */
    public McpRequestId {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
