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
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
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
    private volatile boolean cancelled;

    /** What ended work before the response to the prompt was handled. */
    private volatile @Nullable IdleStateUpdate meanwhile;

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
     * Returns who takes the updates that come now; null when they are not of this turn, or nobody looks at them.
     *
     * @param replayed whether they may be those of a replay
     */
    @Nullable
    TurnUpdates updates(boolean replayed) {
        waits &= replayed;
        return !waits && (alone || isInserted()) ? updates : null;
    }

    boolean isInserted() {
        return id != null;
    }

    void insert(MessageId as) {
        id = as;
    }

    /** Notes the end of some work before the response to the prompt was handled. */
    void idle(IdleStateUpdate idle) {
        meanwhile = idle;
    }

    /** Returns what ended work since the prompt was sent, which can only have been this one's; null otherwise. */
    @Nullable
    IdleStateUpdate idleMeanwhile() {
        return alone ? meanwhile : null;
    }

    void cancelled() {
        cancelled = true;
    }

    boolean isCancelled() {
        return cancelled;
    }

    void tellInserted(MessageId as) {
        inserted.complete(as);
    }

    /** Ends with an error response, or because the prompt was withdrawn. */
    void refused(Throwable failure) {
        boolean withdrawn = failure instanceof CancellationException
                || (failure instanceof AcpErrorException error
                        && error.code().equals(ErrorCode.REQUEST_CANCELLED)
                        && cancelled);
        if (withdrawn) {
            inserted.completeExceptionally(
                    new RequestCancelledException("the prompt was withdrawn before it was inserted", null));
            end.complete(PromptResponse.of(StopReason.CANCELLED));
        } else {
            fail(failure);
        }
    }

    void fail(Throwable failure) {
        inserted.completeExceptionally(failure);
        end.completeExceptionally(failure);
    }

    /** Ends with the work; what it took is told of one turn only, so that nobody adds it up twice. */
    void end(IdleStateUpdate idle, boolean withUsage) {
        StopReason reason = idle.stopReason() == null ? StopReason.END_TURN : idle.stopReason();
        if (reason.equals(IdleStateUpdate.ERROR)) {
            ErrorObject error = idle.error();
            end.completeExceptionally(new AcpErrorException(
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
        if (isInserted() || alone || awaited == null) {
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
