package io.acp4j.benchmarks.javasdk;

import com.agentclientprotocol.sdk.client.AcpAsyncClient;
import com.agentclientprotocol.sdk.client.AcpClient;
import com.agentclientprotocol.sdk.client.transport.AgentParameters;
import com.agentclientprotocol.sdk.client.transport.StdioAcpClientTransport;
import com.agentclientprotocol.sdk.client.transport.WebSocketAcpClientTransport;
import com.agentclientprotocol.sdk.json.AcpJsonMapper;
import com.agentclientprotocol.sdk.spec.AcpClientTransport;
import com.agentclientprotocol.sdk.spec.AcpSchema.AgentMessageChunk;
import com.agentclientprotocol.sdk.spec.AcpSchema.ClientCapabilities;
import com.agentclientprotocol.sdk.spec.AcpSchema.FileSystemCapability;
import com.agentclientprotocol.sdk.spec.AcpSchema.InitializeRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.NewSessionRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.ReadTextFileResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.SessionNotification;
import com.agentclientprotocol.sdk.spec.AcpSchema.SetSessionModeRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.TextContent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import reactor.core.publisher.Mono;

/** An agent process behind the asynchronous client, which is the faster one; counts the updates its handler sees. */
final class Peer implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final long TEXT_WAIT_NANOS = Duration.ofSeconds(10).toNanos();
    private static final ClientCapabilities CAPABILITIES =
            new ClientCapabilities(new FileSystemCapability(true, false), false);

    private final AtomicInteger updates = new AtomicInteger();
    private volatile String lastText = "";
    private final AcpAsyncClient client;
    private final Runnable stop;

    private Peer(AcpClientTransport transport, Runnable stop) {
        this.stop = stop;
        client = AcpClient.async(transport)
                .requestTimeout(TIMEOUT)
                .clientCapabilities(CAPABILITIES)
                .readTextFileHandler(request -> Mono.just(new ReadTextFileResponse("content")))
                .sessionUpdateConsumer(this::seen)
                .build();
    }

    /** Starts an agent on stdin and stdout, or one that listens for WebSockets, and connects. */
    static Peer start(List<String> command, boolean overWebSocket) {
        Peer peer = overWebSocket ? overWebSocket(command) : overPipes(command);
        peer.client.initialize(new InitializeRequest(1, CAPABILITIES)).block(START_TIMEOUT);
        return peer;
    }

    private static Peer overPipes(List<String> command) {
        var parameters = AgentParameters.builder(command.get(0))
                .args(command.subList(1, command.size()))
                .build();
        return new Peer(new StdioAcpClientTransport(parameters), () -> {});
    }

    private static Peer overWebSocket(List<String> command) {
        WsServerProcess server = WsServerProcess.start(command);
        var transport = new WebSocketAcpClientTransport(server.address(), AcpJsonMapper.createDefault());
        return new Peer(transport, server::stop);
    }

    String newSession() {
        return client.newSession(new NewSessionRequest("/bench", List.of()))
                .block(TIMEOUT)
                .sessionId();
    }

    void setMode(String sessionId, String modeId) {
        client.setSessionMode(new SetSessionModeRequest(sessionId, modeId)).block(TIMEOUT);
    }

    CompletableFuture<PromptResponse> prompt(String sessionId, String text) {
        return client.prompt(new PromptRequest(sessionId, List.of(new TextContent(text))))
                .toFuture();
    }

    int updates() {
        return updates.get();
    }

    void resetUpdates() {
        updates.set(0);
    }

    /** Waits for a message that starts like this: the answer to prompt does not tell that its updates were handled. */
    String awaitText(String start) {
        long end = System.nanoTime() + TEXT_WAIT_NANOS;
        while (!lastText.startsWith(start)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the agent's message did not come");
            }
            LockSupport.parkNanos(1_000_000);
        }
        return lastText;
    }

    private Mono<Void> seen(SessionNotification notification) {
        if (notification.update() instanceof AgentMessageChunk chunk && chunk.content() instanceof TextContent text) {
            lastText = text.text();
        }
        updates.incrementAndGet();
        return Mono.empty();
    }

    @Override
    public void close() {
        client.closeGracefully().block(TIMEOUT);
        stop.run();
    }
}
