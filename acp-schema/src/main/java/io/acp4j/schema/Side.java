package io.acp4j.schema;

/**
 * One of the two ends of a connection.
 *
 * @since 0.1.0
 */
public enum Side {
    /** The program that does the work. */
    AGENT,
    /** The program that the user works in. */
    CLIENT
}
