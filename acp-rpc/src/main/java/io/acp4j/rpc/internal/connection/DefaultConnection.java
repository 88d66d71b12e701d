package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionListener;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.MessageTooLargeException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.internal.dialect.OrderedConnection;
import io.acp4j.rpc.internal.lane.Lane;
import io.acp4j.rpc.internal.message.FrameTooLargeException;
import io.acp4j.rpc.internal.message.Frames;
import io.acp4j.rpc.internal.message.ParamsMeta;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.rpc.transport.OutboundFrame;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.rpc.transport.TransportClosedException;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionScoped;
import io.acp4j.schema.json.JsonCodec;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The calls that this end makes. */
final class DefaultConnection implements OrderedConnection {

    private final ConnectionOptions options;
    private final Transport transport;
    private final Engine engine;
    private final Frames frames;
    private final Outbox outbox;
    private final OutboundCalls calls;
    private final Shutdown shutdown;
    private final @Nullable EagerWait eagerWait;
    private final String principal;

    DefaultConnection(Engine engine, Shutdown shutdown) {
        this.options = engine.options;
        this.transport = engine.transport;
        this.engine = engine;
        this.frames = engine.frames;
        this.outbox = engine.outbox;
        this.calls = engine.calls;
        this.shutdown = shutdown;
        this.eagerWait = EagerWait.of(options);
        this.principal = requireBounded(transport.principal());
    }

    private static String requireBounded(String principal) {
        if (principal.length() > Transport.MAX_PRINCIPAL) {
            throw new IllegalArgumentException("the name of a principal has at most " + Transport.MAX_PRINCIPAL
                    + " characters, not " + principal.length());
        }
        return principal;
    }

    @Override
    public <P, R> R request(RequestMethod<P, R> method, P params) {
        return request(method, params, engine.timeLimits.start(method.name()));
    }

    @Override
    public <P, R> R request(RequestMethod<P, R> method, P params, Duration timeout) {
        return request(method, params, Deadline.in(timeout));
    }

    private <P, R> R request(RequestMethod<P, R> method, P params, Deadline deadline) {
        Lane lane = Lane.current();
        if (lane != null) {
            engine.budget.enterNested();
            lane.enterWait();
        }
        try {
            OutboundCall<R> call = begin(method, params, true, deadline, null, null);
            return await(call, deadline);
        } finally {
            if (lane != null) {
                lane.leaveWait();
                engine.budget.leaveNested();
            }
        }
    }

    private <R> R await(OutboundCall<R> call, Deadline deadline) {
        long begin = System.nanoTime();
        if (eagerWait != null) {
            eagerWait.watch(call.outcome());
        }
        try {
            return deadline.isLimited() ? get(call, deadline) : call.outcome().get();
        } catch (ExecutionException e) {
            throw rethrown(e.getCause());
        } catch (TimeoutException e) {
            call.ended(Outcomes.TIMED_OUT);
            engine.abandon(call);
            throw Outcomes.unanswered(call.methodName(), deadline.timeout(), transport.peerNotes());
        } catch (InterruptedException e) {
            call.ended(Outcomes.CANCELLED);
            engine.abandon(call);
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while waiting for " + call.methodName(), e);
        } finally {
            if (eagerWait != null) {
                eagerWait.waited(System.nanoTime() - begin);
            }
        }
    }

    private <R> R get(OutboundCall<R> call, Deadline deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        long left = deadline.remainingNanos();
        while (true) {
            try {
                return call.outcome().get(left, TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                left = engine.timeLimits.remainingNanos(call, deadline);
                if (left <= 0) {
                    throw e;
                }
            }
        }
    }

    /** Returns a failure with the stack of the caller that it is thrown to. */
    private static AcpException rethrown(@Nullable Throwable failure) {
        if (failure instanceof AcpErrorException error) {
            return error.copy();
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
        return requestAsync(method, params, engine.timeLimits.start(method.name()), null, null);
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(RequestMethod<P, R> method, P params, Duration timeout) {
        return requestAsync(method, params, Deadline.in(timeout), null, null);
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(
            RequestMethod<P, R> method, P params, BiConsumer<@Nullable R, @Nullable Throwable> responded) {
        return requestAsync(method, params, engine.timeLimits.start(method.name()), null, responded);
    }

    @Override
    public <P, R> CompletableFuture<R> requestAsync(
            RequestMethod<P, R> method,
            P params,
            BiConsumer<@Nullable R, @Nullable Throwable> responded,
            CompletionStage<?> work) {
        return requestAsync(method, params, engine.timeLimits.start(method.name()), work, responded);
    }

    private <P, R> CompletableFuture<R> requestAsync(
            RequestMethod<P, R> method,
            P params,
            Deadline deadline,
            @Nullable CompletionStage<?> work,
            @Nullable BiConsumer<@Nullable R, @Nullable Throwable> responded) {
        OutboundCall<R> call = begin(method, params, false, deadline, work, responded);
        if (deadline.isLimited()) {
            limit(call, deadline);
        }
        CompletableFuture<R> shown = new CompletableFuture<>();
        var unused = call.outcome().whenComplete((result, failure) -> {
            if (failure == null) {
                shown.complete(result);
            } else if (failure instanceof TimeoutException) {
                engine.threads.execute(() -> shown.completeExceptionally(
                        Outcomes.unanswered(call.methodName(), deadline.timeout(), transport.peerNotes())));
            } else {
                shown.completeExceptionally(failure);
            }
        });
        // However the caller's future ends, by the caller too, the request must not stay behind.
        var unused2 = shown.whenComplete((result, failure) -> {
            engine.abandon(call);
            call.outcome().cancel(false);
        });
        return shown;
    }

    /** Fails a request when its time limit has been reached. */
    private void limit(OutboundCall<?> call, Deadline deadline) {
        AtomicReference<CompletableFuture<Boolean>> current = new AtomicReference<>(new CompletableFuture<>());
        startTimer(call, deadline, deadline.remainingNanos(), current);
        var unused = call.outcome()
                .whenComplete((result, failure) ->
                        Objects.requireNonNull(current.get()).complete(false));
    }

    private void startTimer(
            OutboundCall<?> call, Deadline deadline, long nanos, AtomicReference<CompletableFuture<Boolean>> current) {
        // Always completed normally: before Java 20 the JDK keeps the timer of a future that is cancelled or fails.
        CompletableFuture<Boolean> timer =
                new CompletableFuture<Boolean>().completeOnTimeout(true, nanos, TimeUnit.NANOSECONDS);
        current.set(timer);
        var unused = timer.thenAccept(isOver -> {
            if (isOver) {
                endOrContinue(call, deadline, current);
            }
        });
        if (call.outcome().isDone()) { // Possibly before the timer was the current one.
            timer.complete(false);
        }
    }

    /** Fails a request, unless its time limit has been suspended. */
    private void endOrContinue(
            OutboundCall<?> call, Deadline deadline, AtomicReference<CompletableFuture<Boolean>> current) {
        long left = engine.timeLimits.remainingNanos(call, deadline);
        if (left > 0) {
            startTimer(call, deadline, left, current);
        } else {
            call.outcome().completeExceptionally(new TimeoutException());
        }
    }

    private <P, R> OutboundCall<R> begin(
            RequestMethod<P, R> named,
            P params,
            boolean blocking,
            Deadline deadline,
            @Nullable CompletionStage<?> work,
            @Nullable BiConsumer<@Nullable R, @Nullable Throwable> responded) {
        RequestMethod<P, R> method = requireSpoken(engine.dialect.request(named), named.name());
        SessionId session = params instanceof SessionScoped scoped ? scoped.sessionId() : null;
        engine.timeLimits.noteSession(params);
        OutboundCall<R> call = null;
        boolean sent = false;
        RequestOutcome unsent = Outcomes.FAILED;
        try {
            call = calls.open(method, session, blocking, deadline, responded);
            if (call == null) {
                throw new RequestTimeoutException(method.name(), deadline.timeout());
            }
            Deadline sendBy = deadline.isLimited() ? deadline : Deadline.in(options.sendTimeout());
            OutboundFrame frame =
                    frames.call(call.id(), method.name(), observed(call, method.params(), work), params, call::written);
            sent = outbox.send(frame, sendBy);
            if (!sent) {
                unsent = Outcomes.TIMED_OUT;
                throw Outcomes.unsent(method.name(), sendBy.timeout());
            }
            return call;
        } catch (InterruptedException e) {
            unsent = Outcomes.CANCELLED;
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while sending " + method.name(), e);
        } catch (TransportClosedException e) {
            unsent = Outcomes.CLOSED;
            throw new ConnectionClosedException(reasonOr(e.reason()));
        } catch (UncheckedIOException e) {
            throw unwritten(method.name(), e);
        } finally {
            if (call != null && !sent) {
                calls.remove(call);
                call.ended(unsent);
            }
        }
    }

    private static <M> M requireSpoken(@Nullable M method, String name) {
        if (method == null) {
            throw new UnsupportedCapabilityException(name, "protocolVersion");
        }
        return method;
    }

    /** Asks for listeners to a request; returns the codec that writes what they add. */
    private <P> JsonCodec<P> observed(OutboundCall<?> call, JsonCodec<P> codec, @Nullable CompletionStage<?> work) {
        RequestListeners listeners = engine.connectionListeners == null
                ? null
                : engine.connectionListeners.outgoing(
                        new ConnectionListener.Request(call.methodName(), call.id(), call.session()));
        if (listeners == null) {
            return codec;
        }
        call.observedBy(listeners);
        if (work != null) {
            listeners.outlivesResponse(work, failure -> failure == null ? null : Outcomes.of(failure));
        }
        Map<String, String> meta = listeners.meta();
        return meta.isEmpty() ? codec : ParamsMeta.adding(meta, codec);
    }

    @Override
    public <P> void notify(NotificationMethod<P> named, P params) {
        NotificationMethod<P> method = requireSpoken(engine.dialect.notification(named), named.name());
        engine.timeLimits.noteSession(params);
        try {
            Deadline sendBy = Deadline.in(options.sendTimeout());
            if (!outbox.send(frames.call(null, method.name(), method.params(), params), sendBy)) {
                throw Outcomes.unsent(method.name(), sendBy.timeout());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while sending " + method.name(), e);
        } catch (TransportClosedException e) {
            throw new ConnectionClosedException(reasonOr(e.reason()));
        } catch (UncheckedIOException e) {
            throw unwritten(method.name(), e);
        }
    }

    private static RuntimeException unwritten(String method, UncheckedIOException failure) {
        FrameTooLargeException tooLarge = FrameTooLargeException.in(failure);
        return tooLarge == null ? failure : new MessageTooLargeException(method, tooLarge.bytes(), tooLarge.maxBytes());
    }

    /** The reason that the end of input gave, which tells more than that of a failed write. */
    private CloseReason reasonOr(CloseReason other) {
        CloseReason first = shutdown.endReason();
        return first == null ? other : first;
    }

    @Override
    public Executor executor() {
        return engine.threads;
    }

    @Override
    public String principal() {
        return principal;
    }

    @Override
    public CompletionStage<CloseReason> inputEnded() {
        CloseReason ended = shutdown.endReason();
        // The stage of the shutdown is completed by another thread, and may be later than what fails because of the
        // end.
        return ended == null ? shutdown.inputEnded().minimalCompletionStage() : CompletableFuture.completedStage(ended);
    }

    @Override
    public CompletionStage<CloseReason> closed() {
        return shutdown.closed().minimalCompletionStage();
    }

    @Override
    public CloseReason awaitClosed() throws InterruptedException {
        String own = shutdown.closed().isDone() ? null : cannotEndBefore();
        if (own != null) {
            throw new IllegalStateException("awaitClosed() was called by " + own
                    + " of the same connection, which cannot end before that has returned; wait on a thread of your own,"
                    + " or continue on closed()");
        }
        try {
            return shutdown.closed().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a connection cannot fail", e);
        }
    }

    /** Returns what this thread is doing for the connection that it must do before that can end; null when nothing. */
    private @Nullable String cannotEndBefore() {
        if (frames.isObserving()) {
            return "a wire listener"; // the transport reads or writes on this thread, also while it is being closed
        }
        if (shutdown.isClosing()) {
            return null;
        }
        if (Lane.current() != null && Lane.current().runsOn(engine.threads)) {
            return "a handler that holds the messages of its session";
        }
        return InboundCall.isServing(this) ? "a handler" : null;
    }

    @Override
    public void close() {
        shutdown.close();
    }
}
