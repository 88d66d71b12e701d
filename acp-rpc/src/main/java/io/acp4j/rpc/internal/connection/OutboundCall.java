package io.acp4j.rpc.internal.connection;

import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionListener.RequestOutcome;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.internal.lane.Lane;
import io.acp4j.rpc.internal.message.PendingCall;
import io.acp4j.rpc.internal.receipt.SentRequest;
import io.acp4j.schema.RequestId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.json.JsonCodec;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * A request to the peer that has not ended yet.
 *
 * @param <R> the type of its result
 */
final class OutboundCall<R> extends SentRequest implements PendingCall {

    private final RequestId id;
    private final RequestMethod<?, R> method;
    private final @Nullable SessionId session;
    private final Lane.@Nullable Origin origin;
    private final @Nullable Lane sessionLane;
    private final long sessionMessage;
    private final boolean blocking;
    private final CompletableFuture<R> outcome = new CompletableFuture<>();
    private final AtomicReference<@Nullable BiConsumer<@Nullable R, @Nullable Throwable>> responded;
    private final boolean ordered;
    private volatile @Nullable RequestListeners listeners;
    private volatile @Nullable Runnable expiry;
    private volatile int bytes;

    /** The time at which the time limit started again, as {@link System#nanoTime()}; null if it has not been suspended. */
    private volatile @Nullable Long limitStart;

    /**
     * Notes a request that is about to be sent.
     *
     * @param origin for which handler on a lane it is made; null on other threads
     * @param sessionLane the lane of the session that it is about; null when that has none yet
     * @param blocking whether its caller waits on the outcome and nothing else is attached to it
     * @param responded is told of its response in the order of what the peer has sent; null when nobody is
     */
    OutboundCall(
            RequestId id,
            RequestMethod<?, R> method,
            @Nullable SessionId session,
            Lane.@Nullable Origin origin,
            @Nullable Lane sessionLane,
            boolean blocking,
            @Nullable BiConsumer<@Nullable R, @Nullable Throwable> responded) {
        this.id = id;
        this.method = method;
        this.session = session;
        this.origin = origin;
        this.sessionLane = sessionLane;
        this.sessionMessage = sessionLane == null ? 0 : sessionLane.executing();
        this.blocking = blocking;
        this.responded = new AtomicReference<>(responded);
        this.ordered = responded != null;
    }

    RequestId id() {
        return id;
    }

    /** Returns the start of the time limit, which is later than the specified one if it was suspended. */
    long limitStart(long first) {
        Long restarted = limitStart;
        return restarted == null ? first : restarted;
    }

    /** Starts the time limit again. */
    void restartLimit() {
        limitStart = System.nanoTime();
    }

    @Override
    public String methodName() {
        return method.name();
    }

    @Override
    public int bytes() {
        return bytes;
    }

    void written(int size) {
        bytes = size;
    }

    @Override
    public JsonCodec<R> resultCodec() {
        return method.result();
    }

    @Override
    public @Nullable SessionId session() {
        return session;
    }

    /** Returns whether its caller waits on the outcome, so that completing it runs nobody's code. */
    boolean blocking() {
        return blocking;
    }

    /** Returns whether it was made by the handler that a lane is still running, which the response must therefore not wait for. */
    boolean madeBy(Lane lane) {
        return origin != null && lane == origin.lane() && lane.executing() == origin.message();
    }

    /** Returns whether a lane is still handling the very message that it handled when the request was sent. */
    boolean mayBeAwaitedBy(Lane lane) {
        return lane == sessionLane && sessionMessage != 0 && lane.executing() == sessionMessage;
    }

    /** Returns whether somebody is told of its response in the order of what the peer has sent, also when it has been given up. */
    boolean isOrdered() {
        return ordered;
    }

    /** Tells, once, in the order of what the peer has sent, that its response has come. */
    @SuppressWarnings("unchecked") // the result has been read with the codec of the method
    void responded(@Nullable Object result, @Nullable AcpException failure) {
        BiConsumer<@Nullable R, @Nullable Throwable> told = responded.getAndSet(null);
        if (told != null) {
            try {
                told.accept((R) result, failure);
            } catch (RuntimeException e) {
                LoggerFactory.getLogger(OutboundCall.class).error("the response to {} was not taken", methodName(), e);
            }
        }
    }

    /** Notes that no response is awaited any more, unless one has come. */
    void unanswered() {
        responded(
                null, new RequestCancelledException("given up: no response to " + methodName() + " is awaited", null));
    }

    /**
     * Notes that it has been given up, and is remembered for some time only.
     *
     * @param timer ends the time
     */
    void remembered(Runnable timer) {
        expiry = timer;
    }

    /** Notes that it is not remembered any more. */
    void forgotten() {
        Runnable timer = expiry;
        if (timer != null) {
            timer.run();
        }
    }

    /** Counts it where it may be waited for. */
    void opened() {
        if (origin != null) {
            origin.lane().callOpened(origin.message());
        }
        if (sessionLane != null && sessionMessage != 0) {
            sessionLane.callOpened(sessionMessage);
        }
    }

    /** Takes it out of the count; called once. */
    void removed() {
        if (origin != null) {
            origin.lane().callEnded(origin.message());
        }
        if (sessionLane != null && sessionMessage != 0) {
            sessionLane.callEnded(sessionMessage);
        }
    }

    /** Returns whether some lane's handler may be waiting for it. */
    boolean isAwaitedByHandler() {
        return (origin != null && madeBy(origin.lane())) || (sessionLane != null && mayBeAwaitedBy(sessionLane));
    }

    CompletableFuture<R> outcome() {
        return outcome;
    }

    /** Adds the listeners; the request may have ended already. */
    void observedBy(RequestListeners those) {
        listeners = those;
        var unused = outcome.whenComplete((result, failure) -> {
            if (failure != null) {
                ended(Outcomes.of(failure));
            } else {
                ended(Outcomes.result(result));
            }
        });
    }

    /** Reports to the listeners how the request ended, unless they know. */
    void ended(RequestOutcome how) {
        RequestListeners those = listeners;
        if (those != null) {
            those.ended(how);
        }
    }

    @SuppressWarnings("unchecked")
    void succeed(Object result) {
        if (listeners != null && !outcome.isDone()) {
            ended(Outcomes.result(result));
        }
        outcome.complete((R) result);
    }

    void fail(AcpException failure) {
        if (listeners != null && !outcome.isDone()) {
            ended(Outcomes.of(failure));
        }
        outcome.completeExceptionally(failure);
    }
}
