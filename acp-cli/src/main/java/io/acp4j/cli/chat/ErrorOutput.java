package io.acp4j.cli.chat;

import io.acp4j.rpc.transport.Transport;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What an agent that this client has started writes to its error output: there it may say why something has failed inside it. */
final class ErrorOutput {

    /** How long a line may come after the response that says that something has failed, as each has a stream of its own. */
    private static final long LIMIT_MILLIS = 500;

    /** Has a permit when a line has come. */
    private final Semaphore lines = new Semaphore(0);

    private volatile @Nullable Transport transport;

    /** Takes a line. */
    void line(String line) {
        if (lines.availablePermits() == 0) {
            lines.release();
        }
    }

    /** Sets who keeps the end of it. */
    void readFrom(Transport launched) {
        transport = launched;
    }

    /** Something begins: what was written before does not tell of its failure. */
    void begin() {
        lines.drainPermits();
    }

    /** Returns its last lines, fit to be shown, once one has come since the beginning; empty when there are none. */
    String end() {
        Transport from = transport;
        if (from == null) {
            return "";
        }
        try {
            // Without one in time, what was written before may still tell something.
            boolean unused = lines.tryAcquire(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return from.peerNotes();
    }
}
