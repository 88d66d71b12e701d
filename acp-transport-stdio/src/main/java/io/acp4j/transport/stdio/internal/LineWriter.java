package io.acp4j.transport.stdio.internal;

import io.acp4j.rpc.internal.transport.Batch;
import io.acp4j.rpc.internal.transport.OutboundQueue;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Writes frames as lines: many senders, one stream, a limit on what is queued.
 *
 * <p>A sender that finds the stream idle writes its frame itself, which saves a change of threads. What is sent while a
 * write is under way gathers in the queue, and the writer thread, {@link #run}, writes it at once.
 *
 * <p>No sender is held by the peer: a frame that the stream does not surely take at once is left to the writer thread.
 */
public final class LineWriter implements Runnable {

    /** What one write takes: the usual capacity of a pipe. */
    private static final int CHUNK_BYTES = 64 * 1024;

    private final Wire wire;
    private final OutputStream out;
    private final int capacity;
    private final OutboundQueue.Format json;
    private final Function<IOException, CloseReason> onFailure;
    private final OutboundQueue queue;
    private final Unread unread = new Unread();
    /** Held while the stream is written. */
    private final ReentrantLock turn;
    /** What wakes the writer thread; it may be woken for nothing. */
    private final Semaphore work;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean ended;
    private volatile boolean broken;
    /** Start of the current write; 0 if no write is in progress. */
    private volatile long writingSince;

    /**
     * Creates a writer.
     *
     * @param limit the number of queued bytes at which senders wait
     * @param maxFrameBytes the maximum length of a frame that is sent
     * @param onFailure told once, on the thread that met it, that the stream cannot be written; returns the reason that
     *     senders are told
     */
    public LineWriter(Wire wire, int limit, int maxFrameBytes, Function<IOException, CloseReason> onFailure) {
        this(wire, limit, maxFrameBytes, onFailure, new ReentrantLock(), new Semaphore(0));
    }

    /** Creates a writer for a test that watches its lock and its semaphore. */
    LineWriter(
            Wire wire,
            int limit,
            int maxFrameBytes,
            Function<IOException, CloseReason> onFailure,
            ReentrantLock turn,
            Semaphore work) {
        this.turn = turn;
        this.work = work;
        this.wire = wire;
        this.out = wire.output();
        this.capacity = wire.outputCapacity();
        this.onFailure = onFailure;
        OutboundQueue.Format unlimited = OutboundFrame::writeTo;
        this.json = unlimited.limitedTo(maxFrameBytes);
        this.queue = new OutboundQueue(limit, this::writeLine, this::write);
    }

    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        queue.send(frame);
    }

    /** Queues a frame, waiting for room for a bounded time; false when there was none. */
    public boolean send(OutboundFrame frame, long nanos) throws TransportClosedException, InterruptedException {
        return queue.send(frame, nanos);
    }

    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        return queue.offer(frame, false);
    }

    public long queuedBytes() {
        return queue.queuedBytes();
    }

    public boolean acceptsFrames() {
        return queue.acceptsFrames();
    }

    /** Appends a frame and a newline; nothing when the frame is empty. */
    private void writeLine(OutboundFrame frame, FrameBuffer buffer) throws IOException {
        int start = buffer.size();
        json.write(frame, buffer);
        int end = buffer.size();
        if (end == start) {
            return;
        }
        // A line break in JSON is space between tokens: frames that come formatted from elsewhere stay whole on one
        // line.
        LineScanner scanner = new LineScanner();
        byte[] bytes = buffer.array();
        for (int at = scanner.find(bytes, start, end); at >= 0; at = scanner.find(bytes, at + 1, end)) {
            bytes[at] = ' ';
        }
        buffer.append((byte) '\n');
        unread.wrote(frame.envelope(), buffer.size() - start);
    }

    /** Learns from a message of the peer what the peer has read. */
    public void received(Envelope envelope) {
        if (envelope.kind() == Envelope.Kind.RESPONSE && unread.isMarked(envelope.id())) {
            unread.markIsRead();
        }
    }

    /** Writes what is queued on this thread if it may, or else wakes the writer thread. */
    private void write(boolean here) throws TransportClosedException {
        CloseReason failure = null;
        boolean done = false;
        if (here && turn.tryLock()) {
            try {
                Batch batch = queue.takeHere(this::isTakenAtOnce);
                if (batch != null) {
                    failure = write(batch);
                    done = queue.stop();
                }
            } finally {
                turn.unlock();
            }
        }
        // What was sent since this thread stopped may have found the stream still in its hands, as the writer thread
        // may have.
        if (!done || ended || queue.queuedBytes() > 0) {
            work.release();
        }
        if (failure != null) {
            throw new TransportClosedException(failure);
        }
    }

    /** Returns whether the stream takes what is queued without waiting for the peer to read. */
    private boolean isTakenAtOnce(int bytes) {
        if (unread.bytes() > capacity && bytes <= capacity) {
            // Asked once for all that fits into the room that is found, not for each frame.
            unread.isAtMost((long) wire.unreadOutput() + bytes);
        }
        return unread.bytes() <= capacity;
    }

    /** Refuses further frames; the writer thread writes what is queued and closes the stream. */
    public void end(CloseReason reason) {
        queue.end(reason);
        ended = true;
        work.release();
    }

    /** Refuses further frames and drops those that are queued. */
    public void breakOff(CloseReason reason) {
        queue.breakOff(reason);
        broken = true;
        ended = true;
        work.release();
    }

    /** Returns the time since the last progress of the current write; 0 if no write is in progress. */
    public long stalledNanos() {
        long since = writingSince;
        return since == 0 ? 0 : System.nanoTime() - since;
    }

    /** Waits until the stream is closed, for a bounded time. */
    public boolean awaitFinished(long nanos) throws InterruptedException {
        return finished.await(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void run() {
        try {
            while (!broken) {
                work.acquireUninterruptibly();
                // A sender that writes wakes this thread again when it is done; it may be held, and only closing ends
                // that.
                if (!broken && turn.tryLock()) {
                    try {
                        writeAll();
                    } finally {
                        turn.unlock();
                    }
                    if (queue.isFinished()) {
                        break;
                    }
                }
            }
        } finally {
            closeStream();
            finished.countDown();
        }
    }

    private void writeAll() {
        Batch batch;
        while (!broken && (batch = queue.take()) != null) {
            write(batch);
        }
    }

    private @Nullable CloseReason write(Batch batch) {
        CloseReason failure = null;
        try {
            writeChunks(batch.array(), batch.size());
        } catch (IOException e) {
            failure = onFailure.apply(e);
        } catch (RuntimeException e) {
            failure = onFailure.apply(new IOException("the stream failed: " + e.getMessage(), e));
        }
        batch.release();
        if (failure != null) {
            breakOff(failure);
        }
        return failure;
    }

    private void writeChunks(byte[] bytes, int size) throws IOException {
        for (int at = 0; at < size; at += CHUNK_BYTES) {
            // 0 means that no write is in progress.
            writingSince = System.nanoTime() | 1;
            out.write(bytes, at, Math.min(CHUNK_BYTES, size - at));
        }
        out.flush();
        writingSince = 0;
    }

    /** Closes the stream, which ends most writes that the peer holds; may be called at any time. */
    public void closeStream() {
        try {
            out.close();
        } catch (IOException e) {
            LoggerFactory.getLogger(LineWriter.class).debug("The output stream failed while it was closed", e);
        }
    }
}
