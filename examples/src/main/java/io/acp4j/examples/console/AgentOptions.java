package io.acp4j.examples.console;

import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.transport.stdio.StdioTransport;
import io.acp4j.transport.ws.WsTransport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which agent to talk to: one of this client's own, or one that is elsewhere. */
final class AgentOptions {

    @Option(names = "--ws", paramLabel = "URL", description = "The address of an agent that serves WebSockets.")
    private @Nullable String address;

    @Option(
            names = "--protocol",
            paramLabel = "1|2",
            description = "The newest version of the protocol to ask for; 2 is a draft. Default: 1.")
    private int protocol = 1;

    @Parameters(
            arity = "0..*",
            paramLabel = "AGENT-COMMAND",
            description = "The program of an agent to be started, and its arguments. Put -- before it.")
    private final List<String> command = new ArrayList<>();

    /** Returns whether it is said which agent, and only once. */
    boolean areClear() {
        return (address == null) == !command.isEmpty();
    }

    /** Returns whether the version is one that this client speaks. */
    boolean areSpoken() {
        return protocol == 1 || protocol == 2;
    }

    /** Returns the versions to ask for, the newest first. */
    List<ProtocolVersion> versions() {
        return protocol == 1 ? List.of(ProtocolVersion.V1) : List.of(ProtocolVersion.V2, ProtocolVersion.V1);
    }

    /** Starts the agent, or connects to it. */
    Transport open() {
        return address == null ? StdioTransport.launch(command) : WsTransport.connect(address);
    }

    /** Names the agent until it has said its name. */
    String name() {
        return address == null ? command.get(0) : address;
    }
}
