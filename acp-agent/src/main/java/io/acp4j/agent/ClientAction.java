package io.acp4j.agent;

/**
 * Serves the requests of one method that is about no open session and whose responses say nothing.
 *
 * @param <P> the type of the request
 * @since 0.1.0
 */
@FunctionalInterface
public interface ClientAction<P> {

    /**
     * Serves one request. Called on a handler thread; may block.
     *
     * @param request what the client asks for
     * @param client who asks; about the request, too
     * @throws Exception to refuse, as {@link SessionOpener#open} does
     */
    void handle(P request, RequestClient client) throws Exception;
}
