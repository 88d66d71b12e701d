package io.acp4j.rpc;

import java.util.concurrent.CompletionStage;

/**
 * Serves the requests of one method without holding a thread until the response.
 *
 * <p>Called in the order of the session's messages: after all earlier messages have been handled, and before any later one. It must
 * therefore return soon. Run blocking work on {@link RequestContext#executor()}. If a handler need not begin in this order, use the simpler
 * {@link RequestHandler}.
 *
 * @param <P> the type of the parameters
 * @param <R> the type of the result
 * @param <C> the type of the context, as for a {@link RequestHandler}
 * @since 0.1.0
 */
@FunctionalInterface
public interface AsyncRequestHandler<P, R, C> {

    /**
     * Begins to serve one request.
     *
     * @param params the parameters
     * @param context what is known about the request
     * @return a stage whose result or failure becomes the response, as with {@link RequestHandler#handle}
     * @throws Exception to respond with an error at once
     */
    CompletionStage<R> handle(P params, C context) throws Exception;
}
