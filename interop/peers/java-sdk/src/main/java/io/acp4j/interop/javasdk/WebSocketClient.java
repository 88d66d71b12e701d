package io.acp4j.interop.javasdk;

import static com.agentclientprotocol.sdk.spec.AcpSchema.StopReason.CANCELLED;
import static com.agentclientprotocol.sdk.spec.AcpSchema.StopReason.END_TURN;

import com.agentclientprotocol.sdk.spec.AcpSchema.InitializeResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.PromptResponse;
import com.agentclientprotocol.sdk.spec.AcpSchema.StopReason;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Drives the scripted agent through checks with the WebSocket client of the published Java SDK: prints {@code ok NAME} or
 * {@code not ok NAME: why} for each.
 */
public final class WebSocketClient {

    private static final int CHUNKS = 2_000;
    private static final int LONG = 300_000;

    private final Conversation agent;
    private int failed;

    private WebSocketClient(Conversation agent) {
        this.agent = agent;
    }

    /**
     * Runs the checks.
     *
     * @param command starts an agent that serves WebSockets and prints its address as its first line
     * @throws IOException when it cannot be started
     */
    public static void main(String[] command) throws IOException {
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int failed = 1;
        try {
            String address = new BufferedReader(
                            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
            failed = new WebSocketClient(new Conversation(URI.create(Objects.requireNonNull(address, "no address"))))
                    .run();
        } finally {
            server.destroy();
        }
        // The SDK's schedulers keep threads that would keep the process.
        System.exit(failed == 0 ? 0 : 1);
    }

    /** Something that must hold. */
    private interface Check {
        void run() throws Exception;
    }

    private int run() {
        check("initialize", this::initialize);
        check("new-session", () -> require(!agent.open().isEmpty(), "an id"));
        check("stream", () -> says("stream", END_TURN, List.of("Hello", ", ", "world", "Done", ".")));
        check("unknown-word", () -> says("Good day", END_TURN, List.of("You said: Good day")));
        check("many-updates", this::manyUpdates);
        check("long-message", () -> says("big " + LONG, END_TURN, List.of("é".repeat(LONG))));
        check("permission", () -> says("permission", END_TURN, List.of("permission: selected allow")));
        check("read", () -> says("read /project/ä.txt", END_TURN, List.of("read: the content of /project/ä.txt")));
        check("write", this::write);
        check("cancel", this::cancel);
        check("stop-reason", () -> says("stop max_tokens", StopReason.MAX_TOKENS, List.of()));
        check("error", this::error);
        check("unknown-update", () -> says("unknown-update", END_TURN, List.of("after the unknown")));
        check("close", agent::close);
        return failed;
    }

    private void check(String name, Check check) {
        try {
            check.run();
            System.out.println("ok " + name);
        } catch (Exception | AssertionError e) {
            failed++;
            System.out.println("not ok " + name + ": " + String.valueOf(e).replaceAll("\\s+", " "));
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("expected " + what);
        }
    }

    private static PromptResponse end(CompletableFuture<PromptResponse> turn) throws Exception {
        return turn.get(Conversation.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    private void says(String prompt, StopReason reason, List<String> texts) throws Exception {
        PromptResponse response = end(agent.prompt(prompt));
        agent.awaitSaid(texts::equals);
        require(response.stopReason() == reason, reason + ", not " + response.stopReason());
    }

    private void initialize() {
        InitializeResponse response = agent.initialize();
        require(response.protocolVersion() == 1, "version 1, not " + response.protocolVersion());
        require(response.agentCapabilities().loadSession(), "loadSession");
    }

    /** The SDK may hand updates over side by side, so what counts is that none is missing. */
    private void manyUpdates() throws Exception {
        end(agent.prompt("count " + CHUNKS));
        List<String> said = agent.awaitSaid(texts -> texts.size() >= CHUNKS);
        List<String> expected = IntStream.range(0, CHUNKS).mapToObj(i -> i + " ").sorted().toList();
        require(said.stream().sorted().toList().equals(expected), "each of " + CHUNKS + " updates once");
    }

    private void write() throws Exception {
        says("write /project/new.txt some text", END_TURN, List.of("write: done"));
        require(agent.written().size() == 1, "one file");
        require(agent.written().get(0).content().equals("some text"), "the text");
    }

    private void cancel() throws Exception {
        CompletableFuture<PromptResponse> turn = agent.prompt("slow");
        agent.awaitSaid(texts -> texts.contains("waiting"));
        agent.cancel();
        require(end(turn).stopReason() == CANCELLED, "cancelled");
    }

    private void error() throws Exception {
        try {
            end(agent.prompt("fail"));
        } catch (ExecutionException e) {
            require(String.valueOf(e.getCause().getMessage()).contains("Scripted failure"), "the agent's message");
            return;
        }
        throw new AssertionError("expected an error");
    }
}
