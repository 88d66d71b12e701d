package io.acp4j.rpc.internal.transport;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Threads for work that may block, such as handling messages: virtual ones where the JVM has them, else a bounded pool whose
 * idle threads end after 10 seconds. Work that finds no thread waits for one, in order. The threads inherit no thread locals from those
 * who bring work: one that is kept would show them to the next.
 *
 * <p>Safe for use by any number of threads.
 *
 * @since 0.1.0
 */
public final class WorkerThreads implements Executor {

    /** How many pooled threads there may be unless something else is said. */
    public static final int DEFAULT_MAX_THREADS = 512;

    /** How long an idle pooled thread is kept, in seconds. */
    private static final int KEEP_ALIVE_SECONDS = 10;

    /** How long one is kept after the shutdown, in ms: what is left may be many small tasks, each of which starts the next. */
    private static final int KEEP_ALIVE_AT_END_MILLIS = 100;

    private final Executor executor;
    /** Where threads are pooled. */
    private final @Nullable ThreadPoolExecutor pool;

    /**
     * Makes the threads, {@value #DEFAULT_MAX_THREADS} at most where they are pooled.
     *
     * @param name what their names start with
     */
    public WorkerThreads(String name) {
        this(name, DEFAULT_MAX_THREADS);
    }

    /**
     * Makes the threads.
     *
     * @param name what their names start with
     * @param maxThreads how many pooled threads there may be; virtual ones have no limit
     */
    public WorkerThreads(String name, int maxThreads) {
        this(factory(name, Thread.currentThread().getContextClassLoader()), maxThreads, isVirtual());
    }

    WorkerThreads(ThreadFactory factory, int maxThreads, boolean onePerTask) {
        if (onePerTask) {
            this.pool = null;
            this.executor = task -> factory.newThread(task).start();
        } else {
            this.pool = pool(factory, maxThreads);
            this.executor = pool;
        }
    }

    /**
     * Makes threads that all in this JVM share, which take nothing over from the first caller; see {@link SharedThreads}.
     *
     * @param name what their names start with
     * @return the threads
     */
    public static WorkerThreads shared(String name) {
        if (isVirtual()) {
            return new WorkerThreads(virtualThreads(name, SharedThreads.loader()), DEFAULT_MAX_THREADS, true);
        }
        AtomicInteger number = new AtomicInteger();
        ThreadFactory factory = task -> SharedThreads.daemon(task, name + number.incrementAndGet());
        return new WorkerThreads(factory, DEFAULT_MAX_THREADS, false);
    }

    /**
     * Runs a task on one of the threads; never on the caller's, even after a {@link #shutdown}: what waits for the task must
     * still hear of it, and the caller may be in the midst of another one.
     *
     * @param task what to do
     */
    @Override
    public void execute(Runnable task) {
        executor.execute(task);
    }

    /** Lets the threads end soon after they have nothing to do. Tasks that come later still get a thread. */
    public void shutdown() {
        if (pool != null) {
            pool.setKeepAliveTime(KEEP_ALIVE_AT_END_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static ThreadFactory factory(String name, @Nullable ClassLoader loader) {
        return isVirtual() ? virtualThreads(name, loader) : pooledThreads(name, loader);
    }

    static ThreadFactory pooledThreads(String name, @Nullable ClassLoader loader) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(null, task, name + number.incrementAndGet(), 0, false);
            thread.setContextClassLoader(loader);
            thread.setDaemon(true);
            return thread;
        };
    }

    static ThreadPoolExecutor pool(ThreadFactory factory, int maxThreads) {
        return new ThreadPoolExecutor(
                0,
                maxThreads,
                KEEP_ALIVE_SECONDS,
                TimeUnit.SECONDS,
                new HandOffQueue(),
                factory,
                (task, pool) -> queue(task, pool));
    }

    /** Queues a task for which there were too many threads. */
    static void queue(Runnable task, ThreadPoolExecutor pool) {
        HandOffQueue queue = (HandOffQueue) pool.getQueue();
        queue.append(task);
        // All threads may have ended meanwhile; then nobody is left to take it.
        if (pool.getPoolSize() == 0 && queue.remove(task)) {
            pool.execute(task);
        }
    }

    private static boolean isVirtual() {
        return Runtime.version().feature() >= 21;
    }

    private static ThreadFactory virtualThreads(String name, @Nullable ClassLoader loader) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            builder = type.getMethod("name", String.class, long.class).invoke(builder, name, 1L);
            builder = type.getMethod("inheritInheritableThreadLocals", boolean.class)
                    .invoke(builder, false);
            ThreadFactory virtual = (ThreadFactory) type.getMethod("factory").invoke(builder);
            return task -> {
                Thread thread = virtual.newThread(task);
                thread.setContextClassLoader(loader);
                return thread;
            };
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM should have virtual threads", e);
        }
    }
}
