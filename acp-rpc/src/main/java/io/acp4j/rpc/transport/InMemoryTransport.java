package io.acp4j.rpc.transport;

import io.acp4j.rpc.internal.text.DurationText;
import io.acp4j.rpc.internal.transport.Batch;
import io.acp4j.rpc.internal.transport.InMemoryPipe;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects two peers within one program, for tests and for agents that live beside their client.
 *
 * <p>Frames are written as bytes and read back, as on any other transport. What is queued towards the peer is limited, and
 * senders wait at the limit. Each end has one thread of its own, a daemon, that delivers its frames.
 *
 * <p>An end that is closed still receives what the peer has to say until the peer closes as well, for a bounded time.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/transports">the specification</a>
 * @since 0.1.0
 */
public final class InMemoryTransport implements Transport {

    /** How many bytes may be queued towards the peer unless stated otherwise: 1 MiB. */
    public static final int DEFAULT_MAX_QUEUED_BYTES = 1024 * 1024;

    /** How long a closed end waits for the peer unless stated otherwise: 2 seconds. */
    public static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(InMemoryTransport.class);
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final InMemoryPipe in;
    private final InMemoryPipe out;
    private final String principal;
    private final boolean local;
    private final long closeTimeoutNanos;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicReference<@Nullable CloseReason> reason = new AtomicReference<>();
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
    private volatile @Nullable CloseReason broken;

    private InMemoryTransport(
            InMemoryPipe in, InMemoryPipe out, String principal, boolean local, Duration closeTimeout) {
        this.in = in;
        this.out = out;
        this.principal = principal;
        this.local = local;
        this.closeTimeoutNanos = closeTimeout.toNanos();
    }

    /**
     * Makes two connected ends with the default limits.
     *
     * @return the ends, not yet started
     */
    public static Pair pair() {
        return pair(DEFAULT_MAX_QUEUED_BYTES, DEFAULT_CLOSE_TIMEOUT);
    }

    /**
     * Creates two connected ends with the default limits. They are for an agent that reaches its client through another component of this
     * program, such as a proxy. The agent's end reports the principal.
     *
     * @param principal the {@link Transport#principal} of the client's own transport
     * @return the ends, not yet started
     */
    public static Pair pair(String principal) {
        return pair(
                DEFAULT_MAX_QUEUED_BYTES, DEFAULT_CLOSE_TIMEOUT, Objects.requireNonNull(principal, "principal"), true);
    }

    /**
     * Creates two connected ends with the default limits. They are for a client that reaches its agent through another component of this
     * program, such as a proxy. The client's end reports whether the agent is local.
     *
     * @param agent the transport to the agent
     * @return the ends, not yet started
     */
    public static Pair pairInFrontOf(Transport agent) {
        return pair(DEFAULT_MAX_QUEUED_BYTES, DEFAULT_CLOSE_TIMEOUT, ANONYMOUS, agent.isLocal());
    }

    /**
     * Makes two connected ends.
     *
     * @param maxQueuedBytes how many bytes may be queued in each direction before senders wait; at least 1
     * @param closeTimeout how long a closed end waits for the peer to read and to close, too; not negative
     * @return the ends, not yet started
     */
    public static Pair pair(int maxQueuedBytes, Duration closeTimeout) {
        return pair(maxQueuedBytes, closeTimeout, ANONYMOUS, true);
    }

    private static Pair pair(int maxQueuedBytes, Duration closeTimeout, String principal, boolean local) {
        if (maxQueuedBytes < 1) {
            throw new IllegalArgumentException("maxQueuedBytes " + maxQueuedBytes + " is less than 1");
        }
        if (closeTimeout.isNegative()) {
            throw new IllegalArgumentException("closeTimeout " + DurationText.of(closeTimeout) + " is negative");
        }
        InMemoryPipe forth = new InMemoryPipe(maxQueuedBytes);
        InMemoryPipe back = new InMemoryPipe(maxQueuedBytes);
        return new Pair(
                new InMemoryTransport(back, forth, ANONYMOUS, local, closeTimeout),
                new InMemoryTransport(forth, back, principal, true, closeTimeout));
    }

    @Override
    public String principal() {
        return principal;
    }

    @Override
    public boolean isLocal() {
        return local;
    }

    @Override
    public void start(TransportListener listener) {
        Objects.requireNonNull(listener, "listener");
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("the transport was started before");
        }
        Thread thread = new Thread(() -> run(listener), "acp-memory-" + NUMBERS.incrementAndGet());
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        out.send(frame);
    }

    @Override
    public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
            throws TransportClosedException, InterruptedException {
        return out.send(frame, unit.toNanos(timeout));
    }

    @Override
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        return out.offer(frame);
    }

    @Override
    public long queuedBytes() {
        return out.queuedBytes();
    }

    @Override
    public void close() {
        close(CloseReason.peer("the peer closed the connection"));
    }

    /** Closes the transport. The connection of the peer ends with the specified reason. */
    @Override
    public void close(CloseReason why) {
        reason.compareAndSet(null, CloseReason.local());
        long deadline = System.nanoTime() + closeTimeoutNanos;
        CloseReason failure = broken;
        if (failure == null) {
            out.end(deadline, why);
        } else {
            out.breakOff(failure);
        }
        in.readUntil(deadline);
        if (!started.get()) {
            in.breakOff(gone());
            closed.complete(reason());
        }
    }

    /**
     * Breaks the connection as a lost network would: what is queued in either direction is lost, and both ends learn of it.
     *
     * @param cause what both ends are told
     */
    public void fail(Throwable cause) {
        CloseReason failure = CloseReason.failure("the connection was lost", cause);
        broken = failure;
        reason.compareAndSet(null, failure);
        // In this order: what the peer sends because of the loss does not arrive.
        in.breakOff(failure);
        out.breakOff(failure);
        if (!started.get()) {
            closed.complete(reason());
        }
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return closed.minimalCompletionStage();
    }

    private void run(TransportListener listener) {
        CloseReason end = CloseReason.peer("the peer closed the connection");
        try {
            deliverAll(listener);
            end = in.endedBy(end);
        } catch (Error e) {
            end = CloseReason.failure("the delivering thread failed", e);
            throw e;
        } finally {
            reason.compareAndSet(null, in.brokenBy(end));
            in.breakOff(gone());
            finish(listener);
        }
    }

    private void deliverAll(TransportListener listener) {
        for (Batch batch = in.take(); batch != null; batch = in.take()) {
            for (int i = 0; i < batch.count(); i++) {
                deliver(listener, batch.array(), batch.start(i), batch.end(i) - batch.start(i));
            }
        }
    }

    private void finish(TransportListener listener) {
        try {
            listener.onEnd(reason(), out.acceptsFrames());
            out.awaitFinished();
        } catch (RuntimeException e) {
            LOG.error("A transport listener failed at the end of its input", e);
        } finally {
            out.breakOff(gone());
            closed.complete(reason());
        }
    }

    private static void deliver(TransportListener listener, byte[] bytes, int offset, int length) {
        try {
            listener.onFrame(bytes, offset, length);
        } catch (RuntimeException e) {
            LOG.error("A transport listener failed on a frame of {} bytes", length, e);
        }
    }

    private CloseReason reason() {
        CloseReason known = reason.get();
        return known == null ? CloseReason.local() : known;
    }

    /** Returns what the other end is told when this one reads no more: this one may have ended before a failure got there. */
    private CloseReason gone() {
        CloseReason failure = broken;
        return failure == null ? CloseReason.peer("the peer no longer reads") : failure;
    }

    /**
     * Two connected ends.
     *
     * @param client the end that the client connects to
     * @param agent the end that the agent serves
     */
    public record Pair(InMemoryTransport client, InMemoryTransport agent) {}
}
