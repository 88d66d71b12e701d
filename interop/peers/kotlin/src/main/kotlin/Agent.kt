package io.acp4j.interop.kotlin

import com.agentclientprotocol.agent.Agent
import com.agentclientprotocol.agent.AgentInfo
import com.agentclientprotocol.agent.AgentSession
import com.agentclientprotocol.agent.AgentSupport
import com.agentclientprotocol.agent.client
import com.agentclientprotocol.client.ClientInfo
import com.agentclientprotocol.common.Event
import com.agentclientprotocol.common.SessionCreationParameters
import com.agentclientprotocol.model.AgentCapabilities
import com.agentclientprotocol.model.ContentBlock
import com.agentclientprotocol.model.Implementation
import com.agentclientprotocol.model.PromptCapabilities
import com.agentclientprotocol.model.PromptResponse
import com.agentclientprotocol.model.SessionId
import com.agentclientprotocol.model.SessionUpdate
import com.agentclientprotocol.model.StopReason
import com.agentclientprotocol.protocol.ProtocolOptions
import com.agentclientprotocol.transport.acpProtocolOnServerWebSocket
import io.ktor.server.application.install
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.routing.routing
import io.ktor.server.websocket.WebSockets
import java.util.UUID
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.runBlocking
import kotlinx.serialization.json.JsonElement

/** A part of the scripted agent, served with the Kotlin SDK's WebSocket server until the input ends. */
fun serve() {
    val server = embeddedServer(CIO, host = "127.0.0.1", port = 0) {
        install(WebSockets)
        routing {
            acpProtocolOnServerWebSocket(protocolOptions = ProtocolOptions()) { protocol ->
                Agent(protocol, Scripts)
                protocol.start()
            }
        }
    }
    server.start(wait = false)
    val port = runBlocking { server.engine.resolvedConnectors().first().port }
    println("ws://127.0.0.1:$port/acp")
    while (System.`in`.read() >= 0) {
        // Only the end counts.
    }
    server.stop(0, 0)
}

private object Scripts : AgentSupport {
    override suspend fun initialize(clientInfo: ClientInfo) = AgentInfo(
        protocolVersion = 1,
        capabilities = AgentCapabilities(
            promptCapabilities = PromptCapabilities(audio = true, image = true, embeddedContext = true),
        ),
        implementation = Implementation("acp4j-interop-agent", "1.0.0", "Scripted agent"),
    )

    override suspend fun createSession(sessionParameters: SessionCreationParameters): AgentSession =
        ScriptedSession(SessionId(UUID.randomUUID().toString()))

    override suspend fun loadSession(
        sessionId: SessionId,
        sessionParameters: SessionCreationParameters,
    ): AgentSession = throw UnsupportedOperationException("sessions are not kept")
}

private class ScriptedSession(override val sessionId: SessionId) : AgentSession {
    private var cancelled = CompletableDeferred<Unit>()

    override suspend fun prompt(content: List<ContentBlock>, _meta: JsonElement?): Flow<Event> = flow {
        cancelled = CompletableDeferred()
        content.forEach { emit(Event.SessionUpdateEvent(SessionUpdate.UserMessageChunk(it))) }
        val text = content.filterIsInstance<ContentBlock.Text>().joinToString("") { it.text }
        val words = text.split(" ")
        var reason = StopReason.END_TURN
        when (words[0]) {
            "blocks" -> say("blocks: " + content.joinToString(",") { kind(it) })
            "count" -> repeat(words[1].toInt()) { say("$it ") }
            "big" -> say("é".repeat(words[1].toInt()))
            "read" -> say("read: " + currentCoroutineContext().client.fsReadTextFile(words[1]).content)
            "stop" -> reason = StopReason.valueOf(words[1].uppercase())
            "slow" -> {
                say("waiting")
                cancelled.await()
                say("stopping")
                reason = StopReason.CANCELLED
            }
            else -> say("You said: $text")
        }
        emit(Event.PromptResponseEvent(PromptResponse(reason)))
    }

    override suspend fun cancel() {
        cancelled.complete(Unit)
    }

    private suspend fun FlowCollector<Event>.say(text: String) {
        emit(Event.SessionUpdateEvent(SessionUpdate.AgentMessageChunk(ContentBlock.Text(text))))
    }

    private fun kind(block: ContentBlock) = when (block) {
        is ContentBlock.Text -> "text"
        is ContentBlock.Image -> "image"
        is ContentBlock.Audio -> "audio"
        is ContentBlock.ResourceLink -> "resource_link"
        is ContentBlock.Resource -> "resource"
    }
}
