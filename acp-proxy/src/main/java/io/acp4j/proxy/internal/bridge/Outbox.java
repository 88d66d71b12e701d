package io.acp4j.proxy.internal.bridge;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be sent to one peer, and the thread that sends it. Adding never waits; who reads from the other peer waits for room
 * before it reads on.
 */
final class Outbox implements Runnable {

    private final Transport transport;
    private final int limit;
    private final Duration stall;
    private final Consumer<CloseReason> onStall;
    private final BiConsumer<Envelope, UncheckedIOException> onRefused;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<OutboundFrame> frames = new ArrayDeque<>();
    private boolean finished;
    private @Nullable CloseReason end;

    /** Whether nothing more can be sent, so that nobody need wait. */
    private boolean broken;

    /**
     * Creates an empty outbox.
     *
     * @param onRefused receives each message that the transport refuses to send, for example because it is too long
     */
    Outbox(
            Transport transport,
            int limit,
            Duration stall,
            Consumer<CloseReason> onStall,
            BiConsumer<Envelope, UncheckedIOException> onRefused) {
        this.transport = transport;
        this.limit = limit;
        this.stall = stall;
        this.onStall = onStall;
        this.onRefused = onRefused;
    }

    void add(OutboundFrame frame) {
        lock.lock();
        try {
            if (!finished && !broken) {
                frames.add(frame);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the peer has taken enough; no longer than it may stall. */
    void awaitRoom() {
        lock.lock();
        try {
            while (frames.size() > limit && !finished && !broken) {
                changed.await();
            }
        } catch (InterruptedException e) {
            // Only a transport that is being closed interrupts its reader; everything is about to end.
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** Sends the queued messages and then closes the transport with a reason. The first reason is kept. */
    void finish(CloseReason reason) {
        lock.lock();
        try {
            finished = true;
            end = end == null ? reason : end;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        try {
            for (OutboundFrame frame; (frame = next()) != null; ) {
                if (!send(frame)) {
                    String problem = "nothing was taken for " + DurationText.of(stall);
                    onStall.accept(CloseReason.failure(problem, new TimeoutException(problem)));
                    return;
                }
            }
        } catch (TransportClosedException e) {
            // Its listener is told the reason.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            CloseReason reason = giveUp();
            if (reason == null) {
                transport.close();
            } else {
                transport.close(reason);
            }
        }
    }

    private boolean send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        try {
            return sendOrRefuse(frame);
        } catch (UncheckedIOException e) {
            onRefused.accept(frame.envelope(), e);
            return true;
        }
    }

    private boolean sendOrRefuse(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        if (stall.isZero()) {
            transport.send(frame);
            return true;
        }
        return transport.send(frame, stall.toMillis(), TimeUnit.MILLISECONDS);
    }

    private @Nullable OutboundFrame next() throws InterruptedException {
        lock.lock();
        try {
            while (frames.isEmpty() && !finished) {
                changed.await();
            }
            OutboundFrame next = frames.poll();
            changed.signalAll();
            return next;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable CloseReason giveUp() {
        lock.lock();
        try {
            broken = true;
            frames.clear();
            changed.signalAll();
            return end;
        } finally {
            lock.unlock();
        }
    }
}
