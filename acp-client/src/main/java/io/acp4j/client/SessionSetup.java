package io.acp4j.client;

import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.Capability;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.v1.Capabilities;
import io.acp4j.schema.v1.init.AgentCapabilities;
import io.acp4j.schema.v1.mcp.McpServer;
import io.acp4j.schema.v1.mcp.McpServerAcp;
import io.acp4j.schema.v1.mcp.McpServerHttp;
import io.acp4j.schema.v1.mcp.McpServerSse;
import io.acp4j.schema.v1.session.SystemPrompt;
import io.acp4j.schema.v1.session.SystemPromptMode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client has opened a session with.
 *
 * @param cwd its working directory, an absolute path on the agent's machine
 * @param additionalDirectories further directories that belong to it; empty when there are none
 * @param mcpServers the servers whose tools it may use; empty when there are none
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup">the specification</a>
 * @param systemPrompt the instructions for the session; null when there are none
 * @since 0.1.0
 */
public record SessionSetup(
        String cwd,
        List<String> additionalDirectories,
        List<McpServer> mcpServers,
        @Unstable("system-prompt") @Nullable SystemPrompt systemPrompt) {

    /** Keeps copies of the lists. */
    public SessionSetup {
        Objects.requireNonNull(cwd, "cwd");
        additionalDirectories = List.copyOf(additionalDirectories);
        mcpServers = List.copyOf(mcpServers);
    }

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
            if (server instanceof McpServerAcp && !agent.mcpCapabilities().acp()) {
                throw new UnsupportedCapabilityException(
                        method + " with an MCP server over the connection", Capabilities.MCP_OVER_ACP.path());
            }
        }
        if (systemPrompt != null) {
            require(method + " with a system prompt", Capabilities.SYSTEM_PROMPT, agent);
            if (!systemPrompt.mode().equals(SystemPromptMode.APPEND)) {
                require(method + " with a system prompt that overrides", Capabilities.SYSTEM_PROMPT_OVERRIDE, agent);
            }
        }
    }

    private static void require(String what, Capability<AgentCapabilities> needed, AgentCapabilities agent) {
        if (!needed.in(agent)) {
            throw new UnsupportedCapabilityException(what, needed.path());
        }
    }
}
