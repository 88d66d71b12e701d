package io.acp4j.client;

import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.v1.init.AgentCapabilities;
import io.acp4j.schema.v1.mcp.McpServer;
import io.acp4j.schema.v1.mcp.McpServerHttp;
import io.acp4j.schema.v1.mcp.McpServerSse;
import java.util.List;

/** What a session was opened with. */
record SessionSetup(String cwd, List<String> additionalDirectories, List<McpServer> mcpServers) {

    /** Refuses what the agent does not take. */
    void require(String method, AgentCapabilities agent) {
        if (!additionalDirectories.isEmpty() && agent.sessionCapabilities().additionalDirectories() == null) {
            throw new UnsupportedCapabilityException(
                    method + " with additional directories",
                    "agentCapabilities.sessionCapabilities.additionalDirectories");
        }
        for (McpServer server : mcpServers) {
            if (server instanceof McpServerHttp && !agent.mcpCapabilities().http()) {
                throw new UnsupportedCapabilityException(
                        method + " with an MCP server over HTTP", "agentCapabilities.mcpCapabilities.http");
            }
            if (server instanceof McpServerSse && !agent.mcpCapabilities().sse()) {
                throw new UnsupportedCapabilityException(
                        method + " with an MCP server over SSE", "agentCapabilities.mcpCapabilities.sse");
            }
        }
    }
}
