package io.acp4j.tck.internal.run;

/** The one word that a run ends in; its exit code follows from it. */
public enum Verdict {
    /** Everything that counts and could be seen was seen to be fulfilled. */
    PASS(0),
    /** Something that counts is not fulfilled. */
    FAIL(1),
    /** Nothing that counts was seen to fail, but something went wrong, so that something that counts was not seen. */
    INCOMPLETE(3),
    /** Nothing that counts was seen to fail, but something was left out, or the run was ended early. */
    PARTIAL(4);

    private final int exitCode;

    Verdict(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Returns the verdict of two runs together: that of the worse one. */
    public Verdict orWorse(Verdict other) {
        return badness() >= other.badness() ? this : other;
    }

    private int badness() {
        return switch (this) {
            case PASS -> 0;
            case PARTIAL -> 1;
            case INCOMPLETE -> 2;
            case FAIL -> 3;
        };
    }

    /** Returns the exit code of a run with this verdict. */
    public int exitCode() {
        return exitCode;
    }
}
