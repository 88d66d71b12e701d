package io.acp4j.interop.kotlin

import com.agentclientprotocol.client.Client
import com.agentclientprotocol.client.ClientInfo
import com.agentclientprotocol.client.ClientOperationsFactory
import com.agentclientprotocol.client.ClientSession
import com.agentclientprotocol.common.ClientSessionOperations
import com.agentclientprotocol.common.Event
import com.agentclientprotocol.common.SessionCreationParameters
import com.agentclientprotocol.model.AcpCreatedSessionResponse
import com.agentclientprotocol.model.ClientCapabilities
import com.agentclientprotocol.model.ContentBlock
import com.agentclientprotocol.model.FileSystemCapability
import com.agentclientprotocol.model.Implementation
import com.agentclientprotocol.model.PermissionOption
import com.agentclientprotocol.model.ReadTextFileResponse
import com.agentclientprotocol.model.RequestPermissionOutcome
import com.agentclientprotocol.model.RequestPermissionResponse
import com.agentclientprotocol.model.SessionId
import com.agentclientprotocol.model.SessionUpdate
import com.agentclientprotocol.model.StopReason
import com.agentclientprotocol.protocol.Protocol
import com.agentclientprotocol.protocol.ProtocolOptions
import com.agentclientprotocol.transport.WebSocketTransport
import io.ktor.client.HttpClient
import io.ktor.client.engine.cio.CIO
import io.ktor.client.plugins.websocket.WebSockets
import io.ktor.client.plugins.websocket.webSocketSession
import java.util.concurrent.CopyOnWriteArrayList
import kotlinx.coroutines.cancelChildren
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.withTimeout
import kotlinx.serialization.json.JsonElement

private const val PATIENCE_MILLIS = 60_000L
private const val CHUNKS = 2_000
private const val LONG = 300_000

/** Drives the scripted agent through checks over the Kotlin SDK's WebSocket transport; gives how many have failed. */
suspend fun checks(address: String): Int = coroutineScope {
    val http = HttpClient(CIO) { install(WebSockets) }
    val socket = http.webSocketSession(address)
    val protocol = Protocol(this, WebSocketTransport(this, socket), ProtocolOptions())
    protocol.start()
    val client = Client(protocol)
    var failed = 0

    suspend fun check(name: String, body: suspend () -> Unit) {
        try {
            withTimeout(PATIENCE_MILLIS) { body() }
            println("ok $name")
        } catch (e: Exception) {
            failed++
            println("not ok $name: " + e.toString().replace(Regex("\\s+"), " ").take(300))
        }
    }

    lateinit var session: ClientSession
    check("initialize") {
        val agent = client.initialize(ClientInfo(1, ClientCapabilities(FileSystemCapability(true, true))))
        check(agent.protocolVersion == 1) { "version ${agent.protocolVersion}" }
        check(agent.implementation?.name == "acp4j-interop-agent") { "agent ${agent.implementation}" }
    }
    check("new-session") { session = client.newSession(SessionCreationParameters("/project", listOf()), Host) }
    check("stream") { session.says("stream", listOf("Hello", ", ", "world", "Done", ".")) }
    check("unknown-word") { session.says("Good day", listOf("You said: Good day")) }
    check("many-updates") { session.says("count $CHUNKS", List(CHUNKS) { "$it " }) }
    check("long-message") { session.says("big $LONG", listOf("é".repeat(LONG))) }
    check("permission") { session.says("permission", listOf("permission: selected allow")) }
    check("read") { session.says("read /project/ä.txt", listOf("read: the content of /project/ä.txt")) }
    check("cancel") {
        val turn = session.turn("slow") { if (it == "waiting") session.cancel() }
        check(turn.second == StopReason.CANCELLED) { "stop reason ${turn.second}" }
    }
    check("stop-reason") {
        val reason = session.turn("stop max_tokens").second
        check(reason == StopReason.MAX_TOKENS) { "stop reason $reason" }
    }
    check("error") {
        val message = runCatching { session.turn("fail") }.exceptionOrNull()?.message ?: "no error"
        check("Scripted failure" in message) { message }
    }
    protocol.close()
    http.close()
    // The transport's own tasks do not end with the connection.
    coroutineContext.cancelChildren()
    failed
}

private suspend fun ClientSession.says(prompt: String, texts: List<String>) {
    val (said, reason) = turn(prompt)
    check(said == texts) { "${said.size} texts: ${said.take(10).joinToString { it.take(50) }}" }
    check(reason == StopReason.END_TURN) { "stop reason $reason" }
}

private suspend fun ClientSession.turn(
    prompt: String,
    onText: suspend (String) -> Unit = {},
): Pair<List<String>, StopReason?> {
    val said = CopyOnWriteArrayList<String>()
    var reason: StopReason? = null
    prompt(listOf(ContentBlock.Text(prompt))).collect { event ->
        when (event) {
            is Event.SessionUpdateEvent -> text(event.update)?.let {
                said += it
                onText(it)
            }
            is Event.PromptResponseEvent -> reason = event.response.stopReason
        }
    }
    return said to reason
}

private fun text(update: SessionUpdate) =
    ((update as? SessionUpdate.AgentMessageChunk)?.content as? ContentBlock.Text)?.text

/** What the agent may ask of this client. */
private object Host : ClientOperationsFactory {
    override suspend fun createClientOperations(
        sessionId: SessionId,
        sessionResponse: AcpCreatedSessionResponse,
    ) = object : ClientSessionOperations {
        override suspend fun requestPermissions(
            toolCall: SessionUpdate.ToolCallUpdate,
            permissions: List<PermissionOption>,
            _meta: JsonElement?,
        ) = RequestPermissionResponse(RequestPermissionOutcome.Selected(permissions.first().optionId))

        override suspend fun notify(notification: SessionUpdate, _meta: JsonElement?) {
            // What comes outside of turns is not looked at.
        }

        override suspend fun fsReadTextFile(path: String, line: UInt?, limit: UInt?, _meta: JsonElement?) =
            ReadTextFileResponse("the content of $path")
    }
}
