package io.acp4j.agent.internal.session;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.Client;
import io.acp4j.agent.SessionContext;
import io.acp4j.agent.internal.client.AttachmentMap;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.client.DefaultClientRequestContext;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects what belongs to a session before it is open. */
public final class DefaultSessionContext implements SessionContext {

    private SessionId sessionId;
    private final DefaultClientRequestContext request;
    private final RequestContext context;
    private final Predicate<SessionId> isOpenHere;
    private final @Nullable AgentSession source;
    private final ForkPoint.@Nullable OfMessage point;
    private final @Nullable SessionOutput replay;
    private final AttachmentMap attachments = new AttachmentMap();
    private final List<Consumer<DefaultAgentSession>> responded = new ArrayList<>();
    private final List<Consumer<AgentSession>> afterResponse = new ArrayList<>();
    private final List<Runnable> responding = new ArrayList<>();
    private final List<Runnable> whenOpen = new ArrayList<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private @Nullable SessionRecorder recorder;
    private @Nullable AgentSession reopened;
    private boolean repeated;

    /**
     * Creates the setup of one session.
     *
     * @param sessionId the ID of the session, or a proposal for it
     * @param request the request that opens it
     * @param isOpenHere tests whether the connection has a session open
     * @param source the session to fork if it is open on the connection; null otherwise
     * @param point the end of the fork; null for everything that is settled
     * @param replay receives the stored conversation; null if it must not be sent
     */
    public DefaultSessionContext(
            SessionId sessionId,
            DefaultClientRequestContext request,
            RequestContext context,
            Predicate<SessionId> isOpenHere,
            @Nullable AgentSession source,
            ForkPoint.@Nullable OfMessage point,
            @Nullable SessionOutput replay) {
        this.sessionId = sessionId;
        this.request = request;
        this.context = context;
        this.isOpenHere = isOpenHere;
        this.source = source;
        this.point = point;
        this.replay = replay;
    }

    public AttachmentMap attachments() {
        return attachments;
    }

    /** Returns the client of the connection. */
    public DefaultClient peer() {
        return request.connected();
    }

    /** Remembers the session of this connection that is opened again; null when it is not open. */
    public void reopens(@Nullable AgentSession open) {
        reopened = open;
    }

    /** Returns the session of this connection that is opened again; null when it is not open. */
    public @Nullable AgentSession reopened() {
        return reopened;
    }

    /** Returns where the fork is to end; null for all that is settled. */
    public ForkPoint.@Nullable OfMessage point() {
        return point;
    }

    /**
     * Returns the session of this connection whose values go on: the one that is opened again, or forked; null when
     * there is none.
     */
    public @Nullable AgentSession known() {
        return reopened == null ? source : reopened;
    }

    /** Has the session stored from now on. */
    public void recordWith(SessionRecorder storing) {
        recorder = storing;
    }

    /** Returns what stores the session; null when nothing is stored. */
    public @Nullable SessionRecorder recorder() {
        return recorder;
    }

    /** Notes that an earlier request of the same key has made the session. */
    public void repeats(SessionId made) {
        sessionId = made;
        repeated = true;
    }

    /** Returns whether the connection has a session open already. */
    public boolean isOpenHere(SessionId id) {
        return isOpenHere.test(id);
    }

    public boolean isRepeated() {
        return repeated;
    }

    /** Adds what is to be taken back when the session cannot be opened in the end. */
    public void onFailure(Runnable action) {
        undo.push(action);
    }

    /**
     * Takes back what was done for a session that could not be opened.
     *
     * @param why collects what cannot be taken back
     */
    public void failed(Throwable why) {
        while (!undo.isEmpty()) {
            try {
                undo.pop().run();
            } catch (RuntimeException e) {
                why.addSuppressed(e);
            }
        }
    }

    /** Replays a stored update, unless it is of a kind that the client does not take. */
    public void replayStored(SessionUpdate update) {
        if (replay != null && replay.isTaken(update) && replay.writer().replays(update)) {
            replay.send(update);
        }
    }

    /** Runs an action when all that may refuse the session has let it pass, just before the response is sent. */
    public void onResponding(Runnable action) {
        responding.add(action);
    }

    /** Runs an action when the session is open, which may be before the response is sent. */
    public void onOpened(Runnable action) {
        whenOpen.add(action);
    }

    /** Runs an action right after the response, before anything else is sent. */
    public void onResponded(Consumer<DefaultAgentSession> action) {
        responded.add(action);
    }

    /** Notes that the response is about to be sent. */
    public void responding() {
        responding.forEach(Runnable::run);
    }

    /** Has the actions run on the open session once the response has been sent. */
    public void opened(DefaultAgentSession session) {
        whenOpen.forEach(Runnable::run);
        responded.forEach(action -> context.afterResponse(() -> action.accept(session)));
        context.afterResponse(session.presentation()::present);
        List<Consumer<AgentSession>> actions;
        synchronized (afterResponse) {
            actions = List.copyOf(afterResponse);
        }
        actions.forEach(action -> context.afterResponse(() -> action.accept(session)));
    }

    @Override
    public SessionId sessionId() {
        return sessionId;
    }

    @Override
    public RequestId requestId() {
        return request.requestId();
    }

    @Override
    public Client client() {
        return request.client();
    }

    @Override
    public @Nullable AgentSession source() {
        return source;
    }

    @Override
    public SessionTree tree() {
        return recorder == null ? SessionContext.super.tree() : recorder.tree();
    }

    @Override
    public CancellationToken cancellation() {
        return context.cancellation();
    }

    @Override
    public void replay(SessionUpdate update) {
        if (replay == null) {
            throw new IllegalStateException(
                    context.method() + " replays nothing; send updates after the response, with afterResponse");
        }
        replay.send(update);
    }

    @Override
    public void afterResponse(Consumer<AgentSession> action) {
        synchronized (afterResponse) {
            afterResponse.add(action);
        }
    }

    @Override
    public <T> void attach(Class<T> type, T value) {
        attachments.attach(type, value);
    }

    @Override
    public <T> @Nullable T attachment(Class<T> type) {
        return attachments.attachment(type);
    }
}
