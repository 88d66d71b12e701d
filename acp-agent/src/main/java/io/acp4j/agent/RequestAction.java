package io.acp4j.agent;

/**
 * Serves the requests of one method whose responses contain no data, such as {@code session/close}.
 *
 * @param <P> the type of the request
 * @param <C> the type of the context: an {@link AgentSession}, or a {@link ClientRequestContext} for requests about no open session
 * @since 0.1.0
 */
@FunctionalInterface
public interface RequestAction<P, C> {

    /**
     * Serves one request. Called on a handler thread, also while a turn is running; may block.
     *
     * @param request the parameters
     * @param context the session, or what is known about the request
     * @throws Exception to refuse the request, as {@link io.acp4j.rpc.RequestHandler#handle} does
     */
    void handle(P request, C context) throws Exception;
}
