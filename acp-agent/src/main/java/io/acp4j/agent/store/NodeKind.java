package io.acp4j.agent.store;

/**
 * What a node of a conversation is.
 *
 * <p>Stores keep the name; constants may be added in minor releases, never renamed.
 *
 * @since 0.1.0
 */
public enum NodeKind {
    /** A message of the user. */
    USER,
    /** A message of the agent. */
    AGENT,
    /** A thought of the agent. */
    THOUGHT,
    /** A tool call as it was announced, or what became of it. */
    TOOL,
    /** The agent's plan. */
    PLAN,
    /** The session's mode, from here on. */
    MODE,
    /** The configuration options and their values, from here on. */
    CONFIG,
    /** What stands for the history before it in the model's context. */
    COMPACTION,
    /** A summary of another branch, which the agent says on this one. */
    SUMMARY,
    /** The end of a turn. */
    TURN_END,
    /** Anything else that is shown again when the conversation is. */
    OTHER;

    /**
     * Returns whether the node is a message. Depths, leaves, lists and "the first n messages" count messages and nothing
     * else, on the side of the client too: a summary is a message of the agent, a compaction is none.
     *
     * @return true for what the user or the agent said, summaries of other branches among it
     */
    public boolean isMessage() {
        return this == USER || this == AGENT || this == SUMMARY;
    }
}
