package io.acp4j.transport.ws.internal;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.WritePace;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What is on its way to the peer: many senders, one writer, a limit on what is queued. What is sent while the writer is
 * busy gathers, and is written together. A sender that finds nobody writing may write itself.
 */
public final class OutboundQueue {

    private final int limit;
    private final Work onWork;
    private final WritePace pace = new WritePace();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private @Nullable Batch pending;
    private boolean writerBusy;
    private @Nullable CloseReason refusal;

    /**
     * Creates an empty queue.
     *
     * @param limit how many bytes may be queued before senders wait
     * @param onWork told when there is something to {@link #take}; not told again before that has given null, or
     *     {@link #stop} true
     */
    OutboundQueue(int limit, Work onWork) {
        this.limit = limit;
        this.onWork = onWork;
    }

    /** Takes notice that there is something to write. */
    @FunctionalInterface
    interface Work {

        /**
         * Has it written.
         *
         * @param here whether this thread had better write it itself, if it can
         */
        void write(boolean here);
    }

    /** Queues a frame, waiting for room. */
    void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        boolean wake;
        boolean here;
        lock.lockInterruptibly();
        try {
            while (refusal == null && size() >= limit) {
                room.await();
            }
            wake = append(frame);
            here = wake && !pace.favoursWriterThread();
        } finally {
            lock.unlock();
        }
        if (wake) {
            onWork.write(here);
        }
    }

    /** Tells whether the limit has not been reached yet. */
    boolean hasRoom() {
        lock.lock();
        try {
            return size() < limit;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Queues a frame if there is room within twice the limit.
     *
     * @param surely whether to queue it even when there is no such room
     */
    boolean offer(OutboundFrame frame, boolean surely) throws TransportClosedException {
        boolean wake;
        lock.lock();
        try {
            if (refusal == null && !surely && size() >= 2L * limit) {
                return false;
            }
            wake = append(frame);
        } finally {
            lock.unlock();
        }
        if (wake) {
            onWork.write(false);
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

    /** How many bytes wait for the writer. */
    long queuedBytes() {
        lock.lock();
        try {
            return size();
        } finally {
            lock.unlock();
        }
    }

    private int size() {
        return pending == null ? 0 : pending.size();
    }

    /**
     * Takes all that is queued, for a thread that does nothing else than writing; null when that is nothing. Whoever takes it
     * releases it to {@link Buffers}.
     */
    public @Nullable Batch take() {
        lock.lock();
        try {
            if (pending == null) {
                rest();
            } else {
                pace.writerThreadFound(pending.count());
            }
            return takePending();
        } finally {
            lock.unlock();
        }
    }

    /** Takes all that is queued, for the sender that was told to write. */
    public @Nullable Batch takeHere() {
        lock.lock();
        try {
            if (pending == null) {
                rest();
            }
            return takePending();
        } finally {
            lock.unlock();
        }
    }

    /** Takes notice that all that was taken has been written; false when there is more to {@link #take} by now. */
    public boolean stop() {
        lock.lock();
        try {
            if (pending != null) {
                return false;
            }
            rest();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void rest() {
        writerBusy = false;
        pace.wrote();
    }

    private @Nullable Batch takePending() {
        Batch batch = pending;
        pending = null;
        room.signalAll();
        return batch;
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
