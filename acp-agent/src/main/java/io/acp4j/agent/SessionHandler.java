package io.acp4j.agent;

/**
 * Serves the requests of one method about an open session.
 *
 * @param <P> the type of the request
 * @param <R> the type of the result
 * @since 0.1.0
 */
@FunctionalInterface
public interface SessionHandler<P, R> {

    /**
     * Serves one request. Called on a handler thread, also while a turn is running; may block.
     *
     * @param request what the client asks for
     * @param session the session
     * @return the result
     * @throws Exception to refuse, as {@link SessionOpener#open} does
     */
    R handle(P request, AgentSession session) throws Exception;
}
