package io.acp4j.mcp;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.McpRequestId;
import io.acp4j.schema.McpServerAcpId;
import io.acp4j.schema.mcp.MessageMcpNotification;
import io.acp4j.schema.mcp.MessageMcpRequest;
import io.acp4j.schema.mcp.MessageMcpResponse;
import io.acp4j.schema.method.Methods;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** Carries the messages of one MCP client over an ACP connection. */
final class ConsumerTransport implements McpClientTransport {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerTransport.class);

    private static final String CANCELLED = "notifications/cancelled";

    private final McpCaller caller;
    private final McpServerAcpId serverId;
    private final McpJson json;
    private final Map<McpRequestId, ConsumerTransport> registry;

    /** Makes ids that no other client on the connection has, and that nobody guesses. */
    private final String prefix = UUID.randomUUID() + "-";

    private final AtomicLong lastId = new AtomicLong();
    private final Map<Object, CompletableFuture<MessageMcpResponse>> running = new ConcurrentHashMap<>();
    private volatile @Nullable Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> receiver;
    private volatile boolean closed;

    ConsumerTransport(
            McpCaller caller, McpServerAcpId serverId, McpJson json, Map<McpRequestId, ConsumerTransport> registry) {
        this.caller = caller;
        this.serverId = serverId;
        this.json = json;
        this.registry = registry;
    }

    boolean isOf(McpServerAcpId server) {
        return serverId.equals(server);
    }

    @Override
    public Mono<Void> connect(Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
        return Mono.fromRunnable(() -> receiver = handler);
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.fromRunnable(() -> {
            if (message instanceof McpSchema.JSONRPCRequest request) {
                call(request);
            } else if (message instanceof McpSchema.JSONRPCNotification notification) {
                tell(notification);
            } else {
                LOG.debug("dropped a response to an MCP server, which cannot have asked");
            }
        });
    }

    private void call(McpSchema.JSONRPCRequest request) {
        if (closed) {
            throw new IllegalStateException("the transport to the MCP server is closed");
        }
        McpRequestId id = new McpRequestId(prefix + lastId.incrementAndGet());
        registry.put(id, this);
        CompletableFuture<MessageMcpResponse> answer;
        try {
            answer = caller.call(
                    Methods.MCP_MESSAGE,
                    MessageMcpRequest.of(serverId, id, request.method(), json.write(request.params())));
        } catch (RuntimeException e) {
            registry.remove(id);
            throw e;
        }
        running.put(request.id(), answer);
        if (closed) {
            // Closed between the call and now, so nobody else cancels it.
            answer.cancel(false);
        }
        var unused = answer.whenComplete((response, failure) -> {
            registry.remove(id);
            running.remove(request.id(), answer);
            deliver(
                    failure == null
                            ? json.answer(request.id(), response)
                            : McpJson.failed(request.id(), problem(request.method(), failure)));
        });
    }

    private static String problem(String method, Throwable failure) {
        if (failure instanceof AcpErrorException refused) {
            return "the client that offers the MCP server responded to " + method + " with error " + refused.code()
                    + ": " + refused.error().message();
        }
        return method + " did not reach the MCP server or got no response: "
                + failure.getClass().getSimpleName();
    }

    private void tell(McpSchema.JSONRPCNotification notification) {
        if (notification.method().equals(CANCELLED)) {
            Object id = json.member(notification.params(), "requestId");
            CompletableFuture<MessageMcpResponse> answer = id == null ? null : running.get(id);
            if (answer != null) {
                answer.cancel(false);
            }
        } else if (!notification.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED)) {
            LOG.debug("dropped {}: MCP over ACP carries no notifications to a server", notification.method());
        }
    }

    void deliver(MessageMcpNotification notification) {
        deliver(new McpSchema.JSONRPCNotification(notification.method(), json.read(notification.params())));
    }

    private void deliver(McpSchema.JSONRPCMessage message) {
        var handler = receiver;
        if (handler == null || closed) {
            LOG.debug("dropped a message of an MCP server: its client is not connected");
            return;
        }
        var unused = handler.apply(Mono.just(message))
                .subscribe(done -> {}, failure -> LOG.warn("an MCP client failed on a message", failure));
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
        closed = true;
        running.values().forEach(answer -> answer.cancel(false));
    }
}
