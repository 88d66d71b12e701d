package io.acp4j.agent;

/**
 * What an agent does about each session that has ended, whatever has ended it.
 *
 * @see AcpAgentBuilder#onSessionEnded
 * @since 0.1.0
 */
@FunctionalInterface
public interface SessionEndedHandler {

    /**
     * Frees what belongs to one session. Called on a handler thread, once for each opening that {@link SessionOpenedHandler} has let
     * pass; may block. Nothing can be sent to the client about the session any more; its attachments are still there.
     *
     * <p>The running turn has been cancelled. It has ended too, unless its handler takes longer than 30 seconds, or one second when
     * the client is gone.
     *
     * @param session the session
     * @throws Exception is logged; it changes nothing for the client
     */
    void ended(AgentSession session) throws Exception;
}
