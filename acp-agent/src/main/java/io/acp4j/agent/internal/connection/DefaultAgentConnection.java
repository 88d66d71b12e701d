package io.acp4j.agent.internal.connection;

import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.Client;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.protocol.ProtocolRules;
import io.acp4j.agent.internal.session.Sessions;
import io.acp4j.rpc.AsyncRequestHandler;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.internal.protocol.ProtocolHandlers;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.init.InitializeRequest;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One connection of an agent: the engine below, the sessions, and the gate that opens with {@code initialize}. */
public final class DefaultAgentConnection implements AgentConnection, ServedConnection {

    /** Completed right after the first handler may run; those that need it wait for a moment. */
    private final CompletableFuture<Connection> engine = new CompletableFuture<>();

    private final DefaultClient client = new DefaultClient(engine::join);
    /** Completed when the connection has ended, what its sessions sent is stored, and the author knows of their end. */
    private final CompletableFuture<CloseReason> ended = new CompletableFuture<>();

    private final AtomicBoolean ending = new AtomicBoolean();
    private final CompletableFuture<Void> sessionsEnded = new CompletableFuture<>();

    private final Sessions sessions;
    private final Introductions introductions;
    private final FailureTranslation failures;
    private final Openings openings = new Openings();

    public DefaultAgentConnection(AgentConfiguration configuration) {
        this.sessions = new Sessions(configuration.maxSessions(), configuration.stored(), client::principal);
        this.introductions = new Introductions(configuration, client);
        this.failures = configuration.failures();
    }

    /** Connects with the handlers of this connection, which may run before this returns. */
    public void start(ProtocolHandlers handlers, Transport transport, ConnectionOptions options) {
        try {
            engine.complete(handlers.connect(transport, options));
        } catch (RuntimeException e) {
            engine.completeExceptionally(e);
            throw e;
        }
    }

    public void endSessionsWithItsInput(AgentConfiguration configuration) {
        Duration grace = configuration.disconnectGrace();
        if (!grace.isZero()) {
            client.outliveInput();
        }
        var unused = engine().inputEnded().thenRun(() -> {
            if (grace.isZero()) {
                endSessions();
            } else {
                CompletableFuture.delayedExecutor(grace.toMillis(), TimeUnit.MILLISECONDS, Runnable::run)
                        .execute(this::endSessions);
            }
        });
        var unused2 = engine().closed().thenAccept(reason -> {
            endSessions();
            if (configuration.stored() == null && configuration.handlers().sessionListener == null) {
                ended.complete(reason);
            } else {
                var unused3 = sessionsEnded.thenRun(() -> ended.complete(reason));
            }
        });
    }

    /** Ends the sessions on a thread of its own: that of the transport must not wait for handlers or a store. */
    private void endSessions() {
        if (!ending.compareAndSet(false, true)) {
            return;
        }
        Thread thread = new Thread(
                () -> {
                    try {
                        sessions.leave();
                    } finally {
                        sessionsEnded.complete(null);
                    }
                },
                "acp4j-end-sessions");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public Sessions sessions() {
        return sessions;
    }

    /** Returns the order of the requests that open sessions. */
    public Openings openings() {
        return openings;
    }

    public Introductions introductions() {
        return introductions;
    }

    /** Returns what the version of the connection asks for; known as soon as the client has sent {@code initialize}. */
    public ProtocolRules rules() {
        return introductions.rules();
    }

    @Override
    public DefaultClient peer() {
        return client;
    }

    @Override
    public <P, R> RequestHandler<P, R, RequestContext> served(RequestHandler<P, R, RequestContext> handler) {
        return (params, context) -> {
            try {
                return handler.handle(params, shown(context));
            } catch (Exception e) {
                throw failure(e, context, params);
            }
        };
    }

    @Override
    public <P, R> AsyncRequestHandler<P, R, RequestContext> servedAsync(
            AsyncRequestHandler<P, R, RequestContext> handler) {
        return (params, context) -> {
            try {
                return handler.handle(params, shown(context))
                        .exceptionallyCompose(failure ->
                                CompletableFuture.failedFuture(failures.of(failure, context.method(), params)));
            } catch (Exception e) {
                throw failure(e, context, params);
            }
        };
    }

    @Override
    public <P extends SessionScoped, R> AsyncRequestHandler<P, R, RequestContext> afterOpening(
            RequestHandler<P, R, RequestContext> handler) {
        return servedAsync((params, context) ->
                openings.leavingAfter(params.sessionId(), context, () -> handler.handle(params, context)));
    }

    @Override
    public <P extends SessionScoped, R> AsyncRequestHandler<P, R, RequestContext> afterOpeningAsync(
            AsyncRequestHandler<P, R, RequestContext> handler) {
        return servedAsync((params, context) ->
                openings.after(params.sessionId(), context, () -> handler.handle(params, context)));
    }

    @Override
    public <P extends SessionScoped, R> AsyncRequestHandler<P, R, RequestContext> endingAsync(
            AsyncRequestHandler<P, R, RequestContext> handler) {
        return servedAsync((params, context) -> openings.ending(
                Objects.requireNonNull(params.sessionId()), context, () -> handler.handle(params, context)));
    }

    /** Returns what a handler's exception is thrown on as. */
    private Exception failure(Exception thrown, RequestContext context, Object params) {
        return failures.of(thrown, context.method(), params) instanceof Exception known ? known : thrown;
    }

    @Override
    public <P> NotificationHandler<P, Connection> taken(NotificationHandler<P, ? super AgentConnection> handler) {
        return (params, connection) -> handler.handle(params, this);
    }

    @Override
    public <P, R> AsyncRequestHandler<P, R, RequestContext> introducing(
            AsyncRequestHandler<P, R, RequestContext> handler) {
        return (params, context) -> {
            return handler.handle(params, shown(context)).thenApply(response -> {
                if (params instanceof InitializeRequest request) {
                    introductions.introduce(request);
                }
                return response;
            });
        };
    }

    public RequestContext shown(RequestContext context) {
        return new AgentRequestContext(context, this);
    }

    private Connection engine() {
        return engine.join();
    }

    @Override
    public Client client() {
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
    public String principal() {
        return engine().principal();
    }

    @Override
    public CompletionStage<CloseReason> inputEnded() {
        return engine().inputEnded();
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return ended.minimalCompletionStage();
    }

    @Override
    public CloseReason awaitClosed() throws InterruptedException {
        // The engine refuses a wait that cannot end.
        CloseReason unused = engine().awaitClosed();
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
