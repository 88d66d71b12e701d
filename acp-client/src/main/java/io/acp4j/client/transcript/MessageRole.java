package io.acp4j.client.transcript;

/**
 * Who speaks in a message.
 *
 * @since 0.1.0
 */
public enum MessageRole {
    /** The user; what this client prompted, and what the agent reports of it. */
    USER,

    /** The agent, to the user. */
    AGENT,

    /** The agent, to itself. */
    THOUGHT
}
