package io.acp4j.mcp;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.schema.McpRequestId;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.mcp.McpServerAcp;
import io.acp4j.schema.mcp.MessageMcpNotification;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An agent's way to the MCP servers that its clients offer in their own processes.
 *
 * <p>Each client of the MCP Java SDK gets a transport from {@link #transport}; what a server says while it runs a request
 * comes in notifications, which this handles:
 *
 * <pre>{@code
 * McpClients clients = McpClients.create();
 * AcpAgent.builder().info("my-agent", "1.0.0").onNotification(Methods.MCP_MESSAGE_NOTIFICATION, clients)…
 * // For a McpServerAcp among the mcpServers of a session:
 * McpSyncClient tools = McpClient.sync(clients.transport(turn.client()::requestAsync, server)).build();
 * tools.initialize();
 * }</pre>
 *
 * <p>The agent must advertise {@code mcpCapabilities.acp}. One instance may serve any number of connections. Safe for use by
 * any number of threads.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/mcp-over-acp">the specification</a>
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public final class McpClients implements NotificationHandler<MessageMcpNotification, Connection> {

    private static final Logger LOG = LoggerFactory.getLogger(McpClients.class);

    private final McpJson json;
    private final Map<McpRequestId, ConsumerTransport> running = new ConcurrentHashMap<>();

    private McpClients(McpJsonMapper mapper) {
        this.json = new McpJson(mapper);
    }

    /**
     * Starts without clients, with the JSON binding that the MCP Java SDK finds.
     *
     * @return an empty set of clients
     */
    public static McpClients create() {
        return create(McpJsonDefaults.getMapper());
    }

    /**
     * Starts without clients.
     *
     * @param mapper reads and writes what the SDK's types hold
     * @return an empty set of clients
     */
    public static McpClients create(McpJsonMapper mapper) {
        return new McpClients(Objects.requireNonNull(mapper, "mapper"));
    }

    /**
     * Makes a transport to a server. Requests wait as long as the connection's options allow {@code mcp/message}, 60 seconds
     * unless told otherwise, and no longer than the SDK's client does. Closing it cancels what runs; the connection stays.
     *
     * @param caller calls the client that offers the server
     * @param server the server, as the client has declared it
     * @return a transport for one client of the SDK
     */
    public McpClientTransport transport(McpCaller caller, McpServerAcp server) {
        return new ConsumerTransport(caller, server.serverId(), json, running);
    }

    @Override
    public void handle(MessageMcpNotification notification, Connection connection) {
        ConsumerTransport transport = running.get(notification.requestId());
        if (transport == null || !transport.isOf(notification.serverId())) {
            LOG.debug("ignored a notification of an MCP server about a request that is not running");
            return;
        }
        transport.deliver(notification);
    }
}
