package io.acp4j.examples.proxy;

import io.acp4j.proxy.bridge.BridgeLimits;
import io.acp4j.proxy.bridge.VersionBridge;
import io.acp4j.transport.stdio.StdioTransport;

/** Lets a client use an agent that speaks another version of the protocol: {@code BetweenVersions my-agent --acp}. */
public final class BetweenVersions {

    private BetweenVersions() {}

    // snippet:bridge
    /** Makes a bridge that holds a hundred prompts of a session and names an agent that does not name itself. */
    static VersionBridge create(String agentName) {
        return VersionBridge.builder()
                .agentName(agentName)
                .limits(BridgeLimits.builder().maxHeldPrompts(100).build())
                .build();
    }
    // end

    /**
     * Serves the client on this process's own streams.
     *
     * @param args the command that starts the agent
     * @throws InterruptedException when the process is told to end
     */
    public static void main(String[] args) throws InterruptedException {
        // snippet:serve
        create(args[0])
                .connect(StdioTransport.ofProcessStreams(), StdioTransport.launch(args))
                .awaitClosed();
        // end
    }
}
