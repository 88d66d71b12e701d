package io.acp4j.tck.internal.probe;

/**
 * What one scenario found out about one requirement.
 *
 * @param requirement its id
 * @param outcome what became of it
 * @param expected what should have been seen; empty unless it failed
 * @param observed what was seen, or why nothing was
 */
public record Finding(String requirement, Outcome outcome, String expected, String observed) {}
