package io.acp4j.agent;

import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.init.InitializeRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of an agent: the engine below, the sessions, and the gate that opens with {@code initialize}. */
final class DefaultAgentConnection implements AgentConnection {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultAgentConnection.class);

    /** Completed right after the first handler may run; those that need it wait for a moment. */
    private final CompletableFuture<Connection> engine = new CompletableFuture<>();

    private final DefaultClientPeer client = new DefaultClientPeer(engine::join);
    /** Completed when the connection has ended and what its sessions sent is stored. */
    private final CompletableFuture<CloseReason> ended = new CompletableFuture<>();

    private final Sessions sessions;
    private final Introductions introductions;

    private DefaultAgentConnection(AgentConfiguration configuration) {
        this.sessions = new Sessions(configuration.maxSessions());
        this.introductions = new Introductions(configuration, client);
    }

    static AgentConnection open(AgentConfiguration configuration, Transport transport, ConnectionOptions options) {
        DefaultAgentConnection connection = new DefaultAgentConnection(configuration);
        Handlers handlers = Wiring.handlers(configuration, connection);
        try {
            connection.engine.complete(handlers.connect(transport, options));
        } catch (RuntimeException e) {
            connection.engine.completeExceptionally(e);
            throw e;
        }
        var unused = connection.engine().closed().thenAccept(reason -> {
            if (configuration.stored() == null) {
                connection.ended.complete(reason);
            } else {
                connection.endSessions(reason);
            }
        });
        return connection;
    }

    /** Closes the stored sessions on a thread of its own: that of the transport must not wait for a store. */
    private void endSessions(CloseReason reason) {
        Thread thread = new Thread(
                () -> {
                    try {
                        sessions.end();
                    } finally {
                        ended.complete(reason);
                    }
                },
                "acp4j-end-sessions");
        thread.setDaemon(true);
        thread.start();
    }

    Sessions sessions() {
        return sessions;
    }

    Introductions introductions() {
        return introductions;
    }

    DefaultClientPeer peer() {
        return client;
    }

    /** Lets requests through to a handler once the client has introduced itself, and shows the handler this connection. */
    <P, R> RequestHandler<P, R> gated(RequestHandler<P, R> handler) {
        return (params, context) -> {
            introductions.require();
            return handler.handle(params, shown(context));
        };
    }

    /** As {@link #gated(RequestHandler)} does. */
    <P, R> AsyncRequestHandler<P, R> gatedAsync(AsyncRequestHandler<P, R> handler) {
        return (params, context) -> {
            introductions.require();
            return handler.handle(params, shown(context));
        };
    }

    /** Lets notifications through once the client has introduced itself. */
    <P> NotificationHandler<P> gatedNotification(NotificationMethod<P> method, NotificationHandler<P> handler) {
        return (params, connection) -> {
            if (client.isIntroduced()) {
                handler.handle(params, this);
            } else {
                LOG.debug("ignored {} before initialize", method);
            }
        };
    }

    /** Serves {@code initialize} by a handler of the author's. */
    <P, R> AsyncRequestHandler<P, R> introducing(AsyncRequestHandler<P, R> handler) {
        return (params, context) -> {
            introductions.requireFirst();
            return handler.handle(params, shown(context)).thenApply(response -> {
                if (params instanceof InitializeRequest request) {
                    client.introduce(request);
                }
                return response;
            });
        };
    }

    RequestContext shown(RequestContext context) {
        return new AgentRequestContext(context, this);
    }

    private Connection engine() {
        return engine.join();
    }

    @Override
    public ClientPeer client() {
        return client;
    }

    @Override
    public @Nullable AgentSession session(SessionId id) {
        return sessions.find(id);
    }

    @Override
    public <P, R> R request(RequestMethod<P, R> method, P params) {
        return engine().request(method, params);
    }

    @Override
    public <P, R> R request(RequestMethod<P, R> method, P params, Duration timeout) {
        return engine().request(method, params, timeout);
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params) {
        return engine().requestAsync(method, params);
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params, Duration timeout) {
        return engine().requestAsync(method, params, timeout);
    }

    @Override
    public <P> void notify(NotificationMethod<P> method, P params) {
        engine().notify(method, params);
    }

    @Override
    public Executor executor() {
        return engine().executor();
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return ended.minimalCompletionStage();
    }

    @Override
    public CloseReason awaitClosed() throws InterruptedException {
        try {
            return ended.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a connection cannot fail", e);
        }
    }

    @Override
    public void close() {
        engine().close();
    }
}
