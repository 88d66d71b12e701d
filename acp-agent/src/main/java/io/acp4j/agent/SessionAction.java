package io.acp4j.agent;

/**
 * Serves the requests of one method about an open session whose responses say nothing.
 *
 * @param <P> the type of the request
 * @since 0.1.0
 */
@FunctionalInterface
public interface SessionAction<P> {

    /**
     * Serves one request. Called on a handler thread, also while a turn is running; may block.
     *
     * @param request what the client asks for
     * @param session the session
     * @throws Exception to refuse, as {@link SessionOpener#open} does
     */
    void handle(P request, AgentSession session) throws Exception;
}
