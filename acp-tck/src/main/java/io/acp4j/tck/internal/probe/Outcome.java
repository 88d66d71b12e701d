package io.acp4j.tck.internal.probe;

/** What became of a requirement. */
public enum Outcome {
    PASS,
    FAIL,
    /** It applies, and could not be seen. */
    NOT_TESTED,
    /** It does not apply: the subject says so, or the caller left it out. */
    SKIPPED
}
