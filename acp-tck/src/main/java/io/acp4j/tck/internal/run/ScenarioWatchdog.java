package io.acp4j.tck.internal.run;

import io.acp4j.tck.internal.probe.Probe;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Closes the connections of a scenario that has used all of its time. */
final class ScenarioWatchdog implements AutoCloseable {

    /** One timer for all runs of this JVM. */
    private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tck-watchdog");
        thread.setDaemon(true);
        return thread;
    });

    private final LongSupplier millisLeft;
    private final Runnable cutShort;
    private final Runnable close;
    private boolean over;
    private @Nullable ScheduledFuture<?> next;

    ScenarioWatchdog(Probe probe) {
        this(probe.waits()::millisUntilOverdue, probe.waits()::cutShort, probe::close);
    }

    ScenarioWatchdog(LongSupplier millisLeft, Runnable cutShort, Runnable close) {
        this.millisLeft = millisLeft;
        this.cutShort = cutShort;
        this.close = close;
        look();
    }

    /** Closes the connections if the scenario is overdue. Otherwise checks again later, because slow responses extend the limit. */
    private synchronized void look() {
        long left = millisLeft.getAsLong();
        if (over) {
            return;
        }
        if (left > 0) {
            next = TIMER.schedule(this::look, left, TimeUnit.MILLISECONDS);
        } else {
            cutShort.run();
            // A close may wait for the subject. It delays neither the end of the scenario nor the watchdogs of others.
            Thread closer = new Thread(close, "tck-watchdog-close");
            closer.setDaemon(true);
            closer.start();
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
