package io.acp4j.tck.internal.probe;

import io.acp4j.tck.internal.catalogue.Pace;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The slowest responses of a subject in a run so far, by kind of wait. Later waits scale with them. Thread-safe. */
public final class SubjectPace {

    private final Map<WaitKind, Duration> slowest = new EnumMap<>(WaitKind.class);

    /** Adds the measurements of the first meeting. */
    public void include(Pace pace) {
        include(WaitKind.RESPONSE, pace.response());
        include(WaitKind.TURN, pace.turn());
    }

    /** Adds a measurement. */
    synchronized void include(WaitKind kind, Duration taken) {
        slowest.merge(kind, taken, SubjectPace::longer);
    }

    /** Returns the longest time that the subject has taken; zero before the first measurement. */
    synchronized Duration slowest(WaitKind kind) {
        Duration known = slowest.getOrDefault(kind, Duration.ZERO);
        return kind == WaitKind.TURN ? longer(known, slowest.getOrDefault(WaitKind.RESPONSE, Duration.ZERO)) : known;
    }

    static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
