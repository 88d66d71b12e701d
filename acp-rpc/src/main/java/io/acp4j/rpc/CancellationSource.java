package io.acp4j.rpc;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A token together with the means to cancel it.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/cancellation">the specification</a>
 * @since 0.1.0
 */
public final class CancellationSource implements CancellationToken {

    private static final Logger LOG = LoggerFactory.getLogger(CancellationSource.class);

    private final Executor executor;
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();

    /**
     * Creates a token that is not cancelled.
     *
     * @param executor runs what waits for the cancellation; when it refuses, the cancelling thread does
     */
    public CancellationSource(Executor executor) {
        this.executor = executor;
    }

    /** Cancels; without effect the second time. Actions run on the executor. */
    public void cancel() {
        cancelled.complete(null);
    }

    @Override
    public boolean isCancelled() {
        return cancelled.isDone();
    }

    @Override
    public Registration onCancel(Runnable action) {
        CompletableFuture<Void> done = cancelled.thenRunAsync(() -> runLogged(action), this::execute);
        return () -> done.cancel(false);
    }

    @Override
    public CompletionStage<Void> whenCancelled() {
        return cancelled.thenRunAsync(() -> {}, this::execute);
    }

    private void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The connection has ended and with it its threads; what waits for the cancellation must still hear of it.
            task.run();
        }
    }

    private static void runLogged(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.error("an action on cancellation failed", e);
        }
    }
}
