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
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
        DefaultTurn turn = new DefaultTurn(
                session, request, configuration.messageIds().get(), context, configuration.echoUserMessages());
        session.foreground().begin(turn);
        if (sessions.isLeft()) {
            turn.ending().cancel();
        }
        CancellationToken.Registration abandonment = context.cancellation().onCancel(turn.ending()::abandon);
        start(turn, context.executor(), () -> handled(turn), failure -> abandonment.close());
        return turn.ending().outcome();
    }

    /** Has the author's handler run a turn that has begun. */
    public CompletionStage<?> handled(DefaultTurn turn) throws Exception {
        return Objects.requireNonNull(
                configuration.prompt().handle(turn), "the prompt handler returned null instead of a stage");
    }

    /**
     * Runs the work of a session that is the running one there, as soon as the client has what was sent while the session was opened.
     *
     * @param body does the work once it has begun
     * @param ending run when it has ended, before that is reported; is given why it has failed, or null
     */
    public static void start(
            DefaultWork work,
            Executor executor,
            Callable<? extends CompletionStage<?>> body,
            Consumer<@Nullable Throwable> ending) {
        var unused = work.openSession()
                .presented()
                .thenRunAsync(
                        () -> run(work, body).whenComplete((done, failure) -> {
                            Throwable cause = unwrapped(failure);
                            ending.accept(cause);
                            finish(work.openSession(), work, cause);
                        }),
                        executor);
    }

    private static CompletionStage<?> run(DefaultWork work, Callable<? extends CompletionStage<?>> body) {
        try {
            work.begin();
            return body.call();
        } catch (Throwable e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void finish(DefaultAgentSession session, DefaultWork work, @Nullable Throwable failure) {
        CompletableFuture<PromptResponse> result = work.ending().outcome();
        if (failure != null && !work.cancellation().isCancelled()) {
            failOpenCalls(work);
        }
        DefaultWork.End end = work.end(failure != null);
        Throwable problem = problem(session, work, end, failure);
        PromptResponse response = problem == null ? response(work, end.response(), failure) : null;
        // Whoever is told of the end may ask for what must not be asked for before it.
        Foreground.Waiting next = session.output().exclusively(() -> {
            Foreground.Waiting waiting = session.foreground().end(work);
            session.reports().ended(response, problem);
            return waiting;
        });
        if (response != null) {
            result.complete(response);
        } else {
            result.completeExceptionally(Objects.requireNonNull(problem));
        }
        work.ending().finished().complete(null);
        if (next != null) {
            next.start().run();
        }
    }

    /** Returns why work has failed; null when it has not, or its client has cancelled it. */
    private static @Nullable Throwable problem(
            DefaultAgentSession session, DefaultWork work, DefaultWork.End end, @Nullable Throwable failure) {
        if (end.problem() != null) {
            if (failure != null && !failure.equals(end.problem())) {
                LOG.debug("the prompt handler ended a turn of {} that failed otherwise", session, failure);
            }
            return end.problem();
        }
        if (work.ending().isCancelledByClient()) {
            if (failure != null) {
                LOG.debug("the prompt handler ended a cancelled turn of {} by an exception", session, failure);
            }
            return null;
        }
        return failure != null && work.cancellation().isCancelled()
                ? new RequestCancelledException("the prompt was cancelled", failure)
                : failure;
    }

    private static PromptResponse response(DefaultWork work, PromptResponse chosen, @Nullable Throwable failure) {
        boolean says = failure == null && chosen.stopReason().equals(StopReason.CANCELLED);
        return !work.ending().isCancelledByClient() || says
                ? chosen
                : new PromptResponse(StopReason.CANCELLED, chosen.usage(), null);
    }

    private static void failOpenCalls(DefaultWork turn) {
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
        if (session != null) {
            session.foreground().withdrawAll(new RequestCancelledException("the session was cancelled", null));
        }
        DefaultWork turn = session == null ? null : session.turn();
        if (turn == null) {
            LOG.debug("nothing to cancel in session {}", notification.sessionId());
        } else {
            turn.ending().cancel();
        }
    }

    /** Cancels the running turn and waits for its end, for a bounded time. */
    CompletionStage<Void> settle(DefaultAgentSession session) {
        session.foreground().withdrawAll(new RequestCancelledException("the session is being closed", null));
        DefaultWork turn = session.turn();
        if (turn == null) {
            return CompletableFuture.completedFuture(null);
        }
        turn.ending().cancel();
        return turn.ending().finished().copy().completeOnTimeout(null, SETTLE_SECONDS, TimeUnit.SECONDS);
    }
}
