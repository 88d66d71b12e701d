package io.acp4j.inspector.link;

import io.acp4j.rpc.transport.Transport;
import java.io.IOException;
import java.util.function.Consumer;

/** Opens transports to an agent, each to one that is started anew, or over a connection of its own. */
@FunctionalInterface
public interface Opening {

    /**
     * Opens a transport; may wait.
     *
     * @param errorLines is told of the lines of the agent's error output
     * @return the transport, not yet started
     * @throws IOException when the agent cannot be reached
     * @throws InterruptedException when the thread is interrupted
     */
    Transport open(Consumer<String> errorLines) throws IOException, InterruptedException;
}
