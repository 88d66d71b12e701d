package io.acp4j.tck.internal.probe;

/** Ends a scenario that cannot go on: what it builds on is not there, which other requirements are about. */
public final class NotTestable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;

    private enum Kind {
        ABSENT,
        ERROR,
        INCONCLUSIVE,
        PERMITTED
    }

    public NotTestable(String reason) {
        this(reason, Kind.ABSENT);
    }

    private NotTestable(String reason, Kind kind) {
        super(reason, null, false, false);
        this.kind = kind;
    }

    /** Creates an exception for a scenario that an error of the subject ended. The untested requirements make the verdict INCOMPLETE. */
    public static NotTestable error(String reason) {
        return new NotTestable(reason, Kind.ERROR);
    }

    /** Creates an exception for the permitted refusal of a second session on one connection. */
    public static NotTestable anotherSession(String refusal) {
        return new NotTestable(
                "the subject refuses another session on a connection that has one: " + refusal, Kind.PERMITTED);
    }

    /** Returns what ends a scenario because the work that it is about was over too soon: at another time it may last longer. */
    public static NotTestable tooSoon(String reason) {
        return new NotTestable(reason, Kind.INCONCLUSIVE);
    }

    /** Returns true if the scenario ended for a reason without significance for the subject, such as work that ended too early. */
    public boolean isInconclusive() {
        return kind == Kind.INCONCLUSIVE || kind == Kind.PERMITTED;
    }

    /** Returns true if the subject has refused what it is permitted to refuse. The scenario does not concern such a subject. */
    public boolean isPermitted() {
        return kind == Kind.PERMITTED;
    }

    /** Returns true if the scenario ended with an error of the subject. */
    public boolean isError() {
        return kind == Kind.ERROR;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
