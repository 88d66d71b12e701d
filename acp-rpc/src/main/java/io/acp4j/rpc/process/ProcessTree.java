package io.acp4j.rpc.process;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A child process and all that has come of it.
 *
 * <p>Descendants of a process that has ended cannot be asked for any more; so they are noted while it lives. On Linux those
 * that were missed are recognised by a variable in their environment, wherever they stand in the tree by then. All of them
 * end with this JVM, unless the tree has been {@linkplain #release released} before. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class ProcessTree {

    /** The variable that marks what was started; a process that is meant to outlive the rest removes it. */
    public static final String MARKER = "ACP4J_LAUNCH_ID";

    /** Nobody tells when a process ends that is not one's own child: look again after this time. */
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** A process may start another one just before it is killed. */
    private static final int KILL_ROUNDS = 3;

    private static final AtomicInteger LAUNCHES = new AtomicInteger();

    private final Process root;
    private final String setting;
    private final Set<ProcessHandle> descendants = new LinkedHashSet<>();

    private ProcessTree(Process root, String markerValue) {
        this.root = root;
        this.setting = MARKER + "=" + markerValue;
    }

    /**
     * Starts a process, marked in its environment.
     *
     * @param builder describes it
     * @return the running process
     * @throws IOException when it cannot be started
     * @throws IllegalStateException when this JVM is ending; the process has been killed then
     */
    public static ProcessTree start(ProcessBuilder builder) throws IOException {
        String launchId = launchId();
        builder.environment().put(MARKER, launchId);
        ProcessTree tree = new ProcessTree(builder.start(), launchId);
        try {
            ExitHook.add(tree);
        } catch (IllegalStateException e) {
            tree.kill();
            throw e;
        }
        return tree;
    }

    /** Unique on this machine, without the cost of a random generator's start. */
    private static String launchId() {
        return ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + "-"
                + LAUNCHES.incrementAndGet();
    }

    /**
     * Gives the process that was started.
     *
     * @return the root of the tree
     */
    public Process process() {
        return root;
    }

    /** Notes the descendants that there are now; the more often, the fewer are missed where there is no Linux. */
    public synchronized void note() {
        root.descendants().forEach(descendants::add);
        for (ProcessHandle known : List.copyOf(descendants)) {
            known.descendants().forEach(descendants::add);
        }
        descendants.addAll(LinuxProcesses.withEnvironment(setting));
        descendants.remove(root.toHandle());
        descendants.removeIf(handle -> !isRunning(handle));
    }

    /**
     * Tells whether the process and all noted descendants have ended.
     *
     * @return true when none runs
     */
    public synchronized boolean isGone() {
        return !root.isAlive() && descendants.stream().noneMatch(ProcessTree::isRunning);
    }

    /** Asks the process and its descendants to end. */
    public synchronized void terminate() {
        note();
        // Through the handle, as Process.destroy also closes the streams, which may still hold output.
        root.toHandle().destroy();
        descendants.forEach(ProcessHandle::destroy);
    }

    /** Ends the process and its descendants without asking. */
    public synchronized void kill() {
        for (int round = 0; round < KILL_ROUNDS; round++) {
            note();
            root.toHandle().destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /**
     * Waits until all are gone.
     *
     * @param limit how long to wait
     * @return false when some still run after that time
     * @throws InterruptedException when the thread is interrupted
     */
    public boolean awaitGone(Duration limit) throws InterruptedException {
        return awaitGone(limit.toNanos());
    }

    boolean awaitGone(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        root.waitFor(nanos, TimeUnit.NANOSECONDS);
        while (!isGone()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    /** Leaves what still runs to itself: it no longer ends with this JVM. */
    public void release() {
        ExitHook.remove(this);
    }

    /**
     * Tells whether a process runs, which one that only waits for its parent's notice does not.
     *
     * @param handle the process
     * @return true when it runs
     */
    public static boolean isRunning(ProcessHandle handle) {
        return handle.isAlive() && !LinuxProcesses.isZombie(handle.pid());
    }
}
