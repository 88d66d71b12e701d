package io.acp4j.transport.stdio;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A child process and all that has come of it.
 *
 * <p>Descendants of a process that has ended cannot be asked for any more; so they are noted while it lives. On Linux those
 * that were missed are recognised by a variable in their environment.
 */
final class ProcessTree {

    /** The variable that marks what was launched; a process that is meant to outlive the connection removes it. */
    static final String MARKER = "ACP4J_LAUNCH_ID";

    /** Nobody tells when a process ends that is not one's own child: look again after this time. */
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** A process may start another one just before it is killed. */
    private static final int KILL_ROUNDS = 3;

    private final Process root;
    private final String setting;
    private final Set<ProcessHandle> descendants = new LinkedHashSet<>();

    ProcessTree(Process root, String markerValue) {
        this.root = root;
        this.setting = MARKER + "=" + markerValue;
    }

    /** Notes the descendants that there are. */
    synchronized void note() {
        root.descendants().forEach(descendants::add);
        for (ProcessHandle known : List.copyOf(descendants)) {
            known.descendants().forEach(descendants::add);
        }
        descendants.addAll(LinuxProcesses.withEnvironment(setting));
        descendants.remove(root.toHandle());
        descendants.removeIf(handle -> !isRunning(handle));
    }

    synchronized boolean isGone() {
        return !root.isAlive() && descendants.stream().noneMatch(ProcessTree::isRunning);
    }

    /** Asks all to end. */
    synchronized void terminate() {
        note();
        // Through the handle, as Process.destroy also closes the streams, which may still hold output.
        root.toHandle().destroy();
        descendants.forEach(ProcessHandle::destroy);
    }

    /** Ends all. */
    synchronized void kill() {
        for (int round = 0; round < KILL_ROUNDS; round++) {
            note();
            root.toHandle().destroyForcibly();
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** Waits until all are gone, for a bounded time. */
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

    private static boolean isRunning(ProcessHandle handle) {
        return handle.isAlive() && !LinuxProcesses.isZombie(handle.pid());
    }
}
