package io.acp4j.tck.internal.catalogue;

import java.time.Duration;

/**
 * How long a subject was seen to take when it was first met; the kit waits longer for a slow one.
 *
 * @param response the longest time to a response that needs no model: {@code session/new}, {@code authenticate}, or what a client's
 *     test driver says to {@code hello}
 * @param turn how long its first turn took
 */
public record Pace(Duration response, Duration turn) {

    /** The pace of a subject that has not been met. */
    public static final Pace UNKNOWN = new Pace(Duration.ZERO, Duration.ZERO);

    /** Returns the pace with a response that took this long. */
    public Pace withResponse(long millis) {
        Duration taken = Duration.ofMillis(millis);
        return taken.compareTo(response) > 0 ? new Pace(taken, turn) : this;
    }

    /** Returns the pace with a turn that took this long. */
    public Pace withTurn(long millis) {
        return new Pace(response, Duration.ofMillis(millis));
    }
}
