package io.acp4j.proxy.bridge;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.schema.Unstable;
import java.time.Duration;
import java.util.Objects;

/**
 * The limits of a bridge. What is queued for a peer is limited by its transport, besides.
 *
 * @param maxRequests how many requests from one peer may be without a response at once; one more gets error -32603. Default 1024
 * @param maxSessions how many sessions a bridge remembers; beyond, the one that was idle longest is forgotten. Default 1024
 * @param maxHeldPrompts how many prompts of one session wait while another one runs, or an agent of the older version opens the session
 *     again; one more gets error -32603. Default 32
 * @param maxItems how many messages, tool calls, terminals and plans, of each, are remembered for a session; beyond, the oldest is
 *     forgotten. Default 1000
 * @param maxText how many characters are kept of a tool call's content, or of a terminal's output; beyond, the oldest are left
 *     out. Default 65536
 * @param maxQueued how many messages wait for a peer that does not read; then the one that sends is slowed down. Default 1024
 * @param maxDepth how deep JSON may nest; what is deeper gets error -32700. Default 256
 * @param insertionDelay after which an agent of the older version that has said nothing is taken to have accepted a prompt.
 *     Default 250 ms
 * @param refreshInterval how often growing content of a tool call is sent anew, at most. Default 100 ms
 * @param stallTimeout how long a peer may take nothing while messages for it wait, before everything is closed. Zero waits without
 *     limit. Default 5 minutes
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public record BridgeLimits(
        int maxRequests,
        int maxSessions,
        int maxHeldPrompts,
        int maxItems,
        int maxText,
        int maxQueued,
        int maxDepth,
        Duration insertionDelay,
        Duration refreshInterval,
        Duration stallTimeout) {

    private static final BridgeLimits DEFAULTS = new BridgeLimits(
            1024,
            1024,
            32,
            1000,
            64 * 1024,
            1024,
            256,
            Duration.ofMillis(250),
            Duration.ofMillis(100),
            Duration.ofMinutes(5));

    /** Checks that numbers are positive and times not negative. */
    public BridgeLimits {
        positive("maxRequests", maxRequests);
        positive("maxSessions", maxSessions);
        positive("maxHeldPrompts", maxHeldPrompts);
        positive("maxItems", maxItems);
        positive("maxText", maxText);
        positive("maxQueued", maxQueued);
        positive("maxDepth", maxDepth);
        notNegative("insertionDelay", insertionDelay);
        notNegative("refreshInterval", refreshInterval);
        notNegative("stallTimeout", stallTimeout);
    }

    private static void positive(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be positive, not " + value);
        }
    }

    private static void notNegative(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative, not " + DurationText.of(value));
        }
    }

    /**
     * Returns the defaults.
     *
     * @return the documented defaults
     */
    public static BridgeLimits defaults() {
        return DEFAULTS;
    }

    /**
     * Returns these limits with another number of prompts that wait.
     *
     * @param number how many prompts of one session wait while another one runs
     * @return the changed limits
     */
    public BridgeLimits withMaxHeldPrompts(int number) {
        return new BridgeLimits(
                maxRequests,
                maxSessions,
                number,
                maxItems,
                maxText,
                maxQueued,
                maxDepth,
                insertionDelay,
                refreshInterval,
                stallTimeout);
    }

    /**
     * Returns these limits with another time after which a prompt is taken to have been accepted. An agent of the older version
     * that echoes prompts tells their ids by that; after the delay the bridge has made one up.
     *
     * @param delay how long an agent of the older version may say nothing
     * @return the changed limits
     */
    public BridgeLimits withInsertionDelay(Duration delay) {
        return new BridgeLimits(
                maxRequests,
                maxSessions,
                maxHeldPrompts,
                maxItems,
                maxText,
                maxQueued,
                maxDepth,
                delay,
                refreshInterval,
                stallTimeout);
    }

    /**
     * Returns these limits with another number of sessions and of things remembered for each.
     *
     * @param sessions how many sessions are remembered
     * @param items how many messages, tool calls, terminals and plans of each
     * @param text how many characters of a tool call's content or a terminal's output
     * @return the changed limits
     */
    public BridgeLimits withMemory(int sessions, int items, int text) {
        return new BridgeLimits(
                maxRequests,
                sessions,
                maxHeldPrompts,
                items,
                text,
                maxQueued,
                maxDepth,
                insertionDelay,
                refreshInterval,
                stallTimeout);
    }
}
