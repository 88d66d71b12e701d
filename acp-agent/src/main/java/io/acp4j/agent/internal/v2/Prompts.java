package io.acp4j.agent.internal.v2;

import io.acp4j.agent.internal.serving.AgentParts;
import io.acp4j.agent.internal.session.DefaultAgentSession;
import io.acp4j.agent.internal.session.DefaultTurn;
import io.acp4j.agent.internal.session.Foreground;
import io.acp4j.agent.internal.session.WorkRun;
import io.acp4j.rpc.CancellationToken;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.RequestContext;
import io.acp4j.schema.prompt.PromptInserted;
import io.acp4j.schema.prompt.PromptRequest;
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
        parts.configuration().checks().prompt(request.prompt());
        DefaultTurn turn = new DefaultTurn(
                session, request, parts.configuration().messageIds().get(), context, true);
        CompletableFuture<PromptInserted> inserted = new CompletableFuture<>();
        Foreground.Waiting waiting = new Foreground.Waiting(
                turn,
                () -> start(turn, inserted, context),
                () -> inserted.complete(PromptInserted.of(turn.userMessageId())),
                inserted::completeExceptionally);
        if (session.foreground().beginOrWait(waiting)) {
            if (parts.sessions().isLeft()) {
                turn.cancel();
            }
            start(turn, inserted, context);
            return inserted;
        }
        CancellationToken.Registration withdrawal = context.cancellation().onCancel(() -> {
            if (session.foreground().withdraw(turn)) {
                inserted.completeExceptionally(withdrawn());
            }
        });
        var unused = inserted.whenComplete((done, failure) -> withdrawal.close());
        return inserted;
    }

    private void start(DefaultTurn turn, CompletableFuture<PromptInserted> inserted, RequestContext context) {
        context.keepOpenUntil(turn.finished());
        WorkRun.start(
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

    private static RequestCancelledException withdrawn() {
        return new RequestCancelledException("the prompt was withdrawn before it was inserted", null);
    }
}
