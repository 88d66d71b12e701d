package io.acp4j.examples.tutorial.agent;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/** An MCP server on its own standard streams, with one tool. */
public final class ToolServer {

    private ToolServer() {}

    /** Runs the server; with an argument, it writes its process id into that file first. */
    public static void main(String[] args) throws IOException {
        if (args.length > 0) {
            Files.writeString(
                    Path.of(args[0]), String.valueOf(ProcessHandle.current().pid()));
        }
        McpSchema.Tool shout = McpSchema.Tool.builder("shout", Map.of("type", "object"))
                .description("Says it louder")
                .build();
        McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
                .serverInfo("shouting", "1")
                .tools(new McpServerFeatures.SyncToolSpecification(
                        shout,
                        (exchange, request) -> McpSchema.CallToolResult.builder()
                                .addTextContent(
                                        String.valueOf(request.arguments().get("text"))
                                                .toUpperCase(Locale.ROOT))
                                .build()))
                .build();
    }
}
