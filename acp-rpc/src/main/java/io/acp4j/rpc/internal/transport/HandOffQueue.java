package io.acp4j.rpc.internal.transport;

import java.util.AbstractQueue;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a pool of threads that takes a task only when an idle thread is there for it, so that the pool makes another thread
 * otherwise, until it has as many as it may.
 *
 * <p>A {@code LinkedTransferQueue} would do, but that of Java 17 (JDK-8301341) may leave a thread that waits with a timeout spinning for
 * ever: a client or server had one more of them with every few hundred connections.
 */
final class HandOffQueue extends AbstractQueue<Runnable> implements BlockingQueue<Runnable> {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notEmpty = lock.newCondition();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>(1);
    private int idle;

    /** Adds a task for which there is an idle thread; returns false when there is none. */
    @Override
    public boolean offer(Runnable task) {
        lock.lock();
        try {
            if (idle <= tasks.size()) {
                return false;
            }
            enqueue(task);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Adds a task that waits for a thread. */
    void append(Runnable task) {
        lock.lock();
        try {
            enqueue(task);
        } finally {
            lock.unlock();
        }
    }

    private void enqueue(Runnable task) {
        tasks.add(task);
        notEmpty.signal();
    }

    @Override
    public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        lock.lockInterruptibly();
        try {
            while (tasks.isEmpty()) {
                if (nanos <= 0) {
                    return null;
                }
                idle++;
                try {
                    nanos = notEmpty.awaitNanos(nanos);
                } finally {
                    idle--;
                }
            }
            return tasks.poll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Runnable take() throws InterruptedException {
        while (true) {
            Runnable task = poll(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            if (task != null) {
                return task;
            }
        }
    }

    @Override
    public @Nullable Runnable poll() {
        lock.lock();
        try {
            return tasks.poll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable Runnable peek() {
        lock.lock();
        try {
            return tasks.peek();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean remove(@Nullable Object task) {
        lock.lock();
        try {
            return tasks.remove(task);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int size() {
        lock.lock();
        try {
            return tasks.size();
        } finally {
            lock.unlock();
        }
    }

    /** Returns an iterator over the tasks that are there now; it removes none. */
    @Override
    public Iterator<Runnable> iterator() {
        lock.lock();
        try {
            return List.copyOf(tasks).iterator();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void put(Runnable task) {
        append(task);
    }

    @Override
    public boolean offer(Runnable task, long timeout, TimeUnit unit) {
        return offer(task);
    }

    @Override
    public int remainingCapacity() {
        return Integer.MAX_VALUE;
    }

    @Override
    public int drainTo(Collection<? super Runnable> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super Runnable> target, int maxElements) {
        lock.lock();
        try {
            int moved = 0;
            while (moved < maxElements && !tasks.isEmpty()) {
                target.add(tasks.remove());
                moved++;
            }
            return moved;
        } finally {
            lock.unlock();
        }
    }
}
