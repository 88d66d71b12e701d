package io.acp4j.tck.reference;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The thread on which a reference client does one thing after the other, until it exits. */
final class ClientThread {

    private final BlockingQueue<Runnable> events = new LinkedBlockingQueue<>();
    private final CountDownLatch exited = new CountDownLatch(1);

    ClientThread() {
        ReferenceConnector.THREADS.execute(this::run);
    }

    private void run() {
        try {
            while (exited.getCount() > 0) {
                events.take().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void later(Runnable event) {
        events.add(event);
    }

    void exit() {
        exited.countDown();
    }

    OptionalInt awaitExit(Duration limit) throws InterruptedException {
        return exited.await(limit.toNanos(), TimeUnit.NANOSECONDS) ? OptionalInt.of(0) : OptionalInt.empty();
    }
}
