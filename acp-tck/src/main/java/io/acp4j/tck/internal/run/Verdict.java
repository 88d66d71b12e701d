package io.acp4j.tck.internal.run;

/** The one word that a run ends in; its exit code follows from it. */
public enum Verdict {
    /** Everything that counts was seen to be fulfilled. */
    PASS(0),
    /** Something that counts is not fulfilled. */
    FAIL(1),
    /** Nothing that counts was seen to fail, but something that counts could not be seen. */
    INCOMPLETE(3);

    private final int exitCode;

    Verdict(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
