package io.acp4j.proxy.bridge;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.schema.Unstable;
import java.time.Duration;
import java.util.Objects;

/**
 * The limits of a bridge. Data that is queued for a peer is also limited by its transport. Immutable.
 *
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
public final class BridgeLimits {

    private static final BridgeLimits DEFAULTS = builder().build();

    private final int maxRequests;
    private final int maxSessions;
    private final int maxHeldPrompts;
    private final int maxItems;
    private final int maxText;
    private final int maxQueued;
    private final int maxDepth;
    private final Duration insertionDelay;
    private final Duration refreshInterval;
    private final Duration stallTimeout;

    private BridgeLimits(Builder builder) {
        maxRequests = builder.maxRequests;
        maxSessions = builder.maxSessions;
        maxHeldPrompts = builder.maxHeldPrompts;
        maxItems = builder.maxItems;
        maxText = builder.maxText;
        maxQueued = builder.maxQueued;
        maxDepth = builder.maxDepth;
        insertionDelay = builder.insertionDelay;
        refreshInterval = builder.refreshInterval;
        stallTimeout = builder.stallTimeout;
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

    /** {@return the documented defaults} */
    public static BridgeLimits defaults() {
        return DEFAULTS;
    }

    /** {@return a builder that holds the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder that holds these values} */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /**
     * {@return the maximum number of requests from one peer without a response; positive} A further request gets error -32603. Default
     * 1024.
     */
    public int maxRequests() {
        return maxRequests;
    }

    /**
     * {@return the maximum number of sessions that a bridge remembers; positive} Beyond it, the session that was idle longest is forgotten.
     * Default 1024.
     */
    public int maxSessions() {
        return maxSessions;
    }

    /**
     * {@return the maximum number of prompts of one session that wait while another prompt runs, or while an agent of the older version
     * opens the session again; positive} A further prompt gets error -32603. Default 32.
     */
    public int maxHeldPrompts() {
        return maxHeldPrompts;
    }

    /**
     * {@return the maximum number of messages, of tool calls, of terminals and of plans that are remembered for a session; positive} Beyond
     * it, the oldest is forgotten. Default 1000.
     */
    public int maxItems() {
        return maxItems;
    }

    /**
     * {@return the maximum length of a tool call's content, or of a terminal's output, that is kept, in characters; positive} Beyond it,
     * the oldest characters are left out. Default 65536.
     */
    public int maxText() {
        return maxText;
    }

    /**
     * {@return the maximum number of messages that wait for a peer that does not read; positive} At the limit the sender is slowed down.
     * Default 1024.
     */
    public int maxQueued() {
        return maxQueued;
    }

    /** {@return the maximum nesting of JSON; positive} A deeper message gets error -32700. Default 256. */
    public int maxDepth() {
        return maxDepth;
    }

    /**
     * {@return the delay after which a silent agent of the older version is assumed to have accepted a prompt} An echo within the delay
     * reveals the ID of the prompt; after it the bridge generates one. Default 250 ms.
     */
    public Duration insertionDelay() {
        return insertionDelay;
    }

    /** {@return the minimum interval between two transmissions of the growing content of a tool call} Default 100 ms. */
    public Duration refreshInterval() {
        return refreshInterval;
    }

    /**
     * {@return the time for which a peer may read nothing while messages for it wait; zero waits without limit} Then everything is closed.
     * Default 5 minutes.
     */
    public Duration stallTimeout() {
        return stallTimeout;
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

    /** Collects the values of {@link BridgeLimits}; for use by one thread. */
    public static final class Builder {

        private int maxRequests = 1024;
        private int maxSessions = 1024;
        private int maxHeldPrompts = 32;
        private int maxItems = 1000;
        private int maxText = 64 * 1024;
        private int maxQueued = 1024;
        private int maxDepth = 256;
        private Duration insertionDelay = Duration.ofMillis(250);
        private Duration refreshInterval = Duration.ofMillis(100);
        private Duration stallTimeout = Duration.ofMinutes(5);

        private Builder() {}

        private Builder(BridgeLimits from) {
            maxRequests = from.maxRequests;
            maxSessions = from.maxSessions;
            maxHeldPrompts = from.maxHeldPrompts;
            maxItems = from.maxItems;
            maxText = from.maxText;
            maxQueued = from.maxQueued;
            maxDepth = from.maxDepth;
            insertionDelay = from.insertionDelay;
            refreshInterval = from.refreshInterval;
            stallTimeout = from.stallTimeout;
        }

        /**
         * Sets {@link BridgeLimits#maxRequests()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxRequests(int value) {
            maxRequests = value;
            return this;
        }

        /**
         * Sets {@link BridgeLimits#maxSessions()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxSessions(int value) {
            maxSessions = value;
            return this;
        }

        /**
         * Sets {@link BridgeLimits#maxHeldPrompts()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxHeldPrompts(int value) {
            maxHeldPrompts = value;
            return this;
        }

        /**
         * Sets {@link BridgeLimits#maxItems()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxItems(int value) {
            maxItems = value;
            return this;
        }

        /**
         * Sets {@link BridgeLimits#maxText()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxText(int value) {
            maxText = value;
            return this;
        }

        /**
         * Sets {@link BridgeLimits#maxQueued()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxQueued(int value) {
            maxQueued = value;
            return this;
        }

        /**
         * Sets {@link BridgeLimits#maxDepth()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxDepth(int value) {
            maxDepth = value;
            return this;
        }

        /**
         * Sets {@link BridgeLimits#insertionDelay()}.
         *
         * @param value the value
         * @return this
         */
        public Builder insertionDelay(Duration value) {
            insertionDelay = value;
            return this;
        }

        /**
         * Sets {@link BridgeLimits#refreshInterval()}.
         *
         * @param value the value
         * @return this
         */
        public Builder refreshInterval(Duration value) {
            refreshInterval = value;
            return this;
        }

        /**
         * Sets {@link BridgeLimits#stallTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder stallTimeout(Duration value) {
            stallTimeout = value;
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if a number is not positive or a duration is negative
         */
        public BridgeLimits build() {
            return new BridgeLimits(this);
        }
    }
}
