package io.acp4j.store.jdbc.internal;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Waits in a queue of this process for as long as the queue moves: a thousand callers at once are served one after the other,
 * and only one that nobody gets past is told that the store is busy.
 */
final class Turnstile {

    /** How many time-outs a caller waits at most while others are served. */
    static final int MAX_TIMEOUTS = 12;

    private final AtomicLong served = new AtomicLong();

    /** An attempt to be served that waits for one time-out; false when that is over. */
    @FunctionalInterface
    interface Attempt<E extends Exception> {
        boolean succeeds() throws E;
    }

    /** Notes that somebody has been served. */
    void served() {
        served.incrementAndGet();
    }

    /** Returns how many callers have been served so far. */
    long count() {
        return served.get();
    }

    /** Tries to be served; false when nobody was during one time-out, or the longest wait is over. */
    <E extends Exception> boolean pass(Attempt<E> attempt) throws E {
        for (int i = 0; i < MAX_TIMEOUTS; i++) {
            long before = served.get();
            if (attempt.succeeds()) {
                return true;
            }
            if (served.get() == before) {
                return false;
            }
        }
        return false;
    }
}
