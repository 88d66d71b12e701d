package io.acp4j.interop.bridge;

import io.acp4j.proxy.bridge.VersionBridge;
import io.acp4j.transport.stdio.StdioTransport;

/** Stands between a client on this process's own streams and an agent that may speak another version of the protocol. */
public final class InteropBridge {

    private InteropBridge() {}

    /**
     * Serves one client.
     *
     * @param args the command that starts the agent
     * @throws InterruptedException when the process is told to end
     */
    public static void main(String[] args) throws InterruptedException {
        VersionBridge.builder()
                .echoPrompts(true)
                .build()
                .connect(StdioTransport.ofProcessStreams(), StdioTransport.launch(args))
                .awaitClosed();
    }
}
