package io.acp4j.tck.internal.probe;

/** Ends a scenario that cannot go on: what it builds on is not there, which other requirements are about. */
public final class NotTestable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean tooSoon;

    public NotTestable(String reason) {
        this(reason, false);
    }

    private NotTestable(String reason, boolean tooSoon) {
        super(reason, null, false, false);
        this.tooSoon = tooSoon;
    }

    /** Returns what ends a scenario because the work that it is about was over too soon: at another time it may last longer. */
    public static NotTestable tooSoon(String reason) {
        return new NotTestable(reason, true);
    }

    /** Returns whether the work was over too soon, which says nothing about the subject. */
    public boolean isTooSoon() {
        return tooSoon;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
