package io.acp4j.rpc.internal.connection;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Does things later, unless the connection has ended by then; an ended connection is held by no timer. */
final class Timers {

    private final Executor threads;
    private final Set<Timer> running = ConcurrentHashMap.newKeySet();

    Timers(Executor threads) {
        this.threads = threads;
    }

    /**
     * Runs an action on a handler thread after some time.
     *
     * @return forgets it, unless it has been done
     */
    Runnable after(long millis, Runnable action) {
        Timer timer = new Timer();
        running.add(timer);
        var unused = timer.due
                .completeOnTimeout(null, millis, TimeUnit.MILLISECONDS)
                .whenComplete((nothing, cancelled) -> running.remove(timer))
                .thenRunAsync(action, threads);
        return () -> timer.due.cancel(false);
    }

    /** Forgets what has not been done yet. */
    void cancelAll() {
        running.forEach(timer -> timer.due.cancel(false));
    }

    private static final class Timer {
        private final CompletableFuture<Void> due = new CompletableFuture<>();
    }
}
