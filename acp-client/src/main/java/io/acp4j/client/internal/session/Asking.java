package io.acp4j.client.internal.session;

import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.rpc.RequestHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Asks somebody who may take long, so that the response can be given without him: completing it interrupts the handler that
 * still asks, or cancels its stage.
 */
final class Asking<P, R> {

    private final RequestHandler<P, ? extends CompletionStage<R>, RequestContext> handler;
    private final P request;
    private final RequestContext context;
    private final CompletableFuture<R> answer = new CompletableFuture<>();
    private volatile @Nullable CompletionStage<R> stage;
    private volatile boolean handled;

    private Asking(
            RequestHandler<P, ? extends CompletionStage<R>, RequestContext> handler,
            P request,
            RequestContext context) {
        this.handler = handler;
        this.request = request;
        this.context = context;
    }

    /** Begins to ask on a handler thread; a response that the agent no longer wants becomes a cancellation. */
    static <P, R> CompletableFuture<R> begin(
            RequestHandler<P, ? extends CompletionStage<R>, RequestContext> handler,
            P request,
            RequestContext context) {
        return begin(handler, request, context, null);
    }

    /**
     * Begins to ask on a handler thread.
     *
     * @param withdrawn the response when the agent no longer wants one; null for a cancellation
     */
    static <P, R> CompletableFuture<R> begin(
            RequestHandler<P, ? extends CompletionStage<R>, RequestContext> handler,
            P request,
            RequestContext context,
            @Nullable R withdrawn) {
        Asking<P, R> asking = new Asking<>(handler, request, context);
        FutureTask<@Nullable Void> task = new FutureTask<>(asking::run, null);
        Registration registration = context.cancellation().onCancel(() -> asking.withdraw(withdrawn, context.method()));
        var unused = asking.answer.whenComplete((result, failure) -> {
            registration.close();
            if (!asking.handled) {
                task.cancel(true);
                asking.cancelStage();
            }
        });
        context.executor().execute(task);
        return asking.answer;
    }

    private void withdraw(@Nullable R withdrawn, String method) {
        if (withdrawn == null) {
            answer.completeExceptionally(new RequestCancelledException(method + " was cancelled by the agent", null));
        } else {
            answer.complete(withdrawn);
        }
    }

    private void run() {
        CompletionStage<R> begun;
        try {
            begun = handler.handle(request, context);
        } catch (Throwable e) {
            finish(null, e);
            return;
        }
        if (begun == null) {
            finish(null, new IllegalStateException("the handler returned null instead of a stage"));
            return;
        }
        stage = begun;
        if (answer.isDone()) {
            cancelStage();
        }
        var unused = begun.whenComplete(this::finish);
    }

    private void finish(@Nullable R result, @Nullable Throwable failure) {
        handled = true;
        if (failure != null) {
            answer.completeExceptionally(failure);
        } else {
            answer.complete(result);
        }
    }

    private void cancelStage() {
        if (stage instanceof Future<?> future) {
            future.cancel(true);
        }
    }
}
