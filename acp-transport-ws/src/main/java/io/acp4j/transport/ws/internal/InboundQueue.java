package io.acp4j.transport.ws.internal;

import io.acp4j.rpc.internal.transport.PacedListener;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.rpc.transport.TransportListener.MessageLoss;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is on its way to the listener: one thread of the wire fills it, and a thread from a pool delivers for as long as
 * there is something to deliver. A listener that takes its time holds that thread and, beyond a limit, pauses the wire.
 */
public final class InboundQueue implements Runnable {

    /** How many bytes may wait before the wire pauses: 256 KiB. */
    public static final int HIGH_BYTES = 256 * 1024;

    /** How large a run may be to which single messages are still added. */
    private static final int RUN_BYTES = 64 * 1024;

    /** How much the wire's own thread delivers at a time; it has other connections to serve. */
    private static final int HERE_BYTES = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(InboundQueue.class);

    private final Executor executor;
    private final BooleanSupplier canOffer;
    private final FrameSink sink;
    private final Runnable onRoom;
    private final Runnable onDone;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Messages> queue = new ArrayDeque<>(2);
    private @Nullable TransportListener listener;
    private @Nullable CloseReason end;
    private boolean running;
    private boolean paused;
    private boolean done;
    private boolean told;
    private int waitingBytes;
    private volatile @Nullable Thread here;

    /**
     * Creates an empty queue.
     *
     * @param executor runs this when there is something to deliver
     * @param canOffer tells whether a listener that offers the wire something in return would not have to wait
     * @param sink delivers one message
     * @param onRoom told when the wire may go on after {@link #hasRoom} has been false
     * @param onDone told once, after the listener has been told of the end
     */
    public InboundQueue(Executor executor, BooleanSupplier canOffer, FrameSink sink, Runnable onRoom, Runnable onDone) {
        this.executor = executor;
        this.canOffer = canOffer;
        this.sink = sink;
        this.onRoom = onRoom;
        this.onDone = onDone;
    }

    /** Delivers messages to the listener. */
    @FunctionalInterface
    public interface FrameSink {

        /** Delivers one message. */
        void deliver(TransportListener listener, byte[] bytes, int offset, int length);

        /** Delivers a fault instead of a message. */
        default void refuse(TransportListener listener, FrameError fault) {
            listener.onFault(fault);
        }
    }

    /** Begins to deliver to a listener; called once. */
    public void start(TransportListener starting) {
        boolean wake;
        lock.lock();
        try {
            listener = starting;
            wake = wakes();
        } finally {
            lock.unlock();
        }
        if (wake) {
            executor.execute(this);
        }
    }

    /**
     * Appends whole messages; they belong to the queue from now on. While nothing is before them and the listener takes
     * them without a wait, they are delivered on this thread, which spares a change of threads.
     */
    void add(Messages messages) {
        boolean wake = false;
        boolean atOnce;
        lock.lock();
        try {
            if (end != null) {
                Buffers.release(messages);
                return;
            }
            atOnce = listener != null && !running && messages.size() <= HERE_BYTES;
            running |= atOnce;
            if (!atOnce) {
                queue.add(messages);
                waitingBytes += messages.size();
                wake = wakes();
            }
        } finally {
            lock.unlock();
        }
        if (wake) {
            executor.execute(this);
        } else if (atOnce) {
            deliverHere(messages);
        }
    }

    private void deliverHere(Messages messages) {
        TransportListener to = Objects.requireNonNull(listener);
        here = Thread.currentThread();
        while (messages.hasNext() && !mayBlock(to)) {
            deliver(to, messages);
        }
        here = null;
        boolean rest = messages.hasNext();
        if (!rest) {
            Buffers.release(messages);
            pause(to);
        }
        lock.lock();
        try {
            if (rest) {
                queue.addFirst(messages);
                waitingBytes += messages.size();
            }
            running = end != null || !queue.isEmpty();
            if (!running) {
                return;
            }
        } finally {
            lock.unlock();
        }
        executor.execute(this);
    }

    private boolean mayBlock(TransportListener to) {
        try {
            return !canOffer.getAsBoolean() || PacedListener.mayBlock(to);
        } catch (RuntimeException e) {
            LOG.error("A transport listener failed to tell whether it may block", e);
            return true;
        }
    }

    /** Appends one whole message, to the last run where that is still waiting, so that small ones share their memory. */
    public void add(byte[] message) {
        boolean wake;
        lock.lock();
        try {
            if (end != null) {
                return;
            }
            Messages last = queue.peekLast();
            if (last == null || last.size() >= RUN_BYTES || last.refusal() != null || last.loss() != null) {
                last = Buffers.messages();
                queue.add(last);
            }
            byte[] room = last.room(message.length);
            System.arraycopy(message, 0, room, last.size(), message.length);
            last.advance(message.length);
            last.endMessage();
            waitingBytes += message.length;
            wake = wakes();
        } finally {
            lock.unlock();
        }
        if (wake) {
            executor.execute(this);
        }
    }

    /** Appends the fault of a refused message. */
    public void add(FrameError fault) {
        Messages messages = Buffers.messages();
        messages.refuse(fault);
        add(messages);
    }

    /** Appends a loss of messages. The listener is notified of it after all earlier messages. */
    public void add(MessageLoss loss) {
        boolean wake;
        lock.lock();
        try {
            if (end != null) {
                return;
            }
            Messages last = Buffers.messages();
            last.endWith(loss);
            queue.add(last);
            wake = wakes();
        } finally {
            lock.unlock();
        }
        if (wake) {
            executor.execute(this);
        }
    }

    /** Returns whether the wire may read on; when not, the queue asks for it later. */
    public boolean hasRoom() {
        lock.lock();
        try {
            paused = listener == null || waitingBytes >= HIGH_BYTES;
            return !paused;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether the listener is being called by this thread, which is the wire's. */
    public boolean isDeliveredHere() {
        return Thread.currentThread().equals(here);
    }

    /** Ends the input; the listener is told after what has been queued before. */
    public void end(CloseReason reason) {
        boolean wake;
        lock.lock();
        try {
            if (end == null) {
                end = reason;
            }
            wake = wakes();
        } finally {
            lock.unlock();
        }
        if (wake) {
            executor.execute(this);
        }
    }

    /** Returns whether the listener has been told of the end, or there is none. */
    public boolean isDone() {
        lock.lock();
        try {
            return told || listener == null;
        } finally {
            lock.unlock();
        }
    }

    private boolean wakes() {
        boolean wake = listener != null && !running && !done && (end != null || !queue.isEmpty());
        running |= wake;
        return wake;
    }

    @Override
    public void run() {
        TransportListener to = Objects.requireNonNull(listener);
        while (true) {
            Messages messages = next();
            if (messages == null) {
                pause(to);
                if (isFinishedOrIdle(to)) {
                    return;
                }
                continue;
            }
            while (messages.hasNext()) {
                deliver(to, messages);
            }
            notifyOfLoss(to, messages.loss());
            delivered(messages);
        }
    }

    private @Nullable Messages next() {
        lock.lock();
        try {
            return queue.poll();
        } finally {
            lock.unlock();
        }
    }

    private void deliver(TransportListener to, Messages messages) {
        int message = messages.next();
        int start = messages.start(message);
        int length = messages.end(message) - start;
        FrameError refusal = messages.refusal();
        try {
            if (refusal == null) {
                sink.deliver(to, messages.array(), start, length);
            } else {
                sink.refuse(to, refusal);
            }
        } catch (Throwable e) {
            LOG.error("A transport listener failed on a frame of {} bytes", length, e);
        }
    }

    private static void notifyOfLoss(TransportListener to, @Nullable MessageLoss loss) {
        if (loss == null) {
            return;
        }
        try {
            to.onLoss(loss);
        } catch (RuntimeException e) {
            LOG.error("A transport listener failed at a loss of messages", e);
        }
    }

    private void delivered(Messages messages) {
        boolean wake;
        lock.lock();
        try {
            waitingBytes -= messages.size();
            wake = paused && waitingBytes <= HIGH_BYTES / 2;
            paused &= !wake;
        } finally {
            lock.unlock();
        }
        Buffers.release(messages);
        if (wake) {
            onRoom.run();
        }
    }

    private static void pause(TransportListener to) {
        try {
            PacedListener.pause(to);
        } catch (RuntimeException e) {
            LOG.error("A transport listener failed at a pause", e);
        }
    }

    private boolean isFinishedOrIdle(TransportListener to) {
        CloseReason reason;
        lock.lock();
        try {
            if (!queue.isEmpty()) {
                return false;
            }
            if (end == null) {
                running = false;
                return true;
            }
            reason = end;
            done = true;
        } finally {
            lock.unlock();
        }
        try {
            to.onEnd(reason, false);
        } catch (RuntimeException e) {
            LOG.error("A transport listener failed at the end of its input", e);
        } finally {
            noteThatItIsTold();
            onDone.run();
        }
        return true;
    }

    private void noteThatItIsTold() {
        lock.lock();
        try {
            told = true;
        } finally {
            lock.unlock();
        }
    }
}
