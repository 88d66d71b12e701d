package io.acp4j.cli.agent;

import io.acp4j.rpc.transport.Transport;
import java.util.List;
import java.util.function.Consumer;

/** An agent that a command connects to. */
public sealed interface AgentTarget permits LaunchedAgent, RemoteAgent {

    /**
     * Returns the name for pages and tables. It contains no variable, token or query of an address.
     *
     * @return the name
     */
    String name();

    /**
     * Opens a transport to the agent.
     *
     * @param errorLines receives the lines of the error output of an agent that is launched
     * @return the transport, not yet started
     * @throws io.acp4j.rpc.AcpException if the agent cannot be launched or reached
     */
    Transport open(Consumer<String> errorLines);

    /**
     * Returns the arguments with which the conformance kit connects to the same agent. They may contain secrets.
     *
     * @return the arguments of the kit's command {@code agent}
     */
    List<String> kitArguments();
}
