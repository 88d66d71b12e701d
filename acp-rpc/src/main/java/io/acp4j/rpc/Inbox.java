package io.acp4j.rpc;

import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.Envelope;
import io.acp4j.rpc.transport.FrameFault;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.TransportListener;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.RawJson;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes what arrives: decodes it on the reading thread and puts it where it is handled. No code of the application runs on
 * the reading thread.
 */
final class Inbox implements TransportListener {

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);

    /**
     * How long an answer waits for a message that was being handled when its request was sent, and still is: its handler
     * may be waiting for the answer by way of another thread.
     */
    private static final long NESTED_GRACE_MILLIS = 1000;

    /** How long the end of a connection waits for handlers before it fails the requests that are pending. */
    private static final long END_GRACE_MILLIS = 250;

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
    private final AtomicReference<@Nullable CloseReason> end = new AtomicReference<>();
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
            Outbox outbox) {
        this.connection = connection;
        this.decoder = decoder;
        this.handlers = handlers;
        this.options = options;
        this.threads = threads;
        this.lanes = lanes;
        this.budget = budget;
        this.calls = calls;
        this.outbox = outbox;
        this.served = new InboundCalls(options.maxInboundRequests());
    }

    /** Why nothing more arrives; null while it does. */
    @Nullable
    CloseReason endReason() {
        return end.get();
    }

    @Override
    public @Nullable Envelope onFrame(byte[] buffer, int offset, int length) {
        connection.frames().observe(WireListener.Direction.INBOUND, buffer, offset, length);
        Inbound message = decoder.decode(buffer, offset, length);
        if (message instanceof Inbound.Call call) {
            if (call.id() == null) {
                onNotification(call, length);
            } else {
                onRequest(call, call.id(), length);
            }
        } else if (message instanceof Inbound.Answer answer) {
            onAnswer(answer, length);
        } else if (message instanceof Inbound.Refused refused) {
            LOG.warn("refused a message of {} bytes: {}", length, refused.description());
            if (refused.error() != null) {
                outbox.sendFromReader(connection.frames().error(refused.id(), refused.error()));
            }
        }
        return message.envelope();
    }

    @Override
    public void onFault(FrameFault fault) {
        LOG.warn("unreadable input after byte {}: {}", fault.position(), fault.problem());
        ErrorObject error = ErrorObject.of(ErrorCode.PARSE_ERROR, "Parse error: " + fault.problem());
        outbox.sendFromReader(connection.frames().error(RequestId.Null.INSTANCE, error));
    }

    private void onNotification(Inbound.Call call, int bytes) {
        if (call.fault() != null) {
            LOG.warn(
                    "ignored a malformed notification {}: {}",
                    call.method(),
                    call.fault().message());
        } else if (call.params() instanceof CancelRequest cancel) {
            served.cancel(cancel.requestId());
        } else if (call.route() instanceof Handlers.NotificationRoute<?> route) {
            enqueue(call, new Handling<>(route, call.params(), bytes), bytes);
        } else if (handlers.notificationFallback() != null) {
            enqueue(call, new FallbackHandling(handlers.notificationFallback(), call, bytes), bytes);
        } else {
            LOG.debug("ignored a notification {} that nobody handles", call.method());
        }
    }

    private void enqueue(Inbound.Call call, Lane.Item item, int bytes) {
        budget.acquire(bytes);
        lanes.of(call.session()).add(item);
    }

    private void onRequest(Inbound.Call message, RequestId id, int bytes) {
        if (message.fault() != null) {
            outbox.sendFromReader(connection.frames().error(id, message.fault()));
            return;
        }
        InboundCall call = new InboundCall(id, message.method(), connection, new CancellationSource(threads));
        Runnable work = work(call, message);
        if (work == null) {
            ErrorObject error =
                    AcpErrorException.methodNotFound(message.method()).error();
            outbox.sendFromReader(connection.frames().error(id, error));
            return;
        }
        ErrorObject refusal = served.begin(call);
        if (refusal != null) {
            LOG.warn("refused request {}: {}", message.method(), refusal.message());
            outbox.sendFromReader(connection.frames().error(id, refusal));
            return;
        }
        Lane lane = lanes.of(message.session());
        boolean blocks = !(message.route() instanceof Handlers.RequestRoute<?, ?> route) || route.blocks();
        if (blocks && lane.isIdle()) {
            threads.execute(work);
        } else {
            budget.acquire(bytes);
            lane.add(new Starting(blocks ? () -> execute(work) : work, bytes));
        }
    }

    private @Nullable Runnable work(InboundCall call, Inbound.Call message) {
        if (message.route() instanceof Handlers.RequestRoute<?, ?> route) {
            return () -> serve(call, route, message.params());
        }
        Handlers.RawRequestHandler fallback = handlers.requestFallback();
        if (fallback == null || (message.params() != null && !(message.params() instanceof RawJson))) {
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

    /** Sends the one answer to a request. */
    void answer(InboundCall call, OutboundFrame frame) {
        served.forget(call);
        try {
            outbox.sendSurely(frame);
        } catch (RuntimeException e) {
            LOG.error("the result of {} cannot be written; the peer gets an internal error", call.method(), e);
            outbox.sendSurely(
                    connection.frames().error(call.id(), ErrorObject.of(ErrorCode.INTERNAL_ERROR, "Internal error")));
        } finally {
            if (served.end() && draining) {
                connection.closeTransport();
            }
        }
    }

    private void onAnswer(Inbound.Answer answer, int bytes) {
        OutboundCall<?> call = answer.call();
        if (call == null || !calls.remove(call)) {
            LOG.debug("ignored an answer to request {}, which is not pending", answer.id());
            return;
        }
        complete(call, answer.session(), () -> conclude(call, answer), bytes, NESTED_GRACE_MILLIS);
    }

    private static void conclude(OutboundCall<?> call, Inbound.Answer answer) {
        if (answer.fault() != null) {
            call.fail(new MalformedMessageException(
                    "the answer to " + call.methodName() + " is malformed: " + answer.fault()));
        } else if (answer.error() != null) {
            call.fail(new AcpErrorException(answer.error()));
        } else {
            call.succeed(Objects.requireNonNull(answer.result()));
        }
    }

    /** Ends a request once what came before has been handled, but for handlers that may be waiting for this very end. */
    private void complete(
            OutboundCall<?> call, @Nullable SessionId session, Runnable conclusion, int bytes, long graceMillis) {
        Lane lane = lanes.find(session);
        if (lane == null || call.madeBy(lane) || lane.isIdle()) {
            if (call.blocking()) {
                conclusion.run();
            } else {
                execute(conclusion);
            }
            return;
        }
        if (graceMillis == END_GRACE_MILLIS || call.mayBeAwaitedBy(lane)) {
            CompletableFuture.delayedExecutor(graceMillis, TimeUnit.MILLISECONDS, this::execute)
                    .execute(conclusion);
        }
        budget.acquire(bytes);
        // What continues on a future may wait for later messages of the session, so it must not run on the lane.
        lane.add(new Starting(call.blocking() ? conclusion : () -> execute(conclusion), bytes));
    }

    /** Runs a task on a handler thread. */
    void execute(Runnable task) {
        try {
            threads.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    @Override
    public void onEnd(CloseReason reason, boolean canSend) {
        end.compareAndSet(null, reason);
        failPending(reason);
        if (!canSend) {
            served.cancelAll();
            connection.closeTransport();
            return;
        }
        draining = true;
        if (served.isEmpty()) {
            connection.closeTransport();
            return;
        }
        after(options.drainTimeout().toMillis(), () -> {
            served.cancelAll();
            after(CANCEL_GRACE_MILLIS, connection::closeTransport);
        });
    }

    private void after(long millis, Runnable action) {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS, this::execute)
                .execute(action);
    }

    /** Takes notice that the transport is gone. */
    void ended(CloseReason reason) {
        end.compareAndSet(null, reason);
        failPending(reason);
        served.cancelAll();
        budget.close();
    }

    /** Ends everything from this side. */
    void close() {
        CloseReason reason = CloseReason.local();
        end.compareAndSet(null, reason);
        failPending(reason);
        served.cancelAll();
        budget.close();
    }

    private void failPending(CloseReason reason) {
        for (OutboundCall<?> call : calls.close(reason)) {
            Runnable failing = () -> call.fail(new ConnectionClosedException(reason));
            complete(call, call.session(), failing, 0, END_GRACE_MILLIS);
        }
    }

    /** Starts a request, or ends one of ours, in its turn. */
    private record Starting(Runnable task, int bytes) implements Lane.Item {
        @Override
        public void run() {
            task.run();
        }
    }

    /** Hands a notification to its handler. */
    private final class Handling<P> implements Lane.Item {
        private final Handlers.NotificationRoute<P> route;
        private final P params;
        private final int bytes;

        @SuppressWarnings("unchecked") // the decoder has read the parameters with the codec of this very route
        Handling(Handlers.NotificationRoute<P> route, @Nullable Object params, int bytes) {
            this.route = route;
            this.params = (P) Objects.requireNonNull(params);
            this.bytes = bytes;
        }

        @Override
        public void run() {
            try {
                route.handler().handle(params, connection);
            } catch (Exception e) {
                LOG.error("the handler of {} failed", route.method(), e);
            }
        }

        @Override
        public int bytes() {
            return bytes;
        }
    }

    /** Hands a notification to the fallback. */
    private final class FallbackHandling implements Lane.Item {
        private final Handlers.RawNotificationHandler handler;
        private final Inbound.Call call;
        private final int bytes;

        FallbackHandling(Handlers.RawNotificationHandler handler, Inbound.Call call, int bytes) {
            this.handler = handler;
            this.call = call;
            this.bytes = bytes;
        }

        @Override
        public void run() {
            try {
                handler.handle(call.method(), call.params() instanceof RawJson raw ? raw : null, connection);
            } catch (Exception e) {
                LOG.error("the handler of other notifications failed on {}", call.method(), e);
            }
        }

        @Override
        public int bytes() {
            return bytes;
        }
    }
}
