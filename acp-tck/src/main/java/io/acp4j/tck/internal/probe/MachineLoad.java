package io.acp4j.tck.internal.probe;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Measures how slow this machine is: by its load average, and by the time during which this process was not scheduled. */
final class MachineLoad {

    /** The largest factor by which a loaded machine extends a wait. */
    private static final double MAX_FACTOR = 4;

    private static final String PROPERTY = "io.acp4j.tck.load";

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Delays of a tick that are usual on a machine that is not overloaded. */
    private static final long USUAL_DELAY_NANOS = TICK_NANOS;

    private static final AtomicLong LOST = new AtomicLong();
    private static final AtomicLong LAST_TICK = new AtomicLong(System.nanoTime());

    private static final ScheduledExecutorService TICKS = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tck-machine-load");
        thread.setDaemon(true);
        return thread;
    });

    static {
        var unused = TICKS.scheduleWithFixedDelay(MachineLoad::tick, TICK_NANOS, TICK_NANOS, TimeUnit.NANOSECONDS);
    }

    private MachineLoad() {}

    private static synchronized void tick() {
        long now = System.nanoTime();
        long delay = now - LAST_TICK.getAndSet(now) - TICK_NANOS;
        if (delay > USUAL_DELAY_NANOS) {
            LOST.addAndGet(delay);
        }
    }

    /**
     * Returns the number of runnable tasks for each processor in the last minute, at least 1 and at most 4. The system property replaces
     * the measurement in tests whose own threads are the load.
     */
    static double factor() {
        String given = System.getProperty(PROPERTY);
        return given == null ? measuredFactor() : Double.parseDouble(given);
    }

    private static double measuredFactor() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        int processors = Runtime.getRuntime().availableProcessors();
        return Math.max(1, Math.min(MAX_FACTOR, load / processors));
    }

    /** Returns the total time during which this process was not scheduled, for example because the machine was suspended. */
    static synchronized long lostNanos() {
        // The tick that measures a delay runs after it, possibly later than the caller.
        long pending = System.nanoTime() - LAST_TICK.get() - TICK_NANOS;
        return LOST.get() + (pending > USUAL_DELAY_NANOS ? pending : 0);
    }
}
