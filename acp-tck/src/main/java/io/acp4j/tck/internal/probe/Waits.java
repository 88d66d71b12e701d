package io.acp4j.tck.internal.probe;

import io.acp4j.tck.Settings;
import io.acp4j.tck.internal.catalogue.Pace;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Time limits of a scenario that waits for its subject. A subject whose message is missing at the end of a wait is <em>silent</em> if the
 * wait was long compared with its slowest response so far, and <em>late</em> otherwise. Only silence is a failure.
 *
 * <p>Each wait has its own limit, measured from the last message of the subject. Limits scale with the slowest responses of the run. The
 * total of all waits of a scenario is bounded. A scenario that reaches this bound produces no verdict. Thread-safe.
 */
public final class Waits {

    /** Ratio of a limit to the slowest response so far. */
    private static final int MARGIN = 4;

    /** Factor for responses of a subject whose pace is unknown. */
    private static final int FIRST_MEETING = 6;

    /** Factor for a scenario that runs alone, whose result is final. */
    private static final int PATIENCE = 4;

    /** Ratio to the slowest response beyond which a wait is not extended. */
    private static final int SAFE_MARGIN = 64;

    /** Limit up to which waits are extended in any case, as a multiple of the time to settle: 10 s with its default. */
    private static final int FLOOR = 100;

    /** Limit up to which waits are extended for a slow subject, on a machine without load. */
    private static final Duration PATIENT_LIMIT = Duration.ofMinutes(2);

    /** Limit up to which the pace of the subject extends waits. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** Limit for the end of a connection that the kit leaves, on a machine without load. */
    private static final Duration FAREWELL = Duration.ofSeconds(10);

    /** Number of full waits in a scenario. */
    private static final int MOST = 12;

    /** Number of full waits of other lengths in a scenario. */
    private static final int EXCEPTIONS = 2;

    private final Settings settings;
    private final SubjectPace pace;
    private final Mode mode;
    private final double load = MachineLoad.factor();
    private volatile long start = System.nanoTime();
    private final Map<WaitKind, Duration> shortestMiss = new EnumMap<>(WaitKind.class);
    private volatile boolean timedOut;
    private volatile @Nullable String cut;

    /** The circumstances in which a scenario runs. */
    public enum Mode {
        /** The first connection to the subject. */
        FIRST_MEETING,
        /** Other scenarios run at the same time; a scenario whose waits run out runs again alone. */
        AMONG_OTHERS,
        /** Nothing else runs, and the result is final. */
        ALONE,
        /** Nothing else runs, and the result is final; the subject was silent so often that waits are not extended. */
        ALONE_BRIEF
    }

    /** Creates the limits for a scenario. */
    Waits(Settings settings, SubjectPace pace, Mode mode) {
        this.settings = settings;
        this.pace = pace;
        this.mode = mode;
    }

    /** Returns the limits for a subject of this pace. */
    static Waits of(Settings settings, Pace pace) {
        SubjectPace known = new SubjectPace();
        known.include(pace);
        return new Waits(settings, known, Mode.AMONG_OTHERS);
    }

    /** Returns the limits for a subject that is met for the first time. */
    static Waits atFirst(Settings settings) {
        return new Waits(settings, new SubjectPace(), Mode.FIRST_MEETING);
    }

    /** Starts the time of the scenario, which may have waited until other scenarios ended. */
    void begin() {
        start = System.nanoTime();
    }

    /** Returns the pace, to which each response of the subject adds. */
    SubjectPace pace() {
        return pace;
    }

    private Duration limit(WaitKind kind) {
        return limit(kind, mode);
    }

    private Duration limit(WaitKind kind, Mode inMode) {
        Duration configured = kind == WaitKind.STARTUP ? settings.startupTimeout() : settings.timeout();
        Duration limit = SubjectPace.longer(configured, enough(kind));
        return switch (inMode) {
            case FIRST_MEETING -> kind == WaitKind.STARTUP ? loaded(limit) : limit.multipliedBy(FIRST_MEETING);
            case AMONG_OTHERS, ALONE_BRIEF -> limit;
            case ALONE -> {
                Duration safe = SubjectPace.longer(
                        settings.settle().multipliedBy(FLOOR),
                        pace.slowest(kind).multipliedBy(SAFE_MARGIN));
                Duration patient = shorter(limit.multipliedBy(PATIENCE), shorter(safe, PATIENT_LIMIT));
                yield SubjectPace.longer(limit, loaded(patient));
            }
        };
    }

    /** Returns the length of a wait that is enough for a subject of this pace. */
    private Duration enough(WaitKind kind) {
        return shorter(pace.slowest(kind).multipliedBy(MARGIN), LONGEST);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    private Duration loaded(Duration limit) {
        return Duration.ofMillis(Math.round(limit.toMillis() * load));
    }

    private Duration longest() {
        return SubjectPace.longer(limit(WaitKind.TURN), limit(WaitKind.STARTUP));
    }

    private Duration total() {
        // The longer waits of a scenario that runs alone are exceptions: not each of them may run out.
        Mode usual = mode == Mode.ALONE ? Mode.AMONG_OTHERS : mode;
        return limit(WaitKind.TURN, usual)
                .multipliedBy(MOST)
                .plus(limit(WaitKind.STARTUP, usual).multipliedBy(EXCEPTIONS))
                .plus(mode == Mode.ALONE ? longest().multipliedBy(EXCEPTIONS) : Duration.ZERO)
                .plus(Objects.requireNonNullElse(settings.stalledReader(), Duration.ZERO));
    }

    /** Returns the limit of the silence before a response. */
    Duration response() {
        return full(limit(WaitKind.RESPONSE));
    }

    /**
     * Returns the limit for a message that is due although the subject has responded to later requests. A scenario that runs alone does
     * not extend it, because such a subject is not slow.
     */
    Duration due() {
        return full(limit(WaitKind.RESPONSE, Mode.AMONG_OTHERS));
    }

    /** Returns the limit of the silence in a turn. */
    Duration turn() {
        return full(limit(WaitKind.TURN));
    }

    /** Returns the limit of the silence after the start of the subject. */
    Duration startup() {
        return full(limit(WaitKind.STARTUP));
    }

    /** Returns the limit of the silence after a start, if something else with a limit is due as well. */
    Duration afterStartup(Duration limit) {
        return full(limit.plus(limit(WaitKind.STARTUP)));
    }

    /** Returns the limit for a command of the test driver of a client. */
    Duration driver() {
        return full(limit(WaitKind.RESPONSE));
    }

    /** Returns the limit for a first message after bytes that are not a message: two thirds of the startup limit, 40 s by default. */
    Duration unreadable() {
        return limit(WaitKind.STARTUP).multipliedBy(2).dividedBy(3);
    }

    /** Returns the limit for the end of a connection that the kit leaves. It does not depend on the remaining time. */
    Duration farewell() {
        return loaded(FAREWELL);
    }

    /** Ends the scenario if the remaining time is shorter than a full wait, because a shorter wait is inconclusive. */
    private Duration full(Duration limit) {
        if (System.nanoTime() + limit.toNanos() > deadline()) {
            // Earlier waits had their full length, so the failures that they show remain.
            timedOut = true;
            throw NotTestable.error(cutReason());
        }
        return limit;
    }

    private String cutReason() {
        return "late: the scenario was cut short after " + total().toSeconds()
                + " s; increase --timeout to give it more time";
    }

    /** Returns the latest end of a wait, even if the subject continues to send: a time of {@link System#nanoTime()}. */
    long deadline() {
        return start + total().toNanos();
    }

    /** Records that a wait ended without the expected message. */
    void recordTimeout() {
        recordTimeout(WaitKind.RESPONSE);
    }

    /** Records that a wait of a kind ended without the expected message. */
    void recordTimeout(WaitKind kind) {
        recordTimeout(kind, limit(kind));
    }

    /** Returns a description of the time in which a subject should send its first message. */
    String describeStartup() {
        return seconds(limit(WaitKind.STARTUP)) + " s after its start; --startup-timeout sets the limit";
    }

    /** Returns the reason for the end of a wait in which only bytes were received that are not a message. */
    String describeUnreadable(String received) {
        return "no message in " + seconds(unreadable())
                + " s after the first bytes (--startup-timeout extends this limit): " + received;
    }

    /** Records that a wait of some length ended without the expected message. */
    synchronized void recordTimeout(WaitKind kind, Duration waited) {
        timedOut = true;
        shortestMiss.merge(kind, waited, (one, other) -> one.compareTo(other) <= 0 ? one : other);
    }

    /** Records that the scenario has used all of its time and that its connections are closed for this reason. */
    public void cutShort() {
        timedOut = true;
        cut = cutReason();
    }

    /** Returns true if the result of the scenario is final. */
    boolean isFinal() {
        return mode == Mode.ALONE || mode == Mode.ALONE_BRIEF;
    }

    /** Returns true if a wait ended without the expected message. */
    public boolean hasTimedOut() {
        return timedOut;
    }

    /**
     * Returns the reason why a missing message may be late. The reason is empty if the waits were long enough for all responses that
     * the subject has sent so far.
     */
    synchronized String latenessReason() {
        if (cut != null) {
            return cut;
        }
        for (Map.Entry<WaitKind, Duration> miss : shortestMiss.entrySet()) {
            if (miss.getValue().compareTo(enough(miss.getKey())) < 0) {
                return "late: a wait of " + seconds(miss.getValue()) + " s is too short for a subject that takes up to "
                        + seconds(pace.slowest(miss.getKey())) + " s; "
                        + miss.getKey().option() + " extends it";
            }
        }
        return "";
    }

    static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1000.0);
    }

    /** Returns the time after which the scenario is overdue, its last wait included; negative if it is overdue now. */
    public long millisUntilOverdue() {
        return TimeUnit.NANOSECONDS.toMillis(deadline() + longest().toNanos() - System.nanoTime());
    }
}
