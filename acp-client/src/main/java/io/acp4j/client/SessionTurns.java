package io.acp4j.client;

import io.acp4j.schema.SessionId;
import io.acp4j.schema.v1.permission.RequestPermissionResponse;
import io.acp4j.schema.v1.update.SessionUpdate;
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

    /** Whether the turn that is under way has been cancelled. */
    boolean isCancelled() {
        Turn turn = running.get();
        return turn != null && turn.cancelled;
    }

    /** Marks the turn, if there is one, so that whatever it still asks is answered as cancelled. */
    void cancel() {
        Turn turn = running.get();
        if (turn != null) {
            turn.cancelled = true;
        }
    }

    /** Takes a permission request in until it is answered. */
    void add(CompletableFuture<RequestPermissionResponse> answer) {
        Object key = new Object();
        pending.put(key, answer);
        var unused = answer.whenComplete((response, failure) -> pending.remove(key));
        if (isCancelled()) {
            answer.complete(RequestPermissionResponse.cancelled());
        }
    }

    /** Answers all permission requests that are pending as cancelled. */
    void cancelPermissions() {
        for (CompletableFuture<RequestPermissionResponse> answer : pending.values()) {
            answer.complete(RequestPermissionResponse.cancelled());
        }
    }
}
