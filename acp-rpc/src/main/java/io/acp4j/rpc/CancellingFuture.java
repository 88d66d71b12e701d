package io.acp4j.rpc;

import java.util.concurrent.CompletableFuture;

/** A future that runs an action when it is cancelled. */
final class CancellingFuture<R> extends CompletableFuture<R> {

    private final Runnable onCancel;

    CancellingFuture(Runnable onCancel) {
        this.onCancel = onCancel;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled) {
            onCancel.run();
        }
        return cancelled;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
