package io.acp4j.inspector.replay;

import org.jspecify.annotations.Nullable;

/**
 * Where a live agent did something else than the recorded one.
 *
 * @param expected what the recorded agent did; null for nothing
 * @param actual what the live one did; null for nothing
 * @param reason in words
 */
public record Divergence(@Nullable Step expected, @Nullable Step actual, String reason) {}
