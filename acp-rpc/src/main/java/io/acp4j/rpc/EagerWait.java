package io.acp4j.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;

/**
 * Spares callers whose answers come at once the sleep: on an idle machine, to be woken takes longer than many a peer needs to
 * answer. A caller watches for its answer only if the one before came within {@link #LONGEST_NANOS}, for no longer than that,
 * and gives its processor to whoever else wants it meanwhile. In a JVM no more callers watch than half of its processors.
 */
final class EagerWait {

    /** For how long an answer is watched for. */
    static final long LONGEST_NANOS = 300_000;

    private static final Semaphore WATCHERS = new Semaphore(Runtime.getRuntime().availableProcessors() / 2);

    private final Semaphore watchers;
    private final LongSupplier clock;
    private volatile boolean worthwhile;

    EagerWait() {
        this(WATCHERS, System::nanoTime);
    }

    /**
     * Creates it for a test.
     *
     * @param watchers has a permit for each caller that may watch
     * @param clock gives the time in ns
     */
    EagerWait(Semaphore watchers, LongSupplier clock) {
        this.watchers = watchers;
        this.clock = clock;
    }

    /** Watches for an outcome, if that is worthwhile; it may still be open afterwards. */
    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the yield but how soon others go on
    void watch(CompletableFuture<?> outcome) {
        if (!worthwhile || !watchers.tryAcquire()) {
            return;
        }
        try {
            long begin = clock.getAsLong();
            while (!outcome.isDone() && clock.getAsLong() - begin < LONGEST_NANOS) {
                Thread.yield();
            }
        } finally {
            watchers.release();
        }
    }

    /** Takes notice of how long a caller has waited for an answer. */
    void waited(long nanos) {
        boolean soon = nanos <= LONGEST_NANOS;
        if (worthwhile != soon) {
            worthwhile = soon;
        }
    }
}
