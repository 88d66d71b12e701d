package io.acp4j.client;

import io.acp4j.schema.v1.update.SessionUpdate;
import java.util.ArrayDeque;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The updates of one turn on their way from the session's lane to their taker: a short queue that holds the lane when it is
 * full.
 */
final class TurnUpdates {

    private static final Logger LOG = LoggerFactory.getLogger(TurnUpdates.class);

    private enum Taker {
        UNDECIDED,
        ITERATOR,
        SUBSCRIBER,
        NOBODY
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<SessionUpdate> queue = new ArrayDeque<>();
    private Taker taker = Taker.UNDECIDED;
    private Flow.@Nullable Subscriber<? super SessionUpdate> subscriber;
    private long demand;
    private boolean handing;
    private boolean muted;
    private boolean ended;
    private boolean told;
    private @Nullable Throwable failure;

    /** Takes an update; waits while too many are waiting. */
    void offer(SessionUpdate update) {
        lock.lock();
        try {
            if (!awaitRoom() || ended || muted) {
                return;
            }
            queue.add(update);
            changed.signalAll();
        } catch (InterruptedException e) {
            LOG.warn("interrupted while the updates of a turn waited for their taker; the rest is dropped");
            mute();
            Thread.currentThread().interrupt();
            return;
        } finally {
            lock.unlock();
        }
        handOver();
    }

    private boolean awaitRoom() throws InterruptedException {
        long patience = TimeUnit.SECONDS.toNanos(Turn.UNDECIDED_SECONDS);
        while (queue.size() >= Turn.BUFFERED_UPDATES && taker != Taker.NOBODY && !ended && !muted) {
            if (taker != Taker.UNDECIDED) {
                changed.await();
            } else if (patience > 0) {
                patience = changed.awaitNanos(patience);
            } else {
                LOG.warn(
                        "nobody takes the updates of a turn; they are dropped after {} s. Take them, or ask for its result",
                        Turn.UNDECIDED_SECONDS);
                drop();
            }
        }
        return taker != Taker.NOBODY;
    }

    /** Takes the end of the turn; what is waiting can still be taken. */
    void end(@Nullable Throwable because) {
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
        handOver();
    }

    /** Has nobody take the updates, unless somebody does. */
    void ignoreUnlessTaken() {
        lock.lock();
        try {
            if (taker == Taker.UNDECIDED) {
                drop();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends an iteration; a subscriber stays. */
    void ignoreUnlessSubscribed() {
        lock.lock();
        try {
            if (taker != Taker.SUBSCRIBER) {
                drop();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Drops what waits and what still comes; a subscriber is still told of the end. */
    void mute() {
        lock.lock();
        try {
            if (taker != Taker.SUBSCRIBER) {
                drop();
            }
            muted = true;
            queue.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Drops what waits and what still comes, and tells nobody. */
    void drop() {
        lock.lock();
        try {
            taker = Taker.NOBODY;
            subscriber = null;
            queue.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean choose(Taker chosen) {
        lock.lock();
        try {
            if (taker != Taker.UNDECIDED) {
                return false;
            }
            taker = chosen;
            return true;
        } finally {
            lock.unlock();
        }
    }

    static IllegalStateException refusal() {
        return new IllegalStateException("the updates of this turn have a taker already, or were not wanted: take them"
                + " once, before asking for the result");
    }

    void iterate() {
        if (!choose(Taker.ITERATOR)) {
            throw refusal();
        }
    }

    /** Waits for the next update; null at the end. */
    @Nullable
    SessionUpdate take() throws InterruptedException {
        lock.lock();
        try {
            while (queue.isEmpty() && !ended && taker == Taker.ITERATOR) {
                changed.await();
            }
            SessionUpdate next = queue.poll();
            changed.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Why the turn failed; null while it has not, and when an iteration has been given up. */
    @Nullable
    Throwable failure() {
        lock.lock();
        try {
            return taker == Taker.ITERATOR ? failure : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starts to hand the updates to a subscriber.
     *
     * @return false when they have a taker already
     */
    boolean subscribe(Flow.Subscriber<? super SessionUpdate> taking, Flow.Subscription subscription) {
        if (!choose(Taker.SUBSCRIBER)) {
            return false;
        }
        // No other signal may come before this one has returned; until the subscriber is set, none does.
        taking.onSubscribe(subscription);
        lock.lock();
        try {
            if (taker == Taker.SUBSCRIBER) {
                subscriber = taking;
            }
        } finally {
            lock.unlock();
        }
        handOver();
        return true;
    }

    void request(long more) {
        lock.lock();
        try {
            demand = demand + more < 0 ? Long.MAX_VALUE : demand + more;
        } finally {
            lock.unlock();
        }
        handOver();
    }

    /** Ends a subscription with an error of its own making. */
    void fail(Throwable because) {
        mute();
        end(because);
    }

    /** Hands to the subscriber what it wants, on whichever thread finds something to hand over. */
    private void handOver() {
        Flow.Subscriber<? super SessionUpdate> receiver;
        while ((receiver = begin()) != null) {
            SessionUpdate next = null;
            try {
                next = poll();
                if (next != null) {
                    receiver.onNext(next);
                } else {
                    finish(receiver);
                }
            } catch (RuntimeException e) {
                LOG.error("the subscriber to a turn failed; it gets no more", e);
                drop();
            } finally {
                finishHanding();
            }
        }
    }

    private Flow.@Nullable Subscriber<? super SessionUpdate> begin() {
        lock.lock();
        try {
            boolean next = demand > 0 && !queue.isEmpty();
            boolean last = queue.isEmpty() && ended && !told;
            if (handing || subscriber == null || !(next || last)) {
                return null;
            }
            handing = true;
            return subscriber;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable SessionUpdate poll() {
        lock.lock();
        try {
            SessionUpdate next = queue.poll();
            if (next == null) {
                told = true;
            } else if (demand < Long.MAX_VALUE) {
                demand--;
            }
            changed.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }

    private void finish(Flow.Subscriber<? super SessionUpdate> receiver) {
        if (failure == null) {
            receiver.onComplete();
        } else {
            receiver.onError(failure);
        }
    }

    private void finishHanding() {
        lock.lock();
        try {
            handing = false;
        } finally {
            lock.unlock();
        }
    }
}
