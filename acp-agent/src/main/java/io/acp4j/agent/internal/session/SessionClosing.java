package io.acp4j.agent.internal.session;

import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.AcpErrorException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The end of one session: because it is closed, could not be opened, somebody else has it, or its client is gone. Safe for any number
 * of threads.
 */
public final class SessionClosing {

    /** How long the cancelled turn of a session that somebody else has now may take before the author is told of its end. */
    private static final long LOST_TURN_SECONDS = 30;

    private final DefaultAgentSession session;
    private final SessionEnd end;

    /**
     * Creates the end of a session that has not ended.
     *
     * @param end calls the author's handler
     */
    SessionClosing(DefaultAgentSession session, SessionEnd end) {
        this.session = session;
        this.end = end;
    }

    /**
     * Stops what goes on without the work, since the session is being closed.
     *
     * @param all whether to stop what is not listed as background work, too
     * @return a stage that completes when all of it has ended, never exceptionally
     */
    public CompletableFuture<Void> stopBackground(boolean all) {
        return session.inBackground().stop(all, session::unlistBackground, session);
    }

    /**
     * Loses the session, now or, while it is being opened again, when that has failed.
     *
     * @param forget what else is to be done then
     */
    public void lose(AcpErrorException why, Runnable forget) {
        session.reopening().lose(() -> {
            SessionRecorder recorder = session.recorder();
            if (recorder != null && !recorder.isLost()) {
                return; // What had taken it has failed, and has given it back.
            }
            lose(why);
            session.peer().terminals().endSession(session.id());
            forget.run();
        });
    }

    /** Stops since somebody else has the session now; waits for nobody. */
    private void lose(AcpErrorException why) {
        session.output().refuse(why);
        session.presentation().abandon();
        session.foreground().withdrawAll(why);
        DefaultTurn running = session.turn();
        if (running != null) {
            running.ending().lose(why);
        }
        abandonBackground();
        var unused = end.runAfter(
                running == null
                        ? CompletableFuture.completedFuture(null)
                        : running.ending()
                                .finished()
                                .copy()
                                .completeOnTimeout(null, LOST_TURN_SECONDS, TimeUnit.SECONDS),
                session);
    }

    /** Calls the handler of the author for the end of the session, which is closed; on a handler thread. */
    void end() {
        end.run(session);
    }

    /**
     * Calls the handler of the author for the end of the session, which is closed, on a handler thread.
     *
     * @return completes when the author's handler has returned
     */
    CompletableFuture<Void> endAsync() {
        return end.runAfter(CompletableFuture.completedFuture(null), session);
    }

    /** Closes a session that could not be opened after all, and tells the author. */
    public void fail() {
        session.output().close();
        end();
    }

    /** Closes the session: nothing is sent any more, and what was sent is stored. */
    void close() {
        session.presentation().abandon();
        session.output().exclusively(() -> {
            session.reports().closed();
            closeOutput();
        });
    }

    /** Closes what sends and what records, for the thread that holds the lock of the output. */
    private void closeOutput() {
        session.output().close();
        SessionRecorder recorder = session.recorder();
        if (recorder != null) {
            recorder.close();
        }
    }

    /**
     * Closes the session of a client that is gone, in good order if nobody is stuck in sending for long; else under the thread that
     * is sending, whose update is refused.
     *
     * @param waitNanos how long to wait for the thread that is sending
     */
    void abandon(long waitNanos) {
        DefaultTurn running = session.turn();
        if (!session.output().tryExclusively(waitNanos, this::closeOutput)) {
            session.output().refuse(BranchException.closed(session.id()));
            SessionRecorder recorder = session.recorder();
            if (recorder != null) {
                recorder.close();
            }
        }
        if (running != null) {
            running.ending().giveUp();
        }
        abandonBackground();
    }

    /** Stops what goes on without the work, of which nothing can be shown any more; waits for nobody. */
    private void abandonBackground() {
        session.inBackground().abandon(session::withdrawQuestions);
    }
}
