package io.acp4j.transport.stdio;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;

/**
 * Limits on the memory and the waits of a stdio transport. Immutable.
 *
 * @since 0.1.0
 */
public final class StdioLimits {

    private static final StdioLimits DEFAULTS = builder().build();

    private final int maxFrameBytes;
    private final int maxQueuedBytes;
    private final Duration closeTimeout;

    private StdioLimits(Builder builder) {
        maxFrameBytes = builder.maxFrameBytes;
        maxQueuedBytes = builder.maxQueuedBytes;
        closeTimeout = Objects.requireNonNull(builder.closeTimeout, "closeTimeout");
        if (maxFrameBytes < 1) {
            throw new IllegalArgumentException("maxFrameBytes " + maxFrameBytes + " is less than 1");
        }
        if (maxQueuedBytes < 1) {
            throw new IllegalArgumentException("maxQueuedBytes " + maxQueuedBytes + " is less than 1");
        }
        if (closeTimeout.isNegative()) {
            throw new IllegalArgumentException("closeTimeout " + DurationText.of(closeTimeout) + " is negative");
        }
    }

    /** {@return the documented defaults} */
    public static StdioLimits defaults() {
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
     * {@return the maximum length of a message in both directions, in bytes; at least 1} A longer message from the peer is reported and
     * skipped. A longer message to the peer is refused with an exception before it is sent. Default 64 MiB.
     */
    public int maxFrameBytes() {
        return maxFrameBytes;
    }

    /** {@return the number of bytes queued for the peer at which senders wait; at least 1} Default 1 MiB. */
    public int maxQueuedBytes() {
        return maxQueuedBytes;
    }

    /**
     * {@return the maximum wait of each step of closing: until queued data is written, until the peer ends, until a terminated process
     * ends} After the peer has ended its output, the transport closes if the peer does not read for five times this duration. Default 2 s.
     */
    public Duration closeTimeout() {
        return closeTimeout;
    }

    /** Collects the values of {@link StdioLimits}; for use by one thread. */
    public static final class Builder {

        private int maxFrameBytes = 64 * 1024 * 1024;
        private int maxQueuedBytes = 1024 * 1024;
        private Duration closeTimeout = Duration.ofSeconds(2);

        private Builder() {}

        private Builder(StdioLimits from) {
            maxFrameBytes = from.maxFrameBytes;
            maxQueuedBytes = from.maxQueuedBytes;
            closeTimeout = from.closeTimeout;
        }

        /**
         * Sets {@link StdioLimits#maxFrameBytes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxFrameBytes(int value) {
            maxFrameBytes = value;
            return this;
        }

        /**
         * Sets {@link StdioLimits#maxQueuedBytes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxQueuedBytes(int value) {
            maxQueuedBytes = value;
            return this;
        }

        /**
         * Sets {@link StdioLimits#closeTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder closeTimeout(Duration value) {
            closeTimeout = value;
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public StdioLimits build() {
            return new StdioLimits(this);
        }
    }
}
