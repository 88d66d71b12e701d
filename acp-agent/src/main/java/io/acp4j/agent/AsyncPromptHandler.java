package io.acp4j.agent;

import java.util.concurrent.CompletionStage;

/**
 * Does the agent's work without holding a thread until the turn ends.
 *
 * @see <a href="https://agentclientprotocol.com/protocol/v1/prompt-turn">the specification</a>
 * @since 0.1.0
 */
@FunctionalInterface
public interface AsyncPromptHandler {

    /**
     * Begins one turn; the turn ends when the stage completes.
     *
     * @param turn the turn: what the user said, and the means to respond
     * @return a stage whose value does not matter and whose failure counts as if {@link PromptHandler#handle} had thrown it
     * @throws Exception to end the turn at once, as {@link PromptHandler#handle} does
     */
    CompletionStage<?> handle(PromptTurn turn) throws Exception;
}
