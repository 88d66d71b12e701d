package io.acp4j.client.supervise;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before each attempt to connect again, and how many there are.
 *
 * <p>The time before attempt <i>n</i> is {@code initial * factor^(n-1)}, at most {@code max}, less a random part of up to
 * {@code jitter} of it, so that many clients do not come back all at once.
 *
 * @param initial the time before the first attempt; not negative
 * @param max the longest time; at least {@code initial}
 * @param factor what each time is multiplied with; at least 1
 * @param jitter the part of the time that is left to chance, from 0 to 1
 * @param maxAttempts how many attempts there are before the agent is given up; positive
 * @param stableAfter how long a connection must have lasted for the count to start anew; not negative. An agent that dies
 *     again soon after each start is given up, too.
 * @since 0.1.0
 */
public record BackOff(
        Duration initial, Duration max, double factor, double jitter, int maxAttempts, Duration stableAfter) {

    /** Ten attempts, after 250 ms to 30 s each, half of it by chance; a connection is stable after 30 s. */
    public static final BackOff DEFAULT =
            new BackOff(Duration.ofMillis(250), Duration.ofSeconds(30), 2, 0.5, 10, Duration.ofSeconds(30));

    /** Checks the settings. */
    public BackOff {
        Objects.requireNonNull(stableAfter, "stableAfter");
        if (initial.isNegative() || max.compareTo(initial) < 0 || stableAfter.isNegative()) {
            throw new IllegalArgumentException("times must not be negative and max not below initial: "
                    + DurationText.of(initial) + ", " + DurationText.of(max) + ", " + DurationText.of(stableAfter));
        }
        if (!(factor >= 1) || !(jitter >= 0 && jitter <= 1) || maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "factor must be at least 1, jitter from 0 to 1 and maxAttempts positive: " + factor + ", " + jitter
                            + ", " + maxAttempts);
        }
    }

    /**
     * Returns the time before an attempt.
     *
     * @param attempt which one, counted from 1
     * @param random gives numbers from 0 to 1
     * @return how long to wait
     */
    public Duration before(int attempt, DoubleSupplier random) {
        double longest = Math.min(toNanos(max), toNanos(initial) * Math.pow(factor, attempt - 1.0));
        return Duration.ofNanos((long) (longest * (1 - jitter * random.getAsDouble())));
    }

    private static double toNanos(Duration time) {
        return (double) time.toNanos();
    }
}
