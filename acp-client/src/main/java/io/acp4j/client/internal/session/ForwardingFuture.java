package io.acp4j.client.internal.session;

import io.acp4j.rpc.AcpException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What callers get for a future of the engine: converted, and with their cancellation passed on. */
final class ForwardingFuture<R> extends CompletableFuture<R> {

    private final Runnable onCancel;

    private ForwardingFuture(Runnable onCancel) {
        this.onCancel = onCancel;
    }

    /**
     * Follows a future.
     *
     * @param then makes the result; what it throws becomes the failure
     * @param failing makes the failure
     * @param onCancel runs when the follower is cancelled
     */
    static <T, R> ForwardingFuture<R> of(
            CompletableFuture<T> source,
            Function<T, R> then,
            Function<Throwable, Throwable> failing,
            Runnable onCancel) {
        ForwardingFuture<R> follower = new ForwardingFuture<>(onCancel);
        var unused = source.whenComplete((result, failure) -> {
            if (failure != null) {
                follower.completeExceptionally(failing.apply(unwrap(failure)));
                return;
            }
            try {
                follower.complete(then.apply(result));
            } catch (RuntimeException e) {
                follower.completeExceptionally(e);
            }
        });
        return follower;
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

    static Throwable unwrap(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** Waits for a future whose failures are exceptions of this library; interruption and cancellation are for the caller. */
    static <R> R await(CompletableFuture<R> future, Function<Throwable, Throwable> failing)
            throws InterruptedException, CancellationException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw unchecked(failing.apply(unwrap(e)));
        }
    }

    private static RuntimeException unchecked(@Nullable Throwable failure) {
        return failure instanceof RuntimeException e ? e : new AcpException("a request failed", failure);
    }
}
