package io.acp4j.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Ends the processes that are still there when this JVM ends. */
final class ExitHook {

    /** How long processes that were asked to end may take at the end of the JVM: half a second, all together. */
    private static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Set<ProcessTree> TREES = ConcurrentHashMap.newKeySet();

    private static boolean registered;

    private ExitHook() {}

    /**
     * Watches over a process.
     *
     * @throws IllegalStateException when the JVM is ending
     */
    static synchronized void add(ProcessTree tree) {
        if (!registered) {
            Runtime.getRuntime().addShutdownHook(SharedThread.of(ExitHook::endAll, "acp-process-exit"));
            registered = true;
        }
        TREES.add(tree);
    }

    static void remove(ProcessTree tree) {
        TREES.remove(tree);
    }

    private static void endAll() {
        long deadline = System.nanoTime() + GRACE_NANOS;
        TREES.forEach(ProcessTree::terminate);
        try {
            for (ProcessTree tree : TREES) {
                tree.awaitGone(Math.max(0, deadline - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (ProcessTree tree : TREES) {
            if (!tree.isGone()) {
                tree.kill();
            }
        }
    }
}
