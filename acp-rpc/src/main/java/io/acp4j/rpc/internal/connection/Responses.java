package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.MalformedMessageException;
import io.acp4j.rpc.internal.lane.Lane;
import io.acp4j.rpc.internal.lane.Lanes;
import io.acp4j.rpc.internal.message.Inbound;
import io.acp4j.rpc.transport.CloseReason;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Ends the requests to the peer: each once what the peer said before has been handled. */
final class Responses {

    /**
     * How long a response waits for a message that was being handled when its request was sent, and still is: its handler
     * may be waiting for the response by way of another thread. So long, too, a request of the peer waits for such a handler.
     */
    static final long NESTED_GRACE_MILLIS = 1000;

    /** How long the end of a connection waits for handlers before it fails the requests that are pending. */
    private static final long END_GRACE_MILLIS = 250;

    private final OutboundCalls calls;
    private final Lanes lanes;
    private final Timers timers;
    private final Executor threads;
    private final AtomicReference<@Nullable CloseReason> end = new AtomicReference<>();

    Responses(OutboundCalls calls, Lanes lanes, Timers timers, Executor threads) {
        this.calls = calls;
        this.lanes = lanes;
        this.timers = timers;
        this.threads = threads;
    }

    /** Takes what the peer has responded with; called by the reading thread only. */
    void take(Inbound.Response response, int bytes) {
        OutboundCall<?> call = response.call() instanceof OutboundCall<?> known ? known : null;
        boolean isPending = call != null && calls.remove(call);
        if (call == null || (!isPending && !calls.forget(call))) {
            LoggerFactory.getLogger(Responses.class).debug("ignored a response to a request that is not pending");
            return;
        }
        Lane lane = lanes.find(response.session());
        AcpException failure = failure(call, response);
        Runnable conclusion = isPending ? () -> conclude(call, response, failure) : () -> {};
        boolean isAwaitedByHandler = lane != null && call.madeBy(lane);
        if (!call.isOrdered() && (lane == null || lane.isIdle() || isAwaitedByHandler)) {
            concludeNow(call, conclusion);
            return;
        }
        if (isAwaitedByHandler) {
            threads.execute(conclusion);
        } else if (lane != null && call.mayBeAwaitedBy(lane)) {
            timers.after(NESTED_GRACE_MILLIS, () -> {
                if (call.mayBeAwaitedBy(lane)) {
                    conclusion.run();
                }
            });
        }
        lanes.add(response.session(), () -> inOrder(call, response.result(), failure, conclusion), bytes, false);
    }

    /** Concludes a request on the lane of its session. */
    private static void inOrder(
            OutboundCall<?> call, @Nullable Object result, @Nullable AcpException failure, Runnable conclusion) {
        call.responded(result, failure);
        if (!call.blocking()) {
            // What continues on a future may wait for later messages of the session, so it must not run on the lane.
            Lane.leave();
        }
        conclusion.run();
    }

    /** Waits no longer for the response to a request that was given up. */
    void giveUpOn(OutboundCall<?> call) {
        if (calls.forget(call)) {
            call.unanswered();
        }
    }

    private static @Nullable AcpException failure(OutboundCall<?> call, Inbound.Response response) {
        if (response.fault() != null) {
            return new MalformedMessageException(
                    "the response to " + call.methodName() + " is malformed: " + response.fault());
        }
        return response.error() == null ? null : AcpErrorException.received(call.methodName(), response.error());
    }

    private static void conclude(OutboundCall<?> call, Inbound.Response response, @Nullable AcpException failure) {
        if (failure != null) {
            call.fail(failure);
        } else {
            call.succeed(Objects.requireNonNull(response.result()));
        }
    }

    private void concludeNow(OutboundCall<?> call, Runnable conclusion) {
        if (call.blocking()) {
            conclusion.run();
        } else {
            threads.execute(conclusion);
        }
    }

    /** Ends all that is pending with the first reason there was, all within a moment. */
    void failPending(CloseReason latest) {
        end.compareAndSet(null, latest);
        CloseReason reason = Objects.requireNonNullElse(end.get(), latest);
        for (OutboundCall<?> call : calls.close(reason)) {
            call.ended(Outcomes.CLOSED);
            ConnectionClosedException closed = new ConnectionClosedException(reason);
            Runnable failing = () -> call.fail(closed);
            Runnable last = () -> inOrder(call, null, closed, failing);
            Lane lane = lanes.find(call.session());
            if (lane == null || lane.isIdle()) {
                concludeNow(call, last);
                continue;
            }
            lane.add(new Lane.Item(last, 0, false, false));
            if (call.madeBy(lane)) {
                concludeNow(call, failing);
            } else {
                CompletableFuture.delayedExecutor(END_GRACE_MILLIS, TimeUnit.MILLISECONDS, threads)
                        .execute(failing);
            }
        }
    }

    /** Returns why no responses come any more; null while they do. */
    @Nullable
    CloseReason endReason() {
        return end.get();
    }
}
