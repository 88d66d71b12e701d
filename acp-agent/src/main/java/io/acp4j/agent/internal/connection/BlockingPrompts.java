package io.acp4j.agent.internal.connection;

import io.acp4j.agent.PromptHandler;
import io.acp4j.agent.PromptTurn;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Adapts a prompt handler that returns at the end of the turn. */
public final class BlockingPrompts implements Function<PromptTurn, CompletionStage<?>> {

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
    public CompletionStage<?> apply(PromptTurn turn) {
        try {
            handler.handle(turn);
            return CompletableFuture.completedFuture(null);
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
