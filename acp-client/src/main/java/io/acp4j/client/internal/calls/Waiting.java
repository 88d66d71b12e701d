package io.acp4j.client.internal.calls;

import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.RequestCancelledException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Waiting for futures that are made of several calls. */
public final class Waiting {

    private Waiting() {}

    /** Returns the result of a future; interrupting the caller cancels it. */
    public static <T> T until(CompletableFuture<T> future, String what) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw unchecked(e);
        } catch (InterruptedException e) {
            future.cancel(true);
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while waiting for " + what, e);
        }
    }

    private static RuntimeException unchecked(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof RuntimeException e ? e : new AcpException("a fork failed", cause);
    }

    /** Passes the cancellation of a future on to the call that it waits for. */
    public static <T> CompletableFuture<T> cancelling(CompletableFuture<T> future, CompletableFuture<?> call) {
        var unused = future.whenComplete((result, failure) -> {
            if (future.isCancelled()) {
                call.cancel(true);
            }
        });
        return future;
    }
}
