package io.acp4j.rpc;

/**
 * Handles the notifications of one method.
 *
 * <p>Called on a handler thread, one at a time and in wire order for each session; other sessions are not held up. It may
 * block, call the peer and wait; until it returns, nothing later about its session is handled but requests that arrive
 * while it waits for the peer, since the peer's response may depend on them.
 *
 * @param <P> the type of the parameters
 * @since 0.1.0
 */
@FunctionalInterface
public interface NotificationHandler<P> {

    /**
     * Handles one notification. What it throws is logged; the connection stays open.
     *
     * @param params the parameters
     * @param connection the connection that it came on
     * @throws Exception to have a failure logged
     */
    void handle(P params, Connection connection) throws Exception;
}
