package io.acp4j.rpc;

/**
 * Handles the notifications of one method.
 *
 * <p>Called on a handler thread, one at a time and in wire order for each session; other sessions are not held up. It may
 * block, call the peer and wait; until it returns, nothing later about its session is handled but requests that arrive
 * while it waits for the peer, since the peer's response may depend on them.
 *
 * @param <P> the type of the parameters
 * @param <C> the type of the context: {@link Connection}, or a more specific view of what the notification belongs to
 * @since 0.1.0
 */
@FunctionalInterface
public interface NotificationHandler<P, C> {

    /**
     * Handles one notification. What it throws is logged; the connection stays open.
     *
     * @param params the parameters
     * @param context the connection or session that the notification belongs to
     * @throws Exception to have a failure logged
     */
    void handle(P params, C context) throws Exception;
}
