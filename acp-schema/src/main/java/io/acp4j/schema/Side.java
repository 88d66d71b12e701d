package io.acp4j.schema;

/**
 * A part that a program plays on a connection.
 *
 * @since 0.1.0
 */
public enum Side {
    /** The program that does the work. */
    AGENT,
    /** The program that the user works in. */
    CLIENT,
    /** A program between the two that hands on and changes what they say, or the conductor that it is connected to. */
    PROXY
}
