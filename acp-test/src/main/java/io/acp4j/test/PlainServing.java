package io.acp4j.test;

import io.acp4j.rpc.Connection;
import io.acp4j.rpc.Handlers;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.InitializeResponse;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.CloseSessionResponse;
import io.acp4j.schema.session.DeleteSessionResponse;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.SessionNotification;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Serves version 1 with handlers of its own: a turn is a request, and nothing is sent that the script does not say. */
final class PlainServing implements FakeServing {

    private final FakeAgent agent;
    private final FakeSessions sessions;
    private final Handlers.Builder handlers = Handlers.builder();
    private final Map<SessionId, FakeTurn> turns = new ConcurrentHashMap<>();
    private volatile @Nullable InitializeRequest introduction;
    private volatile @Nullable Connection connection;

    PlainServing(FakeAgent agent, FakeSessions sessions) {
        this.agent = agent;
        this.sessions = sessions;
        handlers.onRequest(Methods.INITIALIZE, this::initialize)
                .onRequest(Methods.SESSION_NEW, (request, context) -> NewSessionResponse.of(sessions.open(request)))
                .onRequest(Methods.SESSION_LOAD, this::load)
                .onRequest(Methods.SESSION_LIST, (request, context) -> sessions.list(request))
                .onRequest(Methods.SESSION_FORK, (request, context) -> ForkSessionResponse.of(sessions.fork(request)))
                .onRequest(Methods.SESSION_RESUME, (request, context) -> {
                    FakeHistory unused = sessions.require(request.sessionId());
                    return ResumeSessionResponse.EMPTY;
                })
                .onRequest(Methods.SESSION_CLOSE, (request, context) -> {
                    FakeHistory unused = sessions.require(request.sessionId());
                    cancel(request.sessionId());
                    return CloseSessionResponse.EMPTY;
                })
                .onRequest(Methods.SESSION_DELETE, (request, context) -> {
                    sessions.delete(request.sessionId());
                    cancel(request.sessionId());
                    return DeleteSessionResponse.EMPTY;
                })
                .onRequestAsync(Methods.SESSION_PROMPT, this::prompt)
                .onNotification(Methods.SESSION_CANCEL, (notification, from) -> cancel(notification.sessionId()));
    }

    @Override
    public Connection start(Transport transport) {
        Connection started = handlers.build().connect(transport, TimeLimits.of(agent.timeLimit()));
        connection = started;
        return started;
    }

    @Override
    public <P, R> void onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
        handlers.onRequest(method, handler);
    }

    @Override
    public <P> void onNotification(NotificationMethod<P> method, NotificationHandler<P, Connection> handler) {
        handlers.onNotification(method, handler);
    }

    @Override
    public @Nullable InitializeRequest introduction() {
        return introduction;
    }

    @Override
    public void update(SessionId session, SessionUpdate update) {
        Objects.requireNonNull(connection, "started")
                .notify(Methods.SESSION_UPDATE, SessionNotification.of(session, update));
    }

    @Override
    public void background(SessionId session, List<BackgroundWork> running) {
        throw missing("background work");
    }

    @Override
    public CompletionStage<Void> startTurn(SessionId session, FakeTurn.Script script) {
        throw missing("a turn without a prompt");
    }

    /** Returns what is thrown when something is wanted that only version 2 has. */
    static IllegalStateException missing(String what) {
        return new IllegalStateException(
                "version 1 of the protocol has no " + what + "; call protocolVersion(ProtocolVersion.V2) first");
    }

    private InitializeResponse initialize(InitializeRequest request, RequestContext context) {
        introduction = request;
        return InitializeResponse.builder(ProtocolVersion.V1)
                .agentCapabilities(agent.advertised())
                .agentInfo(Implementation.of(FakeAgent.NAME, FakeAgent.VERSION))
                .build();
    }

    private LoadSessionResponse load(LoadSessionRequest request, RequestContext context) {
        for (SessionUpdate update : sessions.require(request.sessionId()).updates()) {
            update(request.sessionId(), update);
        }
        return LoadSessionResponse.EMPTY;
    }

    /** Begins a turn before anything that the client has sent behind the prompt is looked at, so that a cancellation finds it. */
    private CompletionStage<PromptResponse> prompt(PromptRequest request, RequestContext context) {
        SessionId session = request.sessionId();
        FakeHistory unused = sessions.require(session);
        sessions.record(session, sessions.newMessage(), request.prompt());
        FakeTurn turn = new FakeTurn(agent, session, request, new Wire(session, context));
        turns.put(session, turn);
        FakeTurn.Script script = agent.nextScript();
        agent.received(request);
        CompletableFuture<PromptResponse> end = new CompletableFuture<>();
        context.executor().execute(() -> play(turn, script, end));
        return end;
    }

    private void play(FakeTurn turn, FakeTurn.Script script, CompletableFuture<PromptResponse> end) {
        try {
            script.play(turn);
            turns.remove(turn.session(), turn);
            end.complete(PromptResponse.of(turn.isCancelled() ? StopReason.CANCELLED : turn.stopReason()));
        } catch (Throwable e) {
            turns.remove(turn.session(), turn);
            end.completeExceptionally(e);
        }
    }

    private void cancel(SessionId session) {
        FakeTurn turn = turns.get(session);
        if (turn != null) {
            turn.cancel();
        }
    }

    /** What a turn does on the wire. */
    private final class Wire implements FakeTurn.Wire {
        private final SessionId session;
        private final RequestContext context;

        Wire(SessionId session, RequestContext context) {
            this.session = session;
            this.context = context;
        }

        @Override
        public void update(SessionUpdate update) {
            agent.update(session, update);
        }

        @Override
        public RequestPermissionResponse ask(RequestPermissionRequest question) {
            return request(Methods.SESSION_REQUEST_PERMISSION, question);
        }

        @Override
        public <P, R> R request(RequestMethod<P, R> method, P params) {
            return context.connection().request(method, params);
        }

        @Override
        public @Nullable String takeWaiting() {
            return null;
        }
    }
}
