// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;

/**
 * A response with neither a result nor an error; it says nothing about the request and is written back unchanged.
 *
 * @param raw the whole object
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public record UnknownMcpOutcome(RawJson raw) implements MessageMcpResponse {

    /** Checks that what is required is there. */
    public UnknownMcpOutcome {
        Objects.requireNonNull(raw, "raw");
    }
}
