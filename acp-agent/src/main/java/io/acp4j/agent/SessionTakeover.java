package io.acp4j.agent;

/**
 * Decides whether a connection may open a stored session that another connection of the same agent has open.
 *
 * @since 0.1.0
 */
public enum SessionTakeover {
    /**
     * Opening a session takes it over. First the pending output of the other connection is stored. Then its turn ends with the error {@code
     * taken_over}. A user whose connection was lost without notice is not locked out.
     */
    ALWAYS,

    /**
     * Opening is refused with the error {@code open_elsewhere}, which names the client that has the session open. The refusal ends when
     * that client closes the session or disconnects. A client that was lost without notice keeps the session until the transport detects
     * the loss.
     */
    WHEN_DISCONNECTED
}
