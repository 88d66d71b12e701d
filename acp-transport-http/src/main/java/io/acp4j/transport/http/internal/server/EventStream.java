package io.acp4j.transport.http.internal.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.acp4j.rpc.internal.transport.Batch;
import io.acp4j.rpc.internal.transport.OutboundQueue;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What goes to the client by one stream of events, whether or not a response carries it at the moment. Events are numbered from 1. A
 * response that ends in the midst of an event leaves that event for the next one.
 *
 * <p>Safe for use by any number of threads; {@link #next} is for the response that carries the stream.
 */
public final class EventStream {

    private static final byte[] DATA = "\ndata: ".getBytes(US_ASCII);
    private static final byte[] ID = "id: ".getBytes(US_ASCII);
    private static final byte[] END = "\n\n".getBytes(US_ASCII);

    private final OutputBudget budget;
    private final OutboundQueue queue;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger uses = new AtomicInteger();
    private final ReplayWindow window;
    private final Deque<byte[]> replay = new ArrayDeque<>();
    /** Guarded by the lock of the queue. */
    private long lastNumber;

    private @Nullable EventResponse response;
    private @Nullable Batch batch;
    private int at;
    /** Number of events of the batch that have been passed on completely. */
    private int whole;

    private long progress;
    private long seenProgress;
    private long absentNanos;
    private boolean dropped;
    private boolean over;

    EventStream(int maxQueuedBytes, ReplayWindow window, OutputBudget budget) {
        this.budget = budget;
        this.queue = new OutboundQueue(maxQueuedBytes, this::format, here -> wake());
        this.window = window;
    }

    /** Writes a frame as an event; its JSON has no line breaks, so one line of data holds it. */
    private void format(OutboundFrame frame, FrameBuffer buffer) throws IOException {
        int mark = buffer.size();
        byte[] number = Long.toString(lastNumber + 1).getBytes(US_ASCII);
        buffer.append(ID, 0, ID.length);
        buffer.append(number, 0, number.length);
        buffer.append(DATA, 0, DATA.length);
        frame.writeTo(buffer);
        buffer.append(END, 0, END.length);
        lastNumber++;
        budget.add(buffer.size() - mark);
    }

    // For senders.

    boolean send(OutboundFrame frame, long nanos) throws TransportClosedException, InterruptedException {
        waiting.incrementAndGet();
        try {
            long left = budget.await(nanos);
            return left >= 0 && queue.send(frame, left);
        } finally {
            waiting.decrementAndGet();
        }
    }

    boolean offer(OutboundFrame frame) throws TransportClosedException {
        return budget.hasRoom(2) && queue.offer(frame, false);
    }

    private void wake() {
        EventResponse current = response();
        if (current != null) {
            current.drain();
        }
    }

    synchronized @Nullable EventResponse response() {
        return response;
    }

    // For responses.

    /** What becomes of a response that is to carry the stream. */
    public enum Attachment {
        /** It carries the stream. */
        DONE,
        /** Another response carries it. */
        TAKEN,
        /** Events that the client has not received are no longer there. */
        LOST
    }

    /**
     * Has a response carry the stream.
     *
     * @param lastSeen the number of the last event that the client has received; negative when it does not say
     */
    synchronized Attachment attach(EventResponse carrying, long lastSeen) {
        if (response != null) {
            return Attachment.TAKEN;
        }
        if (lastSeen >= 0) {
            List<byte[]> missed = window.after(lastSeen);
            if (missed == null) {
                return Attachment.LOST;
            }
            replay.clear();
            replay.addAll(missed);
        }
        response = carrying;
        return Attachment.DONE;
    }

    /**
     * Is told that a response has ended, or may not carry the stream any longer.
     *
     * @return false when it did not carry the stream
     */
    synchronized boolean detach(EventResponse ending) {
        if (response != ending) {
            return false;
        }
        response = null;
        replay.clear();
        rewind();
        return true;
    }

    private void rewind() {
        Batch begun = batch;
        if (begun != null && whole < begun.count()) {
            budget.add(at - begun.start(whole));
            at = begun.start(whole);
        }
    }

    /** Takes bytes that are good until it returns. */
    @FunctionalInterface
    public interface Piece {

        /** Takes them. */
        void take(byte[] bytes, int offset, int length);
    }

    /**
     * Hands over the next bytes.
     *
     * @param maxBytes how many at most, but for an event that is sent again, which is handed over as a whole
     * @param piece given them, with the lock of the stream held
     * @return false when there are none at the moment, or another response carries the stream by now
     */
    public synchronized boolean next(EventResponse asking, int maxBytes, Piece piece) {
        if (response != asking) {
            return false;
        }
        byte[] again = replay.poll();
        if (again != null) {
            progress++;
            piece.take(again, 0, again.length);
            return true;
        }
        Batch from = batch;
        if (from == null || at == from.size()) {
            release();
            from = dropped ? null : queue.take();
            if (from == null) {
                return false;
            }
            batch = from;
        }
        int length = Math.min(maxBytes, from.size() - at);
        piece.take(from.array(), at, length);
        at += length;
        budget.remove(length);
        while (whole < from.count() && from.end(whole) <= at) {
            window.add(from.array(), from.start(whole), from.end(whole));
            whole++;
        }
        progress++;
        return true;
    }

    /** Returns whether what was written last ends an event, so that a comment may follow. */
    public synchronized boolean isBetweenEvents() {
        return batch == null || at == batch.size();
    }

    private void release() {
        Batch done = batch;
        if (done != null) {
            budget.remove(done.size() - at);
            done.release();
        }
        batch = null;
        at = 0;
        whole = 0;
    }

    // For the connection.

    /** Refuses further frames; what is queued is still sent. */
    void end(CloseReason reason) {
        queue.end(reason);
    }

    /** Refuses further frames and drops what is queued. */
    synchronized void breakOff(CloseReason reason) {
        queue.end(reason);
        release();
        batch = queue.take();
        release();
        dropped = true;
        replay.clear();
    }

    /** Returns whether nothing is left to send and nothing more comes. */
    public synchronized boolean isFinished() {
        return queue.isFinished() && isBetweenEvents() && replay.isEmpty();
    }

    /** Has the stream stay where it is found until a {@link #unuse} for each of these. */
    void use() {
        uses.incrementAndGet();
    }

    /** Is told that who wanted to use the stream has done so. */
    void unuse() {
        uses.decrementAndGet();
    }

    /** Drops the events that are kept for a returning client. The stream is no longer used. */
    synchronized void forget() {
        window.clear();
    }

    /** Sets whether its session is closed. */
    synchronized void over(boolean closed) {
        over = closed;
    }

    /** Returns whether nobody would miss the stream: nobody reads it, and what it keeps nobody will ask for. */
    synchronized boolean isIdle() {
        return isEmptyAndUnread() && (over || !window.isOn());
    }

    synchronized boolean isOverAndIdle() {
        return over && isIdle();
    }

    /** Returns whether nobody reads the stream, and nothing waits there. */
    synchronized boolean isEmptyAndUnread() {
        return response == null
                && uses.get() == 0
                && isBetweenEvents()
                && queue.queuedBytes() == 0
                && waiting.get() == 0;
    }

    /**
     * Counts how long the client has read nothing although something was to be read, or somebody waited for it to open the stream: who
     * sends there, or everybody, where what is queued here keeps others from sending. Called by one thread at a time.
     *
     * @param passed how long ago the last look was, in nanoseconds
     */
    long stuckNanos(long passed) {
        EventResponse current = response();
        if (current != null) {
            absentNanos = 0;
            return current.stuckNanos(passed);
        }
        synchronized (this) {
            boolean isWaitedFor =
                    waiting.get() > 0 || ((queue.queuedBytes() > 0 || !isBetweenEvents()) && !budget.hasRoom(1));
            absentNanos = isWaitedFor && progress == seenProgress ? absentNanos + passed : 0;
            seenProgress = progress;
            return absentNanos;
        }
    }
}
