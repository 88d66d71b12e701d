package io.acp4j.rpc;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of one session, taken one after the other; lanes run side by side.
 *
 * <p>A lane occupies a thread only while it has messages. A notification holds its lane until it has been handled. A
 * request only begins in its turn: its thread leaves the lane to another one and then runs the handler.
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

    /**
     * One thing to do in its turn.
     *
     * @param task does it
     * @param bytes how much of the budget it holds until it has run, or has left the lane
     * @param leaves whether it only begins in its turn, and what follows need not wait for its end
     */
    record Item(Runnable task, int bytes, boolean leaves) {}

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
        Item leaving = null;
        try {
            long number = begun;
            Item item;
            while (leaving == null && (item = next()) != null) {
                number++;
                begun = number;
                if (item.leaves()) {
                    leaving = item;
                } else {
                    runLogged(item.task());
                    budget.release(item.bytes());
                }
            }
        } finally {
            CURRENT.remove();
        }
        if (leaving != null) {
            budget.release(leaving.bytes());
            if (!stopWhenEmpty()) {
                executor.execute(this);
            }
            runLogged(leaving.task());
        }
    }

    private static void runLogged(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("a handler failed", e);
        } finally {
            // A handler's interrupt is its own; it must not cancel what the next one does.
            Thread.interrupted();
        }
    }

    private @Nullable Item next() {
        Item item = batch.poll();
        if (item != null) {
            return item;
        }
        lock.lock();
        try {
            if (queue.isEmpty()) {
                running = false;
                return null;
            }
            ArrayDeque<Item> empty = batch;
            batch = queue;
            queue = empty;
            return batch.poll();
        } finally {
            lock.unlock();
        }
    }

    private boolean stopWhenEmpty() {
        if (!batch.isEmpty()) {
            return false;
        }
        lock.lock();
        try {
            running = !queue.isEmpty();
            return !running;
        } finally {
            lock.unlock();
        }
    }
}
