package io.acp4j.transport.stdio.internal;

import io.acp4j.rpc.internal.transport.PacedListener;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads lines and delivers them; the end is delivered once, by the first thread that finds out, and never beside a frame.
 */
public final class LineReader implements Runnable, LineFramer.Sink {

    private static final long BUSY = 0;
    private static final long EPOCH = System.nanoTime();

    private final InputStream in;
    private final LineFramer framer;
    private final TransportListener listener;
    private final StrayLines strayLines;
    private final Consumer<Envelope> onDelivered;
    private final Consumer<@Nullable IOException> onInputEnd;

    /** Held while the listener is called. */
    private final ReentrantLock delivering = new ReentrantLock();

    private final AtomicReference<@Nullable End> end = new AtomicReference<>();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile @Nullable Thread thread;
    private boolean reported;
    /** When the wait for bytes began; {@link #BUSY} while lines are delivered. */
    private volatile long waitingSince = BUSY;

    /**
     * Creates a reader.
     *
     * @param onDelivered told on the reading thread what each frame was that the listener has taken
     * @param onInputEnd told on the reading thread, after the last frame, that the stream has ended, with the exception if
     *     it failed; is expected to call {@link #end}
     */
    public LineReader(
            InputStream in,
            int maxFrameBytes,
            TransportListener listener,
            StrayLines strayLines,
            Consumer<Envelope> onDelivered,
            Consumer<@Nullable IOException> onInputEnd) {
        this.in = in;
        this.framer = new LineFramer(maxFrameBytes, this);
        this.listener = listener;
        this.strayLines = strayLines;
        this.onDelivered = onDelivered;
        this.onInputEnd = onInputEnd;
    }

    public boolean isCurrentThread() {
        return Thread.currentThread().equals(thread);
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        try {
            IOException failure = readAll();
            if (end.get() == null) {
                onInputEnd.accept(failure);
            }
        } catch (Error e) {
            onInputEnd.accept(new IOException("the reading thread failed", e));
            throw e;
        } finally {
            report();
            done.countDown();
        }
    }

    private @Nullable IOException readAll() {
        try {
            while (fill()) {
                deliver(this::drain);
                if (end.get() != null) {
                    return null;
                }
            }
            deliver(framer::drainRest);
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private void drain() {
        framer.drain();
        PacedListener.pause(listener);
    }

    private boolean fill() throws IOException {
        waitingSince = Math.max(1, System.nanoTime() - EPOCH);
        try {
            return framer.fill(in);
        } finally {
            waitingSince = BUSY;
        }
    }

    private void deliver(Runnable lines) {
        delivering.lock();
        try {
            lines.run();
        } finally {
            delivering.unlock();
        }
    }

    @Override
    public void onFrame(byte[] bytes, int offset, int length) {
        if (end.get() != null) {
            return;
        }
        strayLines.look(bytes, offset, length);
        try {
            Envelope envelope = listener.onFrame(bytes, offset, length);
            if (envelope != null) {
                onDelivered.accept(envelope);
            }
        } catch (RuntimeException e) {
            log().error("A transport listener failed on a frame of {} bytes", length, e);
        }
    }

    @Override
    public void onFault(FrameError fault) {
        if (end.get() != null) {
            return;
        }
        try {
            listener.onFault(fault);
        } catch (RuntimeException e) {
            log().error("A transport listener failed on a fault", e);
        }
    }

    /** Ends the delivery. A listener that is just busy with a frame is told when it returns. */
    public void end(CloseReason reason, boolean canSend) {
        end.compareAndSet(null, new End(reason, canSend));
        report();
    }

    private void report() {
        // When somebody holds the lock, they look again after they have released it.
        End ended = end.get();
        if (ended == null || !delivering.tryLock()) {
            return;
        }
        try {
            if (!reported) {
                reported = true;
                listener.onEnd(ended.reason, ended.canSend);
            }
        } catch (RuntimeException e) {
            log().error("A transport listener failed at the end of its input", e);
        } finally {
            delivering.unlock();
        }
    }

    /** Returns whether the thread waits for bytes. */
    public boolean isWaiting() {
        return waitingSince != BUSY;
    }

    public boolean awaitDone(long nanos) throws InterruptedException {
        return done.await(nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Waits until the stream has ended, or nothing has arrived for a time during which the listener was idle.
     *
     * @param givenUp ends the wait early
     */
    public void awaitQuiet(long nanos, BooleanSupplier givenUp) throws InterruptedException {
        while (!awaitDone(nanos / 8) && !givenUp.getAsBoolean()) {
            long since = waitingSince;
            if (since != BUSY && System.nanoTime() - EPOCH - since >= nanos) {
                return;
            }
        }
    }

    private record End(CloseReason reason, boolean canSend) {}

    /** Returns the logger; looked up late, since finding the logging library is a part of a program's start. */
    private static Logger log() {
        return LoggerFactory.getLogger(LineReader.class);
    }
}
