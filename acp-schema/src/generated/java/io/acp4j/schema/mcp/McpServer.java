// Written by build-support/write-types from src/protocol/mcp.yaml: change that, not this.
package io.acp4j.schema.mcp;

import io.acp4j.schema.json.UnionCodec;
import io.acp4j.schema.json.WireVersion;

/**
 * An MCP server that the agent is to connect to, and over which transport.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownMcpServer} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers">the specification</a>
 * @since 0.1.0
 */
public sealed interface McpServer permits McpServerStdio, McpServerHttp, McpServerSse, McpServerAcp, UnknownMcpServer {

    /** Reads and writes any kind, told apart by {@code type}; without it, it is {@link McpServerStdio}. */
    UnionCodec<McpServer> CODEC = UnionCodec.<McpServer>on("type")
            .variant(WireVersion.V1, "", McpServerStdio.class, () -> McpServerStdio.CODEC)
            .variant("stdio", McpServerStdio.class, () -> McpServerStdio.CODEC)
            .variant("http", McpServerHttp.class, () -> McpServerHttp.CODEC)
            .variant(WireVersion.V1, "sse", McpServerSse.class, () -> McpServerSse.CODEC)
            .variant("acp", McpServerAcp.class, () -> McpServerAcp.CODEC)
            .unknown(UnknownMcpServer.class, UnknownMcpServer::of, UnknownMcpServer::raw);

    /**
     * Returns its name.
     *
     * @return its name
     */
    String name();
}
