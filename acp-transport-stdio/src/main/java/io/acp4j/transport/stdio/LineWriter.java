package io.acp4j.transport.stdio;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.WritePace;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes frames as lines: many senders, one stream, a limit on what is queued.
 *
 * <p>A sender that finds the stream idle writes its frame itself, which spares a change of threads. What is sent while a
 * write is under way gathers in a buffer that the writer thread, {@link #run}, writes at once. A sender that keeps finding
 * the stream idle at a high rate leaves its frames to the writer thread, too, so that they gather.
 */
final class LineWriter implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(LineWriter.class);

    /** What one write takes: the usual capacity of a pipe. */
    private static final int CHUNK_BYTES = 64 * 1024;

    private final OutputStream out;
    private final int limit;
    private final Function<IOException, CloseReason> onFailure;
    private final WritePace pace = new WritePace();
    private final CountDownLatch finished = new CountDownLatch(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition work = lock.newCondition();

    private FrameBuffer pending = new FrameBuffer();
    private FrameBuffer spare = new FrameBuffer();
    private int pendingFrames;
    private boolean writing;
    private boolean broken;
    private @Nullable CloseReason refusal;

    /**
     * Creates a writer.
     *
     * @param onFailure told once, on the thread that met it, that the stream cannot be written; gives the reason that
     *     senders are told
     */
    LineWriter(OutputStream out, int limit, Function<IOException, CloseReason> onFailure) {
        this.out = out;
        this.limit = limit;
        this.onFailure = onFailure;
    }

    void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        FrameBuffer mine;
        lock.lockInterruptibly();
        try {
            while (refusal == null && pending.size() >= limit) {
                room.await();
            }
            boolean idle = !writing && pending.size() == 0;
            if (!append(frame) || !idle) {
                return;
            }
            if (pace.favoursWriterThread()) {
                work.signal();
                return;
            }
            mine = takePending();
        } finally {
            lock.unlock();
        }
        CloseReason failure = write(mine);
        if (failure != null) {
            throw new TransportClosedException(failure);
        }
    }

    boolean offer(OutboundFrame frame) throws TransportClosedException {
        lock.lock();
        try {
            if (refusal == null && pending.size() >= 2L * limit) {
                return false;
            }
            boolean idle = !writing && pending.size() == 0;
            if (append(frame) && idle) {
                work.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    long queuedBytes() {
        lock.lock();
        try {
            return pending.size();
        } finally {
            lock.unlock();
        }
    }

    /** Refuses further frames; the writer thread writes what is queued and closes the stream. */
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
            broken |= drop;
            room.signalAll();
            work.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean acceptsFrames() {
        lock.lock();
        try {
            return refusal == null;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the stream is closed, for a bounded time. */
    boolean awaitFinished(long nanos) throws InterruptedException {
        return finished.await(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void run() {
        try {
            while (true) {
                FrameBuffer batch;
                lock.lock();
                try {
                    while (!broken && (writing || (pending.size() == 0 && refusal == null))) {
                        work.awaitUninterruptibly();
                    }
                    if (broken || pending.size() == 0) {
                        break;
                    }
                    pace.writerThreadFound(pendingFrames);
                    batch = takePending();
                } finally {
                    lock.unlock();
                }
                write(batch);
            }
        } finally {
            closeStream();
            finished.countDown();
        }
    }

    /** Appends one line; whatever goes wrong leaves the queue as it was. */
    private boolean append(OutboundFrame frame) throws TransportClosedException {
        if (refusal != null) {
            throw new TransportClosedException(refusal);
        }
        int mark = pending.size();
        boolean whole = false;
        try {
            Lines.append(frame, pending);
            whole = true;
        } finally {
            if (!whole) {
                pending.truncate(mark);
            }
        }
        if (pending.size() == mark) {
            return false;
        }
        pendingFrames++;
        return true;
    }

    private FrameBuffer takePending() {
        FrameBuffer batch = pending;
        pending = spare;
        pendingFrames = 0;
        writing = true;
        room.signalAll();
        return batch;
    }

    private @Nullable CloseReason write(FrameBuffer batch) {
        CloseReason failure = null;
        try {
            writeChunks(batch.array(), batch.size());
        } catch (IOException e) {
            failure = onFailure.apply(e);
        } catch (RuntimeException e) {
            failure = onFailure.apply(new IOException("the stream failed: " + e.getMessage(), e));
        }
        batch.clear();
        lock.lock();
        try {
            spare = batch;
            writing = false;
            if (failure != null) {
                refuse(failure, true);
            } else if (pending.size() > 0 || refusal != null) {
                work.signal();
            }
            pace.wrote();
        } finally {
            lock.unlock();
        }
        return failure;
    }

    private void writeChunks(byte[] bytes, int size) throws IOException {
        for (int at = 0; at < size; at += CHUNK_BYTES) {
            out.write(bytes, at, Math.min(CHUNK_BYTES, size - at));
        }
        out.flush();
    }

    private void closeStream() {
        try {
            out.close();
        } catch (IOException e) {
            LOG.debug("The output stream failed while it was closed", e);
        }
    }
}
