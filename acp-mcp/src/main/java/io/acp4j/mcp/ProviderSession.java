package io.acp4j.mcp;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.Registration;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.McpRequestId;
import io.acp4j.schema.McpServerAcpId;
import io.acp4j.schema.mcp.MessageMcpNotification;
import io.acp4j.schema.mcp.MessageMcpRequest;
import io.acp4j.schema.mcp.MessageMcpResponse;
import io.acp4j.schema.method.Methods;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** What an MCP server has to do with one ACP connection. */
final class ProviderSession implements McpServerTransport {

    private static final Logger LOG = LoggerFactory.getLogger(ProviderSession.class);

    private final McpServerAcpId serverId;
    private final Connection connection;
    private final McpJson json;
    private final McpServerSession session;
    private final Map<Object, Running> running = new ConcurrentHashMap<>();
    private final AtomicBoolean initialized = new AtomicBoolean();

    /** A request that has no response yet. */
    private record Running(
            McpRequestId id,
            boolean initializes,
            @Nullable Object progressToken,
            CompletableFuture<MessageMcpResponse> answer) {}

    ProviderSession(McpServerAcpId serverId, Connection connection, McpJson json, McpServerSession.Factory factory) {
        this.serverId = serverId;
        this.connection = connection;
        this.json = json;
        this.session = factory.create(this);
    }

    McpServerSession mcp() {
        return session;
    }

    CompletionStage<MessageMcpResponse> handle(MessageMcpRequest request, CancellationToken cancellation) {
        String id = request.requestId().value();
        boolean initializes = request.method().equals(McpSchema.METHOD_INITIALIZE);
        Object params = json.read(request.params());
        Object token = json.member(json.member(params, "_meta"), "progressToken");
        Running entry = new Running(request.requestId(), initializes, token, new CompletableFuture<>());
        if (running.putIfAbsent(id, entry) != null) {
            return CompletableFuture.failedFuture(AcpErrorException.invalidParams(
                    "duplicate_mcp_request", "/params/requestId: a request of that id is still running"));
        }
        if (!initializes) {
            markInitialized();
        }
        Disposable work = session.handle(new McpSchema.JSONRPCRequest(request.method(), id, params))
                .subscribe(done -> {}, failure -> fail(entry, failure));
        Registration registration = cancellation.onCancel(() -> {
            entry.answer().cancel(false);
            work.dispose();
        });
        return entry.answer().whenComplete((answer, failure) -> {
            running.remove(id, entry);
            registration.close();
        });
    }

    private static void fail(Running entry, Throwable failure) {
        LOG.error("a request of MCP could not be served", failure);
        entry.answer().completeExceptionally(new AcpErrorException(ErrorCode.INTERNAL_ERROR, "Internal error", null));
    }

    /** Informs the server of what the wire does not carry. */
    private void markInitialized() {
        if (initialized.compareAndSet(false, true)) {
            var unused = session.handle(new McpSchema.JSONRPCNotification(McpSchema.METHOD_NOTIFICATION_INITIALIZED))
                    .subscribe(
                            done -> {},
                            failure -> LOG.warn("an MCP server failed to take note of its client", failure));
        }
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.defer(() -> {
            if (message instanceof McpSchema.JSONRPCResponse response) {
                answer(response);
            } else if (message instanceof McpSchema.JSONRPCNotification notification) {
                notify(notification);
            } else {
                return Mono.error(
                        new UnsupportedOperationException("MCP over ACP carries no requests from server to client"));
            }
            return Mono.empty();
        });
    }

    private void answer(McpSchema.JSONRPCResponse response) {
        Running entry = response.id() == null ? null : running.get(response.id());
        if (entry == null) {
            LOG.debug("an MCP server responded to a request that is not running");
            return;
        }
        if (entry.initializes() && response.error() == null) {
            markInitialized();
        }
        entry.answer().complete(json.answer(response));
    }

    private void notify(McpSchema.JSONRPCNotification notification) {
        Running carrier = carrier(json.member(notification.params(), "progressToken"));
        if (carrier == null) {
            LOG.debug("dropped {} of an MCP server: no request is running that could carry it", notification.method());
            return;
        }
        connection.notify(
                Methods.MCP_MESSAGE_NOTIFICATION,
                new MessageMcpNotification(
                        serverId, carrier.id(), notification.method(), json.write(notification.params()), null));
    }

    private @Nullable Running carrier(@Nullable Object progressToken) {
        Running any = null;
        for (Running each : running.values()) {
            if (progressToken != null && progressToken.equals(each.progressToken())) {
                return each;
            }
            any = each;
        }
        return any;
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return json.convert(data, type);
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.fromRunnable(this::close);
    }

    @Override
    public void close() {
        running.values()
                .forEach(entry -> entry.answer()
                        .completeExceptionally(AcpErrorException.invalidParams(
                                "unknown_mcp_server", "/params/serverId: the MCP server has been closed")));
    }
}
