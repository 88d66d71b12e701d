package io.acp4j.rpc.transport;

import java.io.IOException;

/**
 * Opens transports to one peer, again and again: launches a process, connects a socket.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface TransportFactory {

    /**
     * Opens a transport; may block.
     *
     * @return a transport that has not been started
     * @throws IOException when the peer cannot be reached
     * @throws InterruptedException when the thread is interrupted meanwhile
     * @throws io.acp4j.rpc.AcpException when the peer cannot be launched
     */
    Transport open() throws IOException, InterruptedException;
}
