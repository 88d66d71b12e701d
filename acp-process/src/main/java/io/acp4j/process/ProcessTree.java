package io.acp4j.process;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A child process and all that has come of it.
 *
 * <p>Descendants of a process that has ended cannot be asked for any more; so they are noted while it lives. On Linux those
 * that were missed are recognised wherever they stand in the tree by then, by two marks that every process passes on:
 *
 * <ul>
 *   <li>a variable in their environment ({@link #MARKER}), also where one such program has started another one;
 *   <li>where {@code prlimit} of util-linux is installed and {@code /proc} is mounted, a number as the soft limit of file locks,
 *       which the kernel passes on and does not use. So daemons are found that have left their session, their parents and
 *       their environment behind ({@code setsid}, {@code nohup}, {@code env -i}, {@code daemon(3)}).
 * </ul>
 *
 * <p>What cannot be found: a process that sets that limit itself and clears its environment and has no living ancestor in
 * the tree; one that replaces itself by a copy faster than processes can be listed; one that others start on
 * request (a service manager, {@code cron}, the daemon of a container engine), which is not a descendant; one that runs as another
 * user, which may be found but not ended. On systems other than Linux: one that had left the tree when it was last looked at.
 * Processes are told apart by their number and their time of start, so nothing else that has been given a number since is ended.
 *
 * <p>On Windows the program is looked for as {@link ProgramSearch} describes. All processes end with this JVM, unless the tree has been
 * {@linkplain #release released} before or the JVM is killed. Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class ProcessTree {

    /** The variable that marks what was started; a process that is meant to outlive the rest removes it. */
    public static final String MARKER = "ACP4J_LAUNCH_ID";

    /** Nobody tells when a process ends that is not one's own child: look again after this time. */
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** How long processes are looked for and killed that are started meanwhile: 5 s. */
    private static final long KILL_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How long the marks of the programs that have started this one may be, for their children to keep them. */
    private static final int MAX_OUTER = 1000;

    private static final Logger LOG = LoggerFactory.getLogger(ProcessTree.class);
    private static final AtomicInteger LAUNCHES = new AtomicInteger();

    private final Process root;
    private final String id;
    private final @Nullable InheritedMark mark;
    private final Set<ProcessHandle> descendants = new LinkedHashSet<>();

    private ProcessTree(Process root, String id, @Nullable InheritedMark mark) {
        this.root = root;
        this.id = id;
        this.mark = mark;
    }

    /**
     * Starts a process, marked so that its descendants are found. Changes the builder's command, environment and directory.
     *
     * @param builder describes it
     * @return the running process
     * @throws IOException when it cannot be started
     * @throws IllegalArgumentException when a word, a variable or the directory cannot be encoded (see {@link PlatformEncoding}), or a
     *     word cannot be passed to a batch file of Windows
     * @throws IllegalStateException when this JVM is ending; the process has been killed then
     */
    public static ProcessTree start(ProcessBuilder builder) throws IOException {
        PlatformEncoding encoding = PlatformEncoding.ofThisSystem();
        encoding.require(builder);
        String id = launchId();
        String outer = System.getenv(MARKER);
        builder.environment().put(MARKER, outer == null || outer.length() > MAX_OUTER ? id : outer + "/" + id);
        File directory = builder.directory();
        builder.command(ProgramSearch.ofThisSystem(directory == null ? null : directory.toPath())
                .startable(builder.command()));
        InheritedMark mark = InheritedMark.next();
        if (mark != null && !mark.applyTo(builder)) {
            mark = null;
        }
        ProcessTree tree = new ProcessTree(encoding.start(builder), id, mark);
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
     * Returns the process that was started.
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
        descendants.addAll(LinuxProcesses.marked(MARKER, id, mark));
        descendants.remove(root.toHandle());
        descendants.removeIf(handle -> !isRunning(handle));
    }

    /**
     * Returns whether the process and all its descendants have ended. When those that were noted have, it looks for others.
     *
     * @return true when none runs
     */
    public synchronized boolean isGone() {
        if (root.isAlive() || descendants.stream().anyMatch(ProcessTree::isRunning)) {
            return false;
        }
        note();
        return descendants.isEmpty();
    }

    /** Asks the process and its descendants to end. */
    public synchronized void terminate() {
        note();
        // Through the handle, as Process.destroy also closes the streams, which may still hold output.
        root.toHandle().destroy();
        descendants.forEach(ProcessHandle::destroy);
    }

    /**
     * Ends the process and its descendants without asking: again and again until none is found that was not ended when the
     * search began, or for 5 s.
     */
    public synchronized void kill() {
        long deadline = System.nanoTime() + KILL_NANOS;
        Set<ProcessHandle> killed = new HashSet<>();
        while (true) {
            note();
            Set<ProcessHandle> found = new HashSet<>(descendants);
            found.add(root.toHandle());
            // Whatever a process has started before it was killed is found by a search that begins afterwards.
            if (killed.containsAll(found)) {
                return;
            }
            found.forEach(ProcessHandle::destroyForcibly);
            killed.addAll(found);
            if (System.nanoTime() - deadline > 0) {
                LOG.warn("process {} starts others faster than they can be ended", root.pid());
                return;
            }
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
     * Returns whether a process runs, which one that only waits for its parent's notice does not.
     *
     * @param handle the process
     * @return true when it runs
     */
    public static boolean isRunning(ProcessHandle handle) {
        return handle.isAlive() && !LinuxProcesses.isZombie(handle.pid());
    }
}
