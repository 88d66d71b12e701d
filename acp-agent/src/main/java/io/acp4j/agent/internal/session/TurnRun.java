package io.acp4j.agent.internal.session;

import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a turn of a session, from its beginning to the report of its end to the client. */
public final class TurnRun {

    private static final Logger LOG = LoggerFactory.getLogger(TurnRun.class);

    private TurnRun() {}

    /**
     * Runs a turn that its session has made the running one. It begins after the client has received all updates from the opening of the
     * session.
     *
     * @param body runs the turn once it has begun
     * @param ending called when the turn has ended, before the end is reported, with the cause of a failure or null
     */
    public static void start(
            DefaultTurn turn,
            Executor executor,
            Callable<? extends CompletionStage<?>> body,
            Consumer<@Nullable Throwable> ending) {
        var unused = turn.openSession()
                .presentation()
                .done()
                .thenRunAsync(
                        () -> run(turn, body).whenComplete((done, failure) -> {
                            Throwable cause = unwrapped(failure);
                            ending.accept(cause);
                            finish(turn.openSession(), turn, cause);
                        }),
                        executor);
    }

    private static CompletionStage<?> run(DefaultTurn turn, Callable<? extends CompletionStage<?>> body) {
        try {
            turn.begin();
            return body.call();
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void finish(DefaultAgentSession session, DefaultTurn turn, @Nullable Throwable failure) {
        CompletableFuture<PromptResponse> result = turn.ending().outcome();
        if (failure != null && !turn.cancellation().isCancelled()) {
            failOpenCalls(turn);
        }
        DefaultTurn.End end = turn.end(failure != null);
        Throwable problem = problem(session, turn, end, failure);
        PromptResponse response = problem == null ? response(turn, end.response(), failure) : null;
        if (session.peer().isGone()) {
            // The rest of the session's end follows on another thread, and may be later than this.
            session.foreground().withdrawAll(new RequestCancelledException("the client is gone", null));
        }
        // A client that learns of the end may at once send what is refused while a turn runs.
        Foreground.Waiting next = session.output().exclusively(() -> {
            Foreground.Waiting waiting = session.foreground().end(turn);
            session.reports().ended(response, problem);
            return waiting;
        });
        if (response != null) {
            result.complete(response);
        } else {
            result.completeExceptionally(Objects.requireNonNull(problem));
        }
        turn.ending().finished().complete(null);
        if (next != null) {
            next.start().run();
        }
    }

    /** Returns why a turn has failed; null when it has not, or its client has cancelled it. */
    private static @Nullable Throwable problem(
            DefaultAgentSession session, DefaultTurn turn, DefaultTurn.End end, @Nullable Throwable failure) {
        if (end.problem() != null) {
            if (failure != null && !failure.equals(end.problem())) {
                LOG.debug("the prompt handler ended a turn of {} that failed otherwise", session, failure);
            }
            return end.problem();
        }
        if (turn.ending().isCancelledByClient()) {
            if (failure != null) {
                LOG.debug("the prompt handler ended a cancelled turn of {} by an exception", session, failure);
            }
            return null;
        }
        return failure != null && turn.cancellation().isCancelled()
                ? new RequestCancelledException("the prompt was cancelled", failure)
                : failure;
    }

    private static PromptResponse response(DefaultTurn turn, PromptResponse chosen, @Nullable Throwable failure) {
        boolean says = failure == null && chosen.stopReason().equals(StopReason.CANCELLED);
        return !turn.ending().isCancelledByClient() || says
                ? chosen
                : new PromptResponse(StopReason.CANCELLED, chosen.usage(), null);
    }

    private static void failOpenCalls(DefaultTurn turn) {
        try {
            turn.failOpenCalls();
        } catch (RuntimeException e) {
            LOG.debug("the open tool calls of {} could not be settled", turn, e);
        }
    }

    private static @Nullable Throwable unwrapped(@Nullable Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
