package io.acp4j.rpc;

import java.util.concurrent.CompletionStage;

/**
 * Serves the requests of one method without holding a thread until the response.
 *
 * <p>Begins in its place among the messages of its session: after those before it, and before those after it are handled.
 * It must therefore return soon; what blocks belongs on {@link RequestContext#executor()}. A handler that need not begin in
 * order is simpler as a {@link RequestHandler}.
 *
 * @param <P> the type of the parameters
 * @param <R> the type of the result
 * @param <C> the type of the context, as that of a {@link RequestHandler}
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
