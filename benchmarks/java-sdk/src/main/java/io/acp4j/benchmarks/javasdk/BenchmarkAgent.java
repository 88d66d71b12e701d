package io.acp4j.benchmarks.javasdk;

import com.agentclientprotocol.sdk.agent.AcpAgent;
import com.agentclientprotocol.sdk.agent.SyncPromptContext;
import com.agentclientprotocol.sdk.agent.transport.StdioAcpAgentTransport;
import com.agentclientprotocol.sdk.spec.AcpSchema.AgentCapabilities;
import com.agentclientprotocol.sdk.spec.AcpSchema.AgentMessageChunk;
import com.agentclientprotocol.sdk.spec.AcpSchema.InitializeResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.NewSessionResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.ReadTextFileRequest;
import com.agentclientprotocol.sdk.spec.AcpSchema.SetSessionModeResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.TextContent;
import java.time.Duration;

/** The benchmark agent on the published Java SDK; {@code benchmarks/WORKLOAD.md} says what it does. */
public final class BenchmarkAgent {

    private static final String TEXT = "x".repeat(120);

    private BenchmarkAgent() {}

    /**
     * Serves one client on stdin and stdout.
     *
     * @param args none
     */
    public static void main(String[] args) {
        AcpAgent.sync(new StdioAcpAgentTransport())
                .requestTimeout(Duration.ofMinutes(10))
                .initializeHandler(request -> InitializeResponse.ok(new AgentCapabilities()))
                .newSessionHandler(request -> new NewSessionResponse("session-1", null, null))
                .setSessionModeHandler(request -> new SetSessionModeResponse())
                .promptHandler(BenchmarkAgent::prompt)
                .build()
                .run();
    }

    private static PromptResponse prompt(PromptRequest request, SyncPromptContext context) {
        String[] words = ((TextContent) request.prompt().get(0)).text().split(" ");
        switch (words[0]) {
            case "flood" -> flood(context, TEXT, Integer.parseInt(words[1]));
            case "text" -> flood(context, Texts.of(words[1]), Integer.parseInt(words[2]));
            case "mixed" -> mixed(context, Integer.parseInt(words[1]));
            case "callback" -> callback(context, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            default -> throw new IllegalArgumentException("unknown prompt word " + words[0]);
        }
        return PromptResponse.endTurn();
    }

    private static void flood(SyncPromptContext context, String text, int count) {
        for (int i = 0; i < count; i++) {
            send(context, text);
        }
    }

    private static void mixed(SyncPromptContext context, int count) {
        MixedUpdates updates = new MixedUpdates();
        for (int i = 0; i < count; i++) {
            context.sendUpdate(context.getSessionId(), updates.update(i));
        }
    }

    private static void callback(SyncPromptContext context, int warmup, int count) {
        Latencies latencies = new Latencies(warmup, count);
        var request = new ReadTextFileRequest(context.getSessionId(), "/bench/file.txt", null, null);
        latencies.measure(() -> context.readTextFile(request));
        send(context, "p50_us " + latencies.micros(0.5) + " p99_us " + latencies.micros(0.99));
    }

    private static void send(SyncPromptContext context, String text) {
        context.sendUpdate(
                context.getSessionId(),
                new AgentMessageChunk("agent_message_chunk", new TextContent(text), "message-1"));
    }
}
