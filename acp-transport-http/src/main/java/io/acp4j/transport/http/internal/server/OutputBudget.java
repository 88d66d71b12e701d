package io.acp4j.transport.http.internal.server;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How much is queued for all streams of a connection together, and not yet handed to a response. A thread that has found room appends without holding it, so the limit
 * may be exceeded by a frame for each sender. Safe for use by any number of threads.
 */
final class OutputBudget {

    private final long limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private long queued;
    private boolean ended;

    OutputBudget(long limit) {
        this.limit = limit;
    }

    /**
     * Waits for room.
     *
     * @return how much of the time is left; negative when there was no room in that time
     */
    long await(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = Math.max(0, nanos);
            while (!ended && queued >= limit) {
                if (left <= 0) {
                    return -1;
                }
                left = Math.max(0, room.awaitNanos(left));
            }
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether there is room within a multiple of the limit. */
    boolean hasRoom(int times) {
        lock.lock();
        try {
            return ended || queued < limit * times;
        } finally {
            lock.unlock();
        }
    }

    long queued() {
        lock.lock();
        try {
            return queued;
        } finally {
            lock.unlock();
        }
    }

    void add(int bytes) {
        lock.lock();
        try {
            queued += ended ? 0 : bytes;
        } finally {
            lock.unlock();
        }
    }

    void remove(int bytes) {
        lock.lock();
        try {
            queued -= ended ? 0 : bytes;
            if (queued < limit) {
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Lets everybody go who waits: there is nothing to send to any more. */
    void end() {
        lock.lock();
        try {
            ended = true;
            queued = 0;
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
