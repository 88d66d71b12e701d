package io.acp4j.client.internal.v2;

import io.acp4j.client.internal.conversation.Work;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.update.BackgroundWork;
import io.acp4j.schema.update.StateUpdate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The work that the agent has reported for a session, and its cancellation. Guarded by the lock of the turns of the session. */
final class ReportedWork {

    private boolean running;
    private @Nullable List<BackgroundWork> background;

    /** Completes when the cancellation of the work in progress has been sent; null if that has not been cancelled, or has ended. */
    private @Nullable CompletableFuture<Void> cancelling;

    /** True while cancelled work has not ended. */
    private boolean cancelled;

    /** Requests in progress to close the session, which ends all its work. */
    private final Set<Object> closing = new HashSet<>();

    boolean isRunning() {
        return running;
    }

    /** Returns the last report of work in the background; null if the agent does not report it. */
    @Nullable
    List<BackgroundWork> background() {
        return background;
    }

    void note(StateUpdate state) {
        running |= Work.isWork(state);
        background = Work.background(state);
    }

    /** Records a prompt of the application. The session then no longer counts as being closed. */
    void prompted() {
        closing.clear();
    }

    /**
     * Notes a cancellation of the work and the turns in progress.
     *
     * @param sent completes when the cancellation has been sent
     * @param hasTurns true if turns are in progress, whose work the agent may not have reported yet
     */
    void cancel(CompletableFuture<Void> sent, boolean hasTurns) {
        cancelled |= running;
        if (running || hasTurns) {
            cancelling = sent;
        }
    }

    /** Ends a cancellation that applied only to turns. Later work was prompted after it, or began without a prompt. */
    void noTurnIsCancelled() {
        if (!cancelled) {
            cancelling = null;
        }
    }

    void end() {
        running = false;
        cancelled = false;
        cancelling = null;
    }

    void closing(Object request) {
        closing.add(request);
    }

    void closingFailed(Object request) {
        closing.remove(request);
    }

    /** Returns the response to a permission request; null unless the request belongs to cancelled work. */
    @Nullable
    CompletableFuture<RequestPermissionResponse> cancelledResponse(RequestPermissionRequest request) {
        if (!closing.isEmpty()) {
            return CompletableFuture.completedFuture(RequestPermissionResponse.cancelled());
        }
        return cancelling != null && AskedPermissions.isForeground(request, background)
                ? cancelling.thenApply(sent -> RequestPermissionResponse.cancelled())
                : null;
    }
}
