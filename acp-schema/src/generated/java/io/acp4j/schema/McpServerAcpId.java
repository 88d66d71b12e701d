// Written by build-support/write-types from src/protocol/ids.yaml: change that, not this.
package io.acp4j.schema;

import io.acp4j.schema.json.Codecs;
import io.acp4j.schema.json.JsonCodec;
import java.util.Objects;

/**
 * Names an MCP server that one end of a connection provides over that connection.
 *
 * <p>Made by the component that provides the server. Opaque: compared whole, case-sensitively and without
 * normalisation, never parsed.
 *
 * @param value the id as it stands on the wire
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public record McpServerAcpId(String value) {

    /** Reads and writes the id as a JSON string. */
    public static final JsonCodec<McpServerAcpId> CODEC =
            Codecs.wrapping(Codecs.STRING, McpServerAcpId::new, McpServerAcpId::value);

    /** Checks that the value is there. */
    public McpServerAcpId {
        Objects.requireNonNull(value, "value");
    }

    /** Returns the bare text. */
    @Override
    public String toString() {
        return value;
    }
}
