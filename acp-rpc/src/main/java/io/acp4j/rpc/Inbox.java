package io.acp4j.rpc;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameFault;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what arrives: decodes it on the reading thread and puts it where it is handled. No code of the application runs on
 * the reading thread.
 */
final class Inbox implements TransportListener {

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    /** How long handlers have to answer once they have been cancelled because draining took too long. */
    private static final long CANCEL_GRACE_MILLIS = 5000;

    private final DefaultConnection connection;
    private final FrameDecoder decoder;
    private final Handlers handlers;
    private final ConnectionOptions options;
    private final Executor threads;
    private final Lanes lanes;
    private final InboundBudget budget;
    private final OutboundCalls calls;
    private final Outbox outbox;
    private final InboundCalls served;
    private final Answers answers;
    private final Timers timers;
    private final @Nullable Watches watches;
    private volatile boolean draining;

    Inbox(
            DefaultConnection connection,
            FrameDecoder decoder,
            Handlers handlers,
            ConnectionOptions options,
            Executor threads,
            Lanes lanes,
            InboundBudget budget,
            OutboundCalls calls,
            Outbox outbox,
            @Nullable Watches watches) {
        this.connection = connection;
        this.decoder = decoder;
        this.handlers = handlers;
        this.options = options;
        this.threads = threads;
        this.lanes = lanes;
        this.budget = budget;
        this.calls = calls;
        this.outbox = outbox;
        this.watches = watches;
        this.timers = new Timers(threads);
        this.answers = new Answers(calls, lanes, timers, threads);
        this.served = new InboundCalls(options.maxInboundRequests());
    }

    /** Why nothing more arrives; null while it does. */
    @Nullable
    CloseReason endReason() {
        return answers.endReason();
    }

    @Override
    public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
        connection.frames().observe(WireListener.Direction.INBOUND, buffer, offset, length);
        Inbound message = decoder.decode(buffer, offset, length);
        if (message instanceof Inbound.Call notification && notification.id() == null) {
            onNotification(notification, length);
            return message.envelope();
        }
        lanes.startHeld();
        if (message instanceof Inbound.Call call && call.id() != null) {
            onRequest(call, call.id(), length, watch(call, call.id(), buffer, offset, length));
        } else if (message instanceof Inbound.Answer answer) {
            answers.take(answer, length);
        } else if (message instanceof Inbound.Refused refused) {
            LOG.warn("refused a message of {} bytes: {}", length, refused.description());
            noteRefusal();
            if (refused.error() != null) {
                outbox.sendFromReader(connection.frames().error(refused.id(), refused.error()));
            }
        }
        return message.envelope();
    }

    /** Only for want of room; and a wire listener may do what takes time, such as writing to a file. */
    @Override
    public boolean mayBlock() {
        return budget.isUsedUp() || !options.listeners().isEmpty();
    }

    @Override
    public void onPause() {
        lanes.pause();
    }

    @Override
    public void onFault(FrameFault fault) {
        lanes.startHeld();
        LOG.warn("unreadable input after byte {}: {}", fault.position(), fault.problem());
        noteRefusal();
        ErrorObject error = ErrorObject.of(ErrorCode.PARSE_ERROR, "Parse error: " + fault.problem());
        outbox.sendFromReader(connection.frames().error(RequestId.Null.INSTANCE, error));
    }

    private void noteRefusal() {
        if (watches != null) {
            watches.refused();
        }
    }

    private @Nullable RequestWatches watch(Inbound.Call call, RequestId id, byte[] buffer, int offset, int length) {
        return watches == null
                ? null
                : watches.incoming(
                        new ObservedRequest(call.method(), id, call.session()), ParamsMeta.of(buffer, offset, length));
    }

    private void onNotification(Inbound.Call call, int bytes) {
        if (call.fault() != null) {
            LOG.warn(
                    "ignored a malformed notification {}: {}",
                    LogText.of(call.method()),
                    call.fault().message());
        } else if (call.params() instanceof CancelRequest cancel) {
            served.cancel(cancel.requestId());
        } else if (call.route() instanceof Handlers.NotificationRoute<?> route) {
            lanes.addNotification(call.session(), () -> handle(route, call.params()), bytes);
        } else {
            Handlers.RawNotificationHandler fallback = handlers.notificationFallback();
            if (fallback == null) {
                LOG.debug("ignored a notification {} that nobody handles", LogText.of(call.method()));
            } else {
                lanes.addNotification(call.session(), () -> handle(fallback, call), bytes);
            }
        }
    }

    @SuppressWarnings("unchecked") // the decoder has read the parameters with the codec of this very route
    private <P> void handle(Handlers.NotificationRoute<P> route, @Nullable Object params) {
        try {
            route.handler().handle((P) Objects.requireNonNull(params), connection);
        } catch (Exception e) {
            logFailure(route.method().name(), e);
        }
    }

    private void handle(Handlers.RawNotificationHandler handler, Inbound.Call call) {
        try {
            handler.handle(call.method(), call.params() instanceof RawJson raw ? raw : null, connection);
        } catch (Exception e) {
            logFailure(call.method(), e);
        }
    }

    private static void logFailure(String method, Exception failure) {
        if (failure instanceof ConnectionClosedException) {
            LOG.debug("the handler of {} was cut off by the end of the connection", LogText.of(method));
        } else {
            LOG.error("the handler of {} failed", LogText.of(method), failure);
        }
    }

    private void onRequest(Inbound.Call message, RequestId id, int bytes, @Nullable RequestWatches watch) {
        InboundCall call = new InboundCall(id, message.method(), connection, new CancellationSource(threads), watch);
        if (message.fault() != null) {
            refuse(call, message.fault());
            return;
        }
        Runnable work = work(call, message);
        if (work == null) {
            refuse(call, AcpErrorException.methodNotFound(message.method()).error());
            return;
        }
        ErrorObject refusal = served.begin(call);
        if (refusal != null) {
            LOG.warn("refused request {}: {}", LogText.of(message.method()), refusal.message());
            refuse(call, refusal);
            return;
        }
        boolean blocks = !(message.route() instanceof Handlers.RequestRoute<?, ?> route) || route.blocks();
        int cost = budget.acquire(bytes);
        Lane lane = lanes.of(message.session());
        boolean mayHaveToWait = !lane.isIdle();
        Lane.Item item = new Lane.Item(work, cost, blocks, true);
        lane.add(item);
        if (mayHaveToWait) {
            overtakeLater(lane, item);
        }
    }

    /** Answers a request that nobody gets to serve. */
    private void refuse(InboundCall call, ErrorObject error) {
        outbox.sendFromReader(connection.frames().error(call.id(), error));
        call.ended(RequestOutcome.error(error.code()));
    }

    /** Begins a request out of its turn when the handler before it seems to wait for the peer by way of other threads. */
    private void overtakeLater(Lane lane, Lane.Item request) {
        timers.after(Answers.NESTED_GRACE_MILLIS, () -> {
            if (calls.anyAwaitedBy(lane)) {
                lane.overtake(request);
            } else if (!request.isTaken()) {
                overtakeLater(lane, request);
            }
        });
    }

    private @Nullable Runnable work(InboundCall call, Inbound.Call message) {
        if (message.route() instanceof Handlers.RequestRoute<?, ?> route) {
            return () -> serve(call, route, message.params());
        }
        Handlers.RawRequestHandler fallback = handlers.requestFallback();
        if (fallback == null) {
            return null;
        }
        RawJson params = (RawJson) message.params();
        AsyncRequestHandler<RawJson, RawJson> handler =
                (same, context) -> CompletableFuture.completedFuture(fallback.handle(call.method(), params, context));
        return () -> call.serve(handler, RawJson.NULL, RawJson.CODEC);
    }

    @SuppressWarnings("unchecked") // the decoder has read the parameters with the codec of this very route
    private static <P, R> void serve(InboundCall call, Handlers.RequestRoute<P, R> route, @Nullable Object params) {
        call.serve(
                route.handler(),
                (P) Objects.requireNonNull(params),
                route.method().result());
    }

    /**
     * Sends the one answer to a request.
     *
     * @return whether it is this answer that was sent
     */
    boolean answer(InboundCall call, OutboundFrame frame) {
        served.forget(call);
        try {
            return outbox.sendSurely(frame);
        } catch (Throwable e) {
            LOG.error(
                    "the result of {} cannot be written; the peer gets an internal error",
                    LogText.of(call.method()),
                    e);
            outbox.sendSurely(
                    connection.frames().error(call.id(), ErrorObject.of(ErrorCode.INTERNAL_ERROR, "Internal error")));
            return false;
        }
    }

    /** Takes notice that a request has been answered and all that belongs to the answer been said. */
    void answered() {
        if (served.end() && draining) {
            connection.closeTransport();
        }
    }

    /** Runs a task on a handler thread. */
    void execute(Runnable task) {
        threads.execute(task);
    }

    @Override
    public void onEnd(CloseReason reason, boolean canSend) {
        lanes.startHeld();
        answers.failPending(reason);
        if (!canSend) {
            served.cancelAll();
            connection.closeTransport();
            return;
        }
        for (Lane lane : lanes.busy()) {
            // What was said before the end may still have something to say in return.
            served.hold();
            lane.add(new Lane.Item(this::answered, 0, false, false));
        }
        draining = true;
        if (served.isEmpty()) {
            connection.closeTransport();
            return;
        }
        timers.after(Deadline.millis(options.drainTimeout()), () -> {
            served.cancelAll();
            timers.after(CANCEL_GRACE_MILLIS, connection::closeTransport);
        });
    }

    /** Takes notice that the transport is gone. */
    void ended(CloseReason reason) {
        close(reason);
        timers.cancelAll();
        if (watches != null) {
            // A handler that never answers must not keep them waiting.
            served.open().forEach(call -> call.ended(RequestOutcome.CLOSED));
        }
    }

    /** How many requests of the peer have no answer yet. */
    int unanswered() {
        return served.unanswered();
    }

    /** How long the end of the connection still needs handler threads. */
    long threadsNeededMillis() {
        return answers.threadsNeededMillis();
    }

    /** Ends everything from this side. */
    void close() {
        close(CloseReason.local());
    }

    private void close(CloseReason reason) {
        budget.close();
        answers.failPending(reason);
        served.cancelAll();
    }
}
