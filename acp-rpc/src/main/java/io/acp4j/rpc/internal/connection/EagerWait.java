package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.ConnectionOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets callers whose responses come at once wait without sleeping: on an idle machine, to be woken takes longer than many a peer needs to
 * respond. A caller watches for its response only if the one before came within {@link #LONGEST_NANOS}, for no longer than that,
 * and gives its processor to others who want it meanwhile. In a JVM no more callers watch than half of its processors.
 *
 * <p>On a busy machine that is a loss: who gives a processor away gets it back late, where a sleeper is preferred. So there is an
 * account of what watching has gained and cost; while it is overdrawn callers sleep, and each response pays off a little.
 */
final class EagerWait {

    /** For how long a response is watched for. */
    static final long LONGEST_NANOS = 300_000;

    /** What a response gains that came while it was watched for. */
    private static final long GAIN_NANOS = 50_000;

    /** What a response that is slept for pays off. */
    static final long REPAYMENT_NANOS = 10_000;

    /** What can be saved up at most, for moments in which the machine is busy. */
    private static final long MOST_NANOS = 2_000_000;

    /** What can be owed at most. */
    static final long DEEPEST_NANOS = -10_000_000;

    private static final Semaphore WATCHERS = new Semaphore(Runtime.getRuntime().availableProcessors() / 2);

    private final Semaphore permits;
    private final LongSupplier clock;
    private final AtomicLong account = new AtomicLong();
    private volatile boolean lastCameSoon;

    EagerWait() {
        this(WATCHERS, System::nanoTime);
    }

    /**
     * Creates it for a test.
     *
     * @param permits has a permit for each caller that may watch
     * @param clock gives the time in ns
     */
    EagerWait(Semaphore permits, LongSupplier clock) {
        this.permits = permits;
        this.clock = clock;
    }

    /** Returns what the options of a connection ask for; null when its callers shall sleep. */
    static @Nullable EagerWait of(ConnectionOptions options) {
        return options.eagerWaiting() ? new EagerWait() : null;
    }

    /** Watches for an outcome, if that is worthwhile; it may still be open afterwards. */
    void watch(CompletableFuture<?> outcome) {
        if (!lastCameSoon) {
            return;
        }
        if (account.get() < 0) {
            book(REPAYMENT_NANOS);
        } else if (permits.tryAcquire()) {
            try {
                long taken = watchFor(outcome);
                book(taken <= LONGEST_NANOS ? GAIN_NANOS : -taken);
            } finally {
                permits.release();
            }
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // nothing relies on the yield but how soon others go on
    private long watchFor(CompletableFuture<?> outcome) {
        long begin = clock.getAsLong();
        long taken = 0;
        while (!outcome.isDone() && taken <= LONGEST_NANOS) {
            Thread.yield();
            taken = clock.getAsLong() - begin;
        }
        return taken;
    }

    private void book(long nanos) {
        account.updateAndGet(before -> Math.max(DEEPEST_NANOS, Math.min(MOST_NANOS, before + nanos)));
    }

    /** Is told of how long a caller has waited for a response. */
    void waited(long nanos) {
        boolean cameSoon = nanos <= LONGEST_NANOS;
        if (lastCameSoon != cameSoon) {
            lastCameSoon = cameSoon;
        }
    }
}
