package io.acp4j.transport.ws.internal;

import io.acp4j.rpc.internal.transport.OutboundQueue;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.rpc.transport.TransportListener.FrameError;
import io.acp4j.schema.RequestId;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A transport over a {@link Wire}: bounded queues both ways, and what ends in which order. */
public final class WireTransport implements Transport {

    /** Why a server ends what it serves. */
    public static final String SHUTTING_DOWN = "the server shuts down";

    private final Wire wire;
    private final Executor executor;
    private final long closeMillis;
    private final OutboundQueue outbound;
    private final InboundQueue inbound;
    private final Runnable onRefused;
    private final AtomicBoolean started = new AtomicBoolean();
    private final AtomicReference<@Nullable CloseReason> reason = new AtomicReference<>();
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();
    /** Requests of the peer that have no response yet. */
    private final AtomicInteger unanswered = new AtomicInteger();

    /** The thread that reports a refused message. The response to that message does not belong to a counted request. */
    private volatile @Nullable Thread refusing;

    private boolean awaitsInitialize;
    private volatile boolean gone;
    private final Quiet quiet = new Quiet(() -> unanswered.get() <= 0);

    /**
     * Creates a transport, not yet started.
     *
     * @param wire the WebSocket below
     * @param executor runs what must not hold the wire's threads
     * @param maxQueuedBytes the number of queued bytes at which senders wait
     * @param maxMessageBytes the maximum length of a message that is sent
     * @param closeMillis the time limit for the listener to handle the end before the transport counts as closed
     * @param onRefused told instead of the listener, on a thread of the executor, that the first message was not
     *     {@code initialize}; null when it need not be
     */
    public WireTransport(
            Wire wire,
            Executor executor,
            int maxQueuedBytes,
            int maxMessageBytes,
            long closeMillis,
            @Nullable Runnable onRefused) {
        this.wire = wire;
        this.executor = executor;
        this.closeMillis = closeMillis;
        OutboundQueue.Format unlimited = OutboundFrame::writeTo;
        this.outbound = new OutboundQueue(maxQueuedBytes, unlimited.limitedTo(maxMessageBytes), wire::write);
        this.inbound = new InboundQueue(executor, outbound::hasRoom, new Delivery(), wire::reading, this::delivered);
        this.awaitsInitialize = onRefused != null;
        this.onRefused = onRefused == null ? () -> {} : onRefused;
    }

    @Override
    public void start(TransportListener listener) {
        Objects.requireNonNull(listener, "listener");
        if (!started.compareAndSet(false, true)) {
            throw new IllegalStateException("the transport was started before");
        }
        quiet.started(listener);
        inbound.start(listener);
        wire.reading();
    }

    @Override
    public void send(OutboundFrame frame) throws TransportClosedException, InterruptedException {
        outbound.send(frame);
        sent(frame);
    }

    @Override
    public boolean send(OutboundFrame frame, long timeout, TimeUnit unit)
            throws TransportClosedException, InterruptedException {
        boolean taken = outbound.send(frame, unit.toNanos(timeout));
        if (taken) {
            sent(frame);
        }
        return taken;
    }

    @Override
    public boolean offer(OutboundFrame frame) throws TransportClosedException {
        // There was room before the frame that this responds to, and the thread that drains the queue must not wait for
        // itself.
        boolean taken = outbound.offer(frame, inbound.isDeliveredHere());
        if (taken) {
            sent(frame);
        }
        return taken;
    }

    @Override
    public long queuedBytes() {
        return outbound.queuedBytes();
    }

    private void sent(OutboundFrame frame) {
        Envelope envelope = frame.envelope();
        boolean isResponse = envelope.kind() == Envelope.Kind.RESPONSE
                && envelope.id() != null
                && !RequestId.Null.INSTANCE.equals(envelope.id());
        if (isResponse && !Thread.currentThread().equals(refusing)) {
            count(-1);
        }
    }

    @Override
    public void close() {
        close(CloseReason.local(), CloseCodes.NORMAL, "");
    }

    /** Closes in good order with a reason and a code of one's own, unless it is closed already. */
    public void close(CloseReason why, int code, String text) {
        outbound.end(settle(why));
        wire.finish(code, text);
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return closed.minimalCompletionStage();
    }

    /**
     * Runs an action when no request of the peer is without a response, and nothing that one has begun goes on: at once, or on the
     * thread that ends the last of it.
     */
    public void whenQuiet(Runnable action) {
        quiet.whenQuiet(action);
    }

    private void count(int change) {
        if (unanswered.addAndGet(change) <= 0) {
            quiet.look();
        }
    }

    private final class Delivery implements InboundQueue.FrameSink {

        @Override
        public void deliver(TransportListener listener, byte[] bytes, int offset, int length) {
            if (awaitsInitialize) {
                switch (FirstMessage.of(bytes, offset, length)) {
                    case INITIALIZE -> awaitsInitialize = false;
                    case OTHER -> {
                        onRefused.run();
                        return;
                    }
                    case UNREADABLE -> {
                        // The engine responds to it, and the next message may be valid.
                    }
                }
            }
            Envelope envelope = listener.onFrame(bytes, offset, length);
            if (envelope != null && envelope.kind() == Envelope.Kind.REQUEST) {
                count(1);
            }
        }

        @Override
        public void refuse(TransportListener listener, FrameError fault) {
            refusing = Thread.currentThread();
            try {
                listener.onFault(fault);
            } finally {
                refusing = null;
            }
        }
    }

    // What follows is for the wire.

    /** Returns whether anybody listens. */
    public boolean isStarted() {
        return started.get();
    }

    /** Returns what is on its way to the peer. */
    public OutboundQueue outbound() {
        return outbound;
    }

    /** Returns whether the wire may read on; when it may not, {@link Wire#reading} is called when it may. */
    public boolean wantsInput() {
        return inbound.hasRoom();
    }

    /** Hands over whole messages. */
    public void received(Messages messages) {
        inbound.add(messages);
    }

    /** Hands over one whole message, which may be changed afterwards. */
    public void received(byte[] message) {
        inbound.add(message);
    }

    /** Receives the fault of a refused message. */
    public void refused(FrameError fault) {
        inbound.add(fault);
    }

    /** Is told that nothing more will arrive and nothing more can be sent. */
    public void ended(CloseReason why) {
        CloseReason first = settle(why);
        outbound.breakOff(first);
        inbound.end(first);
    }

    /** Is told that the wire is gone. */
    public void gone(CloseReason why) {
        ended(why);
        gone = true;
        if (inbound.isDone()) {
            complete();
        } else {
            // A listener that is held for long may be waiting for just this.
            wire.later(this::complete, closeMillis);
        }
    }

    private void delivered() {
        if (gone) {
            complete();
        }
    }

    private void complete() {
        CloseReason why = settle(CloseReason.local());
        executor.execute(() -> closed.complete(why));
    }

    /** The first reason stands. */
    private CloseReason settle(CloseReason candidate) {
        CloseReason first = reason.compareAndExchange(null, candidate);
        return first == null ? candidate : first;
    }
}
