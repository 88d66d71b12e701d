package io.acp4j.examples.mcp;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.mcp.McpClients;
import io.acp4j.schema.init.McpCapabilities;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.mcp.McpServerAcp;
import io.acp4j.schema.method.Methods;
import io.acp4j.transport.stdio.StdioTransport;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;

/** Calls every tool that its client offers and tells what came of it. */
public final class ToolUsingAgent {

    private ToolUsingAgent() {}

    // snippet:use
    static AcpAgent create() {
        McpClients clients = McpClients.create();
        return AcpAgent.builder()
                .info("tool-using-agent", "0.1.0")
                .capabilities(all -> all.mcpCapabilities(McpCapabilities.NONE.withAcp()))
                .onNotification(Methods.MCP_MESSAGE_NOTIFICATION, clients)
                .onPrompt(turn -> {
                    for (McpServer server : turn.session().mcpServers()) {
                        if (server instanceof McpServerAcp offered) {
                            callAll(
                                    turn,
                                    McpClient.sync(clients.transport(turn.client()::requestAsync, offered))
                                            .build());
                        }
                    }
                })
                .build();
    }
    // end

    private static void callAll(PromptTurn turn, McpSyncClient tools) {
        try {
            tools.initialize();
            for (McpSchema.Tool tool : tools.listTools().tools()) {
                McpSchema.CallToolResult result = tools.callTool(McpSchema.CallToolRequest.builder(tool.name())
                        .arguments(Map.of())
                        .build());
                result.content().stream()
                        .filter(McpSchema.TextContent.class::isInstance)
                        .map(McpSchema.TextContent.class::cast)
                        .forEach(text -> turn.say(tool.name() + ": " + text.text()));
            }
        } finally {
            tools.closeGracefully();
        }
    }

    /**
     * Serves the client on this process's own streams.
     *
     * @param args none
     * @throws InterruptedException when the process is told to end
     */
    public static void main(String[] args) throws InterruptedException {
        create().serve(StdioTransport.ofProcessStreams()).awaitClosed();
    }
}
