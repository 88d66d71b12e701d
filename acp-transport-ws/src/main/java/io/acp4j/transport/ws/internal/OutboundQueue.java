package io.acp4j.transport.ws.internal;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What is on its way to the peer: many senders, one writer, a limit on what is queued. What is sent while the writer is
 * busy gathers, and is written together.
 */
public final class OutboundQueue {

    private final int limit;
    private final Runnable onWork;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private @Nullable Batch pending;
    private boolean writerBusy;
    private @Nullable CloseReason refusal;

    /**
     * Creates an empty queue.
     *
     * @param limit how many bytes may be queued before senders wait
     * @param onWork told when there is something to {@link #take}; not told again before that has given null
     */
    OutboundQueue(int limit, Runnable onWork) {
        this.limit = limit;
        this.onWork = onWork;
    }

    /** Queues a frame, waiting for room. */
    void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        boolean wake;
        lock.lockInterruptibly();
        try {
            while (refusal == null && size() >= limit) {
                room.await();
            }
            wake = append(frame);
        } finally {
            lock.unlock();
        }
        if (wake) {
            onWork.run();
        }
    }

    /** Queues a frame if there is room within twice the limit. */
    boolean offer(OutboundFrame frame) throws TransportClosedException {
        boolean wake;
        lock.lock();
        try {
            if (refusal == null && size() >= 2L * limit) {
                return false;
            }
            wake = append(frame);
        } finally {
            lock.unlock();
        }
        if (wake) {
            onWork.run();
        }
        return true;
    }

    private boolean append(OutboundFrame frame) throws TransportClosedException {
        if (refusal != null) {
            throw new TransportClosedException(refusal);
        }
        Batch batch = pending;
        if (batch == null) {
            batch = Buffers.batch();
        }
        boolean appended = false;
        try {
            appended = batch.append(frame);
        } finally {
            if (appended) {
                pending = batch;
            } else if (pending == null) {
                Buffers.release(batch);
            }
        }
        boolean wake = appended && !writerBusy;
        writerBusy |= wake;
        return wake;
    }

    private int size() {
        return pending == null ? 0 : pending.size();
    }

    /** Takes all that is queued; null when that is nothing. Whoever takes it releases it to {@link Buffers}. */
    public @Nullable Batch take() {
        lock.lock();
        try {
            Batch batch = pending;
            pending = null;
            writerBusy = batch != null;
            room.signalAll();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    /** Refuses further frames; those that are queued can still be taken. */
    void end(CloseReason reason) {
        refuse(reason, false);
    }

    /** Refuses further frames and drops those that are queued. */
    void breakOff(CloseReason reason) {
        refuse(reason, true);
    }

    private void refuse(CloseReason reason, boolean drop) {
        lock.lock();
        try {
            if (refusal == null) {
                refusal = reason;
            }
            if (drop && pending != null) {
                Buffers.release(pending);
                pending = null;
            }
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
