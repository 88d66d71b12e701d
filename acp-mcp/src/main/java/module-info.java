/**
 * Servers and clients of the Model Context Protocol over ACP connections, for the official MCP Java SDK.
 *
 * @see io.acp4j.mcp.McpServers
 * @see io.acp4j.mcp.McpClients
 */
module io.acp4j.mcp {
    requires transitive io.acp4j.rpc;
    requires static transitive io.modelcontextprotocol.sdk.mcp.core;
    requires static transitive org.jspecify;
    requires static transitive reactor.core;
    requires static org.reactivestreams;
    requires org.slf4j;

    exports io.acp4j.mcp;
}
