package io.acp4j.rpc;

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

/** Makes the threads that handlers run on: virtual ones where the JVM has them, else a bounded pool. */
final class HandlerThreads implements Executor {

    /** How long an idle pooled thread is kept, in seconds. */
    private static final int KEEP_ALIVE_SECONDS = 10;

    private static final @Nullable ThreadFactory VIRTUAL = virtualThreads();

    private final ExecutorService executor;

    private HandlerThreads(ExecutorService executor) {
        this.executor = executor;
    }

    /**
     * Makes the executor of one connection.
     *
     * @param maxThreads how many pooled threads there may be; further tasks wait for one of them
     */
    static HandlerThreads create(int maxThreads) {
        return new HandlerThreads(VIRTUAL == null ? pool(maxThreads) : perTask(VIRTUAL));
    }

    @Override
    public void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The connection has ended and with it its threads; whoever waits for its end must still hear of it.
            task.run();
        }
    }

    /** Lets the threads end once they have nothing left to do. */
    void shutdown() {
        executor.shutdown();
    }

    private static ExecutorService pool(int maxThreads) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory factory = task -> {
            Thread thread = new Thread(task, "acp-handler-" + number.incrementAndGet());
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
                        throw new RejectedExecutionException("the connection has ended");
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

    private static @Nullable ThreadFactory virtualThreads() {
        if (Runtime.version().feature() < 21) {
            return null;
        }
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, "acp-handler-", 1L);
            return (ThreadFactory) type.getMethod("factory").invoke(named);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM should have virtual threads", e);
        }
    }
}
