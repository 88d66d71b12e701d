package io.acp4j.agent;

/**
 * What an agent does about each session that is opened, whichever request has opened it.
 *
 * @see AcpAgentBuilder#onSessionOpened
 * @since 0.1.0
 */
@FunctionalInterface
public interface SessionOpenedHandler {

    /**
     * Prepares one session. Called on a handler thread, once for each opening; may block.
     *
     * <p>The session has its modes, options and stored conversation, but takes no request before this returns. Updates that
     * are sent meanwhile are delivered right after the response, in order and before those of the first turn; at most 1,000.
     * Do not ask the client about the session yet: it may not know the session before the response. A {@link SessionOpener} can
     * ask about its request.
     *
     * <p>When the session is opened again, what this handler writes through tool calls, terminals and {@link
     * AgentSession#background} of the session as it was is shown after the response, too.
     *
     * @param session the session
     * @param opening how it came to be
     * @throws Exception to refuse the request that opens it, as a {@link SessionOpener} does; nothing is left of the session
     *     then that was not there before
     */
    void opened(AgentSession session, SessionOpening opening) throws Exception;
}
