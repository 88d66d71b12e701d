package io.acp4j.transport.ws;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What one WebSocket connection holds in memory at most, and how long it waits. Times are kept to the millisecond.
 *
 * @param maxFrameBytes the maximum length of a received WebSocket frame in bytes, at least 125. The message of a longer frame is skipped and
 *     reported
 * @param maxMessageBytes the maximum length of a message in bytes, over all its frames, at least 1. A longer message from the peer is
 *     skipped and reported. A message of more than 16 times this length closes the connection with 1009. A longer message to the peer is
 *     refused with an exception before it is sent
 * @param maxQueuedBytes how many bytes may be queued for the peer before senders wait; at least 1
 * @param keepAliveInterval the time without a sign of life from the peer after which a ping is sent; zero disables keep-alive
 * @param keepAliveTimeout the time in which the peer must show a sign of life after a ping; then the connection counts as lost
 * @param slowReaderTimeout how long a peer may leave what is sent to it unread; then the connection is closed with 1013;
 *     zero waits without limit
 * @param idleTimeout how long a connection may be without any message either way; then it is closed with 1008; zero waits
 *     without limit
 * @param closeTimeout how long closing waits: for what is queued to be written, and for the peer to close, too
 * @see <a href="https://agentclientprotocol.com/rfds/streamable-http-websocket-transport">the proposal that this follows</a>
 * @since 0.1.0
 */
public record WsLimits(
        int maxFrameBytes,
        int maxMessageBytes,
        int maxQueuedBytes,
        Duration keepAliveInterval,
        Duration keepAliveTimeout,
        Duration slowReaderTimeout,
        Duration idleTimeout,
        Duration closeTimeout) {

    /**
     * Frames and messages of 64 MiB, a queue of 1 MiB, a ping after 30 s of silence, 20 s for a sign of life after it, 60 s for slow
     * readers, no limit on idle time, 2 s for closing.
     */
    public static final WsLimits DEFAULT = new WsLimits(
            64 * 1024 * 1024,
            64 * 1024 * 1024,
            1024 * 1024,
            Duration.ofSeconds(30),
            Duration.ofSeconds(20),
            Duration.ofSeconds(60),
            Duration.ZERO,
            Duration.ofSeconds(2));

    /** Checks the ranges. */
    public WsLimits {
        atLeast(125, maxFrameBytes, "maxFrameBytes");
        atLeast(1, maxMessageBytes, "maxMessageBytes");
        atLeast(1, maxQueuedBytes, "maxQueuedBytes");
        notNegative(keepAliveInterval, "keepAliveInterval");
        notNegative(keepAliveTimeout, "keepAliveTimeout");
        notNegative(slowReaderTimeout, "slowReaderTimeout");
        notNegative(idleTimeout, "idleTimeout");
        notNegative(closeTimeout, "closeTimeout");
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

    /**
     * Changes the maximum length of a received frame.
     *
     * @param bytes the maximum length; at least 125
     * @return limits that differ in this
     */
    public WsLimits withMaxFrameBytes(int bytes) {
        return with(copy -> copy.maxFrameBytes = bytes);
    }

    /**
     * Changes the maximum length of a message.
     *
     * @param bytes the maximum length in both directions; at least 1
     * @return limits that differ in this
     */
    public WsLimits withMaxMessageBytes(int bytes) {
        return with(copy -> copy.maxMessageBytes = bytes);
    }

    /**
     * Changes how much may be queued.
     *
     * @param bytes the number of bytes at which senders wait; at least 1
     * @return limits that differ in this
     */
    public WsLimits withMaxQueuedBytes(int bytes) {
        return with(copy -> copy.maxQueuedBytes = bytes);
    }

    /**
     * Changes how a silent peer is noticed.
     *
     * @param interval after how long without anything from the peer a ping is sent; zero sends none
     * @param timeout how long the peer may take to show a sign of life then; not negative
     * @return limits that differ in this
     */
    public WsLimits withKeepAlive(Duration interval, Duration timeout) {
        return with(copy -> {
            copy.keepAliveInterval = interval;
            copy.keepAliveTimeout = timeout;
        });
    }

    /**
     * Changes how long peers that do not read are waited for.
     *
     * @param timeout how long; zero waits without limit
     * @return limits that differ in this
     */
    public WsLimits withSlowReaderTimeout(Duration timeout) {
        return with(copy -> copy.slowReaderTimeout = timeout);
    }

    /**
     * Changes how long a connection may be without messages.
     *
     * @param timeout how long; zero waits without limit
     * @return limits that differ in this
     */
    public WsLimits withIdleTimeout(Duration timeout) {
        return with(copy -> copy.idleTimeout = timeout);
    }

    /**
     * Changes how long closing waits.
     *
     * @param timeout not negative
     * @return limits that differ in this
     */
    public WsLimits withCloseTimeout(Duration timeout) {
        return with(copy -> copy.closeTimeout = timeout);
    }

    private WsLimits with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return new WsLimits(
                copy.maxFrameBytes,
                copy.maxMessageBytes,
                copy.maxQueuedBytes,
                copy.keepAliveInterval,
                copy.keepAliveTimeout,
                copy.slowReaderTimeout,
                copy.idleTimeout,
                copy.closeTimeout);
    }

    /** A copy that differs in something. */
    private static final class Copy {

        private int maxFrameBytes;
        private int maxMessageBytes;
        private int maxQueuedBytes;
        private Duration keepAliveInterval;
        private Duration keepAliveTimeout;
        private Duration slowReaderTimeout;
        private Duration idleTimeout;
        private Duration closeTimeout;

        Copy(WsLimits limits) {
            maxFrameBytes = limits.maxFrameBytes;
            maxMessageBytes = limits.maxMessageBytes;
            maxQueuedBytes = limits.maxQueuedBytes;
            keepAliveInterval = limits.keepAliveInterval;
            keepAliveTimeout = limits.keepAliveTimeout;
            slowReaderTimeout = limits.slowReaderTimeout;
            idleTimeout = limits.idleTimeout;
            closeTimeout = limits.closeTimeout;
        }
    }
}
