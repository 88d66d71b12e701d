package io.acp4j.transport.ws.internal;

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
 * The threads that deliver messages, for any number of connections: virtual ones where the JVM has them, else a bounded
 * pool. A connection occupies one only while it has something to deliver.
 */
public final class Workers implements Executor {

    /** How many pooled threads there may be; further deliveries wait for one of them. */
    private static final int MAX_THREADS = 512;

    /** How long an idle pooled thread is kept, in seconds. */
    private static final int KEEP_ALIVE_SECONDS = 10;

    private final ExecutorService executor;

    /**
     * Makes the threads.
     *
     * @param name what their names start with
     */
    public Workers(String name) {
        ThreadFactory virtual = virtualThreads(name);
        this.executor = virtual == null ? pool(name) : perTask(virtual);
    }

    @Override
    public void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // Shut down, and yet somebody still waits for what this tells them.
            task.run();
        }
    }

    /** Lets the threads end once they have nothing left to do. */
    public void shutdown() {
        executor.shutdown();
    }

    private static ExecutorService pool(String name) {
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
                0, MAX_THREADS, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, queue, factory, (task, executor) -> {
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
