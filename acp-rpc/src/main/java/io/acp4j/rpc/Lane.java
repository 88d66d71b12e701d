package io.acp4j.rpc;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of one session, handled one after the other; lanes run side by side.
 *
 * <p>Only the connection's reading thread puts messages in. A lane occupies a thread only while it has messages.
 */
final class Lane implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final ThreadLocal<@Nullable Lane> CURRENT = new ThreadLocal<>();

    private final Executor executor;
    private final InboundBudget budget;
    private final ReentrantLock lock = new ReentrantLock();
    private ArrayDeque<Item> queue = new ArrayDeque<>();
    private ArrayDeque<Item> batch = new ArrayDeque<>();
    private boolean running;
    private volatile long begun;

    Lane(Executor executor, InboundBudget budget) {
        this.executor = executor;
        this.budget = budget;
    }

    /** One thing to do in its turn. */
    interface Item {
        /** Does it; must not throw but for errors of the JVM. */
        void run();

        /** How many bytes of the budget it holds until it has run. */
        int bytes();
    }

    /** The lane whose messages this thread is handling; null on any other thread. */
    static @Nullable Lane current() {
        return CURRENT.get();
    }

    /** Appends something to do; its bytes are already counted in. */
    void add(Item item) {
        boolean start;
        lock.lock();
        try {
            queue.add(item);
            start = !running;
            running = true;
        } finally {
            lock.unlock();
        }
        if (start) {
            executor.execute(this);
        }
    }

    /** Whether nothing is queued or being handled. */
    boolean isIdle() {
        lock.lock();
        try {
            return !running;
        } finally {
            lock.unlock();
        }
    }

    /** Numbers the message being handled; 0 when none is. */
    long executing() {
        lock.lock();
        try {
            return running ? begun : 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        CURRENT.set(this);
        long number = begun;
        try {
            while (nextBatch()) {
                Item item;
                while ((item = batch.poll()) != null) {
                    number++;
                    begun = number;
                    runOne(item);
                }
            }
        } finally {
            CURRENT.remove();
        }
    }

    private void runOne(Item item) {
        try {
            item.run();
        } catch (Throwable e) {
            LOG.error("a handler failed", e);
        } finally {
            budget.release(item.bytes());
        }
    }

    private boolean nextBatch() {
        lock.lock();
        try {
            if (queue.isEmpty()) {
                running = false;
                return false;
            }
            ArrayDeque<Item> empty = batch;
            batch = queue;
            queue = empty;
            return true;
        } finally {
            lock.unlock();
        }
    }
}
