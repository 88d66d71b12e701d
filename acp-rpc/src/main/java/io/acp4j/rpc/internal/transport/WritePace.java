package io.acp4j.rpc.internal.transport;

import java.util.function.LongSupplier;

/**
 * Decides whether a sender writes its frame itself or leaves it to the thread that writes for a transport.
 *
 * <p>Writing oneself is quicker for single frames. In a flood, leaving it to the writer thread is: frames gather while it
 * writes. A flood is a run of sends that come close after one another; if the writer thread then finds only single
 * frames, it was none, and senders write again for a while.
 *
 * <p>Not safe for use by several threads: a transport guards it with the lock of its queue.
 *
 * @since 0.1.0
 */
public final class WritePace {

    /** Frames that come within this time of the end of the write before are a flood: 20 µs, a fraction of a round trip. */
    private static final long CLOSE_NANOS = 20_000;

    private static final int FLOOD = 8;
    private static final int PAUSE = 64;

    private final LongSupplier nanoTime;
    private long lastWriteNanos;
    private int run;

    /** Creates a pace by the clock of the system. */
    public WritePace() {
        this(System::nanoTime);
    }

    WritePace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lastWriteNanos = nanoTime.getAsLong() - CLOSE_NANOS;
    }

    /**
     * Decides for a sender that has found the transport idle.
     *
     * @return true when it leaves its frame to the writer thread
     */
    public boolean favoursWriterThread() {
        if (nanoTime.getAsLong() - lastWriteNanos >= CLOSE_NANOS) {
            run = Math.min(run, 0);
            return false;
        }
        run++;
        return run > FLOOD;
    }

    /** Is told that a write has ended. */
    public void wrote() {
        lastWriteNanos = nanoTime.getAsLong();
    }

    /**
     * Is told of how many frames had gathered for the writer thread.
     *
     * @param frames their number
     */
    public void writerThreadFound(int frames) {
        if (frames == 1 && run > FLOOD) {
            run = -PAUSE;
        }
    }
}
