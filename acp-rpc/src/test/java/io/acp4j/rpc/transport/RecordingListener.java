package io.acp4j.rpc.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.acp4j.rpc.internal.transport.PacedListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Keeps all that a transport delivers, and can hold the delivering thread. */
public class RecordingListener implements PacedListener {

    private final List<String> frames = new ArrayList<>();
    private final List<FrameError> faults = new ArrayList<>();
    private final List<CloseReason> ends = new ArrayList<>();
    private final AtomicInteger callers = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();
    private volatile @Nullable CountDownLatch gate;
    private boolean hasPromised;
    private volatile boolean sendable;
    private volatile int framesAfterEnd;

    @Override
    public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
        enter();
        try {
            CountDownLatch closedGate = gate;
            if (closedGate != null && !hasPromised) {
                await(closedGate);
            }
            hasPromised = false;
            String text = new String(buffer, offset, length, UTF_8);
            synchronized (this) {
                if (!ends.isEmpty()) {
                    framesAfterEnd++;
                }
                frames.add(text);
            }
        } finally {
            callers.decrementAndGet();
        }
        return null;
    }

    /** Returns whether the next frame may block; that holds even if {@link #pause} is called before it comes. */
    @Override
    public boolean mayBlock() {
        hasPromised = gate == null;
        return !hasPromised;
    }

    @Override
    public void onPause() {}

    @Override
    public void whenIdle(Runnable action) {
        action.run();
    }

    @Override
    public void onFault(FrameError fault) {
        enter();
        synchronized (this) {
            faults.add(fault);
        }
        callers.decrementAndGet();
    }

    @Override
    public void onEnd(CloseReason reason, boolean canSend) {
        enter();
        sendable = canSend;
        synchronized (this) {
            ends.add(reason);
        }
        callers.decrementAndGet();
    }

    private void enter() {
        if (callers.incrementAndGet() != 1) {
            overlaps.incrementAndGet();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Holds the delivering thread at its next frame. */
    public void pause() {
        gate = new CountDownLatch(1);
    }

    /** Lets the delivering thread go on. */
    public void resume() {
        CountDownLatch closedGate = gate;
        gate = null;
        if (closedGate != null) {
            closedGate.countDown();
        }
    }

    public synchronized List<String> frames() {
        return List.copyOf(frames);
    }

    public synchronized int frameCount() {
        return frames.size();
    }

    public synchronized List<FrameError> faults() {
        return List.copyOf(faults);
    }

    public synchronized List<CloseReason> ends() {
        return List.copyOf(ends);
    }

    public boolean canSend() {
        return sendable;
    }

    /** Counts what the contract of {@link TransportListener} forbids: overlapping calls, and frames after the end. */
    public int violations() {
        return overlaps.get() + framesAfterEnd;
    }
}
