package io.acp4j.client.internal.protocol;

import io.acp4j.schema.update.SessionUpdate;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The updates of one turn on their way from the session's lane to the thread that iterates: a short queue that holds the lane when it
 * is full.
 */
public final class TurnUpdates {

    private static final Logger LOG = LoggerFactory.getLogger(TurnUpdates.class);

    private enum Reader {
        UNDECIDED,
        ITERATOR,
        NOBODY
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<SessionUpdate> queue = new ArrayDeque<>();
    private Reader reader = Reader.UNDECIDED;
    private boolean ended;
    private @Nullable Throwable failure;

    /** Queues an update; waits while the queue is full. */
    public void offer(SessionUpdate update) {
        lock.lock();
        try {
            if (awaitRoom()) {
                queue.add(update);
                changed.signalAll();
            }
        } catch (InterruptedException e) {
            LOG.warn(
                    "interrupted while the updates of a turn waited for the thread that iterates; the rest is dropped");
            drop();
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Queues updates that were kept elsewhere; never waits, so there may be more than fit for a moment. */
    public void add(Collection<? extends SessionUpdate> kept) {
        lock.lock();
        try {
            if (reader != Reader.NOBODY && !ended) {
                queue.addAll(kept);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitRoom() throws InterruptedException {
        long left = TimeUnit.SECONDS.toNanos(TurnLimits.UNDECIDED_SECONDS);
        while (queue.size() >= TurnLimits.BUFFERED_UPDATES && !ended) {
            if (reader != Reader.UNDECIDED) {
                changed.await();
            } else if (left > 0) {
                left = changed.awaitNanos(left);
            } else {
                LOG.warn(
                        "nobody iterates over the updates of a turn; they are dropped after {} s. Iterate, or ask for its result",
                        TurnLimits.UNDECIDED_SECONDS);
                drop();
            }
        }
        return reader != Reader.NOBODY && !ended;
    }

    /** Notes the end of the turn; what is queued can still be read. */
    public void end(@Nullable Throwable because) {
        lock.lock();
        try {
            if (!ended) {
                failure = because;
            }
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Drops the updates unless somebody iterates over them. */
    public void dropUnlessRead() {
        lock.lock();
        try {
            if (reader == Reader.UNDECIDED) {
                drop();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Drops what is queued and what still comes; an iteration ends. */
    public void drop() {
        lock.lock();
        try {
            reader = Reader.NOBODY;
            queue.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Begins the one iteration. */
    public void iterate() {
        lock.lock();
        try {
            if (reader != Reader.UNDECIDED) {
                throw new IllegalStateException(
                        "the updates of this turn are iterated over already, or were not wanted:"
                                + " iterate once, before asking for the result");
            }
            reader = Reader.ITERATOR;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the next update; null at the end. */
    @Nullable
    public SessionUpdate take() throws InterruptedException {
        lock.lock();
        try {
            while (queue.isEmpty() && !ended && reader == Reader.ITERATOR) {
                changed.await();
            }
            SessionUpdate next = queue.poll();
            changed.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Returns why the turn failed; null while it has not, and when an iteration has been given up. */
    @Nullable
    public Throwable failure() {
        lock.lock();
        try {
            return reader == Reader.ITERATOR ? failure : null;
        } finally {
            lock.unlock();
        }
    }
}
