package io.acp4j.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.record.WireRecorder;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.ErrorCode;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.test.FakeAgent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The code of docs/concepts, run. */
class ConceptsTest {

    private static final Path PROJECT = Path.of(".");

    @Test
    void updatesAreHandledInOrderAndBeforeTheAnswer() {
        FakeAgent agent = FakeAgent.create().nextTurn(turn -> turn.say("one ", "two ", "three"));
        // snippet:order
        StringBuilder text = new StringBuilder();
        try (AcpClient client = agent.client()
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk) text.append(chunk.text());
                })
                .connect()) {
            client.newSession(PROJECT).prompt("Count to three");
            assertThat(text).hasToString("one two three");
        }
        // end
    }

    @Test
    void aHandlerMayCallThePeerAndWait() {
        FakeAgent agent = FakeAgent.create().nextTurn(turn -> turn.say("first")).nextTurn(turn -> turn.say("second"));
        List<String> said = new CopyOnWriteArrayList<>();
        // snippet:reentrant
        try (AcpClient client = agent.client()
                .onUpdate((session, update) -> {
                    if (update instanceof AgentMessageChunk chunk
                            && chunk.text().equals("first")) {
                        session.client().newSession(PROJECT).prompt("Go on");
                    }
                    said.add("handled");
                })
                .connect()) {
            client.newSession(PROJECT).prompt("Begin");
        }
        // end
        assertThat(said).hasSize(2);
    }

    @Test
    void limitsAreOptionsOfTheConnection() {
        // snippet:options
        ConnectionOptions options = ConnectionOptions.builder()
                .maxInboundRequests(64)
                .requestTimeout(Duration.ofSeconds(20))
                .requestTimeout("session/prompt", Duration.ofMinutes(30))
                .build();
        // end
        assertThat(options.timeoutOf("session/prompt")).isEqualTo(Duration.ofMinutes(30));
        assertThat(options.timeoutOf("session/list")).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void aTurnThatIsCancelledEndsWithThatReason() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        // snippet:cancel-agent
        AcpAgent agent = AcpAgent.builder()
                .info("patient", "1.0.0")
                .onPrompt(turn -> {
                    turn.say("working");
                    CompletableFuture<String> model = callModel();
                    turn.cancellation().onCancel(() -> model.cancel(true));
                    started.countDown();
                    turn.say(model.get());
                })
                .build();
        // end
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(pair.agent());
        try (AcpClient client = AcpClient.builder(pair.client()).connect()) {
            ClientSession session = client.newSession(PROJECT);
            // snippet:cancel-client
            PromptTurn turn = session.startTurn("Think as long as you like");
            CompletableFuture<PromptResponse> end = turn.result();
            assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();
            turn.cancel();
            assertThat(end.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
            // end
        }
    }

    private static CompletableFuture<String> callModel() {
        return new CompletableFuture<>();
    }

    @Test
    void anErrorOfAHandlerReachesTheCallerAsAnAnswer() {
        // snippet:error-thrown
        AcpAgent agent = AcpAgent.builder()
                .info("strict", "1.0.0")
                .onPrompt(turn -> {
                    if (turn.text().isBlank()) {
                        throw AcpErrorException.invalidParams("empty_prompt", "The prompt has no text");
                    }
                    turn.say("ok");
                })
                .build();
        // end
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(pair.agent());
        try (AcpClient client = AcpClient.builder(pair.client()).connect()) {
            ClientSession session = client.newSession(PROJECT);
            assertThat(ask(session, " ")).isEqualTo("wrong question: The prompt has no text");
            assertThat(ask(session, "Hi")).isEqualTo("end_turn");
        }
    }

    private static String ask(ClientSession session, String prompt) {
        // snippet:error-caught
        try {
            return session.prompt(prompt).stopReason().value();
        } catch (AcpErrorException e) {
            boolean ours = e.code().equals(ErrorCode.INVALID_PARAMS);
            return (ours ? "wrong question: " : "refused: ") + e.error().message();
        } catch (UnsupportedCapabilityException e) {
            return "the agent does not offer " + e.capability();
        } catch (RequestTimeoutException e) {
            return "no answer within " + e.timeout();
        } catch (ConnectionClosedException e) {
            return "the agent is gone: " + e.reason().description();
        }
        // end
    }

    @Test
    void whatIsNotAdvertisedIsRefusedBeforeItIsSent() {
        try (FakeAgent agent = FakeAgent.answering("ok");
                AcpClient client = agent.connect()) {
            ClientSession session = client.newSession(PROJECT);

            assertThatThrownBy(() -> session.prompt(ImageContent.of(new byte[1], "image/png")))
                    .isInstanceOf(UnsupportedCapabilityException.class)
                    .isInstanceOf(AcpException.class)
                    .hasMessageContaining("agentCapabilities.promptCapabilities.image");
            assertThat(agent.prompts()).isEmpty();
        }
    }

    @Test
    void whatGoesOverTheWireCanBeRecordedWithoutItsSecrets() throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        FakeAgent agent = FakeAgent.answering("ok");
        // snippet:record
        try (WireRecorder recorder =
                        WireRecorder.builder().redact("/params/prompt/*/text").to(file);
                AcpClient client = agent.client()
                        .options(ConnectionOptions.builder().listener(recorder).build())
                        .connect()) {
            client.newSession(PROJECT).prompt("My password is swordfish");
        }
        // end
        assertThat(file.toString(StandardCharsets.UTF_8))
                .contains("session/prompt", "[redacted]")
                .doesNotContain("swordfish");
    }

    @Test
    void bothSidesMeetInMemory() {
        // snippet:in-memory
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        AcpAgent.builder()
                .info("echo", "1.0.0")
                .onPrompt(turn -> turn.say(turn.text()))
                .build()
                .serve(pair.agent());
        try (AcpClient client = AcpClient.builder(pair.client()).connect()) {
            client.newSession(PROJECT).prompt("Hello");
        }
        // end
    }
}
