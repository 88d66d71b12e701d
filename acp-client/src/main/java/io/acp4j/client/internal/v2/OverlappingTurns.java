package io.acp4j.client.internal.v2;

import io.acp4j.client.TurnInProgressException;
import io.acp4j.client.internal.feed.DefaultSessionTranscript;
import io.acp4j.client.internal.protocol.CancelledTurn;
import io.acp4j.client.internal.protocol.SessionTurns;
import io.acp4j.client.internal.protocol.TurnLimits;
import io.acp4j.client.internal.protocol.TurnSession;
import io.acp4j.client.internal.protocol.TurnUpdates;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.transport.CloseReason;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.method.V2Methods;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptInserted;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.IdleStateUpdate;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.StateUpdate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The turns of a session that takes prompts while it works. A turn ends with the first {@code idle} that ends work after its message
 * was inserted; the response to the prompt says that it was, and so does the echo of the message, which may come earlier.
 *
 * <p>The agent may send the response later than updates of the turn, or its {@code idle}. The echo is what tells then that the message
 * was there before; without one, only a prompt that was sent while nothing was under way is known to be what the {@code idle} ended.
 */
final class OverlappingTurns implements SessionTurns {

    /** How long updates that are still being handled have to end their turns when the connection has ended. */
    private static final long END_GRACE_MILLIS = 250;

    private final TurnSession session;
    private final List<OverlappingTurn> turns = new ArrayList<>();
    private final Echoes echoes = new Echoes();
    private final AskedPermissions asked = new AskedPermissions();
    private final ReportedWork work = new ReportedWork();

    /** Turns that have ended before the timeout for a confirmation of their cancellation. */
    private final Set<OverlappingTurn> unconfirmed = new HashSet<>();

    /** Work that has ended and whose last update is still being delivered. */
    private final List<EndedWork> unreported = new ArrayList<>();

    private volatile boolean lost;

    OverlappingTurns(TurnSession session) {
        this.session = session;
    }

    @Override
    public Turn prompt(List<? extends ContentBlock> content, @Nullable Meta meta, @Nullable TurnUpdates updates) {
        OverlappingTurn turn = begin(updates);
        try {
            session.prompting();
            CompletableFuture<PromptInserted> response = session.request(
                    V2Methods.SESSION_PROMPT,
                    new PromptRequest(session.id(), List.copyOf(content), meta),
                    (inserted, failure) -> responded(turn, content, inserted, failure),
                    turn.end());
            turn.sent(response);
            var unused = response.whenComplete((inserted, failure) -> {
                if (inserted == null) {
                    refused(turn, content, failure);
                    turn.refused(failure == null ? new AcpException("a prompt has no response", null) : failure);
                } else {
                    turn.tellInserted(inserted.messageId());
                }
            });
            return turn;
        } catch (RuntimeException e) {
            session.promptRefused(content, null);
            remove(turn);
            turn.fail(e);
            throw e;
        }
    }

    private synchronized OverlappingTurn begin(@Nullable TurnUpdates updates) {
        if (turns.size() >= TurnLimits.MAX_OVERLAPPING) {
            throw new TurnInProgressException(session.id(), TurnLimits.MAX_OVERLAPPING);
        }
        OverlappingTurn turn =
                new OverlappingTurn(this::cancel, updates, !work.isRunning() && turns.isEmpty(), session.isReplayed());
        work.prompted();
        turns.add(turn);
        return turn;
    }

    private synchronized void remove(OverlappingTurn turn) {
        turns.remove(turn);
        unconfirmed.remove(turn);
        turn.abandon();
        if (turns.stream().noneMatch(OverlappingTurn::isCancelled)) {
            work.noTurnIsCancelled();
        }
    }

    /** Forgets a turn whose prompt has not been taken. */
    private void refused(OverlappingTurn turn, List<? extends ContentBlock> content, @Nullable Throwable failure) {
        if (failure instanceof ConnectionClosedException && !turn.end().isDone()) {
            lost = true; // Before its end, so that one of both is seen.
        }
        if (failure instanceof AcpErrorException error && turn.isRefusedFirst(error)) {
            session.promptRefused(content, error.error());
        }
        remove(turn);
    }

    /** Takes the response to a prompt in its place among the updates; on the lane of the session. */
    private void responded(
            OverlappingTurn turn,
            List<? extends ContentBlock> content,
            @Nullable PromptInserted inserted,
            @Nullable Throwable failure) {
        if (inserted == null) {
            refused(turn, content, failure);
            return;
        }
        IdleStateUpdate ended;
        synchronized (this) {
            turn.insert(inserted.messageId());
            // Where messages are sent back, one that has not come yet is not what an earlier idle ended.
            ended = echoes.isSentBack() ? echoes.take(inserted.messageId()) : turn.idleMeanwhile();
            turn.settle(inserted.messageId(), ended);
            if (ended != null) {
                turns.remove(turn);
            }
        }
        if (ended != null) {
            // What continues on a turn may wait for later updates, so it does not run on the lane of the session.
            session.executor().execute(() -> turn.end(ended, true));
        }
    }

    @Override
    public Runnable assign(SessionUpdate update) {
        List<TurnUpdates> listening = List.of();
        EndedWork ended;
        boolean replayed = session.isReplayed();
        synchronized (this) {
            MessageId message = Echoes.messageOf(update);
            if (message != null) {
                echoes.note(message, turns.stream().anyMatch(turn -> !turn.isInserted()));
            }
            // Pieces of text come here by the hundred thousand, and are mostly of one turn.
            for (int i = 0; i < turns.size(); i++) {
                TurnUpdates updates = turns.get(i).updates(update, replayed);
                if (updates != null) {
                    listening = listening.isEmpty() ? new ArrayList<>(turns.size()) : listening;
                    listening.add(updates);
                }
            }
            ended = update instanceof StateUpdate state ? note(state) : null;
        }
        List<TurnUpdates> assigned = listening;
        return () -> {
            assigned.forEach(updates -> updates.offer(update));
            if (ended != null) {
                end(ended);
            }
        };
    }

    /** Notes a state. Returns the work that ends with it, or null. Under the lock. */
    private @Nullable EndedWork note(StateUpdate state) {
        work.note(state);
        if (!(state instanceof IdleStateUpdate idle)) {
            return null;
        }
        unconfirmed.clear();
        if (!work.isRunning() && idle.stopReason() == null) {
            return null;
        }
        List<OverlappingTurn> ended = new ArrayList<>();
        for (OverlappingTurn turn : List.copyOf(turns)) {
            if (turn.isInserted()) {
                turns.remove(turn);
                ended.add(turn);
            } else if (work.isRunning()) {
                turn.idle(idle);
            }
        }
        work.end();
        echoes.end(idle, !turns.isEmpty());
        EndedWork endedWork = new EndedWork(ended, idle);
        unreported.add(endedWork);
        return endedWork;
    }

    private void end(EndedWork ended) {
        session.turnEnded();
        session.executor().execute(() -> {
            ended.end();
            synchronized (this) {
                unreported.remove(ended);
            }
        });
    }

    @Override
    public synchronized boolean isRunning() {
        return work.isRunning() || !turns.isEmpty();
    }

    @Override
    public boolean isLost() {
        return lost;
    }

    @Override
    public void cancel() {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        List<BackgroundWork> goesOn;
        synchronized (this) {
            turns.forEach(OverlappingTurn::cancelled);
            work.cancel(sent, !turns.isEmpty());
            goesOn = work.background();
        }
        try {
            session.sendCancellation();
        } finally {
            sent.complete(null);
            asked.cancelForeground(goesOn);
            limitCancelled();
        }
    }

    /** Ends the cancelled turns after the timeout for their confirmation. */
    private void limitCancelled() {
        List<OverlappingTurn> cancelled = cancelledTurns();
        if (!cancelled.isEmpty()) {
            session.afterCancelTimeout(() -> expire(cancelled));
        }
    }

    private synchronized List<OverlappingTurn> cancelledTurns() {
        return turns.stream().filter(OverlappingTurn::isCancelled).toList();
    }

    /** Handles that the agent has not confirmed the cancellation of turns in time. */
    private void expire(List<OverlappingTurn> cancelled) {
        boolean isUnconfirmed;
        synchronized (this) {
            isUnconfirmed = unconfirmed.removeAll(cancelled);
        }
        isUnconfirmed |= !abandon(cancelled, false).isEmpty();
        if (isUnconfirmed) {
            session.cancelUnconfirmed();
        }
    }

    /**
     * Ends turns as cancelled without a message of the agent.
     *
     * @return those of them that had not ended before
     */
    private List<OverlappingTurn> abandon(List<OverlappingTurn> abandoned, boolean isConfirmed) {
        List<OverlappingTurn> ended;
        boolean idle;
        synchronized (this) {
            ended = abandoned.stream().filter(turns::remove).toList();
            if (ended.isEmpty()) {
                return ended;
            }
            ended.forEach(OverlappingTurn::abandon);
            idle = turns.isEmpty();
            if (idle) {
                work.end();
            }
        }
        DefaultSessionTranscript transcript = session.transcript();
        if (transcript != null && idle) {
            transcript.promptEnded(StopReason.CANCELLED);
        }
        session.turnEnded();
        if (!isConfirmed) {
            session.markUnconfirmed();
        }
        PromptResponse response = CancelledTurn.response(isConfirmed);
        ended.forEach(turn -> turn.endUnanswered(response));
        return ended;
    }

    @Override
    public void closed() {
        abandon(openTurns(), true);
    }

    private synchronized List<OverlappingTurn> openTurns() {
        return List.copyOf(turns);
    }

    @Override
    public Runnable reopening() {
        List<OverlappingTurn> before = openTurns();
        return () -> {
            List<OverlappingTurn> cancelled;
            synchronized (this) {
                cancelled = before.stream()
                        .filter(turn -> turn.isCancelled() && turns.contains(turn))
                        .toList();
                // The application is notified after the timeout only, unless the agent becomes idle before.
                unconfirmed.addAll(cancelled);
            }
            abandon(cancelled, false);
        };
    }

    @Override
    public Runnable closing() {
        Object request = new Object();
        List<OverlappingTurn> open;
        synchronized (this) {
            work.closing(request);
            open = List.copyOf(turns);
            open.forEach(OverlappingTurn::closing);
        }
        asked.cancelAll();
        AtomicBoolean failed = new AtomicBoolean();
        session.afterCancelTimeout(() -> {
            if (!failed.get()) {
                expire(open);
            }
        });
        return () -> {
            if (failed.compareAndSet(false, true)) {
                synchronized (this) {
                    work.closingFailed(request);
                    open.forEach(OverlappingTurn::closingFailed);
                }
            }
        };
    }

    @Override
    public void forgotten() {
        fail(new AcpException(
                "session " + session.id() + " is no longer followed, so the end of its turn will not be known", null));
    }

    @Override
    public void connectionClosed(CloseReason reason) {
        // The program may hold all threads of the common pool, and wait for this.
        CompletableFuture.delayedExecutor(END_GRACE_MILLIS, TimeUnit.MILLISECONDS, session.executor())
                .execute(() -> fail(new ConnectionClosedException(reason)));
    }

    private void fail(AcpException failure) {
        List<OverlappingTurn> failed;
        List<EndedWork> ended;
        synchronized (this) {
            failed = List.copyOf(turns);
            ended = List.copyOf(unreported);
            if (!failed.isEmpty() && failure instanceof ConnectionClosedException) {
                lost = true;
            }
            failed.forEach(OverlappingTurn::abandon);
            turns.clear();
            unconfirmed.clear();
            work.end();
        }
        // A listener that does not return keeps no turn open.
        ended.forEach(EndedWork::end);
        failed.forEach(turn -> turn.fail(failure));
    }

    @Override
    public synchronized @Nullable CompletableFuture<RequestPermissionResponse> cancelledResponse(
            RequestPermissionRequest request) {
        return work.cancelledResponse(request);
    }

    @Override
    public void add(RequestPermissionRequest request, CompletableFuture<RequestPermissionResponse> response) {
        asked.add(request, response);
        CompletableFuture<RequestPermissionResponse> cancelled = cancelledResponse(request);
        if (cancelled != null) {
            var unused = cancelled.thenAccept(response::complete);
        }
    }
}
