package io.acp4j.client.internal.v2;

import io.acp4j.client.internal.protocol.SessionTurns.Turn;
import io.acp4j.client.internal.protocol.TurnUpdates;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.ErrorObject;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.prompt.PromptInserted;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.SessionUpdate;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One prompt on its way: sent, inserted, ended. */
final class OverlappingTurn implements Turn {

    private static final Logger LOG = LoggerFactory.getLogger(OverlappingTurn.class);

    private final Runnable cancelSession;
    private final @Nullable TurnUpdates updates;

    /** Whether nothing was under way when it was sent: what happens then is its own. */
    private final boolean alone;

    /** Whether it waits for the end of a replay, whose updates are not its own; guarded by the lock of its owner. */
    private boolean waits;

    private final CompletableFuture<@Nullable MessageId> inserted = new CompletableFuture<>();
    private final CompletableFuture<PromptResponse> end = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<PromptInserted> response;
    private volatile @Nullable MessageId id;
    private final AtomicBoolean refused = new AtomicBoolean();
    private final AtomicInteger closings = new AtomicInteger();
    private volatile boolean cancelled;

    /** What ended work first before the response to the prompt came. */
    private volatile @Nullable IdleStateUpdate meanwhile;

    /** The updates of which the response to the prompt will tell whether they are of this turn; null when there are none. */
    private @Nullable DoubtfulUpdates doubtful;

    OverlappingTurn(Runnable cancelSession, @Nullable TurnUpdates updates, boolean alone, boolean waits) {
        this.cancelSession = cancelSession;
        this.updates = updates;
        this.alone = alone;
        this.waits = waits;
    }

    void sent(CompletableFuture<PromptInserted> awaited) {
        response = awaited;
    }

    /**
     * Returns who takes an update that has come; null when it is not of this turn, is kept until that is known, or nobody looks at it.
     * Under the lock of the owner.
     *
     * @param replayed whether it may be one of a replay
     */
    @Nullable
    TurnUpdates updates(SessionUpdate update, boolean replayed) {
        waits &= replayed;
        if (waits || updates == null || isInserted()) {
            return waits ? null : updates;
        }
        if (!alone && doubtful == null && Echoes.messageOf(update) != null) {
            doubtful = new DoubtfulUpdates();
        }
        if (doubtful == null) {
            return alone ? updates : null;
        }
        if (alone && doubtful.isFull()) {
            // Who sends so much will hardly respond any more.
            updates.add(doubtful.all());
            doubtful = null;
            return updates;
        }
        doubtful.add(update);
        return null;
    }

    boolean isInserted() {
        return id != null;
    }

    void insert(MessageId as) {
        id = as;
    }

    /**
     * Hands over what was kept and is of this turn, once that is known. Under the lock of the owner.
     *
     * @param as the id of its message
     * @param ended the last update of the turn; null while it goes on
     */
    void settle(MessageId as, @Nullable IdleStateUpdate ended) {
        if (updates != null && doubtful != null) {
            updates.add(alone ? doubtful.until(ended) : doubtful.between(as, ended));
        }
        doubtful = null;
    }

    /**
     * Hands over what was kept, as it will not be known any more whether it is of this turn; not where other work was under way. Under the
     * lock of the owner.
     */
    void abandon() {
        if (alone && updates != null && doubtful != null) {
            updates.add(doubtful.all());
        }
        doubtful = null;
    }

    /** Notes the end of some work before the response to the prompt came. Under the lock of the owner. */
    void idle(IdleStateUpdate idle) {
        if (meanwhile == null) {
            meanwhile = idle;
        }
        if (alone && updates != null && doubtful == null) {
            doubtful = new DoubtfulUpdates();
        }
    }

    /** Returns what ended work since the prompt was sent, which can only have been this one's; null otherwise. */
    @Nullable
    IdleStateUpdate idleMeanwhile() {
        return alone ? meanwhile : null;
    }

    void cancelled() {
        cancelled = true;
    }

    /** Notes that a request to close the session is in progress. */
    void closing() {
        closings.incrementAndGet();
    }

    /** Notes that such a request has failed. */
    void closingFailed() {
        closings.decrementAndGet();
    }

    boolean isCancelled() {
        return cancelled || closings.get() > 0;
    }

    void tellInserted(@Nullable MessageId as) {
        inserted.complete(as);
    }

    /** Returns true if an error response refuses the prompt and does not withdraw it. Returns true only once. */
    boolean isRefusedFirst(AcpErrorException error) {
        return !error.code().equals(ErrorCode.REQUEST_CANCELLED) && refused.compareAndSet(false, true);
    }

    /** Ends with an error response, or because the prompt was withdrawn. */
    void refused(Throwable failure) {
        boolean withdrawn = failure instanceof CancellationException
                || (failure instanceof AcpErrorException error
                        && error.code().equals(ErrorCode.REQUEST_CANCELLED)
                        && isCancelled());
        if (withdrawn) {
            inserted.completeExceptionally(
                    new RequestCancelledException("the prompt was withdrawn before it was inserted", null));
            end.complete(PromptResponse.of(StopReason.CANCELLED));
        } else {
            fail(failure);
        }
    }

    /** Ends the turn without a response of the agent. */
    void endUnanswered(PromptResponse response) {
        MessageId as = id;
        if (as == null) {
            inserted.completeExceptionally(
                    new RequestCancelledException("the turn was cancelled before the prompt was inserted", null));
        } else {
            tellInserted(as);
        }
        end.complete(response);
    }

    void fail(Throwable failure) {
        inserted.completeExceptionally(failure);
        end.completeExceptionally(failure);
    }

    /** Ends with the work; what it took is told of one turn only, so that nobody adds it up twice. */
    void end(IdleStateUpdate idle, boolean withUsage) {
        tellInserted(id);
        StopReason reason = idle.stopReason() == null ? StopReason.END_TURN : idle.stopReason();
        if (reason.equals(IdleStateUpdate.ERROR)) {
            ErrorObject error = idle.error();
            end.completeExceptionally(AcpErrorException.received(
                    "session/prompt",
                    error == null
                            ? ErrorObject.of(ErrorCode.INTERNAL_ERROR, "The agent's work failed, it did not say why")
                            : error));
        } else {
            end.complete(new PromptResponse(reason, withUsage ? idle.usage() : null, idle.meta()));
        }
    }

    @Override
    public CompletableFuture<PromptResponse> end() {
        return end;
    }

    @Override
    public CompletableFuture<@Nullable MessageId> inserted() {
        return inserted;
    }

    @Override
    public void cancel() {
        if (end.isDone()) {
            return;
        }
        CompletableFuture<PromptInserted> awaited = response;
        if (isInserted() || alone || awaited == null || awaited.isDone()) {
            try {
                cancelSession.run();
            } catch (ConnectionClosedException e) {
                LOG.debug("a turn ends with the connection, not by its cancellation");
            }
        } else {
            // Other work goes on; only this prompt is taken back.
            awaited.cancel(true);
        }
    }
}
