package io.acp4j.rpc;

/**
 * Serves the requests of one method.
 *
 * <p>Runs on a handler thread and may block, call the peer and wait. Requests of one session begin after all earlier notifications of the
 * session have been handled. They run concurrently and do not delay later messages.
 *
 * @param <P> the type of the parameters
 * @param <R> the type of the result
 * @param <C> the type of the context: {@link RequestContext}, or a more specific view of the request such as a session
 * @since 0.1.0
 */
@FunctionalInterface
public interface RequestHandler<P, R, C> {

    /**
     * Serves one request. Exceptions become error responses: an {@link AcpErrorException} its own error, a {@link
     * RequestCancelledException} error -32800, and any other exception error -32603 without details. The latter is logged. So is an {@link
     * AcpErrorException} caused by a peer, which also becomes error -32603: see {@link AcpErrorException#receivedFor()}.
     *
     * @param params the parameters
     * @param context what is known about the request
     * @return the result, not null
     * @throws Exception to respond with an error, such as {@link AcpErrorException#notFound notFound} or {@link
     *     AcpErrorException#authRequired authRequired}
     */
    R handle(P params, C context) throws Exception;
}
