package io.acp4j.rpc.internal.transport;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One direction of an in-memory connection: many writers, one reader, a limit on what is queued. */
public final class InMemoryPipe {

    private static final Logger LOG = LoggerFactory.getLogger(InMemoryPipe.class);

    private static final long FOREVER = Long.MAX_VALUE / 2;

    private final int limit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition room = lock.newCondition();

    private Batch pending = new Batch();
    private Batch taken = new Batch();
    private boolean ended;
    private long deadline = Long.MAX_VALUE;
    private @Nullable CloseReason broken;
    private @Nullable CloseReason end;

    public InMemoryPipe(int limit) {
        this.limit = limit;
    }

    /** Queues a frame, waiting for room. */
    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        boolean unused = send(frame, FOREVER);
    }

    /** Queues a frame, waiting for room for a bounded time; false when there was none. */
    public boolean send(OutboundFrame frame, long nanos) throws TransportClosedException, InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (isOpen() && pending.size() >= limit) {
                if (left <= 0) {
                    return false;
                }
                left = room.awaitNanos(left);
            }
            append(frame);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Queues a frame if there is room within twice the limit. */
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        lock.lock();
        try {
            if (isOpen() && pending.size() >= 2L * limit) {
                return false;
            }
            append(frame);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns how many bytes wait for the reader. */
    public long queuedBytes() {
        lock.lock();
        try {
            return pending.size();
        } finally {
            lock.unlock();
        }
    }

    private void append(OutboundFrame frame) throws TransportClosedException {
        if (broken != null) {
            throw new TransportClosedException(broken);
        }
        if (ended) {
            throw new TransportClosedException(CloseReason.local());
        }
        boolean unused = pending.append(frame, OutboundFrame::writeTo);
        changed.signalAll();
    }

    private boolean isOpen() {
        return broken == null && !ended;
    }

    /** Takes all that is queued; null when nothing more will come. The batch is valid until the next call. */
    public @Nullable Batch take() {
        lock.lock();
        try {
            awaitUntil(() -> pending.count() != 0 || !isOpen() || isOverdue());
            taken.clear();
            if (pending.count() == 0 || isOverdue()) {
                changed.signalAll();
                return null;
            }
            Batch batch = pending;
            pending = taken;
            taken = batch;
            wakeAll();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the writers' side. Queued messages can be read until the deadline. The first reason is kept. */
    public void end(long deadlineNanos, CloseReason reason) {
        lock.lock();
        try {
            ended = true;
            end = end == null ? reason : end;
            deadline = Math.min(deadline, deadlineNanos);
            wakeAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the reader's side at the deadline. */
    public void readUntil(long deadlineNanos) {
        lock.lock();
        try {
            deadline = Math.min(deadline, deadlineNanos);
            wakeAll();
        } finally {
            lock.unlock();
        }
    }

    /** Drops what is queued and refuses what is sent from now on. */
    public void breakOff(CloseReason reason) {
        lock.lock();
        try {
            if (broken == null) {
                broken = reason;
            }
            pending.clear();
            wakeAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the writers' side has ended and nothing is queued, or the pipe is broken off. */
    public void awaitFinished() {
        lock.lock();
        try {
            awaitUntil(() -> broken != null || (ended && (pending.count() == 0 || isOverdue())));
        } finally {
            lock.unlock();
        }
    }

    /** Returns why the pipe was broken off, or else the given reason. */
    public CloseReason brokenBy(CloseReason otherwise) {
        lock.lock();
        try {
            return broken == null ? otherwise : broken;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the reason for the end of the writers' side, or else the specified reason. */
    public CloseReason endedBy(CloseReason otherwise) {
        lock.lock();
        try {
            return end == null ? otherwise : end;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a frame sent now may still be read. */
    public boolean acceptsFrames() {
        lock.lock();
        try {
            return isOpen();
        } finally {
            lock.unlock();
        }
    }

    private void wakeAll() {
        changed.signalAll();
        room.signalAll();
    }

    private boolean isOverdue() {
        return deadline != Long.MAX_VALUE && deadline - System.nanoTime() <= 0;
    }

    /** Waits for a change. The waiting threads are the transports' own, for whom an interrupt has no meaning. */
    private void awaitUntil(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            try {
                if (deadline == Long.MAX_VALUE) {
                    changed.await();
                } else {
                    changed.awaitNanos(deadline - System.nanoTime());
                }
            } catch (InterruptedException e) {
                LOG.debug("Ignored an interrupt of a transport's thread");
            }
        }
    }
}
