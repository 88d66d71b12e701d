package io.acp4j.agent.internal.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Whether the client knows a session and has what was sent while it was opened. Safe for any number of threads. */
public final class Presentation {

    /** How long what follows waits for the response that opens the session. */
    private static final long SECONDS = 30;

    private final SessionOutput output;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    Presentation(SessionOutput output) {
        this.output = output;
    }

    /** Delivers what was sent while the session was opened, and lets turns begin. */
    void present() {
        try {
            output.release();
        } finally {
            done.complete(null);
        }
    }

    /** Lets what waits for this wait no more, since the session ends. */
    void abandon() {
        done.complete(null);
    }

    /**
     * Returns when the client has what was sent while the session was opened, so that turns may begin, and other replays. A
     * response that was never sent ends the wait.
     *
     * @return a stage that never fails
     */
    public CompletableFuture<Void> done() {
        if (done.isDone()) {
            return done;
        }
        return done.copy().completeOnTimeout(null, SECONDS, TimeUnit.SECONDS).thenRun(this::present);
    }
}
