package io.acp4j.store.jdbc.internal;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as the tables keep them: microseconds since 1970. */
final class Micros {

    private static final long PER_SECOND = 1_000_000;
    private static final long LAST_SECOND = Long.MAX_VALUE / PER_SECOND - 1;

    private Micros() {}

    /** The time in microseconds, what is finer cut off; the farthest time that can be kept for one beyond it. */
    static long of(Instant time) {
        long seconds = Math.max(-LAST_SECOND, Math.min(LAST_SECOND, time.getEpochSecond()));
        return seconds * PER_SECOND + time.getNano() / 1000;
    }

    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
