package io.acp4j.examples.kotlin

// snippet:client
import io.acp4j.client.AcpClient
import io.acp4j.rpc.transport.Transport
import io.acp4j.schema.update.AgentMessageChunk
import java.nio.file.Path

fun ask(agent: Transport, question: String): String {
    val answer = StringBuffer()
    AcpClient.builder(agent)
        .onUpdate { _, update -> if (update is AgentMessageChunk) answer.append(update.text()) }
        .connect()
        .use { client -> client.newSession(Path.of(".")).prompt(question) }
    return answer.toString()
}
// end
