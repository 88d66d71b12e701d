package io.acp4j.agent;

import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.v1.prompt.CancelNotification;
import io.acp4j.schema.v1.prompt.PromptRequest;
import io.acp4j.schema.v1.prompt.PromptResponse;
import io.acp4j.schema.v1.prompt.StopReason;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the turns of one connection and answers their prompts. */
final class Turns {

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
        DefaultAgentSession session = sessions.require(request.sessionId());
        configuration.checks().prompt(request.prompt());
        DefaultTurn turn =
                new DefaultTurn(session, request, configuration.messageIds().get(), context);
        session.begin(turn);
        CompletableFuture<PromptResponse> answer = new CompletableFuture<>();
        CancellationToken.Registration abandonment = context.cancellation().onCancel(turn::abandon);
        context.executor()
                .execute(() -> run(turn).whenComplete((done, failure) -> {
                    abandonment.close();
                    finish(session, turn, unwrapped(failure), answer);
                }));
        return answer;
    }

    private CompletionStage<?> run(DefaultTurn turn) {
        try {
            turn.begin();
            if (configuration.echoUserMessages()) {
                turn.echo();
            }
            return Objects.requireNonNull(
                    configuration.prompt().handle(turn), "the prompt handler returned null instead of a stage");
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void finish(
            DefaultAgentSession session,
            DefaultTurn turn,
            @Nullable Throwable failure,
            CompletableFuture<PromptResponse> answer) {
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
            answer.completeExceptionally(end.problem());
        } else if (turn.isCancelledByClient()) {
            if (failure != null) {
                LOG.debug("the prompt handler ended a cancelled turn of {} by an exception", session, failure);
            }
            boolean says = failure == null && response.stopReason().equals(StopReason.CANCELLED);
            answer.complete(says ? response : new PromptResponse(StopReason.CANCELLED, response.usage(), null));
        } else if (failure == null) {
            answer.complete(response);
        } else if (turn.cancellation().isCancelled()) {
            answer.completeExceptionally(new RequestCancelledException("the prompt was cancelled", failure));
        } else {
            answer.completeExceptionally(failure);
        }
        turn.answered().complete(null);
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
            turn.cancel();
        }
    }

    /** Cancels the running turn and waits for its end, for a bounded time. */
    CompletionStage<Void> settle(DefaultAgentSession session) {
        DefaultTurn turn = session.turn();
        if (turn == null) {
            return CompletableFuture.completedFuture(null);
        }
        turn.cancel();
        return turn.answered().copy().completeOnTimeout(null, SETTLE_SECONDS, TimeUnit.SECONDS);
    }
}
