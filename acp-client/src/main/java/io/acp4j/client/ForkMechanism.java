package io.acp4j.client;

import io.acp4j.schema.Unstable;

/**
 * The mechanism by which a fork is created.
 *
 * @see SessionForks#mechanismFor
 * @since 0.1.0
 */
@Unstable("acp4j-branching")
public enum ForkMechanism {

    /** By {@code session/fork} of the whole session. */
    WHOLE_SESSION,

    /** By {@code session/fork} with the root member {@code messageId}. */
    MESSAGE_ID,

    /**
     * By {@code session/fork} with {@code _meta.jetbrains.air.fork}. Such forks end with a message of the agent that has an ID.
     */
    AIR,

    /** By {@code session/new}, because nothing is inherited. */
    NEW_SESSION,

    /**
     * By {@code session/new} and a prompt that begins with the text of the inherited messages. The agent has no mechanism for the point,
     * and {@link ForkOptions.Builder#historyAsPrompt} allows this.
     */
    HISTORY_AS_PROMPT
}
