package io.acp4j.transport.http;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What one ACP connection over HTTP holds in memory at most on a server, and how long it waits. Times are kept to the millisecond.
 *
 * @param maxMessageBytes the longest message that is accepted, in bytes; a longer one is refused with 413; at least 1. While the agent
 *     takes nothing, the connection holds 64 messages, and twice this in bytes, at most; further ones are refused with 429
 * @param maxQueuedBytes how many bytes may be queued for one event stream before those wait who send there; at least 1
 * @param maxQueuedBytesInAll how many bytes may be queued for all event streams of the connection, and not yet be handed to their
 *     sockets, before everybody waits who sends; at least {@code maxQueuedBytes}
 * @param maxStreams how many session streams there may be at once, open or with something queued; at least 1
 * @param replayBytes the maximum size, in bytes, of the last events that each stream keeps for a client that returns with {@code
 *     Last-Event-ID}. All streams of the connection together keep at most {@code maxQueuedBytesInAll} bytes. If the required events are no
 *     longer kept, the server responds with 410; 0 keeps no events
 * @param keepAliveInterval the time without a sign of life from the client after which the server requests one. After half of this time
 *     without an event, a comment is sent on a stream as the server's sign of life. Zero disables both
 * @param keepAliveTimeout the time that the client has to show a sign of life after the request; then the connection counts as lost
 * @param slowReaderTimeout how long a client may leave what is sent to it unread; then the connection is closed; zero waits without
 *     limit
 * @param streamlessTimeout how long a connection may be without any open event stream; then it is closed, as the client is gone;
 *     zero waits without limit
 * @param closeTimeout how long closing waits for what is queued to be written
 * @since 0.1.0
 */
public record HttpLimits(
        int maxMessageBytes,
        int maxQueuedBytes,
        long maxQueuedBytesInAll,
        int maxStreams,
        int replayBytes,
        Duration keepAliveInterval,
        Duration keepAliveTimeout,
        Duration slowReaderTimeout,
        Duration streamlessTimeout,
        Duration closeTimeout) {

    /**
     * Messages of 64 MiB, 1 MiB queued for a stream and 64 MiB for all, 1,024 streams, 256 KiB of kept events per stream, keep-alive after
     * 30 s with a timeout of 20 s, 60 s for slow readers, 30 s without a stream, 2 s for closing.
     */
    public static final HttpLimits DEFAULT = new HttpLimits(
            64 * 1024 * 1024,
            1024 * 1024,
            64L * 1024 * 1024,
            1024,
            256 * 1024,
            Duration.ofSeconds(30),
            Duration.ofSeconds(20),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofSeconds(2));

    /** Checks the ranges. */
    public HttpLimits {
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

    /**
     * Changes the longest message.
     *
     * @param bytes the longest message that is accepted; at least 1
     * @return limits that differ in this
     */
    public HttpLimits withMaxMessageBytes(int bytes) {
        return with(copy -> copy.maxMessageBytes = bytes);
    }

    /**
     * Changes how much may be queued.
     *
     * @param stream the number of bytes at which those wait who send to one stream; at least 1
     * @param inAll the number of bytes at which everybody waits; not less
     * @return limits that differ in this
     */
    public HttpLimits withMaxQueuedBytes(int stream, long inAll) {
        return with(copy -> {
            copy.maxQueuedBytes = stream;
            copy.maxQueuedBytesInAll = inAll;
        });
    }

    /**
     * Changes how many session streams there may be.
     *
     * @param streams at least 1
     * @return limits that differ in this
     */
    public HttpLimits withMaxStreams(int streams) {
        return with(copy -> copy.maxStreams = streams);
    }

    /**
     * Changes how much is kept for clients that come back.
     *
     * @param bytes how many bytes of its last events each stream keeps; 0 for none
     * @return limits that differ in this
     */
    public HttpLimits withReplayBytes(int bytes) {
        return with(copy -> copy.replayBytes = bytes);
    }

    /**
     * Changes the detection of lost clients. A client that shows no sign of life for the interval and the timeout counts as lost.
     *
     * @param interval the time without a sign of life after which one is requested; zero disables keep-alive
     * @param timeout the time in which the client must then show a sign of life; not negative
     * @return limits that differ in this
     */
    public HttpLimits withKeepAlive(Duration interval, Duration timeout) {
        return with(copy -> {
            copy.keepAliveInterval = interval;
            copy.keepAliveTimeout = timeout;
        });
    }

    /**
     * Changes how long clients may leave what is sent to them unread.
     *
     * @param timeout how long; zero waits without limit
     * @return limits that differ in this
     */
    public HttpLimits withSlowReaderTimeout(Duration timeout) {
        return with(copy -> copy.slowReaderTimeout = timeout);
    }

    /**
     * Changes how long a connection may be without any open event stream.
     *
     * @param timeout how long; zero waits without limit
     * @return limits that differ in this
     */
    public HttpLimits withStreamlessTimeout(Duration timeout) {
        return with(copy -> copy.streamlessTimeout = timeout);
    }

    /**
     * Changes how long closing waits.
     *
     * @param timeout not negative
     * @return limits that differ in this
     */
    public HttpLimits withCloseTimeout(Duration timeout) {
        return with(copy -> copy.closeTimeout = timeout);
    }

    private HttpLimits with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return new HttpLimits(
                copy.maxMessageBytes,
                copy.maxQueuedBytes,
                copy.maxQueuedBytesInAll,
                copy.maxStreams,
                copy.replayBytes,
                copy.keepAliveInterval,
                copy.keepAliveTimeout,
                copy.slowReaderTimeout,
                copy.streamlessTimeout,
                copy.closeTimeout);
    }

    /** A copy that differs in something. */
    private static final class Copy {

        private int maxMessageBytes;
        private int maxQueuedBytes;
        private long maxQueuedBytesInAll;
        private int maxStreams;
        private int replayBytes;
        private Duration keepAliveInterval;
        private Duration keepAliveTimeout;
        private Duration slowReaderTimeout;
        private Duration streamlessTimeout;
        private Duration closeTimeout;

        Copy(HttpLimits limits) {
            maxMessageBytes = limits.maxMessageBytes;
            maxQueuedBytes = limits.maxQueuedBytes;
            maxQueuedBytesInAll = limits.maxQueuedBytesInAll;
            maxStreams = limits.maxStreams;
            replayBytes = limits.replayBytes;
            keepAliveInterval = limits.keepAliveInterval;
            keepAliveTimeout = limits.keepAliveTimeout;
            slowReaderTimeout = limits.slowReaderTimeout;
            streamlessTimeout = limits.streamlessTimeout;
            closeTimeout = limits.closeTimeout;
        }
    }
}
