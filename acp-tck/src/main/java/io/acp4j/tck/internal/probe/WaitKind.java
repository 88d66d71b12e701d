package io.acp4j.tck.internal.probe;

/** The kinds of waits for a subject, each with the option that sets its length. */
enum WaitKind {
    /** From the start of the subject to its first message. */
    STARTUP("--startup-timeout"),
    /** From a request to its response. */
    RESPONSE("--timeout"),
    /** From a prompt to the end of its turn. */
    TURN("--timeout");

    private final String option;

    WaitKind(String option) {
        this.option = option;
    }

    String option() {
        return option;
    }
}
