package io.acp4j.transport.http.internal.client;

import io.acp4j.rpc.internal.transport.OutboundQueue;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.FrameBuffer;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportClosedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Messages that are posted one after the other, each when the one before has been taken. Safe for use by any number of threads. */
final class PostQueue {

    private static final Logger LOG = LoggerFactory.getLogger(PostQueue.class);

    /** How long a response waits for a notification that lies behind a request: the server may hold that one for the response. */
    private static final long OVERTAKING_MILLIS = 1_000;

    private final int limit;
    private final OutboundQueue.Format format;
    private final BiFunction<OutboundFrame, byte[], Post> address;
    private final Function<Post, CompletableFuture<Void>> sender;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final ArrayDeque<Post> waiting = new ArrayDeque<>();
    private final FrameBuffer buffer = new FrameBuffer();
    private final CompletableFuture<Void> empty = new CompletableFuture<>();
    private CompletableFuture<Void> notified = CompletableFuture.completedFuture(null);
    private long bytes;
    private int requests;
    private boolean busy;
    private @Nullable CloseReason refusal;

    /**
     * Creates an empty queue.
     *
     * @param limit how many bytes may be queued, or on their way, before senders wait
     * @param maxMessageBytes the maximum length of a message; a longer one is refused
     * @param address says what is to be posted for a frame and its bytes
     * @param sender posts; what it returns completes when the next one may be posted
     */
    PostQueue(
            int limit,
            int maxMessageBytes,
            BiFunction<OutboundFrame, byte[], Post> address,
            Function<Post, CompletableFuture<Void>> sender) {
        this.limit = limit;
        OutboundQueue.Format unlimited = OutboundFrame::writeTo;
        this.format = unlimited.limitedTo(maxMessageBytes);
        this.address = address;
        this.sender = sender;
    }

    boolean send(OutboundFrame frame, long nanos) throws TransportClosedException, InterruptedException {
        Post next;
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (refusal == null && bytes >= limit) {
                if (left <= 0) {
                    return false;
                }
                left = room.awaitNanos(left);
            }
            next = append(frame);
        } finally {
            lock.unlock();
        }
        start(next);
        return true;
    }

    boolean offer(OutboundFrame frame) throws TransportClosedException {
        Post next;
        lock.lock();
        try {
            if (refusal == null && bytes >= 2L * limit) {
                return false;
            }
            next = append(frame);
        } finally {
            lock.unlock();
        }
        start(next);
        return true;
    }

    private @Nullable Post append(OutboundFrame frame) throws TransportClosedException {
        if (refusal != null) {
            throw new TransportClosedException(refusal);
        }
        buffer.clear();
        try {
            format.write(frame, buffer);
        } catch (IOException e) {
            throw new UncheckedIOException("frame could not be written: " + e.getMessage(), e);
        }
        byte[] body = Arrays.copyOf(buffer.array(), buffer.size());
        buffer.clear();
        Post post = address.apply(frame, body);
        waiting.add(post);
        bytes += body.length;
        if (post.isRequest()) {
            requests++;
        } else {
            notified = requests == 0
                    ? post.taken()
                    : post.taken().copy().completeOnTimeout(null, OVERTAKING_MILLIS, TimeUnit.MILLISECONDS);
        }
        return next();
    }

    /** Returns what is to be posted now; null when that is nothing. */
    private @Nullable Post next() {
        if (busy) {
            return null;
        }
        Post next = waiting.poll();
        busy = next != null;
        if (next == null && refusal != null) {
            empty.complete(null);
        }
        return next;
    }

    private void start(@Nullable Post first) {
        Post post = first;
        while (post != null) {
            CompletableFuture<Void> sent = send(post);
            if (!sent.isDone()) {
                Post waited = post;
                var unused = sent.whenComplete((done, failure) -> start(ended(waited)));
                return;
            }
            post = ended(post);
        }
    }

    private CompletableFuture<Void> send(Post post) {
        try {
            return sender.apply(post);
        } catch (RuntimeException e) {
            LOG.error("A message could not be posted", e);
            return CompletableFuture.failedFuture(e);
        }
    }

    private @Nullable Post ended(Post post) {
        post.taken().complete(null);
        lock.lock();
        try {
            busy = false;
            bytes -= post.body().length;
            requests -= post.isRequest() ? 1 : 0;
            room.signalAll();
            return next();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns a stage that completes when the notifications sent so far have been taken. Those behind a request are waited for
     * one second at most.
     */
    CompletableFuture<Void> notified() {
        lock.lock();
        try {
            return notified;
        } finally {
            lock.unlock();
        }
    }

    long queuedBytes() {
        lock.lock();
        try {
            return bytes;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Refuses further frames.
     *
     * @param drop whether those that are queued are dropped
     * @return a stage that completes when nothing is queued or on its way
     */
    CompletableFuture<Void> end(CloseReason reason, boolean drop) {
        lock.lock();
        try {
            if (refusal == null) {
                refusal = reason;
            }
            if (drop) {
                waiting.forEach(post -> bytes -= post.body().length);
                waiting.clear();
            }
            if (!busy && waiting.isEmpty()) {
                empty.complete(null);
            }
            room.signalAll();
        } finally {
            lock.unlock();
        }
        return empty;
    }
}
