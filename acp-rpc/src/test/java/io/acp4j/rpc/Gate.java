package io.acp4j.rpc;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a handler until a test lets it go on, and tells the test that it is there. */
final class Gate {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch open = new CountDownLatch(1);

    /** Stops here until the gate is opened. */
    void pass() {
        reached.countDown();
        await(open);
    }

    /** Waits until somebody stands before the gate. */
    void awaitReached() {
        await(reached);
    }

    void open() {
        open.countDown();
    }

    static void await(CountDownLatch latch) {
        try {
            if (!latch.await(60, TimeUnit.SECONDS)) {
                throw new AssertionError("waited 60 s in vain");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
