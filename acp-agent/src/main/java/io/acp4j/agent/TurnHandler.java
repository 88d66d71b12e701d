package io.acp4j.agent;

import io.acp4j.schema.Unstable;

/**
 * Does something in a session that no prompt has begun.
 *
 * @see AgentSession#startTurn
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
@FunctionalInterface
public interface TurnHandler {

    /**
     * Does the work; it ends when this returns.
     *
     * @param work shows what is done; {@link Turn#cancellation} says when it is to end early
     * @throws Exception to have it end as failed
     */
    void handle(Turn work) throws Exception;
}
