package io.acp4j.rpc.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.acp4j.rpc.internal.transport.PacedListener;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A peer that a test plays by hand: it sends any bytes, right or wrong, and looks at every frame that the engine sends.
 *
 * <p>Frames are delivered on the thread that calls {@link #send}, one at a time: what the engine does on its reading
 * thread has been done when that returns. In the texts that it sends single quotes stand for double ones.
 */
public final class RawPeer {

    private static final long TIMEOUT_SECONDS = 60;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final End end = new End();
    private final ReentrantLock delivering = new ReentrantLock();
    private final LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private @Nullable TransportListener listener;
    private boolean automaticClose = true;
    private volatile int maxFrameBytes = Integer.MAX_VALUE;

    /** Returns the end that belongs to the engine under test. */
    public Transport transport() {
        return end;
    }

    /** Delivers a frame to the engine; single quotes stand for double ones. Returns what the engine says that it was. */
    public @Nullable Envelope send(String json) {
        return sendBytes(json.replace('\'', '"').getBytes(UTF_8));
    }

    /** Delivers a frame to the engine as it is. */
    public @Nullable Envelope sendBytes(byte[] frame) {
        // Offsets other than 0, and neighbours that must not be read.
        byte[] buffer = new byte[frame.length + 2];
        buffer[0] = '!';
        System.arraycopy(frame, 0, buffer, 1, frame.length);
        buffer[frame.length + 1] = '!';
        delivering.lock();
        try {
            return listener().onFrame(buffer, 1, frame.length);
        } finally {
            delivering.unlock();
        }
    }

    /** Reports input that is no frame. */
    public void sendFault(FrameError fault) {
        delivering.lock();
        try {
            listener().onFault(fault);
        } finally {
            delivering.unlock();
        }
    }

    /** Asks the engine to run an action when it is idle. */
    public void whenIdle(Runnable action) {
        PacedListener.whenIdle(listener(), action);
    }

    /** Ends the engine's input; the transport stays open until the engine closes it. */
    public void end(CloseReason reason, boolean canSend) {
        if (ended.compareAndSet(false, true)) {
            delivering.lock();
            try {
                listener().onEnd(reason, canSend);
            } finally {
                delivering.unlock();
            }
        }
    }

    /** Takes away what is below the engine, as the death of a process would. */
    public void die(CloseReason reason) {
        end.shut(reason);
        end(reason, false);
        closed.complete(reason);
    }

    /** Leaves a closed transport in closing until {@link #die}, as one whose process does not exit. */
    public void lingerOnClose() {
        automaticClose = false;
    }

    /** Stops taking what the engine sends: a full queue then holds its senders. */
    public void stopReading(int maxQueuedFrames) {
        end.limit(maxQueuedFrames);
    }

    /** Refuses longer frames of the engine, as a transport with a limit does. */
    public void refuseLongerThan(int bytes) {
        maxFrameBytes = bytes;
    }

    /** Takes everything again. */
    public void resumeReading() {
        end.limit(Integer.MAX_VALUE);
    }

    /** Waits for the next frame of the engine. */
    public String next() throws InterruptedException {
        String frame = received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (frame == null) {
            throw new AssertionError("the engine has sent nothing within " + TIMEOUT_SECONDS + " s");
        }
        return frame;
    }

    /** Waits for the next frame of the engine and parses it. */
    public JsonNode nextJson() throws InterruptedException {
        return tree(next());
    }

    /** Returns the next frame if there is one already. */
    public @Nullable String poll() {
        return received.poll();
    }

    /** Returns how many frames of the engine wait to be looked at. */
    public int waiting() {
        return received.size();
    }

    /** Returns whether the engine has closed the transport, or it has died. */
    public boolean isClosed() {
        return end.isShut();
    }

    /** Parses JSON in which single quotes stand for double ones. */
    public static JsonNode json(String text) {
        return tree(text.replace('\'', '"'));
    }

    private static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TransportListener listener() {
        return Objects.requireNonNull(listener, "the engine has not started the transport");
    }

    /** The engine's end. */
    private final class End implements Transport {

        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final FrameBuffer buffer = new FrameBuffer();
        private int limit = Integer.MAX_VALUE;
        private @Nullable CloseReason shut;

        @Override
        public void start(TransportListener starting) {
            if (listener != null) {
                throw new IllegalStateException("started before");
            }
            listener = starting;
        }

        @Override
        public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
            boolean unused = send(frame, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        }

        @Override
        public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
                throws TransportClosedException, InterruptedException {
            lock.lockInterruptibly();
            try {
                long left = unit.toNanos(timeout);
                while (shut == null && received.size() >= limit) {
                    if (left <= 0) {
                        return false;
                    }
                    left = changed.awaitNanos(left);
                }
                write(frame);
                return true;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public boolean offer(OutboundFrame frame) throws TransportClosedException {
            lock.lock();
            try {
                if (shut == null && received.size() >= 2L * limit) {
                    return false;
                }
                write(frame);
                return true;
            } finally {
                lock.unlock();
            }
        }

        private void write(OutboundFrame frame) throws TransportClosedException {
            if (shut != null) {
                throw new TransportClosedException(shut);
            }
            buffer.clear();
            try {
                frame.writeTo(buffer);
                if (buffer.size() > maxFrameBytes) {
                    throw new IOException(buffer.size() + " bytes are more than the limit");
                }
            } catch (IOException e) {
                throw new UncheckedIOException("frame could not be written: " + e.getMessage(), e);
            }
            received.add(new String(buffer.array(), 0, buffer.size(), UTF_8));
        }

        @Override
        public void close() {
            CloseReason reason = shut(CloseReason.local());
            if (automaticClose) {
                // As with every transport, what follows does not happen on the thread that closes.
                CompletableFuture<Void> unused = CompletableFuture.runAsync(() -> {
                    RawPeer.this.end(reason, false);
                    closed.complete(reason);
                });
            }
        }

        @Override
        public CompletionStage<CloseReason> closed() {
            return closed.minimalCompletionStage();
        }

        /** Closes; tells why the transport was closed in the first place. */
        CloseReason shut(CloseReason reason) {
            lock.lock();
            try {
                CloseReason first = shut == null ? reason : shut;
                shut = first;
                changed.signalAll();
                return first;
            } finally {
                lock.unlock();
            }
        }

        boolean isShut() {
            lock.lock();
            try {
                return shut != null;
            } finally {
                lock.unlock();
            }
        }

        void limit(int frames) {
            lock.lock();
            try {
                limit = frames;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
