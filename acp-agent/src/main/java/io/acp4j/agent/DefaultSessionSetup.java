package io.acp4j.agent;

import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.update.SessionUpdate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects what belongs to a session before it is open. */
final class DefaultSessionSetup implements SessionSetup {

    private SessionId sessionId;
    private final DefaultClientPeer client;
    private final RequestContext context;
    private final Predicate<SessionId> isOpenHere;
    private final @Nullable AgentSession source;
    private final @Nullable SessionOutput replay;
    private final AttachmentMap attachments = new AttachmentMap();
    private final List<Consumer<AgentSession>> afterResponse = new ArrayList<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private @Nullable Recorder recorder;
    private boolean repeated;

    /**
     * Creates the setup of one session.
     *
     * @param sessionId its id, or a proposal
     * @param isOpenHere whether the connection has a session open
     * @param source the session that is forked; null when none is
     * @param replay takes the stored conversation; null when it must not be sent
     */
    DefaultSessionSetup(
            SessionId sessionId,
            DefaultClientPeer client,
            RequestContext context,
            Predicate<SessionId> isOpenHere,
            @Nullable AgentSession source,
            @Nullable SessionOutput replay) {
        this.sessionId = sessionId;
        this.client = client;
        this.context = context;
        this.isOpenHere = isOpenHere;
        this.source = source;
        this.replay = replay;
    }

    AttachmentMap attachments() {
        return attachments;
    }

    /** Has the session stored from now on. */
    void recordWith(Recorder storing) {
        recorder = storing;
    }

    /** What stores the session; null when nothing is stored. */
    @Nullable
    Recorder recorder() {
        return recorder;
    }

    /** Takes notice that an earlier request of the same key has made the session. */
    void repeats(SessionId made) {
        sessionId = made;
        repeated = true;
    }

    /** Whether the connection has a session open already. */
    boolean isOpenHere(SessionId id) {
        return isOpenHere.test(id);
    }

    boolean isRepeated() {
        return repeated;
    }

    /** Says what is to be taken back when the session cannot be opened in the end. */
    void onFailure(Runnable action) {
        undo.push(action);
    }

    /**
     * Takes back what was done for a session that could not be opened.
     *
     * @param why is told of what cannot be taken back
     */
    void failed(Throwable why) {
        while (!undo.isEmpty()) {
            try {
                undo.pop().run();
            } catch (RuntimeException e) {
                why.addSuppressed(e);
            }
        }
    }

    /** Replays a stored update, unless it is of a kind that the client does not take. */
    void replayStored(SessionUpdate update) {
        if (replay != null && replay.isTaken(update)) {
            replay.send(update);
        }
    }

    /** Has the actions run on the open session once the response has been sent. */
    void opened(AgentSession session) {
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
    public ClientPeer client() {
        return client;
    }

    @Override
    public @Nullable AgentSession source() {
        return source;
    }

    @Override
    public SessionTree tree() {
        return recorder == null ? SessionSetup.super.tree() : recorder.tree();
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
