package io.acp4j.mcp;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.Unstable;
import io.acp4j.schema.mcp.McpServerAcp;
import io.acp4j.schema.mcp.MessageMcpRequest;
import io.acp4j.schema.mcp.MessageMcpResponse;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Connects one MCP server of the SDK with the agents of any number of ACP connections, each of which is a session of it.
 *
 * <p>A session counts as initialized once {@code initialize} has had its response, or with the first other request, as the wire
 * does not carry {@code notifications/initialized}. A notification goes along with a running request: progress with the one
 * that it is about, others with any; while none runs it is dropped, as the protocol has no place for it. Requests of the
 * server, such as sampling, fail.
 *
 * @see McpServers#transport
 * @since 0.1.0
 */
@Unstable("mcp-over-acp")
public final class AcpMcpServerTransport implements McpServerTransportProvider {

    private final McpServerAcp declaration;
    private final McpJson json;
    private final Runnable onClose;
    private final Map<Connection, ProviderSession> sessions = new ConcurrentHashMap<>();
    private volatile McpServerSession.@Nullable Factory factory;
    private volatile boolean closed;

    AcpMcpServerTransport(McpServerAcp declaration, McpJson json, Runnable onClose) {
        this.declaration = declaration;
        this.json = json;
        this.onClose = onClose;
    }

    /**
     * Returns what names the server to an agent, among the {@code mcpServers} of {@code session/new} and its like.
     *
     * @return the server's name and id
     */
    public McpServerAcp declaration() {
        return declaration;
    }

    @Override
    public void setSessionFactory(McpServerSession.Factory sessionFactory) {
        factory = sessionFactory;
    }

    @Override
    public Mono<Void> notifyClients(String method, @Nullable Object params) {
        return Flux.fromIterable(sessions.values())
                .flatMap(session -> session.mcp().sendNotification(method, params))
                .then();
    }

    @Override
    public Mono<Void> notifyClient(String sessionId, String method, @Nullable Object params) {
        return Flux.fromIterable(sessions.values())
                .filter(session -> session.mcp().getId().equals(sessionId))
                .flatMap(session -> session.mcp().sendNotification(method, params))
                .then();
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.defer(() -> {
            closed = true;
            onClose.run();
            return Flux.fromIterable(sessions.values())
                    .flatMap(session -> session.mcp().closeGracefully())
                    .then();
        });
    }

    CompletionStage<MessageMcpResponse> handle(MessageMcpRequest request, RequestContext context) {
        McpServerSession.Factory made = factory;
        if (closed || made == null) {
            return CompletableFuture.failedFuture(AcpErrorException.invalidParams(
                    "unknown_mcp_server", "/params/serverId: the MCP server of that id is not running"));
        }
        return session(made, context.connection()).handle(request, context.cancellation());
    }

    /** Returns how many connections have sessions. */
    int sessionCount() {
        return sessions.size();
    }

    private ProviderSession session(McpServerSession.Factory made, Connection connection) {
        ProviderSession known = sessions.get(connection);
        if (known != null) {
            return known;
        }
        ProviderSession session = sessions.computeIfAbsent(
                connection, owner -> new ProviderSession(declaration.serverId(), owner, json, made));
        // Runs at once when the connection has ended already.
        connection.closed().whenComplete((reason, impossible) -> {
            if (sessions.remove(connection, session)) {
                session.mcp().closeGracefully().subscribe();
            }
        });
        return session;
    }
}
