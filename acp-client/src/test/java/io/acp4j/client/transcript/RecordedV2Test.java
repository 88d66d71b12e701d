package io.acp4j.client.transcript;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A whole conversation in the manner of a real agent of version 2, response by response. */
class RecordedV2Test {

    private final RawAgent agent = new RawAgent();
    private final Iterator<String> lines = lines();
    private final Map<String, JsonNode> requests = new HashMap<>();
    private JsonNode awaited = json("{}");
    private AcpClient client;

    private static Iterator<String> lines() {
        try (InputStream in = Objects.requireNonNull(RecordedV2Test.class.getResourceAsStream("v2.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()
                    .iterator();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() {
        client.close();
    }

    /** Goes on until the recorded client sends something, and remembers that. */
    private void agentGoesOn() {
        awaited = json("{}");
        while (lines.hasNext()) {
            String line = lines.next();
            JsonNode frame = json(line.substring(2));
            if (line.startsWith(">")) {
                awaited = frame;
                return;
            }
            JsonNode request =
                    frame.has("method") ? null : requests.get(frame.get("id").asText());
            if (request == null) {
                agent.sendVerbatim(frame.toString());
            } else {
                agent.result(request, frame.get("result").toString());
            }
        }
    }

    /** Takes what the client sends, which must be what was recorded. */
    private void clientSends() {
        JsonNode frame = agent.expect(awaited.get("method").asText());
        assertThat(frame.at("/params/sessionId")).isEqualTo(awaited.at("/params/sessionId"));
        assertThat(frame.at("/params/prompt")).isEqualTo(awaited.at("/params/prompt"));
        if (frame.has("id")) {
            requests.put(awaited.get("id").asText(), frame);
        }
        agentGoesOn();
    }

    private AcpClient connect() {
        agentGoesOn();
        JsonNode response = json(lines.next().substring(2));
        AcpClient connected = agent.connectTo(
                response.get("result").toString(),
                builder -> builder.protocolVersions(ProtocolVersion.V2).transcripts(TranscriptOptions.KEEP_ALL));
        agentGoesOn();
        return connected;
    }

    private StopReason turn(ClientSession session, String text, String message) {
        PromptTurn turn = session.startTurn(text);
        clientSends();
        assertThat(get(turn.inserted())).isEqualTo(new MessageId(message));
        return get(turn.result()).stopReason();
    }

    @Test
    void everyStepBecomesWhatAPersonWouldExpectToRead() {
        client = connect();
        CompletableFuture<ClientSession> opening = client.newSessionAsync(
                NewSessionRequest.builder("/home/user/project").build(), null);
        clientSends();
        ClientSession session = get(opening);
        assertThat(turn(session, "remember mark-one", "u-1")).isEqualTo(StopReason.END_TURN);
        assertThat(turn(session, "remember mark-two", "u-2")).isEqualTo(StopReason.END_TURN);
        assertThat(turn(session, "use the tool model-tool", "u-3")).isEqualTo(StopReason.END_TURN);

        PromptTurn cancelled = session.startTurn("be model-slow");
        clientSends();
        assertThat(get(cancelled.inserted())).isEqualTo(new MessageId("u-4"));
        session.cancel();
        clientSends();
        assertThat(get(cancelled.result()).stopReason()).isEqualTo(StopReason.CANCELLED);

        PromptTurn first = session.startTurn("say mark-a");
        clientSends();
        PromptTurn second = session.startTurn("say mark-b");
        clientSends();
        assertThat(get(first.result()).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(get(second.result()).stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(get(first.inserted())).isEqualTo(new MessageId("u-5"));
        assertThat(get(second.inserted())).isEqualTo(new MessageId("u-6"));

        List<String> said = List.of(
                "user u-1: remember mark-one",
                "agent a-1: I remember: mark-one.",
                "user u-2: remember mark-two",
                "agent a-2: I remember: mark-one, mark-two.",
                "user u-3: use the tool model-tool",
                "agent a-3: The tool has run.",
                "user u-4: be model-slow",
                "user u-5: say mark-a",
                "agent a-5: I remember: mark-one, mark-two, mark-a.",
                "user u-6: say mark-b",
                "agent a-6: I remember: mark-one, mark-two, mark-a, mark-b.");
        assertThat(messages(session))
                .containsSubsequence(said)
                .contains("agent a-4: working ")
                .hasSize(said.size() + 1);
        assertThat(TranscriptFixture.lines(session.transcript()))
                .contains("tool t-1 failed: echo model > model-was-here", "tool t-2 failed: Guardian Review");
        assertThat(session.transcript().snapshot().turns()).isEqualTo(6);
        assertThat(session.transcript().snapshot().isTurnInProgress()).isFalse();

        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        clientSends();
        ClientSession fork = get(forking);
        assertThat(turn(fork, "say what you remember mark-fork", "u-7")).isEqualTo(StopReason.END_TURN);
        assertThat(messages(fork))
                .last()
                .isEqualTo("agent a-7: I remember: mark-one, mark-two, mark-a, mark-b, mark-fork.");
        assertThat(messages(session)).hasSize(said.size() + 1);

        CompletableFuture<Void> closing = session.closeAsync();
        clientSends();
        get(closing);
        CompletableFuture<ClientSession> loading = client.loadSessionAsync(
                LoadSessionRequest.builder(session.id(), "/home/user/project").build(), null);
        clientSends();
        ClientSession loaded = get(loading);
        assertThat(messages(loaded)).containsExactlyElementsOf(said);
        assertThat(turn(loaded, "say what you remember mark-resume", "u-8")).isEqualTo(StopReason.END_TURN);
        assertThat(messages(loaded)).hasSize(said.size() + 2).startsWith(said.toArray(String[]::new));
        assertThat(lines.hasNext())
                .as("something was recorded that nobody has looked at")
                .isFalse();
    }

    private static List<String> messages(ClientSession session) {
        return TranscriptFixture.lines(session.transcript()).stream()
                .filter(line -> line.startsWith("user ") || line.startsWith("agent "))
                .toList();
    }
}
