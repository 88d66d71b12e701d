package io.acp4j.rpc.testing;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;

/**
 * Holds all threads of the common pool until it is closed, as a program may that waits on them: with two processors the pool has one.
 * Close it within the test, as others use the pool, too.
 */
public final class HeldCommonPool implements AutoCloseable {

    private final CountDownLatch released = new CountDownLatch(1);

    public HeldCommonPool() {
        for (int i = 0; i < 4 * ForkJoinPool.getCommonPoolParallelism() + 4; i++) {
            ForkJoinPool.commonPool().execute(() -> {
                try {
                    released.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    @Override
    public void close() {
        released.countDown();
    }
}
