package io.acp4j.rpc.internal.transport;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Threads for work that may block, such as handling messages: virtual ones where the JVM has them, else a bounded pool whose
 * idle threads end after 10 seconds. Work that finds no thread waits for one, in order.
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
        this(name, maxThreads, virtualThreads(name));
    }

    WorkerThreads(String name, int maxThreads, @Nullable ThreadFactory virtual) {
        if (virtual == null) {
            this.pool = pool(name, maxThreads);
            this.executor = pool;
        } else {
            this.pool = null;
            this.executor = task -> virtual.newThread(task).start();
        }
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

    static ThreadPoolExecutor pool(String name, int maxThreads) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory factory = task -> {
            Thread thread = new Thread(task, name + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
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

    private static @Nullable ThreadFactory virtualThreads(String name) {
        if (Runtime.version().feature() < 21) {
            return null;
        }
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, name, 1L);
            return (ThreadFactory) type.getMethod("factory").invoke(named);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM should have virtual threads", e);
        }
    }
}
