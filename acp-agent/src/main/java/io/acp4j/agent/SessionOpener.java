package io.acp4j.agent;

/**
 * Opens a session: a new one, a stored one, or a fork.
 *
 * @param <P> the type of the request
 * @param <R> the type of the response
 * @see <a href="https://agentclientprotocol.com/protocol/v1/session-setup">the specification</a>
 * @since 0.1.0
 */
@FunctionalInterface
public interface SessionOpener<P, R> {

    /**
     * Opens one session. Called on a handler thread; may block. When it returns, the session takes prompts, and then the
     * response is sent. Requests of one connection that open the same session are served one after the other, in the order in which
     * they came.
     *
     * @param request what the client asks for; paths in it are absolute, and it uses only what the agent advertises
     * @param setup the session that is being opened
     * @return the response
     * @throws Exception to refuse: an {@link io.acp4j.rpc.AcpErrorException} is sent as it is, such as {@link
     *     io.acp4j.rpc.AcpErrorException#notFound notFound} or {@link io.acp4j.rpc.AcpErrorException#authRequired
     *     authRequired}; anything else as error -32603 without details
     */
    R open(P request, SessionContext setup) throws Exception;
}
