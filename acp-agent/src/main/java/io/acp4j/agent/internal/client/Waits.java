package io.acp4j.agent.internal.client;

import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestCancelledException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits that end when a turn or a request is cancelled. */
public final class Waits {

    private Waits() {}

    /**
     * Makes a call that is cancelled with a token.
     *
     * @param token ends the wait; null when nothing does
     * @param call makes the call; not run when the token is cancelled already
     * @param conversion makes the outcome of the result
     */
    public static <A, R> CompletableFuture<R> untilCancelled(
            @Nullable CancellationToken token, Supplier<CompletableFuture<A>> call, Function<A, R> conversion) {
        if (token == null) {
            return Outcome.of(call.get(), conversion);
        }
        if (token.isCancelled()) {
            return CompletableFuture.failedFuture(cancelled(null));
        }
        Outcome<R> outcome = Outcome.of(call.get(), conversion);
        Registration registration = token.onCancel(() -> outcome.failWith(cancelled(null)));
        var unused = outcome.whenComplete((result, failure) -> registration.close());
        return outcome;
    }

    /** Waits for a call, however long it takes. */
    public static <R> R await(CompletableFuture<R> outcome) {
        try {
            return outcome.get();
        } catch (InterruptedException e) {
            outcome.cancel(false);
            Thread.currentThread().interrupt();
            throw new RequestCancelledException("interrupted while waiting for the client", e);
        } catch (CancellationException e) {
            throw cancelled(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CancellationException) {
                throw cancelled(e);
            }
            throw rethrown(e.getCause());
        }
    }

    private static RequestCancelledException cancelled(@Nullable Throwable cause) {
        return new RequestCancelledException("the wait for the client was cancelled", cause);
    }

    /** Returns an error response with the stack of the caller that it is thrown to. */
    private static AcpException rethrown(@Nullable Throwable failure) {
        if (failure instanceof AcpErrorException error) {
            return error.copy();
        }
        return failure instanceof AcpException known ? known : new AcpException("a call to the client failed", failure);
    }
}
