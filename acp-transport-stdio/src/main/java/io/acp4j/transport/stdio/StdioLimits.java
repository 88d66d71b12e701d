package io.acp4j.transport.stdio;

import io.acp4j.rpc.internal.text.DurationText;
import java.time.Duration;
import java.util.Objects;

/**
 * What a stdio transport holds in memory at most, and how long it waits.
 *
 * @param maxFrameBytes the maximum length of a message in bytes, at least 1. A longer message from the peer is reported and skipped. A
 *     longer message to the peer is refused with an exception before it is sent
 * @param maxQueuedBytes how many bytes may be queued for the peer before senders wait; at least 1
 * @param closeTimeout how long each step of closing waits: for what is queued to be written, for the peer to end by itself, for a
 *     terminated process to end; not negative. After the peer has ended its output, the transport closes if the peer does not read for five
 *     times this duration
 * @since 0.1.0
 */
public record StdioLimits(int maxFrameBytes, int maxQueuedBytes, Duration closeTimeout) {

    /** Frames of 64 MiB, a queue of 1 MiB, 2 seconds for each step of closing. */
    public static final StdioLimits DEFAULT = new StdioLimits(64 * 1024 * 1024, 1024 * 1024, Duration.ofSeconds(2));

    /** Checks the ranges. */
    public StdioLimits {
        Objects.requireNonNull(closeTimeout, "closeTimeout");
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

    /**
     * Changes the maximum length of a message.
     *
     * @param bytes the maximum length in both directions; at least 1
     * @return limits that differ in this
     */
    public StdioLimits withMaxFrameBytes(int bytes) {
        return new StdioLimits(bytes, maxQueuedBytes, closeTimeout);
    }

    /**
     * Changes how much may be queued.
     *
     * @param bytes the number of bytes at which senders wait; at least 1
     * @return limits that differ in this
     */
    public StdioLimits withMaxQueuedBytes(int bytes) {
        return new StdioLimits(maxFrameBytes, bytes, closeTimeout);
    }

    /**
     * Changes how long each step of closing waits.
     *
     * @param timeout not negative
     * @return limits that differ in this
     */
    public StdioLimits withCloseTimeout(Duration timeout) {
        return new StdioLimits(maxFrameBytes, maxQueuedBytes, timeout);
    }
}
