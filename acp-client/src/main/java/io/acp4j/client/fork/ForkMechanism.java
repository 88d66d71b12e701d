package io.acp4j.client.fork;

import io.acp4j.schema.Unstable;

/**
 * How a fork comes about at an agent.
 *
 * @see ForkableSession#way(ForkPoint)
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public enum ForkMechanism {

    /** By {@code session/fork} of the whole session. */
    WHOLE,

    /** By {@code session/fork} with the root member {@code messageId}. */
    MESSAGE_ID,

    /** By {@code session/fork} with {@code _meta.jetbrains.air.fork}. */
    AIR,

    /** By {@code session/new}, as nothing is inherited. */
    NEW_SESSION,

    /**
     * By {@code session/new} and a prompt that begins with the text of what would have been inherited: the agent has no way to
     * fork there, and {@link ForkOptions.Builder#historyAsPrompt} allows this.
     */
    HISTORY_AS_PROMPT
}
