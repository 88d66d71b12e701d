package io.acp4j.agent.internal.serving;

import io.acp4j.agent.AgentSession;
import io.acp4j.agent.RequestAction;
import io.acp4j.agent.internal.client.DefaultClient;
import io.acp4j.agent.internal.connection.AgentConfiguration;
import io.acp4j.agent.internal.session.Admission;
import io.acp4j.agent.internal.session.DefaultAgentSession;
import io.acp4j.agent.internal.session.DefaultPromptTurn;
import io.acp4j.agent.internal.session.DefaultTurn;
import io.acp4j.agent.internal.session.Sessions;
import io.acp4j.agent.internal.session.TurnRun;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.prompt.CancelNotification;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the turns of one connection and responds to their prompts. */
public final class Turns {

    /** How long closing or deleting a session waits for its cancelled turn. */
    private static final long SETTLE_SECONDS = 30;

    private final AgentConfiguration configuration;
    private final Sessions sessions;
    private final DefaultClient client;

    Turns(AgentConfiguration configuration, Sessions sessions, DefaultClient client) {
        this.configuration = configuration;
        this.sessions = sessions;
        this.client = client;
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
            log().debug("the client of {} went while a turn was about to begin", request.sessionId(), e);
        }
        return CompletableFuture.completedFuture(PromptResponse.of(StopReason.CANCELLED));
    }

    private CompletionStage<PromptResponse> started(PromptRequest request, RequestContext context) {
        DefaultAgentSession session = sessions.requireOpen(request.sessionId());
        configuration.checks(client.version()).prompt(request.prompt());
        DefaultPromptTurn turn = new DefaultPromptTurn(
                session,
                request,
                session.output().newMessageId(),
                context,
                configuration.echoUserMessages(),
                admission());
        session.foreground().begin(turn);
        if (sessions.isLeft()) {
            turn.ending().cancel();
        }
        Registration abandonment = context.cancellation().onCancel(turn.ending()::abandon);
        TurnRun.start(turn, context.executor(), () -> handled(turn), failure -> abandonment.close());
        return turn.ending().outcome();
    }

    /** Returns what asks the author whether a prompt is to become a part of the conversation. */
    public Admission admission() {
        RequestAction<PromptRequest, AgentSession> check = configuration.handlers().promptReceived;
        if (check == null) {
            return Admission.ALL;
        }
        return (request, session) -> {
            try {
                check.handle(request, session);
            } catch (Exception e) {
                Throwable shown = configuration.failures().of(e, Methods.SESSION_PROMPT.name(), request);
                throw shown instanceof Exception known ? known : new AcpException("a prompt was refused", shown);
            }
        };
    }

    /** Has the author's handler run a turn that has begun; what it fails with is what the client is told, as response or later. */
    public CompletionStage<?> handled(DefaultPromptTurn turn) {
        try {
            CompletionStage<?> handled = Objects.requireNonNull(
                    configuration.prompt().apply(turn), "the prompt handler returned null instead of a stage");
            return handled.exceptionallyCompose(failure -> failed(failure, turn));
        } catch (Throwable e) {
            return failed(e, turn);
        }
    }

    private <T> CompletionStage<T> failed(Throwable failure, DefaultPromptTurn turn) {
        return CompletableFuture.failedFuture(
                configuration.failures().of(failure, Methods.SESSION_PROMPT.name(), turn.request()));
    }

    /** Cancels the running turn, if there is one; it ends when its handler does. */
    void cancel(CancelNotification notification) {
        DefaultAgentSession session = sessions.find(notification.sessionId());
        if (session != null) {
            session.foreground().withdrawAll(new RequestCancelledException("the session was cancelled", null));
        }
        DefaultTurn turn = session == null ? null : session.turn();
        if (turn == null) {
            log().debug("nothing to cancel in session {}", notification.sessionId());
        } else {
            turn.ending().cancel();
        }
    }

    /**
     * Ends what a session does and waits for that, for a bounded time: what runs in the background, then the running turn, then what
     * that has left open; and withdraws what the session asks.
     */
    CompletionStage<Void> settle(DefaultAgentSession session) {
        session.foreground().withdrawAll(new RequestCancelledException("the session is being closed", null));
        CompletableFuture<Void> withdrawn = CompletableFuture.runAsync(session::withdrawQuestions, client.executor());
        return session.closing()
                .stopBackground(false)
                .thenCompose(done -> endTurn(session))
                .thenCompose(done -> session.closing().stopBackground(true))
                .thenCompose(done -> withdrawn)
                .thenCompose(done -> session.storeTerminalOutputs());
    }

    private static CompletionStage<Void> endTurn(DefaultAgentSession session) {
        DefaultTurn turn = session.turn();
        if (turn == null) {
            return CompletableFuture.completedFuture(null);
        }
        turn.ending().cancel();
        return turn.ending().finished().copy().completeOnTimeout(null, SETTLE_SECONDS, TimeUnit.SECONDS);
    }

    /** Returns the logger; looked up late, since finding the logging library is a part of a program's start. */
    private static Logger log() {
        return LoggerFactory.getLogger(Turns.class);
    }
}
