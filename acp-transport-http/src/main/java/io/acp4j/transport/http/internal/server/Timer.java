package io.acp4j.transport.http.internal.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what belongs to connections later.
 *
 * @param executor where, such as an event loop; what is run does not wait
 */
public record Timer(ScheduledExecutorService executor) {

    private static final Logger LOG = LoggerFactory.getLogger(Timer.class);

    /** Runs something once, after a time; at once when the server has been closed. */
    public void later(long nanos, Runnable action) {
        try {
            var unused = executor.schedule(action, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            action.run();
        }
    }

    /** Runs something again and again until something else is done. */
    public void every(long periodNanos, Runnable action, CompletableFuture<?> until) {
        try {
            ScheduledFuture<?> running =
                    executor.scheduleWithFixedDelay(action, periodNanos, periodNanos, TimeUnit.NANOSECONDS);
            var unused = until.whenComplete((done, impossible) -> running.cancel(false));
        } catch (RejectedExecutionException e) {
            LOG.debug("The server has been closed before a connection", e);
        }
    }
}
