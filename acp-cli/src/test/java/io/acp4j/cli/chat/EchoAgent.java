package io.acp4j.cli.chat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.transport.stdio.StdioTransport;

/** An agent without sessions to load or fork. It repeats each prompt. */
final class EchoAgent {

    private EchoAgent() {}

    public static void main(String[] args) throws InterruptedException {
        AcpAgent.builder()
                .info("echo-agent", "1.0.0")
                .onPrompt(turn -> turn.say("You said: " + turn.text()))
                .build()
                .serve(StdioTransport.ofProcessStreams())
                .awaitClosed();
    }
}
