package io.acp4j.rpc.internal.transport;

import io.acp4j.rpc.internal.message.FrameTooLargeException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What is on its way to the peer: many senders, one writer, a limit on what is queued. What is sent while the writer is
 * busy gathers, and is written together. A sender that finds nobody writing may write itself; in a flood it leaves that to
 * the writer, so that frames gather. Safe for use by any number of threads.
 */
public final class OutboundQueue {

    private static final long FOREVER = Long.MAX_VALUE / 2;

    private final int limit;
    private final Format format;
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
     * @param format how frames are written; called with the lock of the queue held
     * @param onWork told when there is something to {@link #take}; not told again before that has returned null, or
     *     {@link #stop} true
     */
    public OutboundQueue(int limit, Format format, Work onWork) {
        this.limit = limit;
        this.format = format;
        this.onWork = onWork;
    }

    /** Writes a frame as the wire wants it. */
    @FunctionalInterface
    public interface Format {

        /**
         * Appends a frame and what parts it from others, or nothing.
         *
         * @param frame the frame
         * @param buffer where to append it; what is appended before an exception is removed
         * @throws IOException when the frame cannot be written
         */
        void write(OutboundFrame frame, FrameBuffer buffer) throws IOException;

        /**
         * Returns a format that refuses longer frames with a {@link FrameTooLargeException}.
         *
         * @param maxBytes the maximum length of a frame in this format
         */
        default Format limitedTo(int maxBytes) {
            return (frame, buffer) -> {
                int start = buffer.size();
                write(frame, buffer);
                int bytes = buffer.size() - start;
                if (bytes > maxBytes) {
                    throw new FrameTooLargeException(bytes, maxBytes);
                }
            };
        }
    }

    /** Is told that there is something to write. */
    @FunctionalInterface
    public interface Work {

        /**
         * Has it written.
         *
         * @param here whether this thread had better write it itself, if it can
         * @throws TransportClosedException when it cannot be written
         */
        void write(boolean here) throws TransportClosedException;
    }

    /**
     * Queues a frame, waiting for room.
     *
     * @param frame the frame
     * @throws TransportClosedException when frames are refused
     * @throws InterruptedException when the thread is interrupted while it waits
     */
    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        boolean unused = send(frame, FOREVER);
    }

    /**
     * Queues a frame, waiting for room for a bounded time.
     *
     * @param frame the frame
     * @param nanos how long to wait
     * @return false when there was no room
     * @throws TransportClosedException when frames are refused
     * @throws InterruptedException when the thread is interrupted while it waits
     */
    public boolean send(OutboundFrame frame, long nanos) throws TransportClosedException, InterruptedException {
        boolean wake;
        boolean here;
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (refusal == null && size() >= limit) {
                if (left <= 0) {
                    return false;
                }
                left = room.awaitNanos(left);
            }
            wake = append(frame);
            here = wake && !pace.favoursWriterThread();
        } finally {
            lock.unlock();
        }
        if (wake) {
            onWork.write(here);
        }
        return true;
    }

    /** Returns whether the limit has not been reached yet. */
    public boolean hasRoom() {
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
     * @param frame the frame
     * @param surely whether to queue it even when there is no such room
     * @return false when there was no room
     * @throws TransportClosedException when frames are refused
     */
    public boolean offer(OutboundFrame frame, boolean surely) throws TransportClosedException {
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
            batch = BatchPool.SHARED.take();
        }
        boolean appended = false;
        try {
            appended = batch.append(frame, format);
        } finally {
            if (appended) {
                pending = batch;
            } else if (pending == null) {
                batch.release();
            }
        }
        boolean wake = appended && !writerBusy;
        writerBusy |= wake;
        return wake;
    }

    /** Returns how many bytes wait for the writer. */
    public long queuedBytes() {
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
     * Takes all that is queued, for a thread that does nothing else than writing, which then releases it.
     *
     * @return what is queued; null when that is nothing
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

    /**
     * Takes all that is queued, for the sender that was told to write, if the wire takes so much at once.
     *
     * @param fits judges the number of bytes, with the lock of the queue held
     * @return what is queued; null when that is nothing, or has to be left to a thread that does nothing else than writing
     */
    public @Nullable Batch takeHere(IntPredicate fits) {
        lock.lock();
        try {
            if (pending == null) {
                rest();
            }
            return fits.test(size()) ? takePending() : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends a write: all that was taken has been written.
     *
     * @return false when there is more to {@link #take} by now
     */
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

    /** Returns whether a frame sent now is queued. */
    public boolean acceptsFrames() {
        lock.lock();
        try {
            return refusal == null;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether frames are refused and none is queued any more. */
    public boolean isFinished() {
        lock.lock();
        try {
            return refusal != null && pending == null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Refuses further frames; those that are queued can still be taken.
     *
     * @param reason what senders are told; the first one stands
     */
    public void end(CloseReason reason) {
        refuse(reason, false);
    }

    /**
     * Refuses further frames and drops those that are queued.
     *
     * @param reason what senders are told; the first one stands
     */
    public void breakOff(CloseReason reason) {
        refuse(reason, true);
    }

    private void refuse(CloseReason reason, boolean drop) {
        lock.lock();
        try {
            if (refusal == null) {
                refusal = reason;
            }
            if (drop && pending != null) {
                pending.release();
                pending = null;
            }
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
