package io.acp4j.examples.kotlin

// snippet:agent
import io.acp4j.agent.AcpAgent
import io.acp4j.transport.stdio.StdioTransport

fun echoAgent(): AcpAgent =
    AcpAgent.builder().info("echo-agent", "1.0.0")
        .onPrompt { turn -> turn.say("You said: ${turn.text()}") }
        .build()

fun main() {
    echoAgent().serve(StdioTransport.ofProcessStreams()).awaitClosed()
}
// end
