package io.acp4j.mcp;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.McpServerAcpId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.mcp.McpServerAcp;
import io.acp4j.schema.mcp.MessageMcpRequest;
import io.acp4j.schema.mcp.MessageMcpResponse;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The MCP servers that a client offers in its own process.
 *
 * <p>Each is built by the MCP Java SDK on a transport from {@link #transport}, is declared to the agent in {@code
 * session/new}, and is reached by {@code mcp/message}, which this handles:
 *
 * <pre>{@code
 * McpServers servers = McpServers.create();
 * AcpMcpServerTransport tools = servers.transport("project-tools");
 * McpSyncServer server = McpServer.sync(tools).tools(…).build();
 * AcpClient client = AcpClient.builder(transport).onRequestAsync(Methods.MCP_MESSAGE, servers).connect();
 * client.newSession(NewSessionRequest.builder(cwd).mcpServers(List.of(tools.declaration())).build());
 * }</pre>
 *
 * <p>Only for agents that advertise {@code mcpCapabilities.acp}. One instance may serve any number of connections. Safe for
 * use by any number of threads.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public final class McpServers implements AsyncRequestHandler<MessageMcpRequest, MessageMcpResponse, RequestContext> {

    private final McpJson json;
    private final Map<McpServerAcpId, AcpMcpServerTransport> servers = new ConcurrentHashMap<>();

    private McpServers(McpJsonMapper mapper) {
        this.json = new McpJson(mapper);
    }

    /**
     * Starts without servers, with the JSON binding that the MCP Java SDK finds.
     *
     * @return an empty set of servers
     */
    public static McpServers create() {
        return create(McpJsonDefaults.getMapper());
    }

    /**
     * Starts without servers.
     *
     * @param mapper reads and writes what the SDK's types hold
     * @return an empty set of servers
     */
    public static McpServers create(McpJsonMapper mapper) {
        return new McpServers(Objects.requireNonNull(mapper, "mapper"));
    }

    /**
     * Makes the transport of another server, under an id that nobody else has.
     *
     * @param name the server's name, for people
     * @return the transport, to be given to the SDK
     */
    public AcpMcpServerTransport transport(String name) {
        McpServerAcp declaration =
                McpServerAcp.of(name, new McpServerAcpId(UUID.randomUUID().toString()));
        AcpMcpServerTransport transport =
                new AcpMcpServerTransport(declaration, json, () -> servers.remove(declaration.serverId()));
        servers.put(declaration.serverId(), transport);
        return transport;
    }

    @Override
    public CompletionStage<MessageMcpResponse> handle(MessageMcpRequest request, RequestContext context) {
        AcpMcpServerTransport server = servers.get(request.serverId());
        if (server == null) {
            return CompletableFuture.failedFuture(AcpErrorException.invalidParams(
                    "unknown_mcp_server", "/params/serverId: no MCP server of that id is offered here"));
        }
        return server.handle(request, context);
    }
}
