package io.acp4j.tck.internal.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** While it is open, a signal to end (Ctrl-C, SIGTERM) interrupts the thread that opened it and waits for it to write its reports. */
final class EarlyEnd implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Thread run = Thread.currentThread();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "tck-end");

    EarlyEnd() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void end() {
        run.interrupt();
        try {
            boolean written = done.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            if (!written) {
                run.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        done.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The end has begun, and has waited for this.
        }
    }
}
