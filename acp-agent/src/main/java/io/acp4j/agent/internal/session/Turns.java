package io.acp4j.agent.internal.session;

import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.prompt.CancelNotification;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the turns of one connection and responds to their prompts. */
public final class Turns {

    private static final Logger LOG = LoggerFactory.getLogger(Turns.class);

    /** How long closing or deleting a session waits for its cancelled turn. */
    private static final long SETTLE_SECONDS = 30;

    private final AgentConfiguration configuration;
    private final Sessions sessions;

    Turns(AgentConfiguration configuration, Sessions sessions) {
        this.configuration = configuration;
        this.sessions = sessions;
    }

    /** Begins a turn; called in the session's order, so that a cancellation which follows finds it. */
    CompletionStage<PromptResponse> begin(PromptRequest request, RequestContext context) {
        try {
            if (!sessions.isLeft()) {
                return started(request, context);
            }
        } catch (BranchException e) {
            if (!sessions.isLeft()) {
                throw e;
            }
            LOG.debug("the client of {} went while a turn was about to begin", request.sessionId(), e);
        }
        return CompletableFuture.completedFuture(PromptResponse.of(StopReason.CANCELLED));
    }

    private CompletionStage<PromptResponse> started(PromptRequest request, RequestContext context) {
        DefaultAgentSession session = sessions.requireOpen(request.sessionId());
        configuration.checks().prompt(request.prompt());
        DefaultTurn turn =
                new DefaultTurn(session, request, configuration.messageIds().get(), context);
        session.begin(turn);
        if (sessions.isLeft()) {
            turn.ending().cancel();
        }
        CancellationToken.Registration abandonment = context.cancellation().onCancel(turn.ending()::abandon);
        var unused = session.presented()
                .thenRunAsync(
                        () -> run(turn).whenComplete((done, failure) -> {
                            abandonment.close();
                            finish(session, turn, unwrapped(failure));
                        }),
                        context.executor());
        return turn.ending().outcome();
    }

    private CompletionStage<?> run(DefaultTurn turn) {
        try {
            turn.begin(configuration.echoUserMessages());
            return Objects.requireNonNull(
                    configuration.prompt().handle(turn), "the prompt handler returned null instead of a stage");
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
        PromptResponse response = end.response();
        session.end(turn);
        if (end.problem() != null) {
            if (failure != null && !failure.equals(end.problem())) {
                LOG.debug("the prompt handler ended a turn of {} that failed otherwise", session, failure);
            }
            result.completeExceptionally(end.problem());
        } else if (turn.ending().isCancelledByClient()) {
            if (failure != null) {
                LOG.debug("the prompt handler ended a cancelled turn of {} by an exception", session, failure);
            }
            boolean says = failure == null && response.stopReason().equals(StopReason.CANCELLED);
            result.complete(says ? response : new PromptResponse(StopReason.CANCELLED, response.usage(), null));
        } else if (failure == null) {
            result.complete(response);
        } else if (turn.cancellation().isCancelled()) {
            result.completeExceptionally(new RequestCancelledException("the prompt was cancelled", failure));
        } else {
            result.completeExceptionally(failure);
        }
        turn.ending().finished().complete(null);
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

    /** Cancels the running turn, if there is one; it ends when its handler does. */
    void cancel(CancelNotification notification) {
        DefaultAgentSession session = sessions.find(notification.sessionId());
        DefaultTurn turn = session == null ? null : session.turn();
        if (turn == null) {
            LOG.debug("nothing to cancel in session {}", notification.sessionId());
        } else {
            turn.ending().cancel();
        }
    }

    /** Cancels the running turn and waits for its end, for a bounded time. */
    CompletionStage<Void> settle(DefaultAgentSession session) {
        DefaultTurn turn = session.turn();
        if (turn == null) {
            return CompletableFuture.completedFuture(null);
        }
        turn.ending().cancel();
        return turn.ending().finished().copy().completeOnTimeout(null, SETTLE_SECONDS, TimeUnit.SECONDS);
    }
}
