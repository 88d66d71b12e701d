package io.acp4j.cli.chat;

import io.acp4j.rpc.transport.Transport;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The error output of an agent that this client has launched. It may contain the cause of an internal error. */
final class ErrorOutput {

    /** Maximum delay of a line after the error response. The two arrive on different streams, in any order. */
    private static final long LIMIT_MILLIS = 500;

    /** Has a permit after a line has arrived. */
    private final Semaphore lines = new Semaphore(0);

    private volatile @Nullable Transport transport;

    /** Receives a line. */
    void line(String line) {
        if (lines.availablePermits() == 0) {
            lines.release();
        }
    }

    /** Sets the transport that keeps the last lines. */
    void readFrom(Transport launched) {
        transport = launched;
    }

    /** Starts an operation. Earlier lines are not about its failure. */
    void begin() {
        lines.drainPermits();
    }

    /** Waits for a line of the current operation, and returns the last lines without control characters; empty if there are none. */
    String end() {
        Transport from = transport;
        if (from == null) {
            return "";
        }
        try {
            // After the time limit, earlier lines may still contain the cause.
            boolean unused = lines.tryAcquire(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return from.peerNotes();
    }
}
