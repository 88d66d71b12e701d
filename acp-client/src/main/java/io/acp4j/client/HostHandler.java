package io.acp4j.client;

/**
 * Serves one kind of request that agents send to their client.
 *
 * <p>Runs on a handler thread and may block, also for as long as a person takes. What it throws becomes the response: an
 * {@link io.acp4j.rpc.AcpErrorException} that very error, anything else error -32603 without details and a line in the log.
 *
 * @param <P> the type of the request
 * @param <R> the type of the response
 * @since 0.1.0
 */
@FunctionalInterface
public interface HostHandler<P, R> {

    /**
     * Serves one request.
     *
     * @param request the request
     * @return the response, not null
     * @throws Exception to respond with an error
     */
    R handle(P request) throws Exception;
}
