package io.acp4j.cli.chat.screen;

/** How text looks on a terminal; in a pipe all of it looks the same. */
public enum Style {
    /** As it is. */
    PLAIN,
    /** Of less weight: thoughts, remarks. */
    DIM,
    /** Of more weight: headings, titles. */
    BOLD,
    /** Something failed, or was taken away. */
    RED,
    /** Something was added. */
    GREEN,
    /** Code. */
    CYAN
}
