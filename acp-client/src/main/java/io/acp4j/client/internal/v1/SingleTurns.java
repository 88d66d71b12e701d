package io.acp4j.client.internal.v1;

import io.acp4j.client.TurnInProgressException;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.internal.protocol.CancelledTurn;
import io.acp4j.client.internal.protocol.SessionTurns;
import io.acp4j.client.internal.protocol.TurnSession;
import io.acp4j.client.internal.protocol.TurnUpdates;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.rpc.internal.text.LogText;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.update.SessionUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one turn that a session may have: from the prompt to its response. */
final class SingleTurns implements SessionTurns {

    private static final Logger LOG = LoggerFactory.getLogger(SingleTurns.class);

    private final TurnSession session;
    private final AtomicReference<@Nullable SingleTurn> running = new AtomicReference<>();
    private final Map<Object, CompletableFuture<RequestPermissionResponse>> pending = new ConcurrentHashMap<>();

    /** Number of turns that have ended on this side and whose requests have no response. */
    private final AtomicInteger abandoned = new AtomicInteger();

    private volatile boolean lost;

    SingleTurns(TurnSession session) {
        this.session = session;
    }

    /** Result of a turn. */
    private enum Ending {
        REQUEST_COMPLETED,
        ABANDONED
    }

    /** A turn from its prompt to the agent's response. */
    private final class SingleTurn implements Turn {
        private final @Nullable TurnUpdates updates;

        /** Set if output of an earlier turn may follow its prompt. */
        private final boolean followsAbandoned = abandoned.get() > 0;

        private final CompletableFuture<Void> cancellationSent = new CompletableFuture<>();
        private final CompletableFuture<@Nullable MessageId> inserted = new CompletableFuture<>();
        private final CompletableFuture<PromptResponse> end = new CompletableFuture<>();
        private final AtomicBoolean bounded = new AtomicBoolean();
        private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
        private final AtomicInteger closings = new AtomicInteger();
        private volatile boolean cancelled;

        /** Set if it ends before the timeout for a confirmation of its cancellation. */
        private final AtomicBoolean unconfirmed = new AtomicBoolean();

        private volatile boolean responded;

        /** Whether it waits for the end of a replay, whose updates are not its own. */
        private volatile boolean waits;

        private SingleTurn(@Nullable TurnUpdates updates, boolean waits) {
            this.updates = updates;
            this.waits = waits;
        }

        private boolean isCancelled() {
            return cancelled || closings.get() > 0;
        }

        private boolean isOpenAfterItsEnd() {
            return ending.get() == Ending.ABANDONED && !responded;
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
            if (running.get() == this) {
                try {
                    SingleTurns.this.cancel();
                } catch (ConnectionClosedException e) {
                    LOG.debug(
                            "the turn of session {} ends with the connection, not by its cancellation",
                            LogText.of(session.id().value()));
                }
            }
        }
    }

    @Override
    public Turn prompt(List<? extends ContentBlock> content, @Nullable Meta meta, @Nullable TurnUpdates updates) {
        SingleTurn turn = new SingleTurn(updates, session.isReplayed());
        if (!running.compareAndSet(null, turn)) {
            throw new TurnInProgressException(session.id());
        }
        try {
            session.prompting();
            DefaultSessionTranscript transcript = session.transcript();
            if (transcript != null) {
                transcript.promptStarted(content);
            }
            var unused = session.request(
                            Methods.SESSION_PROMPT,
                            new PromptRequest(session.id(), List.copyOf(content), meta),
                            (response, failure) -> ended(turn, response, failure))
                    .whenComplete((response, failure) -> {
                        // The caller may have it before, or without a response.
                        ended(turn, response, failure);
                        turn.responded = !(failure instanceof RequestTimeoutException);
                        if (turn.ending.get() == Ending.ABANDONED) {
                            abandoned.decrementAndGet();
                            return;
                        }
                        if (response != null) {
                            turn.end.complete(response);
                        } else {
                            turn.end.completeExceptionally(failure);
                        }
                    });
            return turn;
        } catch (RuntimeException e) {
            end(turn, null, e, Ending.REQUEST_COMPLETED, false);
            throw e;
        }
    }

    private void ended(SingleTurn turn, @Nullable PromptResponse response, @Nullable Throwable failure) {
        if (failure instanceof RequestTimeoutException) {
            turn.cancel();
        }
        if (failure instanceof ConnectionClosedException && running.get() == turn) {
            lost = true; // Before its end, so that one of both is seen.
        }
        end(turn, response, failure, Ending.REQUEST_COMPLETED, true);
    }

    /** Ends a turn on this side; returns false if it has ended before. */
    private boolean end(
            SingleTurn turn,
            @Nullable PromptResponse response,
            @Nullable Throwable failure,
            Ending ending,
            boolean isSent) {
        if (!turn.ending.compareAndSet(null, ending)) {
            return false;
        }
        if (ending == Ending.ABANDONED) {
            abandoned.incrementAndGet();
        }
        DefaultSessionTranscript transcript = session.transcript();
        TranscriptEntry doubtful = null;
        if (transcript != null && !isSent) {
            transcript.promptFailed(null);
        } else if (transcript != null && failure instanceof AcpErrorException error) {
            doubtful = transcript.promptFailed(error.error(), turn.followsAbandoned);
        } else if (transcript != null) {
            transcript.promptEnded(response == null ? null : response.stopReason());
        }
        running.compareAndSet(turn, null);
        if (failure == null) {
            turn.inserted.complete(null);
        } else {
            turn.inserted.completeExceptionally(failure);
        }
        session.turnEnded();
        if (doubtful != null && failure instanceof AcpErrorException error) {
            session.promptFailed(doubtful, error.error());
        }
        return true;
    }

    /**
     * Ends a turn as cancelled without a response of the agent. A response that arrives later is ignored.
     *
     * @return false if it has ended before
     */
    private boolean abandon(SingleTurn turn, boolean isConfirmed) {
        PromptResponse response = CancelledTurn.response(isConfirmed);
        if (!end(turn, response, null, Ending.ABANDONED, true)) {
            return false;
        }
        if (!isConfirmed) {
            session.markUnconfirmed();
        }
        turn.end.complete(response);
        return true;
    }

    /** Handles that the agent has not confirmed the cancellation of a turn in time. */
    private void expire(SingleTurn turn) {
        if (abandon(turn, false) || (turn.unconfirmed.getAndSet(false) && turn.isOpenAfterItsEnd())) {
            session.cancelUnconfirmed();
        }
    }

    /** Ends a cancelled turn after the timeout for its confirmation. */
    private void limit(@Nullable SingleTurn turn) {
        if (turn != null && turn.bounded.compareAndSet(false, true)) {
            session.afterCancelTimeout(() -> expire(turn));
        }
    }

    @Override
    public Runnable assign(SessionUpdate update) {
        SingleTurn turn = running.get();
        if (turn == null || (turn.waits && session.isReplayed())) {
            return () -> {};
        }
        turn.waits = false;
        return () -> deliver(update, turn);
    }

    private void deliver(SessionUpdate update, SingleTurn turn) {
        if (!turn.inserted.isDone()) {
            session.executor().execute(() -> turn.inserted.complete(null));
        }
        if (turn.updates != null) {
            turn.updates.offer(update);
        }
    }

    @Override
    public boolean isRunning() {
        return running.get() != null;
    }

    @Override
    public boolean isLost() {
        return lost;
    }

    @Override
    public void cancel() {
        SingleTurn turn = running.get();
        if (turn != null) {
            // Its permission requests are cancelled after the cancellation has been sent, so that the agent knows the
            // reason.
            turn.cancelled = true;
        }
        DefaultSessionTranscript transcript = session.transcript();
        if (transcript != null) {
            transcript.cancelRequested();
        }
        try {
            session.sendCancellation();
        } finally {
            cancellationSent(turn);
            limit(turn);
        }
    }

    @Override
    public Runnable closing() {
        SingleTurn turn = running.get();
        if (turn == null) {
            cancelPending();
            return () -> {};
        }
        turn.closings.incrementAndGet();
        cancelPending();
        AtomicBoolean failed = new AtomicBoolean();
        session.afterCancelTimeout(() -> {
            if (!failed.get()) {
                expire(turn);
            }
        });
        return () -> {
            if (failed.compareAndSet(false, true)) {
                turn.closings.decrementAndGet();
            }
        };
    }

    @Override
    public void closed() {
        SingleTurn turn = running.get();
        if (turn != null) {
            abandon(turn, true);
        }
    }

    @Override
    public Runnable reopening() {
        SingleTurn turn = running.get();
        return () -> {
            if (turn != null && turn.isCancelled()) {
                // The application is notified after the timeout only, unless the agent responds before.
                turn.unconfirmed.set(true);
                if (!abandon(turn, false)) {
                    turn.unconfirmed.set(false);
                }
            }
        };
    }

    @Override
    public void forgotten() {
        // The response to the prompt ends the turn, whether or not anything follows the session.
    }

    @Override
    public void connectionClosed(CloseReason reason) {
        // The request ends with the connection.
    }

    /** Cancels all permission requests that are pending, and those that come in the rest of the turn. */
    private void cancellationSent(@Nullable SingleTurn turn) {
        if (turn != null) {
            turn.cancellationSent.complete(null);
        }
        cancelPending();
    }

    private void cancelPending() {
        for (CompletableFuture<RequestPermissionResponse> response : pending.values()) {
            response.complete(RequestPermissionResponse.cancelled());
        }
    }

    @Override
    public @Nullable CompletableFuture<RequestPermissionResponse> cancelledResponse(RequestPermissionRequest request) {
        SingleTurn turn = running.get();
        if (turn != null && turn.closings.get() > 0) {
            return CompletableFuture.completedFuture(RequestPermissionResponse.cancelled());
        }
        return turn != null && turn.cancelled
                ? turn.cancellationSent.thenApply(sent -> RequestPermissionResponse.cancelled())
                : null;
    }

    @Override
    public void add(RequestPermissionRequest request, CompletableFuture<RequestPermissionResponse> response) {
        Object key = new Object();
        pending.put(key, response);
        var unused = response.whenComplete((given, failure) -> pending.remove(key));
        CompletableFuture<RequestPermissionResponse> cancelled = cancelledResponse(request);
        if (cancelled != null) {
            var unusedToo = cancelled.thenAccept(response::complete);
        }
    }
}
