package io.acp4j.rpc.transport;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
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

    private final ExecutorService executor;

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
        ThreadFactory virtual = virtualThreads(name);
        this.executor = virtual == null ? pool(name, maxThreads) : perTask(virtual);
    }

    /**
     * Runs a task on one of the threads; on the caller's once they have been shut down, since whoever waits for the task must
     * still hear of it.
     *
     * @param task what to do
     */
    @Override
    public void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // Shut down: an end is told of by tasks, too.
            task.run();
        }
    }

    /** Lets the threads end once they have nothing left to do. */
    public void shutdown() {
        executor.shutdown();
    }

    private static ExecutorService pool(String name, int maxThreads) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory factory = task -> {
            Thread thread = new Thread(task, name + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
        // An idle thread takes a task at once; else a new thread is made; at the limit the task is queued.
        LinkedTransferQueue<Runnable> queue = new LinkedTransferQueue<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public boolean offer(Runnable task) {
                return tryTransfer(task);
            }
        };
        return new ThreadPoolExecutor(
                0, maxThreads, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, queue, factory, (task, executor) -> {
                    if (executor.isShutdown()) {
                        throw new RejectedExecutionException("shut down");
                    }
                    queue.put(task);
                });
    }

    /** Built by reflection, since the library is compiled for Java 17. */
    private static ExecutorService perTask(ThreadFactory factory) {
        try {
            return (ExecutorService) Executors.class
                    .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                    .invoke(null, factory);
        } catch (IllegalAccessException | InvocationTargetException | NoSuchMethodException e) {
            throw new IllegalStateException("this JVM has virtual threads but no executor for them", e);
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
