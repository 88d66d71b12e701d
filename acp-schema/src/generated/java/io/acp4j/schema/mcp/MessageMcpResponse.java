// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.Unstable;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.MemberUnionCodec;
import io.acp4j.schema.json.RawJson;

/**
 * What became of a request of MCP that {@code mcp/message} carried: its result, which may be {@code null}, or the error
 * that MCP reports.
 *
 * <p>An error of the response that carries this one is something else: then the request did not reach the server.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public sealed interface MessageMcpResponse permits McpResult, McpFailure, UnknownMcpOutcome {

    /** Reads and writes any kind, told apart by the members that only one has. */
    JsonCodec<MessageMcpResponse> CODEC = MemberUnionCodec.<MessageMcpResponse>union()
            .nullableVariant("result", McpResult.class, () -> McpResult.CODEC)
            .variant("error", McpFailure.class, () -> McpFailure.CODEC)
            .unknown(UnknownMcpOutcome.class, UnknownMcpOutcome::new, UnknownMcpOutcome::raw);

    /**
     * Returns the response of a request that succeeded.
     *
     * @param result what MCP responds
     * @return the response
     */
    static MessageMcpResponse result(RawJson result) {
        return McpResult.of(result);
    }

    /**
     * Returns the response of a request that MCP refused.
     *
     * @param error what MCP reports
     * @return the response
     */
    static MessageMcpResponse error(McpError error) {
        return McpFailure.of(error);
    }
}
