package io.acp4j.agent.internal.session;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops what goes on in a session without its work, since the session ends. */
final class BackgroundEnd {

    /** How long a session that is closed waits for the ends of tool calls and terminals that it has had cancelled. */
    private static final long STOP_SECONDS = 2;

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundEnd.class);

    private BackgroundEnd() {}

    /**
     * Cancels what is open as the client would, waits for the ends for a bounded time, and ends the rest.
     *
     * @param end shows that all of it has ended
     * @param session what it belongs to, for the log
     * @return a stage that never fails
     */
    static CompletableFuture<Void> stop(List<OpenItem> open, Executor executor, Runnable end, Object session) {
        CompletableFuture<?>[] stopping = open.stream()
                .filter(item -> item.cancellation() != null)
                .map(item -> {
                    cancel(item, executor);
                    return item.ended();
                })
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(stopping)
                .completeOnTimeout(null, STOP_SECONDS, TimeUnit.SECONDS)
                .thenRunAsync(end, executor)
                .exceptionally(failure -> {
                    LOG.debug("the end of what {} had in the background could not be shown", session, failure);
                    return null;
                });
    }

    /** Cancels what is open in a session that can show nothing any more; waits for nobody. */
    static void abandon(List<OpenItem> open, Executor executor) {
        open.forEach(item -> cancel(item, executor));
    }

    private static void cancel(OpenItem item, Executor executor) {
        Runnable action = item.cancellation();
        if (action == null) {
            return;
        }
        Runnable logged = () -> {
            try {
                action.run();
            } catch (RuntimeException e) {
                LOG.warn("{} could not be cancelled at the end of its session", item, e);
            }
        };
        execute(executor, logged);
    }

    /** Runs something on an executor, or here when that takes nothing any more. */
    static void execute(Executor executor, Runnable action) {
        try {
            executor.execute(action);
        } catch (RejectedExecutionException e) {
            action.run();
        }
    }
}
