package io.acp4j.examples.tutorial.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.PromptTurn;
import io.acp4j.schema.mcp.EnvVariable;
import io.acp4j.schema.mcp.McpServer;
import io.acp4j.schema.mcp.McpServerStdio;
import io.acp4j.schema.tool.ToolKind;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The tools of the MCP servers that the client has named for a session; they run as long as the session is open. */
public final class McpTools implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private final List<McpSyncClient> servers = new ArrayList<>();
    private final List<Tool> tools = new ArrayList<>();

    // snippet:mcp
    /** Starts the servers of a session and asks them for their tools. */
    static McpTools of(AgentSession session) {
        McpTools all = new McpTools();
        try {
            for (McpServer server : session.mcpServers()) {
                if (server instanceof McpServerStdio program) {
                    all.start(program);
                }
            }
            return all;
        } catch (RuntimeException e) {
            all.close();
            throw e;
        }
    }

    private void start(McpServerStdio program) {
        Map<String, String> environment =
                program.env().stream().collect(Collectors.toMap(EnvVariable::name, EnvVariable::value));
        ServerParameters command = ServerParameters.builder(program.command())
                .args(program.args())
                .env(environment)
                .build();
        McpSyncClient client = McpClient.sync(new StdioClientTransport(command, McpJsonDefaults.getMapper()))
                .initializationTimeout(START_TIMEOUT)
                .build();
        servers.add(client);
        client.initialize();
        client.listTools().tools().forEach(tool -> tools.add(new McpTool(program.name(), tool, client)));
    }
    // end

    List<Tool> tools() {
        return tools;
    }

    @Override
    public void close() {
        servers.forEach(McpSyncClient::closeGracefully);
    }

    private record McpTool(String server, McpSchema.Tool tool, McpSyncClient client) implements Tool {

        @Override
        public String name() {
            return server + "_" + tool.name();
        }

        @Override
        public String description() {
            return tool.description() == null ? "" : tool.description();
        }

        @Override
        public String parameters() {
            return JSON.valueToTree(tool.inputSchema()).toString();
        }

        @Override
        public ToolKind kind() {
            return ToolKind.OTHER;
        }

        @Override
        public String title(JsonNode arguments) {
            return server + ": " + tool.name();
        }

        @Override
        @SuppressWarnings("unchecked")
        public String run(PromptTurn turn, Step step, JsonNode arguments) {
            step.requirePermission();
            McpSchema.CallToolResult result = client.callTool(McpSchema.CallToolRequest.builder(tool.name())
                    .arguments(JSON.convertValue(arguments, Map.class))
                    .build());
            String text = result.content().stream()
                    .filter(McpSchema.TextContent.class::isInstance)
                    .map(content -> ((McpSchema.TextContent) content).text())
                    .collect(Collectors.joining("\n"));
            if (Boolean.TRUE.equals(result.isError())) {
                throw new IllegalStateException(text);
            }
            return text;
        }
    }
}
