package io.acp4j.tck.internal.cli;

/** How a run shows that it gets on. */
enum ProgressMode {
    /** One line that changes, where there is a terminal. */
    AUTO,
    /** A line for each scenario. */
    PLAIN,
    /** Nothing. */
    NONE
}
