package io.acp4j.agent;

/**
 * Notified of each session that opens and closes on a connection, whichever request or event is the cause.
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
     * <p>When the session is opened again, what this method writes through tool calls, terminals and {@link
     * AgentSession#background} of the session as it was is shown after the response, too.
     *
     * @param session the session
     * @param origin the request that opened it
     * @throws Exception to refuse the request that opens the session, as {@link io.acp4j.rpc.RequestHandler#handle} does; nothing is
     *     left of the session then that was not there before
     */
    void opened(AgentSession session, SessionOrigin origin) throws Exception;

    /**
     * Frees what belongs to one session. Called on a handler thread, once for each opening that {@link #opened} has let pass; may
     * block. By default it does nothing.
     *
     * <p>The cause may be {@code session/close}, {@code session/delete} or {@code session/archive}, another connection that has opened
     * the session, this connection that has opened it again, or the end of the connection. That another process has opened the session
     * is noticed when the session is used here again. Nothing can be sent to the client about the session any longer; its
     * attachments are still there.
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
