package io.acp4j.tck.internal.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends this JVM when the process that started it for its own work is gone, however that ended. */
final class ParentWatch {

    /** The system property with the id of that process. */
    static final String PROPERTY = "io.acp4j.tck.parent";

    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private ParentWatch() {}

    /**
     * Begins to watch, where there is such a process.
     *
     * @param end ends this JVM
     */
    static void start(Runnable end) {
        Long parent = Long.getLong(PROPERTY);
        if (parent == null) {
            return;
        }
        Thread thread = new Thread(() -> watch(parent, end), "tck-parent");
        thread.setDaemon(true);
        thread.start();
    }

    private static void watch(long parent, Runnable end) {
        CountDownLatch never = new CountDownLatch(1);
        try {
            // A process that has ended may stay in the list of the system until somebody reads its exit code, but its
            // children get another parent at once.
            while (isParent(parent)) {
                boolean unused = never.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
            }
            end.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isParent(long id) {
        return ProcessHandle.current().parent().filter(it -> it.pid() == id).isPresent();
    }
}
