package io.acp4j.examples.echo;

// snippet:agent
import io.acp4j.agent.AcpAgent;
import io.acp4j.transport.stdio.StdioTransport;

public final class EchoAgent {
    public static void main(String[] args) throws InterruptedException {
        AcpAgent.builder()
                .info("echo-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build()
                .serve(StdioTransport.ofProcessStreams())
                .awaitClosed();
    }
}
// end
