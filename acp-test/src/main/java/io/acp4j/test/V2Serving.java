package io.acp4j.test;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.AgentConnection;
import io.acp4j.agent.AgentSession;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.PromptTurn.SteeringMessage;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.Turn;
import io.acp4j.rpc.Connection;
import io.acp4j.rpc.NotificationHandler;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.InitializeRequest;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.init.SessionForkCapabilities;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Serves version 2 with this library's own agent, so that what the version prescribes is kept: echoes, states, prompts that wait, the
 * state of a session that is resumed.
 */
final class V2Serving implements FakeServing {

    private final FakeAgent agent;
    private final FakeSessions sessions;
    private final List<Consumer<AcpAgentBuilder>> byHand = new CopyOnWriteArrayList<>();
    private volatile @Nullable AgentConnection connection;

    V2Serving(FakeAgent agent, FakeSessions sessions) {
        this.agent = agent;
        this.sessions = sessions;
    }

    @Override
    public Connection start(Transport transport) {
        AcpAgentBuilder builder = AcpAgent.builder()
                .info(FakeAgent.NAME, FakeAgent.VERSION)
                .protocolVersions(ProtocolVersion.V2)
                .options(TimeLimits.of(agent.timeLimit()))
                .messageIds(sessions::newMessage)
                .onNewSession((request, setup) -> NewSessionResponse.of(sessions.open(request)))
                .onLoadSession((request, setup) -> {
                    replay(setup);
                    return LoadSessionResponse.EMPTY;
                })
                .onResumeSession((request, setup) -> {
                    FakeHistory unused = sessions.require(request.sessionId());
                    return ResumeSessionResponse.EMPTY;
                })
                .onListSessions((request, context) -> sessions.list(request))
                .onCloseSession((request, session) -> {})
                .onPromptReceived((request, session) -> agent.received(request))
                .onPrompt(this::play);
        advertise(builder, agent.advertised());
        byHand.forEach(each -> each.accept(builder));
        AgentConnection started = builder.build().serve(transport);
        connection = started;
        return started;
    }

    /** Has an agent serve what it is to advertise; what every agent of the version has is there in any case. */
    private void advertise(AcpAgentBuilder builder, AgentCapabilities advertised) {
        SessionCapabilities of = advertised.sessionCapabilities();
        SessionForkCapabilities fork = of.fork();
        if (fork != null) {
            builder.onForkSession((request, setup) -> ForkSessionResponse.of(sessions.fork(request)))
                    .forkAtMessage(fork.atMessageId());
        }
        if (of.delete() != null) {
            builder.onDeleteSession((request, context) -> sessions.delete(request.sessionId()));
        }
        builder.capabilities(all -> all.promptCapabilities(advertised.promptCapabilities())
                .mcpCapabilities(advertised.mcpCapabilities())
                .auth(advertised.auth())
                .providers(advertised.providers())
                .sessionCapabilities(of)
                .meta(advertised.meta()));
    }

    private void replay(SessionContext setup) {
        sessions.require(setup.sessionId()).updates().forEach(setup::replay);
    }

    private void play(PromptTurn turn) throws Exception {
        SessionId session = turn.session().id();
        sessions.record(session, turn.userMessageId(), turn.prompt());
        play(turn, turn.request(), agent::play);
    }

    private void play(Turn turn, @Nullable PromptRequest prompt, FakeTurn.Script script) throws Exception {
        FakeTurn shown = new FakeTurn(agent, turn.session().id(), prompt, new Wire(turn));
        Registration cancelled = turn.cancellation().onCancel(shown::cancel);
        try {
            script.play(shown);
        } finally {
            cancelled.close();
            turn.stop(shown.stopReason());
        }
    }

    @Override
    public <P, R> void onRequest(RequestMethod<P, R> method, RequestHandler<P, R, RequestContext> handler) {
        byHand.add(builder -> builder.onRequest(method, handler));
    }

    @Override
    public <P> void onNotification(NotificationMethod<P> method, NotificationHandler<P, Connection> handler) {
        byHand.add(builder -> builder.onNotification(method, handler));
    }

    private AgentConnection connection() {
        return Objects.requireNonNull(connection, "started");
    }

    private AgentSession open(SessionId id) {
        AgentSession session = connection().session(id);
        if (session == null) {
            throw new IllegalStateException("session " + id + " is not open; have the client open it first");
        }
        return session;
    }

    @Override
    public @Nullable InitializeRequest introduction() {
        AgentConnection started = connection;
        return started == null || started.client().info() == null
                ? null
                : InitializeRequest.builder(ProtocolVersion.V2)
                        .clientCapabilities(started.client().capabilities())
                        .clientInfo(started.client().info())
                        .build();
    }

    @Override
    public void update(SessionId session, SessionUpdate update) {
        connection().client().update(session, update);
    }

    @Override
    public void background(SessionId session, List<BackgroundWork> running) {
        open(session).background(running);
    }

    @Override
    public CompletionStage<Void> startTurn(SessionId session, FakeTurn.Script script) {
        return open(session).startTurn(turn -> play(turn, null, script));
    }

    /** What a turn does on the wire. */
    private final class Wire implements FakeTurn.Wire {
        private final Turn turn;

        Wire(Turn turn) {
            this.turn = turn;
        }

        @Override
        public void update(SessionUpdate update) {
            SessionId session = turn.session().id();
            if (update instanceof StateUpdate) {
                agent.update(session, update);
            } else {
                sessions.record(session, update);
                turn.update(update);
            }
        }

        @Override
        public RequestPermissionResponse ask(RequestPermissionRequest question) {
            return RequestPermissionResponse.of(
                    turn.client().requestPermission(question).outcome());
        }

        @Override
        public <P, R> R request(RequestMethod<P, R> method, P params) {
            return turn.client().request(method, params);
        }

        @Override
        public @Nullable String takeWaiting() {
            SteeringMessage taken = turn instanceof PromptTurn prompted ? prompted.takeWaitingPrompt() : null;
            if (taken == null) {
                return null;
            }
            sessions.record(turn.session().id(), taken.id(), taken.content());
            return taken.text();
        }
    }
}
