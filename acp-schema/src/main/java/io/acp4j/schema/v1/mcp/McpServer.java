package io.acp4j.schema.v1.mcp;

import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.UnionCodec;

/**
 * An MCP server that the agent is to connect to, and over which transport.
 *
 * <p>New kinds may be permitted in minor releases: handle {@link UnknownMcpServer} or a default.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup#mcp-servers">the specification</a>
 * @since 0.1.0
 */
public sealed interface McpServer permits McpServerStdio, McpServerHttp, McpServerSse, McpServerAcp, UnknownMcpServer {

    /** Reads and writes any kind of server, told apart by {@code type}; without one, it is a child process. */
    JsonCodec<McpServer> CODEC = UnionCodec.<McpServer>on("type")
            .untagged(McpServerStdio.class, () -> McpServerStdio.CODEC)
            .variant("stdio", McpServerStdio.class, () -> McpServerStdio.CODEC)
            .variant("http", McpServerHttp.class, () -> McpServerHttp.CODEC)
            .variant("sse", McpServerSse.class, () -> McpServerSse.CODEC)
            .variant("acp", McpServerAcp.class, () -> McpServerAcp.CODEC)
            .unknown(UnknownMcpServer.class, UnknownMcpServer::of, UnknownMcpServer::raw);

    /**
     * Names the server for people.
     *
     * @return its name
     */
    String name();
}
