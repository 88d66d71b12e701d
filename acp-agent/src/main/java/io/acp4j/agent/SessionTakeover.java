package io.acp4j.agent;

/**
 * Decides whether a connection may open a stored session that another connection of the same agent has open.
 *
 * @since 0.1.0
 */
public enum SessionTakeover {
    /**
     * Opening a session takes it over. What the other connection has sent is stored before, and its turn ends with the error
     * {@code taken_over}. A user whose connection was lost in silence is not locked out.
     */
    ALWAYS,

    /**
     * A session is refused with the error {@code open_elsewhere}, which names the client that has it, until that client has closed the
     * session or has disconnected. A client that was lost in silence keeps it until the transport notices the loss.
     */
    WHEN_DISCONNECTED
}
