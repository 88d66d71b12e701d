package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;

/**
 * Until when something is waited for.
 *
 * @param timeout how long that is from the start; zero when there is no limit
 * @param startNanos when it began
 * @param isSuspendable true if the time does not run while the peer may wait for a person
 */
record Deadline(Duration timeout, long startNanos, boolean isSuspendable) {

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE / 2);

    /** Begins to count; longer than a hundred years is taken for a hundred years. */
    static Deadline in(Duration timeout) {
        if (timeout.isNegative()) {
            throw new IllegalArgumentException("a time-out must not be negative, not " + DurationText.of(timeout));
        }
        return new Deadline(timeout, System.nanoTime(), false);
    }

    Deadline suspendable() {
        return new Deadline(timeout, startNanos, true);
    }

    /** Returns a time-out in milliseconds, without overflow. */
    static long millis(Duration timeout) {
        return capped(timeout).toMillis();
    }

    boolean isLimited() {
        return !timeout.isZero();
    }

    /** Returns what is left of the time; 1 when nothing is. */
    long remainingNanos() {
        return Math.max(1, nanosUntilEnd(startNanos));
    }

    /** Returns the remaining time if the time limit started at another time; not positive after its end. */
    long nanosUntilEnd(long start) {
        return capped(timeout).toNanos() - (System.nanoTime() - start);
    }

    private static Duration capped(Duration timeout) {
        return timeout.compareTo(LONGEST) > 0 ? LONGEST : timeout;
    }
}
