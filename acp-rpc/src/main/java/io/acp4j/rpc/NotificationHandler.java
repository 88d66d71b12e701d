package io.acp4j.rpc;

/**
 * Handles the notifications of one method.
 *
 * <p>Called on a handler thread, one at a time and in wire order for each session. Sessions do not delay each other. The handler may block,
 * call the peer and wait. Until it returns, later messages of its session are not handled. Requests that arrive while it waits for the peer
 * are an exception, because the peer's response may depend on them.
 *
 * @param <P> the type of the parameters
 * @param <C> the type of the context: {@link Connection}, or a more specific view such as the session of the notification
 * @since 0.1.0
 */
@FunctionalInterface
public interface NotificationHandler<P, C> {

    /**
     * Handles one notification. Exceptions are logged, and the connection remains open.
     *
     * @param params the parameters
     * @param context the connection or session that the notification belongs to
     * @throws Exception if the handler fails; the failure is logged
     */
    void handle(P params, C context) throws Exception;
}
