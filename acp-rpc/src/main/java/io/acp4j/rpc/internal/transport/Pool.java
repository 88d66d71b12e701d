package io.acp4j.rpc.internal.transport;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a few things that are expensive to make for the next connection of this JVM that needs one.
 *
 * <p>The pool has shares, and each thread its own of them. What is taken from a share goes back to it, whichever thread brings it
 * back, so that threads which work side by side have no lock and no cache line that all of them write to.
 *
 * @param <T> what is kept; each one remembers its share
 */
public final class Pool<T> {

    /** How many things a share keeps at least; with fewer, two connections of one thread would find nothing. */
    private static final int FEWEST = 4;

    private final List<ArrayBlockingQueue<T>> shares;

    /**
     * Makes an empty pool with a share for each processor, as long as there is enough for each.
     *
     * @param kept how many things all shares keep together at most
     */
    public Pool(int kept) {
        this(kept, Math.max(1, Math.min(kept / FEWEST, Runtime.getRuntime().availableProcessors())));
    }

    Pool(int kept, int shares) {
        this.shares = Stream.generate(() -> new ArrayBlockingQueue<T>(kept / shares))
                .limit(shares)
                .toList();
    }

    /** Returns the share of the calling thread. */
    public int share() {
        return (int) (Thread.currentThread().getId() % shares.size());
    }

    /**
     * Takes something out of a share.
     *
     * @param share the number of the share
     * @return one that nobody else uses; null when there is none
     */
    public @Nullable T take(int share) {
        return shares.get(share).poll();
    }

    /**
     * Puts something back that nobody uses any more; forgets it when its share is full.
     *
     * @param share the share that it was taken from, or made for
     * @param free what is free again
     * @return false when it has been forgotten
     */
    public boolean giveBack(int share, T free) {
        return shares.get(share).offer(free);
    }
}
