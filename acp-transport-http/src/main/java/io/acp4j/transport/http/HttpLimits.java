package io.acp4j.transport.http;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;

/**
 * Limits on the memory and the waits of one ACP connection over HTTP on a server. Durations are kept to the millisecond. Immutable.
 *
 * @since 0.1.0
 */
public final class HttpLimits {

    private static final HttpLimits DEFAULTS = builder().build();

    private final int maxMessageBytes;
    private final int maxQueuedBytes;
    private final long maxQueuedBytesInAll;
    private final int maxStreams;
    private final int replayBytes;
    private final Duration keepAliveInterval;
    private final Duration keepAliveTimeout;
    private final Duration slowReaderTimeout;
    private final Duration streamlessTimeout;
    private final Duration closeTimeout;

    private HttpLimits(Builder builder) {
        maxMessageBytes = builder.maxMessageBytes;
        maxQueuedBytes = builder.maxQueuedBytes;
        maxQueuedBytesInAll = builder.maxQueuedBytesInAll;
        maxStreams = builder.maxStreams;
        replayBytes = builder.replayBytes;
        keepAliveInterval = builder.keepAliveInterval;
        keepAliveTimeout = builder.keepAliveTimeout;
        slowReaderTimeout = builder.slowReaderTimeout;
        streamlessTimeout = builder.streamlessTimeout;
        closeTimeout = builder.closeTimeout;
        atLeast(1, maxMessageBytes, "maxMessageBytes");
        atLeast(1, maxQueuedBytes, "maxQueuedBytes");
        atLeast(maxQueuedBytes, maxQueuedBytesInAll, "maxQueuedBytesInAll");
        atLeast(1, maxStreams, "maxStreams");
        atLeast(0, replayBytes, "replayBytes");
        notNegative(keepAliveInterval, "keepAliveInterval");
        notNegative(keepAliveTimeout, "keepAliveTimeout");
        notNegative(slowReaderTimeout, "slowReaderTimeout");
        notNegative(streamlessTimeout, "streamlessTimeout");
        notNegative(closeTimeout, "closeTimeout");
    }

    /** {@return the documented defaults} */
    public static HttpLimits defaults() {
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
     * {@return the maximum size of a received message, in bytes; at least 1} A larger message is refused with 413. While the agent accepts
     * nothing, the connection holds at most 64 messages and twice this size; further messages are refused with 429. Default 64 MiB.
     */
    public int maxMessageBytes() {
        return maxMessageBytes;
    }

    /** {@return the number of bytes queued for one event stream at which its senders wait; at least 1} Default 1 MiB. */
    public int maxQueuedBytes() {
        return maxQueuedBytes;
    }

    /**
     * {@return the number of bytes queued for all event streams of the connection, and not yet written to their sockets, at which all
     * senders wait; at least {@link #maxQueuedBytes()}} Default 64 MiB.
     */
    public long maxQueuedBytesInAll() {
        return maxQueuedBytesInAll;
    }

    /** {@return the maximum number of session streams that are open or have queued events; at least 1} Default 1,024. */
    public int maxStreams() {
        return maxStreams;
    }

    /**
     * {@return the maximum size of the last events that each stream keeps for a client that returns with {@code Last-Event-ID}, in bytes; 0
     * keeps no events} All streams of the connection together keep at most {@link #maxQueuedBytesInAll()} bytes. If the required events are
     * no longer kept, the server responds with 410. Default 256 KiB.
     */
    public int replayBytes() {
        return replayBytes;
    }

    /**
     * {@return the time without a sign of life from the client after which the server requests one; zero disables both} After half of this
     * time without an event, a comment is sent on a stream as the server's sign of life. Default 30 s.
     */
    public Duration keepAliveInterval() {
        return keepAliveInterval;
    }

    /**
     * {@return the time in which the client must show a sign of life after the request} Then the connection counts as lost. Default 20 s.
     */
    public Duration keepAliveTimeout() {
        return keepAliveTimeout;
    }

    /**
     * {@return the time for which a client may leave sent data unread; zero waits without limit} Then the connection is closed. Default 60
     * s.
     */
    public Duration slowReaderTimeout() {
        return slowReaderTimeout;
    }

    /**
     * {@return the time for which a connection may be without an open event stream; zero waits without limit} Then the client is considered
     * gone, and the connection is closed. Default 30 s.
     */
    public Duration streamlessTimeout() {
        return streamlessTimeout;
    }

    /** {@return the time for which closing waits until queued data is written} Default 2 s. */
    public Duration closeTimeout() {
        return closeTimeout;
    }

    private static void atLeast(long least, long value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + " " + value + " is less than " + least);
        }
    }

    private static void notNegative(Duration value, String name) {
        if (Objects.requireNonNull(value, name).isNegative()) {
            throw new IllegalArgumentException(name + " " + DurationText.of(value) + " is negative");
        }
    }

    /** Collects the values of {@link HttpLimits}; for use by one thread. */
    public static final class Builder {

        private int maxMessageBytes = 64 * 1024 * 1024;
        private int maxQueuedBytes = 1024 * 1024;
        private long maxQueuedBytesInAll = 64L * 1024 * 1024;
        private int maxStreams = 1024;
        private int replayBytes = 256 * 1024;
        private Duration keepAliveInterval = Duration.ofSeconds(30);
        private Duration keepAliveTimeout = Duration.ofSeconds(20);
        private Duration slowReaderTimeout = Duration.ofSeconds(60);
        private Duration streamlessTimeout = Duration.ofSeconds(30);
        private Duration closeTimeout = Duration.ofSeconds(2);

        private Builder() {}

        private Builder(HttpLimits from) {
            maxMessageBytes = from.maxMessageBytes;
            maxQueuedBytes = from.maxQueuedBytes;
            maxQueuedBytesInAll = from.maxQueuedBytesInAll;
            maxStreams = from.maxStreams;
            replayBytes = from.replayBytes;
            keepAliveInterval = from.keepAliveInterval;
            keepAliveTimeout = from.keepAliveTimeout;
            slowReaderTimeout = from.slowReaderTimeout;
            streamlessTimeout = from.streamlessTimeout;
            closeTimeout = from.closeTimeout;
        }

        /**
         * Sets {@link HttpLimits#maxMessageBytes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxMessageBytes(int value) {
            maxMessageBytes = value;
            return this;
        }

        /**
         * Sets {@link HttpLimits#maxStreams()}.
         *
         * @param value the value
         * @return this
         */
        public Builder maxStreams(int value) {
            maxStreams = value;
            return this;
        }

        /**
         * Sets {@link HttpLimits#replayBytes()}.
         *
         * @param value the value
         * @return this
         */
        public Builder replayBytes(int value) {
            replayBytes = value;
            return this;
        }

        /**
         * Sets {@link HttpLimits#slowReaderTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder slowReaderTimeout(Duration value) {
            slowReaderTimeout = value;
            return this;
        }

        /**
         * Sets {@link HttpLimits#streamlessTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder streamlessTimeout(Duration value) {
            streamlessTimeout = value;
            return this;
        }

        /**
         * Sets {@link HttpLimits#closeTimeout()}.
         *
         * @param value the value
         * @return this
         */
        public Builder closeTimeout(Duration value) {
            closeTimeout = value;
            return this;
        }

        /**
         * Sets {@link HttpLimits#maxQueuedBytes()} and {@link HttpLimits#maxQueuedBytesInAll()}.
         *
         * @param stream the limit for one stream in bytes; at least 1
         * @param inAll the limit for all streams in bytes; not less
         * @return this
         */
        public Builder maxQueuedBytes(int stream, long inAll) {
            maxQueuedBytes = stream;
            maxQueuedBytesInAll = inAll;
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
        public HttpLimits build() {
            return new HttpLimits(this);
        }
    }
}
