package io.acp4j.examples.kotlin

// snippet:nullability
import io.acp4j.client.AcpClient

fun nameOfAgent(client: AcpClient): String {
    val info = client.agentInfo() ?: return "an agent that has not said its name"
    return info.title ?: info.name
}
// end
