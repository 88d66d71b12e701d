package io.acp4j.inspector.drive;

import io.acp4j.rpc.transport.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Where the agent comes from: a command or an address, as given on the command line.
 *
 * @param name what the page calls it
 * @param directory where its sessions work unless the user names another directory
 * @param opening opens a transport to it, anew for each connection
 */
public record AgentSource(String name, Path directory, Opening opening) {

    /** Checks that everything is there. */
    public AgentSource {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(opening, "opening");
    }

    /** Opens transports. */
    @FunctionalInterface
    public interface Opening {

        /**
         * Opens a transport; may wait.
         *
         * @param errorLines is told of the lines of the agent's error output
         * @return the transport
         * @throws IOException when the agent cannot be reached
         * @throws InterruptedException when the thread is interrupted
         */
        Transport open(Consumer<String> errorLines) throws IOException, InterruptedException;
    }
}
