package io.acp4j.agent;

/**
 * Listener that is notified when a session opens or closes on a connection, for any reason.
 *
 * @see AcpAgentBuilder#sessionListener
 * @since 0.1.0
 */
@FunctionalInterface
public interface SessionListener {

    /**
     * Prepares one session. Called on a handler thread, once for each opening; may block.
     *
     * <p>The session has its modes, options and stored conversation, but receives no request before this returns. Updates that
     * are sent before that are delivered right after the response, in order and before those of the first turn; at most 1,000.
     * Do not send the client requests about the session yet: it may not know the session before the response. The handler of the
     * request that opens the session can ask the user about its request.
     *
     * <p>If the session was already open, this method may still write through its earlier tool calls, terminals and
     * {@link AgentSession#background}. That output, too, is shown after the response.
     *
     * @param session the session
     * @param origin the request that opened it
     * @throws Exception to refuse the request that opens the session, as {@link io.acp4j.rpc.RequestHandler#handle} does. The session is
     *     then left as it was before the request
     */
    void opened(AgentSession session, SessionOrigin origin) throws Exception;

    /**
     * Frees the resources of one session. Called on a handler thread, once for each opening that {@link #opened} has accepted; may block.
     * Does nothing by default.
     *
     * <p>The cause may be {@code session/close}, {@code session/delete}, {@code session/archive} or the end of the connection. The session
     * may also have been opened again, on this or another connection. A takeover by another process is detected when the session is next
     * used here. Updates about the session can no longer be sent. Its attachments are still available.
     *
     * <p>The running turn has been cancelled. It has ended too, unless its handler takes longer than 30 seconds, or one second when
     * the client is gone.
     *
     * <p>The response to a request that closes a session is sent when this method has returned. A connection that ends, and with it
     * {@link AgentConnection#closed}, waits for these calls for all its sessions for 10 seconds at most.
     *
     * @param session the session
     * @throws Exception is logged; it changes nothing for the client
     */
    default void closed(AgentSession session) throws Exception {}
}
