package io.acp4j.interop.javasdk;

import com.agentclientprotocol.sdk.client.AcpAsyncClient;
import com.agentclientprotocol.sdk.client.AcpClient;
import com.agentclientprotocol.sdk.client.transport.WebSocketAcpClientTransport;
import com.agentclientprotocol.sdk.json.AcpJsonMapper;
import com.agentclientprotocol.sdk.spec.AcpSchema.AgentMessageChunk;
import com.agentclientprotocol.sdk.spec.AcpSchema.CancelNotification;
import com.agentclientprotocol.sdk.spec.AcpSchema.ClientCapabilities;
import com.agentclientprotocol.sdk.spec.AcpSchema.FileSystemCapability;
import com.agentclientprotocol.sdk.spec.AcpSchema.InitializeRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.InitializeResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.NewSessionRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.PermissionSelected;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.ReadTextFileResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.RequestPermissionResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.SessionNotification;
import com.agentclientprotocol.sdk.spec.AcpSchema.TextContent;
import com.agentclientprotocol.sdk.spec.AcpSchema.WriteTextFileRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.WriteTextFileResponse;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import reactor.core.publisher.Mono;

/** The SDK's client with one session, and what the agent has said in it. */
final class Conversation implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final ClientCapabilities CAPABILITIES =
            new ClientCapabilities(new FileSystemCapability(true, true), false);

    private final AcpAsyncClient client;
    private final List<String> said = new ArrayList<>();
    private final List<WriteTextFileRequest> written = new ArrayList<>();
    private String session = "";

    Conversation(URI address) {
        client = AcpClient.async(new WebSocketAcpClientTransport(address, AcpJsonMapper.createDefault()))
                .requestTimeout(PATIENCE)
                .clientCapabilities(CAPABILITIES)
                .readTextFileHandler(
                        request -> Mono.just(new ReadTextFileResponse("the content of " + request.path())))
                .writeTextFileHandler(request -> {
                    written.add(request);
                    return Mono.just(new WriteTextFileResponse());
                })
                .requestPermissionHandler(request -> Mono.just(new RequestPermissionResponse(
                        new PermissionSelected(request.options().get(0).optionId()))))
                .sessionUpdateConsumer(this::updated)
                .build();
    }

    InitializeResponse initialize() {
        return client.initialize(new InitializeRequest(1, CAPABILITIES)).block(PATIENCE);
    }

    String open() {
        session = client.newSession(new NewSessionRequest("/project", List.of()))
                .block(PATIENCE)
                .sessionId();
        return session;
    }

    CompletableFuture<PromptResponse> prompt(String text) {
        synchronized (said) {
            said.clear();
        }
        return client.prompt(new PromptRequest(session, List.of(new TextContent(text))))
                .toFuture();
    }

    void cancel() {
        client.cancel(new CancelNotification(session)).block(PATIENCE);
    }

    List<WriteTextFileRequest> written() {
        return List.copyOf(written);
    }

    private Mono<Void> updated(SessionNotification notification) {
        if (notification.update() instanceof AgentMessageChunk chunk && chunk.content() instanceof TextContent text) {
            synchronized (said) {
                said.add(text.text());
                said.notifyAll();
            }
        }
        return Mono.empty();
    }

    /** Waits until the agent's texts are as they should be: the SDK's prompt may return before they have been handled. */
    List<String> awaitSaid(Predicate<List<String>> expected) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        synchronized (said) {
            while (!expected.test(said)) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError("the agent has said " + said.size() + " texts: "
                            + said.subList(0, Math.min(10, said.size())));
                }
                TimeUnit.NANOSECONDS.timedWait(said, left);
            }
            return List.copyOf(said);
        }
    }

    @Override
    public void close() {
        client.closeGracefully().block(PATIENCE);
    }
}
