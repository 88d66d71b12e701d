package io.acp4j.tck.internal.probe;

/** Ends a scenario that cannot go on: what it builds on is not there, which other requirements are about. */
public final class NotTestable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public NotTestable(String reason) {
        super(reason, null, false, false);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
