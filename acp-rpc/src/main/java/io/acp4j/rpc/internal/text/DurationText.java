package io.acp4j.rpc.internal.text;

import java.time.Duration;
import java.util.Objects;

/**
 * Writes durations for people, as messages of exceptions and the log have them.
 *
 * @since 0.1.0
 */
public final class DurationText {

    private static final String[] UNITS = {"d", "h", "min", "s"};
    private static final long[] SECONDS = {86_400, 3_600, 60, 1};

    /** How many units are written: what is smaller does not matter beside them. */
    private static final int MOST_UNITS = 2;

    /** The least duration has no opposite. */
    private static final Duration LEAST_OPPOSED = Duration.ofSeconds(-Long.MAX_VALUE);

    private DurationText() {}

    /**
     * Returns a duration as its two largest units, such as {@code 250 ms}, {@code 1.5 s}, {@code 10 s} or {@code 1 min 30 s}.
     * Below a minute the milliseconds are a fraction of the seconds, above it they are left out, and below a millisecond there
     * are nanoseconds.
     *
     * @param duration any duration; a negative one starts with a minus sign
     * @return the text
     */
    public static String of(Duration duration) {
        Objects.requireNonNull(duration, "duration");
        if (duration.isNegative()) {
            Duration opposed = duration.compareTo(LEAST_OPPOSED) < 0 ? LEAST_OPPOSED : duration;
            return "-" + of(opposed.negated());
        }
        if (duration.isZero()) {
            return "0 s";
        }
        if (duration.compareTo(Duration.ofMillis(1)) < 0) {
            return duration.toNanos() + " ns";
        }
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return duration.toMillis() + " ms";
        }
        return duration.compareTo(Duration.ofMinutes(1)) < 0 ? seconds(duration) : units(duration.toSeconds());
    }

    private static String seconds(Duration duration) {
        int millis = duration.toMillisPart();
        if (millis == 0) {
            return duration.toSeconds() + " s";
        }
        String fraction = String.valueOf(1000 + millis).substring(1);
        while (fraction.endsWith("0")) {
            fraction = fraction.substring(0, fraction.length() - 1);
        }
        return duration.toSeconds() + "." + fraction + " s";
    }

    private static String units(long seconds) {
        StringBuilder text = new StringBuilder();
        long rest = seconds;
        int written = 0;
        for (int i = 0; i < UNITS.length && written < MOST_UNITS; i++) {
            long count = rest / SECONDS[i];
            rest %= SECONDS[i];
            if (count > 0) {
                text.append(text.isEmpty() ? "" : " ").append(count).append(' ').append(UNITS[i]);
            }
            written += text.isEmpty() ? 0 : 1;
        }
        return text.toString();
    }
}
