package io.acp4j.agent.internal.serving;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.SessionOrigin;
import io.acp4j.agent.SessionOrigin.Kind;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.client.DefaultClientRequestContext;
import io.acp4j.agent.internal.client.Waits;
import io.acp4j.agent.internal.connection.AgentConfiguration;
import io.acp4j.agent.internal.connection.Introductions;
import io.acp4j.agent.internal.connection.Openings;
import io.acp4j.agent.internal.connection.Results;
import io.acp4j.agent.internal.protocol.OpenedState;
import io.acp4j.agent.internal.protocol.OpeningMethod;
import io.acp4j.agent.internal.protocol.Surroundings;
import io.acp4j.agent.internal.protocol.UpdateWriter;
import io.acp4j.agent.internal.session.DefaultAgentSession;
import io.acp4j.agent.internal.session.DefaultSessionContext;
import io.acp4j.agent.internal.session.SessionEnd;
import io.acp4j.agent.internal.session.SessionOutput;
import io.acp4j.agent.internal.session.SessionRecorder;
import io.acp4j.agent.internal.session.Sessions;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Opens sessions: new ones, stored ones and forks. A session takes prompts before its response is sent. */
public final class SessionLifecycle {

    private final AgentConfiguration configuration;
    private final Sessions sessions;
    private final DefaultClient client;
    private final Introductions introductions;
    private final Openings openings;

    SessionLifecycle(
            AgentConfiguration configuration,
            Sessions sessions,
            DefaultClient client,
            Introductions introductions,
            Openings openings) {
        this.configuration = configuration;
        this.sessions = sessions;
        this.client = client;
        this.introductions = introductions;
        this.openings = openings;
    }

    /**
     * Serves a request that opens a session it names, when those before it have been served; for the thread that keeps the order of
     * requests.
     *
     * @param opening serves it, on a thread for handlers
     */
    public <R> CompletionStage<R> inOrder(SessionId id, RequestContext context, Callable<R> opening) {
        return openings.next(id, context, opening);
    }

    /** Opens a session as a request asks; one that the request names {@link #inOrder}. */
    public <P, R> R open(
            OpeningMethod<P, R> method, RequestHandler<P, R, SessionContext> opener, P request, RequestContext context)
            throws Exception {
        return open(method, opener, request, checked(method.surroundings().apply(request)), null, null, context);
    }

    /** Returns the handler of requests to fork. */
    RequestHandler<ForkSessionRequest, ForkSessionResponse, RequestContext> forking(
            RequestHandler<ForkSessionRequest, ForkSessionResponse, SessionContext> opener) {
        return (request, context) -> fork(opener, request, context);
    }

    private ForkSessionResponse fork(
            RequestHandler<ForkSessionRequest, ForkSessionResponse, SessionContext> opener,
            ForkSessionRequest request,
            RequestContext context)
            throws Exception {
        OpeningMethod<ForkSessionRequest, ForkSessionResponse> method = OpeningMethod.FORK;
        Surroundings surroundings = checked(method.surroundings().apply(request));
        ForkPoint.OfMessage point = configuration.forkPoints().of(request);
        configuration.checks(client.version()).forkPoint(point);
        ForkSessionRequest resolved =
                request.toBuilder().messageId(point == null ? null : point.id()).build();
        return open(method, opener, resolved, surroundings, request.sessionId(), point, context);
    }

    /** Opens a session, new or known: the one way to do so. */
    private <P, R> R open(
            OpeningMethod<P, R> method,
            RequestHandler<P, R, SessionContext> opener,
            P request,
            Surroundings surroundings,
            @Nullable SessionId source,
            ForkPoint.@Nullable OfMessage point,
            RequestContext context)
            throws Exception {
        introductions.requireUser();
        SessionId known = method.reopened().apply(request);
        DefaultAgentSession before = known == null ? null : idle(known, context);
        sessions.reserve(known);
        try {
            if (before != null) {
                before.beginReopening();
            }
            SessionId id = known == null ? configuration.sessionIds().get() : known;
            SessionOutput replay = method.kind() == Kind.LOAD ? replay(id, method.quiet()) : null;
            AgentSession open = source == null ? null : sessions.find(source);
            SessionOrigin opening = new SessionOrigin(method.kind(), source);
            try (DefaultClientRequestContext served = new DefaultClientRequestContext(client, context)) {
                DefaultSessionContext setup =
                        new DefaultSessionContext(id, served, context, this::isOpen, open, point, replay);
                setup.reopens(before);
                return open(method, opener, request, surroundings, method.quiet() ? null : replay, setup, opening);
            }
        } finally {
            if (before != null) {
                before.reopening().end();
            }
            sessions.release();
        }
    }

    private <P, R> R open(
            OpeningMethod<P, R> method,
            RequestHandler<P, R, SessionContext> opener,
            P request,
            Surroundings surroundings,
            @Nullable SessionOutput replay,
            DefaultSessionContext setup,
            SessionOrigin opening)
            throws Exception {
        try {
            R response =
                    Results.notNull(opener.handle(request, setup), method.wire().name());
            OpenedState state = method.state().apply(response);
            R shown = method.completed().apply(response, introductions.rules().shown(state, client));
            if (setup.isRepeated() && setup.recorder() == null) {
                return shown;
            }
            SessionId made = method.made().apply(response);
            SessionOutput output = replay == null ? output(made == null ? setup.sessionId() : made) : replay;
            output.endMessage();
            DefaultAgentSession session = session(state, surroundings, output, setup);
            boolean isKnown = made == null || setup.isRepeated();
            prepare(session, setup, opening, isKnown);
            if (isKnown) {
                requireIdle(session.id());
                sessions.replace(session);
            } else {
                sessions.add(session);
            }
            opened(session, setup);
            return shown;
        } catch (Throwable e) {
            setup.failed(e);
            throw e;
        }
    }

    /** Returns the session that is opened again, when nothing of it is on its way any more; null when it is not open. */
    private @Nullable DefaultAgentSession idle(SessionId id, RequestContext context) {
        requireIdle(id);
        DefaultAgentSession before = sessions.find(id);
        if (before != null) {
            // The history of a fork may still be on its way; another replay must not be mixed with it.
            Waits.await(Waits.untilCancelled(context.cancellation(), before.presentation()::done, Function.identity()));
        }
        return before;
    }

    /** Has the author prepare the session before anybody else has it; what is sent meanwhile follows the response. */
    private void prepare(
            DefaultAgentSession session, DefaultSessionContext setup, SessionOrigin opening, boolean isKnown)
            throws Exception {
        SessionOutput output = session.output();
        output.hold();
        setup.onFailure(output::close);
        List<AvailableCommand> commands = configuration.declared().commands();
        if (!commands.isEmpty()) {
            session.update(new AvailableCommandsUpdate(commands, null));
        }
        if (configuration.handlers().sessionListener != null) {
            configuration.handlers().sessionListener.opened(session, opening);
        }
        setup.onFailure(session.closing()::fail);
        SessionRecorder recorder = session.recorder();
        if (recorder != null && opening.kind() != Kind.NEW) {
            output.remind(recorder.lastUpdates());
        }
        output.endMessage();
        if (opening.kind() == Kind.LOAD || opening.kind() == Kind.RESUME) {
            output.exclusively(() -> session.reports().opened());
        }
        if (recorder != null) {
            recorder.completeOpening(isKnown);
        }
        setup.responding();
    }

    private void opened(DefaultAgentSession session, DefaultSessionContext setup) {
        SessionRecorder recorder = session.recorder();
        if (recorder != null) {
            recorder.reportWith(session::state);
            recorder.onLoss(why -> session.closing().lose(why, () -> sessions.lost(session, why)));
        }
        setup.opened(session);
    }

    private boolean isOpen(SessionId id) {
        return sessions.find(id) != null;
    }

    private void requireIdle(SessionId id) {
        DefaultAgentSession open = sessions.find(id);
        if (open != null && open.turn() != null) {
            throw BranchException.turnInProgress(id);
        }
    }

    /** Returns where a session is to work, if that can be; refuses what no version or this one takes. */
    public Surroundings checked(Surroundings surroundings) {
        configuration.checks(client.version()).surroundings(surroundings);
        introductions.rules().check(surroundings);
        return surroundings;
    }

    private SessionOutput output(SessionId id) {
        return output(id, introductions.rules().updates(id, client));
    }

    /** Returns what a conversation is replayed to; quietly, what the client has not asked for is left out. */
    private SessionOutput replay(SessionId id, boolean quiet) {
        UpdateWriter updates = introductions.rules().updates(id, client);
        return output(id, quiet ? new QuietUpdates(updates) : updates);
    }

    private SessionOutput output(SessionId id, UpdateWriter updates) {
        return new SessionOutput(id, client, configuration.messageIds(), updates);
    }

    private DefaultAgentSession session(
            OpenedState state, Surroundings surroundings, SessionOutput output, DefaultSessionContext setup) {
        SessionRecorder recorder = setup.recorder();
        Surroundings known = recorder == null ? surroundings : surroundings.following(recorder.systemPrompt());
        DefaultAgentSession session = new DefaultAgentSession(
                client,
                known,
                output,
                setup.attachments(),
                recorder,
                introductions.rules().reports(output.session(), client),
                new SessionEnd(configuration.handlers().sessionListener, client.executor()),
                configuration.maxWaitingPrompts());
        session.settings().set(state.modes(), state.options());
        if (setup.reopened() instanceof DefaultAgentSession before) {
            session.expect(before);
        }
        if (recorder != null) {
            output.recordWith(recorder);
        }
        return session;
    }
}
