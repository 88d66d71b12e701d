package io.acp4j.client.internal.session;

import io.acp4j.client.internal.feed.DefaultSessionTranscript.Replay;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A request to replay a session, up to its response, which may come after the caller has given it up; thread-safe. */
final class SessionLoad {

    private final @Nullable Replay replay;
    private final Runnable onEnd;
    private final AtomicBoolean ended = new AtomicBoolean();

    /**
     * Creates one that has been asked for.
     *
     * @param replay what the transcript makes of it; null where none is kept
     * @param onEnd called once when no more of it comes
     */
    SessionLoad(@Nullable Replay replay, Runnable onEnd) {
        this.replay = replay;
        this.onEnd = onEnd;
    }

    /** Ends it: the response has come, or none will. */
    void end(boolean complete) {
        if (ended.compareAndSet(false, true)) {
            if (replay != null) {
                replay.end(complete);
            }
            onEnd.run();
        }
    }

    /** Returns whether no more of it comes. */
    boolean isEnded() {
        return ended.get();
    }

    /** Gives it up; what still comes up to the response belongs to it. */
    void giveUp() {
        if (replay != null && !ended.get()) {
            replay.giveUp();
        }
    }
}
