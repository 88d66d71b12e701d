package io.acp4j.agent.internal.session;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.SessionListener;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the author's handler for the end of one session: once, however many things end it. */
public final class SessionEnd {

    private final @Nullable SessionListener listener;
    private final Executor executor;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /**
     * Creates the end of a session that is being opened.
     *
     * @param listener the author's, if any
     * @param executor the threads that handlers run on
     */
    public SessionEnd(@Nullable SessionListener listener, Executor executor) {
        this.listener = listener;
        this.executor = executor;
    }

    /** Calls the handler on this thread, or waits until it has returned on the thread where it is running. */
    void run(AgentSession session) {
        if (listener == null) {
            return;
        }
        if (!begun.compareAndSet(false, true)) {
            done.join();
            return;
        }
        try {
            listener.closed(session);
        } catch (Throwable e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            log().error("the handler for the end of {} failed", session, e);
        } finally {
            done.complete(null);
        }
    }

    /**
     * Calls the handler on a thread for handlers.
     *
     * @param before what to wait for; must not fail
     * @return completes when the handler has returned
     */
    CompletableFuture<Void> runAfter(CompletableFuture<Void> before, AgentSession session) {
        return listener == null
                ? CompletableFuture.completedFuture(null)
                : before.thenRunAsync(() -> run(session), executor);
    }

    private static Logger log() {
        return LoggerFactory.getLogger(SessionEnd.class);
    }
}
