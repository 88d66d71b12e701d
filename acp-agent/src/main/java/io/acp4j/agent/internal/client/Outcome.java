package io.acp4j.agent.internal.client;

import io.acp4j.rpc.RequestCancelledException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the caller of the client gets of a call. When the call is cancelled, by the caller or otherwise, the client has been
 * notified before the outcome ends, and before anything that the caller sends next.
 */
public final class Outcome<R> extends CompletableFuture<R> {

    private final CompletableFuture<?> call;

    private Outcome(CompletableFuture<?> call) {
        this.call = call;
    }

    /** Follows a call, converting its result. */
    static <A, R> Outcome<R> of(CompletableFuture<A> call, Function<A, R> conversion) {
        return of(call, conversion, failure -> null);
    }

    /**
     * Follows a call.
     *
     * @param conversion makes the outcome of the result
     * @param rescue makes the outcome of a failure; returns null when the failure is the outcome
     */
    static <A, R> Outcome<R> of(
            CompletableFuture<A> call, Function<A, R> conversion, Function<Throwable, @Nullable R> rescue) {
        Outcome<R> outcome = new Outcome<>(call);
        var unused = call.whenComplete((result, failure) -> {
            if (failure == null) {
                outcome.convert(result, conversion);
            } else if (!(failure instanceof CancellationException)) {
                outcome.fail(failure, rescue);
            }
        });
        return outcome;
    }

    private <A> void convert(A result, Function<A, R> conversion) {
        try {
            complete(conversion.apply(result));
        } catch (RuntimeException e) {
            completeExceptionally(e);
        }
    }

    private void fail(Throwable failure, Function<Throwable, @Nullable R> rescue) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        R rescued = rescue.apply(cause);
        if (rescued != null) {
            complete(rescued);
        } else {
            completeExceptionally(cause);
        }
    }

    /** Cancels the call and has its caller go on with a value; without effect when it has ended. */
    void abandonWith(R value) {
        call.cancel(false);
        complete(value);
    }

    /** Cancels the call and has its caller go on with a failure; without effect when it has ended. */
    void failWith(RequestCancelledException failure) {
        call.cancel(false);
        completeExceptionally(failure);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        call.cancel(false);
        return super.cancel(mayInterruptIfRunning);
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
