package io.acp4j.inspector.text;

/**
 * Text of one style in a line of terminal output.
 *
 * @param text the text, without control characters
 * @param style its style
 */
public record TerminalRun(String text, TerminalStyle style) {}
