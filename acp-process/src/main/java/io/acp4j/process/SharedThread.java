package io.acp4j.process;

/**
 * Makes threads that are kept for all who start programs, so they take nothing over from the caller that happens to be the first: neither its
 * group, nor its class loader, nor its inheritable thread locals.
 */
final class SharedThread {

    private SharedThread() {}

    static Thread of(Runnable task, String name) {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread thread = new Thread(root, task, name, 0, false);
        thread.setContextClassLoader(SharedThread.class.getClassLoader());
        return thread;
    }
}
