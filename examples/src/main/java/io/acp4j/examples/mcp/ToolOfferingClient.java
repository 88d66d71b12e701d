package io.acp4j.examples.mcp;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.mcp.AcpMcpServerTransport;
import io.acp4j.mcp.McpServers;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.transport.stdio.StdioTransport;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Offers its agent a tool that runs in this very process: {@code ToolOfferingClient my-agent --acp}. */
public final class ToolOfferingClient {

    private static final Map<String, Integer> STOCK = new TreeMap<>(Map.of("apples", 12, "pears", 3));

    private ToolOfferingClient() {}

    // snippet:offer
    /** Opens a session whose agent can look into the stock that this process keeps, and asks it. */
    static void ask(AcpClientBuilder builder, String question) {
        McpServers servers = McpServers.create();
        AcpMcpServerTransport transport = servers.transport("stock");
        var server = McpServer.sync(transport).tools(stock()).build();
        try (AcpClient client =
                builder.onRequestAsync(Methods.MCP_MESSAGE, servers).connect()) {
            client.newSession(NewSessionRequest.builder(
                                    Path.of("").toAbsolutePath().toString())
                            .mcpServers(List.of(transport.declaration()))
                            .build())
                    .prompt(question);
        } finally {
            server.close();
        }
    }
    // end

    private static SyncToolSpecification stock() {
        return SyncToolSpecification.builder()
                .tool(McpSchema.Tool.builder("stock", Map.of("type", "object"))
                        .description("Tells what is in stock")
                        .build())
                .callHandler((exchange, request) -> CallToolResult.builder()
                        .addTextContent(STOCK.toString())
                        .build())
                .build();
    }

    /**
     * Asks an agent that is launched for it.
     *
     * @param agentCommand the command that starts the agent
     */
    public static void main(String[] agentCommand) {
        ask(
                AcpClient.builder(StdioTransport.launch(agentCommand)).onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) {
                        System.out.print(chunk.text());
                    }
                }),
                "How many apples are there?");
    }
}
