package io.acp4j.tck.internal.probe;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Pace;
import java.time.Duration;
import java.util.Objects;

/**
 * How long a scenario waits for its subject. Each wait has a limit of its own, never what other waits have left of it, and
 * a subject that sends something meanwhile is alive: the limit counts from the last that it sent. Only the sum of all waits
 * of a scenario is bounded, and a scenario that reaches that bound says so instead of judging. Thread-safe.
 */
public final class Waits {

    /** How many times longer than it was seen to take the kit waits for a subject. */
    private static final int MARGIN = 4;

    /** How many times longer than usual the kit waits for a subject of which it does not know how slow it is. */
    private static final int FIRST_MEETING = 6;

    /** How many full waits a scenario may spend. */
    private static final int MOST = 12;

    private final Duration response;
    private final Duration turn;
    private final Duration startup;
    private final Duration stalledReader;
    private final long deadline;
    private volatile boolean ranOut;

    private Waits(Duration response, Duration turn, Settings settings) {
        this.response = response;
        this.turn = turn;
        this.startup = settings.startupTimeout();
        this.stalledReader = Objects.requireNonNullElse(settings.stalledReader(), Duration.ZERO);
        this.deadline = System.nanoTime()
                + longest().multipliedBy(MOST).plus(stalledReader).toNanos();
    }

    /** Returns the limits for a subject of this pace. */
    static Waits of(Settings settings, Pace pace) {
        return new Waits(
                longer(settings.timeout(), pace.response().multipliedBy(MARGIN)),
                longer(settings.timeout(), longer(pace.turn(), pace.response()).multipliedBy(MARGIN)),
                settings);
    }

    /** Returns the limits for a subject that is met for the first time. */
    static Waits atFirst(Settings settings) {
        Duration limit = settings.timeout().multipliedBy(FIRST_MEETING);
        return new Waits(limit, limit, settings);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private Duration longest() {
        return longer(longer(response, turn), startup);
    }

    /** Returns how long the subject may be silent while a response is due. */
    Duration response() {
        return full(response);
    }

    /** Returns how long the subject may be silent while a turn goes on. */
    Duration turn() {
        return full(turn);
    }

    /** Returns how long the subject may be silent after it was started. */
    Duration startup() {
        return full(startup);
    }

    /** Returns how long a subject that has just been started may be silent when something is due within this time. */
    Duration afterStartup(Duration limit) {
        return full(limit.plus(startup));
    }

    /** Returns how long a client's test driver may take for a command. */
    Duration driver() {
        return full(response);
    }

    /** Ends the scenario when there is no time for a whole wait: a wait that is cut short proves nothing. */
    private Duration full(Duration limit) {
        if (System.nanoTime() + limit.toNanos() > deadline) {
            throw new NotTestable("the scenario was cut short after "
                    + longest().multipliedBy(MOST).toSeconds() + " s; a longer --timeout gives it more time");
        }
        return limit;
    }

    /** Returns when a wait ends at the latest, however lively the subject is: the time of {@link System#nanoTime()}. */
    long deadline() {
        return deadline;
    }

    /** Notes that a wait ended without what was waited for. */
    void ranOut() {
        ranOut = true;
    }

    /** Returns whether some wait ended without what was waited for. */
    public boolean hasRunOut() {
        return ranOut;
    }

    /** Returns the longest time that the scenario may take, its last wait included. */
    public Duration most() {
        return longest().multipliedBy(MOST + 1).plus(stalledReader);
    }
}
