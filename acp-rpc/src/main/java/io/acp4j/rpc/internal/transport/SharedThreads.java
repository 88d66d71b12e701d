package io.acp4j.rpc.internal.transport;

import org.jspecify.annotations.Nullable;

/**
 * Threads that are kept for all of this JVM. They take nothing over from the caller that happens to be the first: not its group, which may
 * be interrupted as a whole, nor its class loader, which they would keep, nor its inheritable thread locals, which are no business of the
 * next caller.
 *
 * @since 0.1.0
 */
public final class SharedThreads {

    private SharedThreads() {}

    /**
     * Makes a daemon.
     *
     * @param task what it does
     * @param name its name
     * @return the thread, not yet started
     */
    public static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(root(), task, name, 0, false);
        thread.setContextClassLoader(loader());
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Returns the group of no caller.
     *
     * @return the one that has no parent
     */
    public static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /**
     * Returns the class loader of no caller.
     *
     * @return the one that has loaded this library
     */
    public static @Nullable ClassLoader loader() {
        return SharedThreads.class.getClassLoader();
    }
}
