package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.probe.Probe;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Closes the connections of a scenario that has used all of its time. */
final class ScenarioWatchdog implements AutoCloseable {

    /** One timer for all runs of this JVM. */
    private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tck-watchdog");
        thread.setDaemon(true);
        return thread;
    });

    private final Probe probe;
    private boolean over;
    private @Nullable ScheduledFuture<?> next;

    ScenarioWatchdog(Probe probe) {
        this.probe = probe;
        look();
    }

    /** Closes the connections if the scenario is overdue. Otherwise checks again later, because slow responses extend the limit. */
    private synchronized void look() {
        long left = probe.waits().millisUntilOverdue();
        if (over) {
            return;
        }
        if (left > 0) {
            next = TIMER.schedule(this::look, left, TimeUnit.MILLISECONDS);
        } else {
            probe.waits().cutShort();
            probe.close();
        }
    }

    @Override
    public synchronized void close() {
        over = true;
        if (next != null) {
            next.cancel(false);
        }
    }
}
