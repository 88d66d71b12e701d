package io.acp4j.rpc.internal.transport;

import java.util.concurrent.atomic.AtomicInteger;

/** Keeps batches for the next connection that has something to send. Thread-safe. */
final class BatchPool {

    /** The batches of all connections of this JVM. */
    static final BatchPool SHARED = new BatchPool();

    /** How many batches are kept. */
    private static final int KEPT = 32;

    /** Batches that take more are large. */
    private static final int LARGE_BYTES = 256 * 1024;

    /** How many large ones are kept: a connection whose peer is slow fills one after the other, and each would have to grow anew. */
    private static final int KEPT_LARGE = 4;

    /** The largest batch that is kept: twice what a connection queues unless stated otherwise, as buffers double. */
    private static final int KEPT_BYTES = 2 * 1024 * 1024;

    private final Pool<Batch> pool = new Pool<>(KEPT);
    private final AtomicInteger large = new AtomicInteger();

    /** Returns an empty batch for the calling thread. */
    Batch take() {
        int share = pool.share();
        Batch batch = pool.take(share);
        if (batch == null) {
            return new Batch(this, share);
        }
        if (batch.memory() > LARGE_BYTES) {
            large.decrementAndGet();
        }
        return batch;
    }

    /** Keeps an empty batch, or forgets it. */
    void giveBack(Batch batch) {
        if (batch.memory() <= LARGE_BYTES) {
            pool.giveBack(batch.share(), batch);
        } else if (batch.memory() <= KEPT_BYTES) {
            boolean kept = large.incrementAndGet() <= KEPT_LARGE && pool.giveBack(batch.share(), batch);
            if (!kept) {
                large.decrementAndGet();
            }
        }
    }
}
