package io.acp4j.transport.ws.internal.jakarta;

import io.acp4j.rpc.internal.transport.Batch;
import jakarta.websocket.RemoteEndpoint;
import jakarta.websocket.SendHandler;
import jakarta.websocket.SendResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends queued messages one after the other: containers may refuse a message while another one is under way. They may also
 * block for as long as the peer does not read, so messages are handed to them on a thread of an executor, never on that of a
 * sender, which {@code close()} could not release. That thread goes on for as long as there is something to send and the
 * container takes it at once; where the container takes its time, the thread that reports the end of a message goes on.
 */
public final class SessionWriter implements SendHandler {

    /** How long the container may be busy with a message before the peer counts as one that does not read. */
    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final RemoteEndpoint.Async remote;
    private final Executor executor;
    private final Supplier<@Nullable Batch> source;
    private final Runnable onMessage;
    private final Runnable onFinished;
    private final Consumer<@Nullable Throwable> onFailure;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicReference<Call> call = new AtomicReference<>(Call.IDLE);
    private @Nullable Batch batch;
    private int message;
    private boolean busy;
    private boolean pingOwed;
    private boolean finishing;
    private boolean over;
    private volatile long sendingSince;

    /** How far handing one message to the container has come. */
    private enum Call {
        IDLE,
        RUNNING,
        RETURNED,
        DONE
    }

    /**
     * Creates a writer that has nothing to write.
     *
     * @param executor runs what the container may block
     * @param source gives the next messages; null when there are none
     * @param onMessage told of each message
     * @param onFinished told once, after {@link #finish}, when all has been sent
     * @param onFailure told when a message could not be sent
     */
    public SessionWriter(
            RemoteEndpoint.Async remote,
            Executor executor,
            Supplier<@Nullable Batch> source,
            Runnable onMessage,
            Runnable onFinished,
            Consumer<@Nullable Throwable> onFailure) {
        this.remote = remote;
        this.executor = executor;
        this.source = source;
        this.onMessage = onMessage;
        this.onFinished = onFinished;
        this.onFailure = onFailure;
    }

    /** Is told that the source has something. */
    public void wake() {
        lock.lock();
        try {
            if (busy || over) {
                return;
            }
            busy = true;
        } finally {
            lock.unlock();
        }
        executor.execute(this::sendAll);
    }

    /** Sends a ping as soon as no message is under way. */
    public void ping() {
        lock.lock();
        try {
            pingOwed = true;
        } finally {
            lock.unlock();
        }
        wake();
    }

    /** Sends what the source still has, and then tells. */
    public void finish() {
        lock.lock();
        try {
            finishing = true;
        } finally {
            lock.unlock();
        }
        wake();
    }

    /** Sends nothing more. */
    public void stop() {
        lock.lock();
        try {
            over = true;
            if (!busy) {
                drop();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns which message keeps the container busy, as the time since when; 0 while none does. */
    public long backlog() {
        long since = sendingSince;
        return since == 0 || System.nanoTime() - since < BUSY_NANOS ? 0 : since;
    }

    private void drop() {
        Batch dropped = batch;
        batch = null;
        if (dropped != null) {
            dropped.release();
        }
    }

    private enum Step {
        TEXT,
        PING,
        FINISHED,
        NOTHING
    }

    /** Returns what to do next; the role of the one who sends ends with the last two. */
    private Step next() {
        lock.lock();
        try {
            if (over) {
                drop();
                busy = false;
                return Step.NOTHING;
            }
            if (pingOwed) {
                pingOwed = false;
                return Step.PING;
            }
            if (batch == null) {
                batch = source.get();
                message = 0;
            }
            if (batch != null) {
                return Step.TEXT;
            }
            busy = false;
            over = finishing;
            return finishing ? Step.FINISHED : Step.NOTHING;
        } finally {
            lock.unlock();
        }
    }

    private void sendAll() {
        while (true) {
            switch (next()) {
                case TEXT -> {
                    if (!sendText()) {
                        return;
                    }
                }
                case PING -> sendPing();
                case FINISHED -> {
                    onFinished.run();
                    return;
                }
                case NOTHING -> {
                    return;
                }
            }
        }
    }

    /** Hands one message over; false when somebody else goes on. */
    private boolean sendText() {
        Batch from = batch;
        if (from == null) {
            throw new IllegalStateException("nothing to send");
        }
        int start = from.start(message);
        String text = new String(from.array(), start, from.end(message) - start, StandardCharsets.UTF_8);
        if (++message == from.count()) {
            batch = null;
            from.release();
        }
        onMessage.run();
        // 0 means that nothing is under way.
        sendingSince = System.nanoTime() | 1;
        call.set(Call.RUNNING);
        try {
            remote.sendText(text, this);
        } catch (RuntimeException e) {
            // The session is closed, in most containers.
            failed(e);
            return true;
        }
        return !call.compareAndSet(Call.RUNNING, Call.RETURNED);
    }

    @Override
    public void onResult(SendResult result) {
        sendingSince = 0;
        if (!result.isOK()) {
            failed(result.getException());
        }
        if (!call.compareAndSet(Call.RUNNING, Call.DONE)) {
            sendAll();
        }
    }

    private void sendPing() {
        try {
            remote.sendPing(ByteBuffer.allocate(0));
        } catch (IOException | RuntimeException e) {
            failed(e);
        }
    }

    private void failed(@Nullable Throwable cause) {
        sendingSince = 0;
        lock.lock();
        try {
            over = true;
        } finally {
            lock.unlock();
        }
        onFailure.accept(cause);
    }
}
