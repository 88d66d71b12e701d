package io.acp4j.client.internal.session;

import io.acp4j.client.TurnInProgressException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.update.SessionUpdate;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The one turn that a session may have, and the permission requests that its cancellation answers. */
final class SessionTurns {

    private final SessionId session;
    private final AtomicReference<@Nullable Turn> running = new AtomicReference<>();
    private final Map<Object, CompletableFuture<RequestPermissionResponse>> pending = new ConcurrentHashMap<>();

    private volatile boolean lost;

    SessionTurns(SessionId session) {
        this.session = session;
    }

    /** A turn from its prompt to the agent's answer. */
    static final class Turn {
        private final @Nullable TurnUpdates updates;
        private final CompletableFuture<Void> cancellationSent = new CompletableFuture<>();
        private volatile boolean cancelled;

        private Turn(@Nullable TurnUpdates updates) {
            this.updates = updates;
        }
    }

    /** Begins a turn, unless there is one; its updates go to whoever looks at it, if somebody does. */
    Turn begin(@Nullable TurnUpdates updates) {
        Turn turn = new Turn(updates);
        if (!running.compareAndSet(null, turn)) {
            throw new TurnInProgressException(session);
        }
        return turn;
    }

    /** Hands an update to whoever looks at the turn that is under way. */
    void deliver(SessionUpdate update) {
        Turn turn = running.get();
        if (turn != null && turn.updates != null) {
            turn.updates.offer(update);
        }
    }

    void end(Turn turn) {
        running.compareAndSet(turn, null);
    }

    /** Notes that the connection has ended in the middle of the turn; before its end, so that one of both is seen. */
    void lose() {
        lost = true;
    }

    boolean isLost() {
        return lost;
    }

    boolean isRunning() {
        return running.get() != null;
    }

    boolean isRunning(Turn turn) {
        return running.get() == turn;
    }

    /**
     * Marks the turn, if there is one, as cancelled: its permission requests are answered as soon as the agent has been
     * sent the cancellation, and not before, or the agent would see them end without a reason.
     *
     * @return the turn, for {@link #cancellationSent}; null when none is under way
     */
    @Nullable
    Turn cancel() {
        Turn turn = running.get();
        if (turn != null) {
            turn.cancelled = true;
        }
        return turn;
    }

    /** Answers all permission requests that are pending as cancelled, and those that come in the rest of the turn. */
    void cancellationSent(@Nullable Turn turn) {
        if (turn != null) {
            turn.cancellationSent.complete(null);
        }
        for (CompletableFuture<RequestPermissionResponse> response : pending.values()) {
            response.complete(RequestPermissionResponse.cancelled());
        }
    }

    /** Returns the response to a permission request of a turn that has been cancelled; null when it has not been. */
    @Nullable
    CompletableFuture<RequestPermissionResponse> cancelledResponse() {
        Turn turn = running.get();
        return turn != null && turn.cancelled
                ? turn.cancellationSent.thenApply(sent -> RequestPermissionResponse.cancelled())
                : null;
    }

    /** Keeps a permission request until it is answered, so that a cancellation finds it. */
    void add(CompletableFuture<RequestPermissionResponse> response) {
        Object key = new Object();
        pending.put(key, response);
        var unused = response.whenComplete((given, failure) -> pending.remove(key));
        CompletableFuture<RequestPermissionResponse> cancelled = cancelledResponse();
        if (cancelled != null) {
            var unusedToo = cancelled.thenAccept(response::complete);
        }
    }
}
