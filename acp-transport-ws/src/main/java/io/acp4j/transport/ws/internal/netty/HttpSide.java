package io.acp4j.transport.ws.internal.netty;

import io.netty.channel.Channel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Serves the requests on a WebSocket server's sockets that ask for no WebSocket. */
public interface HttpSide {

    /** Returns the protocols that TLS may agree on, the preferred one first. */
    List<String> protocols();

    /**
     * Sets up a new socket, behind TLS where there is such; called on its event loop.
     *
     * @param socket the socket
     * @param access what its server knows and does
     */
    void join(Channel socket, SocketAccess access);

    /**
     * Ends what is served: at once where nobody waits for a response, all of it after the grace period.
     *
     * @param served called once, when no client is left that needs another socket
     * @return a stage that completes when nothing is left, never exceptionally
     */
    CompletionStage<Void> shutdown(Duration grace, Runnable served);
}
