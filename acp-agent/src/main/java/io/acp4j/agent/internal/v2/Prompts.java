package io.acp4j.agent.internal.v2;

import io.acp4j.agent.internal.serving.AgentParts;
import io.acp4j.agent.internal.session.DefaultAgentSession;
import io.acp4j.agent.internal.session.DefaultPromptTurn;
import io.acp4j.agent.internal.session.Foreground;
import io.acp4j.agent.internal.session.TurnRun;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.prompt.PromptInserted;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Takes prompts: the response to one is sent as soon as it stands in the conversation. One that comes while the session works waits, in
 * the order in which they come, until the running turn takes it or has ended.
 */
final class Prompts {

    private final AgentParts parts;

    Prompts(AgentParts parts) {
        this.parts = parts;
    }

    /** Takes a prompt; called in the session's order, so that a cancellation which follows finds it. */
    CompletionStage<PromptInserted> insert(PromptRequest request, RequestContext context) {
        if (parts.sessions().isLeft()) {
            return CompletableFuture.failedFuture(withdrawn());
        }
        DefaultAgentSession session = parts.sessions().requireOpen(request.sessionId());
        parts.configuration().checks(WireVersion.V2).prompt(request.prompt());
        DefaultPromptTurn turn = new DefaultPromptTurn(
                session,
                request,
                session.output().newMessageId(),
                context,
                true,
                parts.turns().admission());
        CompletableFuture<PromptInserted> inserted = new CompletableFuture<>();
        Foreground.Waiting waiting = new Foreground.Waiting(
                turn,
                () -> start(turn, inserted, context),
                () -> inserted.complete(PromptInserted.of(turn.userMessageId())),
                why -> refuse(turn, inserted, why));
        // Before anything can respond to the prompt, which may be at once, and by another thread.
        context.keepOpenUntil(asReported(turn, inserted));
        boolean begun;
        try {
            begun = session.foreground().beginOrWait(waiting);
        } catch (RuntimeException e) {
            refuse(turn, inserted, e);
            return inserted;
        }
        if (begun) {
            if (parts.sessions().isLeft()) {
                turn.cancel();
            }
            start(turn, inserted, context);
            return inserted;
        }
        Registration withdrawal = context.cancellation().onCancel(() -> {
            if (session.foreground().withdraw(turn)) {
                refuse(turn, inserted, withdrawn());
            }
        });
        var unused = inserted.whenComplete((done, failure) -> withdrawal.close());
        return inserted;
    }

    private void start(DefaultPromptTurn turn, CompletableFuture<PromptInserted> inserted, RequestContext context) {
        TurnRun.start(
                turn,
                context.executor(),
                () -> {
                    inserted.complete(PromptInserted.of(turn.userMessageId()));
                    return parts.turns().handled(turn);
                },
                failure -> {
                    if (failure != null) {
                        inserted.completeExceptionally(failure);
                    }
                });
    }

    /** Responds to a prompt that never becomes a turn. */
    private static void refuse(DefaultPromptTurn turn, CompletableFuture<PromptInserted> inserted, Exception why) {
        inserted.completeExceptionally(why);
        turn.ending().outcome().completeExceptionally(why);
    }

    /** Returns the end of a turn as the client is told of it: what was cancelled while it ran has not failed. */
    private static CompletionStage<PromptResponse> asReported(
            DefaultPromptTurn turn, CompletableFuture<PromptInserted> inserted) {
        return turn.finished()
                .exceptionallyCompose(
                        failure -> !inserted.isCompletedExceptionally() && StateReports.isCancellation(failure)
                                ? CompletableFuture.completedFuture(PromptResponse.of(StopReason.CANCELLED))
                                : CompletableFuture.failedFuture(failure));
    }

    private static RequestCancelledException withdrawn() {
        return new RequestCancelledException("the prompt was withdrawn before it was inserted", null);
    }
}
