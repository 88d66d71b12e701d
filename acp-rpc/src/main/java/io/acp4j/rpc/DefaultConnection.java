package io.acp4j.rpc;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.rpc.transport.WorkerThreads;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.JsonReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls that this end makes; what arrives is taken by {@link Inbox}. */
final class DefaultConnection implements Connection {

    /** How many pooled threads there may be beyond one for each request in flight, for lanes. */
    private static final int LANE_THREADS = 1024;

    private static final Logger LOG = LoggerFactory.getLogger(DefaultConnection.class);

    private final ConnectionOptions options;
    private final Transport transport;
    private final Frames frames;
    private final Outbox outbox;
    private final InboundBudget budget;
    private final OutboundCalls calls;
    private final EagerWait eagerWait = new EagerWait();
    private final Inbox inbox;
    private final @Nullable Watches watches;
    private final CompletableFuture<CloseReason> closed = new CompletableFuture<>();

    private DefaultConnection(Transport transport, Handlers handlers, ConnectionOptions options) {
        this.options = options;
        this.transport = transport;
        this.watches = options.observers().isEmpty() ? null : new Watches();
        this.frames = new Frames(listeners(options, watches));
        this.outbox = new Outbox(transport);
        this.budget = new InboundBudget(options.maxQueuedInboundBytes(), this::giveUpWaits);
        WorkerThreads threads = new WorkerThreads("acp-handler-", options.maxInboundRequests() + LANE_THREADS);
        Lanes lanes = new Lanes(threads, budget);
        this.calls = new OutboundCalls(options.maxOutboundRequests(), lanes);
        FrameDecoder decoder = new FrameDecoder(
                JsonReader.factory(options.maxDepth(), options.maxStringLength()), handlers, calls::find);
        this.inbox = new Inbox(this, decoder, handlers, options, threads, lanes, budget, calls, outbox, watches);
        if (watches != null) {
            watches.open(options.observers(), new Load());
        }
        transport.closed().whenComplete((reason, impossible) -> {
            inbox.ended(reason);
            if (watches != null) {
                watches.closed(reason);
            }
            // What continues on the last requests must not end up on the JVM's own timer thread.
            CompletableFuture.delayedExecutor(inbox.threadsNeededMillis(), TimeUnit.MILLISECONDS, Runnable::run)
                    .execute(threads::shutdown);
            closed.complete(reason);
        });
    }

    private static List<WireListener> listeners(ConnectionOptions options, @Nullable Watches watches) {
        if (watches == null) {
            return options.listeners();
        }
        List<WireListener> listeners = new ArrayList<>(options.listeners());
        listeners.add(watches);
        return List.copyOf(listeners);
    }

    static Connection open(Transport transport, Handlers handlers, ConnectionOptions options) {
        DefaultConnection connection = new DefaultConnection(transport, handlers, options);
        transport.start(connection.inbox);
        return connection;
    }

    Frames frames() {
        return frames;
    }

    /** Sends the one answer to a request of the peer; false when it cannot be sent. */
    boolean answer(InboundCall call, OutboundFrame frame) {
        return inbox.answer(call, frame);
    }

    /** How a request of the peer ends whose answer could not be sent. */
    RequestOutcome unsent() {
        return inbox.endReason() == null ? RequestOutcome.FAILED : RequestOutcome.CLOSED;
    }

    /** Takes notice that an answer has been sent and all that belongs to it been said. */
    void answered() {
        inbox.answered();
    }

    /** Ends the transport when nothing is left to be said. */
    void closeTransport() {
        transport.close();
    }

    @Override
    public <P, R> R request(RequestMethod<P, R> method, P params) {
        return request(method, params, options.timeoutOf(method.name()));
    }

    @Override
    public <P, R> R request(RequestMethod<P, R> method, P params, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        Lane lane = Lane.current();
        if (lane != null) {
            budget.enterNested();
            lane.enterWait();
        }
        try {
            OutboundCall<R> call = begin(method, params, true, deadline);
            return await(call, deadline);
        } finally {
            if (lane != null) {
                lane.leaveWait();
                budget.leaveNested();
            }
        }
    }

    private <R> R await(OutboundCall<R> call, Deadline deadline) {
        long begin = System.nanoTime();
        eagerWait.watch(call.outcome());
        try {
            return deadline.isLimited()
                    ? call.outcome().get(deadline.remainingNanos(), TimeUnit.NANOSECONDS)
                    : call.outcome().get();
        } catch (ExecutionException e) {
            throw rethrown(e.getCause());
        } catch (TimeoutException e) {
            call.ended(RequestOutcome.TIMED_OUT);
            abandon(call);
            throw new RequestTimeoutException(call.methodName(), deadline.timeout());
        } catch (InterruptedException e) {
            call.ended(RequestOutcome.CANCELLED);
            abandon(call);
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while waiting for " + call.methodName(), e);
        } finally {
            eagerWait.waited(System.nanoTime() - begin);
        }
    }

    /** Gives a failure the stack of the caller that it is thrown to. */
    private static AcpException rethrown(@Nullable Throwable failure) {
        if (failure instanceof AcpErrorException error) {
            return new AcpErrorException(error.error());
        }
        if (failure instanceof ConnectionClosedException end) {
            return new ConnectionClosedException(end.reason());
        }
        if (failure instanceof AcpException other) {
            return other;
        }
        return new AcpException("a request failed", failure);
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params) {
        return requestAsync(method, params, options.timeoutOf(method.name()));
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params, Duration timeout) {
        Deadline deadline = Deadline.in(timeout);
        OutboundCall<R> call = begin(method, params, false, deadline);
        CompletableFuture<R> outcome = call.outcome();
        if (deadline.isLimited()) {
            outcome = outcome.orTimeout(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        }
        CompletableFuture<R> shown = new CompletableFuture<>();
        var unused = outcome.whenComplete((result, failure) -> {
            if (failure == null) {
                shown.complete(result);
            } else if (failure instanceof TimeoutException) {
                inbox.execute(
                        () -> shown.completeExceptionally(new RequestTimeoutException(call.methodName(), timeout)));
            } else {
                shown.completeExceptionally(failure);
            }
        });
        // However the caller's future ends, by the caller too, the request must not stay behind.
        var unused2 = shown.whenComplete((result, failure) -> {
            abandon(call);
            call.outcome().cancel(false);
        });
        return shown;
    }

    /** Ends the requests that handlers wait for, whose answers lie behind more messages than may be queued. */
    private void giveUpWaits() {
        for (OutboundCall<?> call : calls.awaitedByHandlers()) {
            LOG.warn(
                    "cancelled {}: its answer lies behind more messages than may wait for handlers", call.methodName());
            inbox.execute(() -> {
                abandon(call);
                call.fail(new RequestCancelledException(
                        "given up: the answer to " + call.methodName()
                                + " lies behind more messages than may wait for handlers",
                        null));
            });
        }
    }

    private <P, R> OutboundCall<R> begin(RequestMethod<P, R> method, P params, boolean blocking, Deadline deadline) {
        SessionId session = params instanceof SessionScoped scoped ? scoped.sessionId() : null;
        OutboundCall<R> call = null;
        boolean sent = false;
        RequestOutcome unsent = RequestOutcome.FAILED;
        try {
            call = calls.open(method, session, blocking, deadline);
            if (call == null) {
                throw new RequestTimeoutException(method.name(), deadline.timeout());
            }
            outbox.send(frames.call(call.id(), method.name(), watched(call, method.params()), params));
            sent = true;
            return call;
        } catch (InterruptedException e) {
            unsent = RequestOutcome.CANCELLED;
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while sending " + method.name(), e);
        } catch (TransportClosedException e) {
            unsent = RequestOutcome.CLOSED;
            throw new ConnectionClosedException(reasonOr(e.reason()));
        } finally {
            if (call != null && !sent) {
                calls.remove(call);
                call.ended(unsent);
            }
        }
    }

    /** Has a request watched by those who want to; gives the codec that writes what they add. */
    private <P> JsonCodec<P> watched(OutboundCall<?> call, JsonCodec<P> codec) {
        RequestWatches watch = watches == null
                ? null
                : watches.outgoing(new ObservedRequest(call.methodName(), call.id(), call.session()));
        if (watch == null) {
            return codec;
        }
        call.watchedBy(watch);
        Map<String, String> meta = watch.meta();
        return meta.isEmpty() ? codec : ParamsMeta.adding(meta, codec);
    }

    /** Ends a request that nobody waits for any more and tells the peer so. */
    private void abandon(OutboundCall<?> call) {
        if (calls.remove(call)) {
            outbox.sendLater(
                    frames.call(null, CancelRequest.METHOD, CancelRequest.CODEC, new CancelRequest(call.id())));
        }
    }

    @Override
    public <P> void notify(NotificationMethod<P> method, P params) {
        try {
            outbox.send(frames.call(null, method.name(), method.params(), params));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while sending " + method.name(), e);
        } catch (TransportClosedException e) {
            throw new ConnectionClosedException(reasonOr(e.reason()));
        }
    }

    /** The reason that the end of input gave, which tells more than that of a failed write. */
    private CloseReason reasonOr(CloseReason other) {
        CloseReason first = inbox.endReason();
        return first == null ? other : first;
    }

    @Override
    public Executor executor() {
        return inbox::execute;
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return closed.minimalCompletionStage();
    }

    @Override
    public CloseReason awaitClosed() throws InterruptedException {
        try {
            return closed.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a connection cannot fail", e);
        }
    }

    @Override
    public void close() {
        inbox.close();
        transport.close();
    }

    /** What those who watch the connection may ask. */
    private final class Load implements ConnectionLoad {

        @Override
        public int inboundRequests() {
            return inbox.unanswered();
        }

        @Override
        public int outboundRequests() {
            return calls.size();
        }

        @Override
        public long queuedInboundBytes() {
            return budget.queued();
        }

        @Override
        public long queuedOutboundBytes() {
            return transport.queuedBytes();
        }
    }
}
