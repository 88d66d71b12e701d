package io.acp4j.agent;

import io.acp4j.schema.Unstable;

/**
 * Runs a turn that the agent begins itself, without a prompt.
 *
 * @see AgentSession#startTurn
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
@FunctionalInterface
public interface TurnHandler {

    /**
     * Runs the turn, which ends when this returns.
     *
     * @param turn the turn; its {@link Turn#cancellation} is cancelled if the turn is to end early
     * @throws Exception if the turn has failed
     */
    void handle(Turn turn) throws Exception;
}
