package io.acp4j.agent;

import io.acp4j.schema.Unstable;

/**
 * Does something in a session that no prompt has begun.
 *
 * @see AgentSession#startWork
 * @since 0.1.0
 */
@Unstable("protocol-version-2")
@FunctionalInterface
public interface WorkHandler {

    /**
     * Does the work; it ends when this returns.
     *
     * @param work shows what is done; {@link Work#cancellation} says when it is to end early
     * @throws Exception to have it end as failed
     */
    void handle(Work work) throws Exception;
}
