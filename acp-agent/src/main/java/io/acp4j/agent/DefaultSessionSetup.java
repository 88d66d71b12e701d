package io.acp4j.agent;

import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.update.SessionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects what belongs to a session before it is open. */
final class DefaultSessionSetup implements SessionSetup {

    private final SessionId sessionId;
    private final DefaultClientPeer client;
    private final RequestContext context;
    private final @Nullable AgentSession source;
    private final @Nullable SessionOutput replay;
    private final AttachmentMap attachments = new AttachmentMap();
    private final List<Consumer<AgentSession>> afterResponse = new ArrayList<>();

    /**
     * Creates the setup of one session.
     *
     * @param sessionId its id, or a proposal
     * @param source the session that is forked; null when none is
     * @param replay takes the stored conversation; null when it must not be sent
     */
    DefaultSessionSetup(
            SessionId sessionId,
            DefaultClientPeer client,
            RequestContext context,
            @Nullable AgentSession source,
            @Nullable SessionOutput replay) {
        this.sessionId = sessionId;
        this.client = client;
        this.context = context;
        this.source = source;
        this.replay = replay;
    }

    AttachmentMap attachments() {
        return attachments;
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
