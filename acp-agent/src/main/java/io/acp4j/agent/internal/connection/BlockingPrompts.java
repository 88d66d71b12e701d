package io.acp4j.agent.internal.connection;

import io.acp4j.agent.AsyncPromptHandler;
import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.PromptTurn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Adapts a prompt handler that returns at the end of the turn. */
public final class BlockingPrompts implements AsyncPromptHandler {

    private final PromptHandler handler;

    /**
     * Creates the adapter.
     *
     * @param handler the handler of the author
     */
    public BlockingPrompts(PromptHandler handler) {
        this.handler = handler;
    }

    @Override
    public CompletionStage<?> handle(PromptTurn turn) throws Exception {
        handler.handle(turn);
        return CompletableFuture.completedFuture(null);
    }
}
