package io.acp4j.rpc;

import io.acp4j.rpc.transport.CloseReason;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends the requests to the peer: each once what the peer said before has been handled. */
final class Answers {

    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    /**
     * How long an answer waits for a message that was being handled when its request was sent, and still is: its handler
     * may be waiting for the answer by way of another thread. So long, too, a request of the peer waits for such a handler.
     */
    static final long NESTED_GRACE_MILLIS = 1000;

    /** How long the end of a connection waits for handlers before it fails the requests that are pending. */
    private static final long END_GRACE_MILLIS = 250;

    private final OutboundCalls calls;
    private final Lanes lanes;
    private final Timers timers;
    private final Executor threads;
    private final AtomicReference<@Nullable CloseReason> end = new AtomicReference<>();
    private volatile boolean failingLater;

    Answers(OutboundCalls calls, Lanes lanes, Timers timers, Executor threads) {
        this.calls = calls;
        this.lanes = lanes;
        this.timers = timers;
        this.threads = threads;
    }

    /** Takes what the peer has answered; called by the reading thread only. */
    void take(Inbound.Answer answer, int bytes) {
        OutboundCall<?> call = answer.call();
        if (call == null || !calls.remove(call)) {
            LOG.debug("ignored an answer to a request that is not pending");
            return;
        }
        Runnable conclusion = () -> conclude(call, answer);
        Lane lane = lanes.find(answer.session());
        if (lane == null || lane.isIdle() || call.madeBy(lane)) {
            concludeNow(call, conclusion);
            return;
        }
        if (call.mayBeAwaitedBy(lane)) {
            timers.after(NESTED_GRACE_MILLIS, () -> {
                if (call.mayBeAwaitedBy(lane)) {
                    conclusion.run();
                }
            });
        }
        // What continues on a future may wait for later messages of the session, so it must not run on the lane.
        lanes.add(answer.session(), conclusion, bytes, !call.blocking());
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
            call.ended(RequestOutcome.CLOSED);
            Runnable failing = () -> call.fail(new ConnectionClosedException(reason));
            Lane lane = lanes.find(call.session());
            if (lane == null || lane.isIdle() || call.madeBy(lane)) {
                concludeNow(call, failing);
            } else {
                failingLater = true;
                lane.add(new Lane.Item(failing, 0, !call.blocking(), false));
                CompletableFuture.delayedExecutor(END_GRACE_MILLIS, TimeUnit.MILLISECONDS, threads)
                        .execute(failing);
            }
        }
    }

    /** Why no answers come any more; null while they do. */
    @Nullable
    CloseReason endReason() {
        return end.get();
    }

    /** How long the end of the connection still needs handler threads. */
    long threadsNeededMillis() {
        return failingLater ? 2 * END_GRACE_MILLIS : 0;
    }
}
