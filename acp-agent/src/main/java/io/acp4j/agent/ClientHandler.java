package io.acp4j.agent;

/**
 * Serves the requests of one method that is about no open session.
 *
 * @param <P> the type of the request
 * @param <R> the type of the result
 * @since 0.1.0
 */
@FunctionalInterface
public interface ClientHandler<P, R> {

    /**
     * Serves one request. Called on a handler thread; may block.
     *
     * @param request what the client asks for
     * @param client who asks; about the request, too
     * @return the result
     * @throws Exception to refuse, as {@link SessionOpener#open} does
     */
    R handle(P request, RequestClient client) throws Exception;
}
