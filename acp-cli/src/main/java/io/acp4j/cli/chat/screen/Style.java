package io.acp4j.cli.chat.screen;

/** The style of text on a terminal. A pipe has no styles. */
public enum Style {
    /** Plain text. */
    PLAIN,
    /** Less important text: thoughts, remarks. */
    DIM,
    /** More important text: headings, titles. */
    BOLD,
    /** A failure, or removed text. */
    RED,
    /** Added text. */
    GREEN,
    /** Code. */
    CYAN,
    /** Struck-through text. Without styles, two tildes enclose it. */
    STRUCK
}
