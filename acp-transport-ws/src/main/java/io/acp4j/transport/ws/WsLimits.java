package io.acp4j.transport.ws;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;

/**
 * Limits on the memory and the waits of one WebSocket connection. Durations are kept to the millisecond. Immutable.
 *
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the specification of the transport</a>
 * @since 0.1.0
 */
public final class WsLimits {

    private static final WsLimits DEFAULTS = builder().build();

    private final int maxFrameBytes;
    private final int maxMessageBytes;
    private final int maxQueuedBytes;
    private final Duration keepAliveInterval;
    private final Duration keepAliveTimeout;
    private final Duration slowReaderTimeout;
    private final Duration idleTimeout;
    private final Duration closeTimeout;

    private WsLimits(Builder builder) {
        maxFrameBytes = builder.maxFrameBytes;
        maxMessageBytes = builder.maxMessageBytes;
        maxQueuedBytes = builder.maxQueuedBytes;
        keepAliveInterval = builder.keepAliveInterval;
        keepAliveTimeout = builder.keepAliveTimeout;
        slowReaderTimeout = builder.slowReaderTimeout;
        idleTimeout = builder.idleTimeout;
        closeTimeout = builder.closeTimeout;
        atLeast(125, maxFrameBytes, "maxFrameBytes");
        atLeast(1, maxMessageBytes, "maxMessageBytes");
        atLeast(1, maxQueuedBytes, "maxQueuedBytes");
        notNegative(keepAliveInterval, "keepAliveInterval");
        notNegative(keepAliveTimeout, "keepAliveTimeout");
        notNegative(slowReaderTimeout, "slowReaderTimeout");
        notNegative(idleTimeout, "idleTimeout");
        notNegative(closeTimeout, "closeTimeout");
    }

    /** {@return the documented defaults} */
    public static WsLimits defaults() {
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
     * {@return the maximum length of a received WebSocket frame, in bytes; at least 125} The message of a longer frame is skipped and
     * reported. Default 64 MiB.
     */
    public int maxFrameBytes() {
        return maxFrameBytes;
    }

    /**
     * {@return the maximum length of a message over all its frames, in both directions, in bytes; at least 1} A longer message from the
     * peer is skipped and reported. A message of more than 16 times this length closes the connection with 1009. A longer message to the
     * peer is refused with an exception before it is sent. Default 64 MiB.
     */
    public int maxMessageBytes() {
        return maxMessageBytes;
    }

    /** {@return the number of bytes queued for the peer at which senders wait; at least 1} Default 1 MiB. */
    public int maxQueuedBytes() {
        return maxQueuedBytes;
    }

    /**
     * {@return the time without a sign of life from the peer after which a ping is sent; zero disables keep-alive} Default 30 s.
     */
    public Duration keepAliveInterval() {
        return keepAliveInterval;
    }

    /**
     * {@return the time in which the peer must show a sign of life after a ping} Then the connection counts as lost. Default 20 s.
     */
    public Duration keepAliveTimeout() {
        return keepAliveTimeout;
    }

    /**
     * {@return the time for which a peer may leave sent data unread; zero waits without limit} Then the connection is closed with 1013.
     * Default 60 s.
     */
    public Duration slowReaderTimeout() {
        return slowReaderTimeout;
    }

    /**
     * {@return the time for which a connection may be without a message in either direction; zero waits without limit} Then it is closed
     * with 1008. Unlimited by default.
     */
    public Duration idleTimeout() {
        return idleTimeout;
    }

    /** {@return the time for which closing waits until queued data is written, and until the peer closes, too} Default 2 s. */
    public Duration closeTimeout() {
        return closeTimeout;
    }

    private static void atLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + " " + value + " is less than " + least);
        }
    }

    private static void notNegative(Duration value, String name) {
        if (Objects.requireNonNull(value, name).isNegative()) {
            throw new IllegalArgumentException(name + " " + DurationText.of(value) + " is negative");
        }
    }

    /** Collects the values of {@link WsLimits}; for use by one thread. */
    public static final class Builder {

        private int maxFrameBytes = 64 * 1024 * 1024;
        private int maxMessageBytes = 64 * 1024 * 1024;
        private int maxQueuedBytes = 1024 * 1024;
        private Duration keepAliveInterval = Duration.ofSeconds(30);
        private Duration keepAliveTimeout = Duration.ofSeconds(20);
        private Duration slowReaderTimeout = Duration.ofSeconds(60);
        private Duration idleTimeout = Duration.ZERO;
        private Duration closeTimeout = Duration.ofSeconds(2);

        private Builder() {}

        private Builder(WsLimits from) {
            maxFrameBytes = from.maxFrameBytes;
            maxMessageBytes = from.maxMessageBytes;
            maxQueuedBytes = from.maxQueuedBytes;
            keepAliveInterval = from.keepAliveInterval;
            keepAliveTimeout = from.keepAliveTimeout;
            slowReaderTimeout = from.slowReaderTimeout;
            idleTimeout = from.idleTimeout;
            closeTimeout = from.closeTimeout;
        }

        /**
         * Sets {@link WsLimits#maxFrameBytes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxFrameBytes(int value) {
            maxFrameBytes = value;
            return this;
        }

        /**
         * Sets {@link WsLimits#maxMessageBytes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxMessageBytes(int value) {
            maxMessageBytes = value;
            return this;
        }

        /**
         * Sets {@link WsLimits#maxQueuedBytes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxQueuedBytes(int value) {
            maxQueuedBytes = value;
            return this;
        }

        /**
         * Sets {@link WsLimits#slowReaderTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder slowReaderTimeout(Duration value) {
            slowReaderTimeout = value;
            return this;
        }

        /**
         * Sets {@link WsLimits#idleTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder idleTimeout(Duration value) {
            idleTimeout = value;
            return this;
        }

        /**
         * Sets {@link WsLimits#closeTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder closeTimeout(Duration value) {
            closeTimeout = value;
            return this;
        }

        /**
         * Sets the keep-alive. A peer without a sign of life for the interval and the timeout counts as lost.
         *
         * @param interval the time without a sign of life after which one is requested; zero disables keep-alive
         * @param timeout the time in which the peer must then show a sign of life; not negative
         * @return this
         */
        public Builder keepAlive(Duration interval, Duration timeout) {
            keepAliveInterval = interval;
            keepAliveTimeout = timeout;
            return this;
        }

        /**
         * {@return the values as an immutable object}
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public WsLimits build() {
            return new WsLimits(this);
        }
    }
}
