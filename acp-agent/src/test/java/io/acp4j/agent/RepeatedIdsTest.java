package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A repeated ID of a supplier is refused before any message is sent with it. */
class RepeatedIdsTest {

    private final CompletableFuture<Throwable> failure = new CompletableFuture<>();

    private AcpAgent agent(boolean stored, int distinct) {
        AtomicInteger made = new AtomicInteger();
        AcpAgentBuilder builder = AcpAgent.builder()
                .info("repeating", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .messageIds(() -> new MessageId("m" + Math.min(made.incrementAndGet(), distinct)))
                .onPrompt(turn -> {
                    turn.say("first");
                    turn.endMessage();
                    try {
                        turn.say("second");
                    } catch (IllegalStateException e) {
                        failure.complete(e);
                        throw e;
                    }
                });
        return stored
                ? builder.sessions(SessionRepository.over(SessionStore.inMemory()))
                        .build()
                : builder.build();
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void theMessageIsRefusedAndNamesTheSupplier(boolean stored, boolean newer) throws Exception {
        AcpAgent agent = agent(stored, 2);
        try (RawClient client =
                newer ? RawClient.ofVersion2(agent, Transport.ANONYMOUS) : RawClient.initialized(agent)) {
            String session = client.response("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}")
                    .at("/result/sessionId")
                    .asText();
            client.prompt(session, "go");
            StringBuilder said = new StringBuilder();
            boolean failed = false;
            while (!failed) {
                JsonNode frame = client.next();
                failed = frame.has("error")
                        || frame.at("/params/update/error/code").asInt() == -32603;
                JsonNode update = frame.at("/params/update");
                if (update.path("sessionUpdate").asText().equals("agent_message_chunk")) {
                    said.append(update.at("/content/text").asText());
                }
            }
            assertThat(said).hasToString("first");
            assertThat(failure.get(60, TimeUnit.SECONDS))
                    .hasMessageContaining("AcpAgentBuilder.messageIds")
                    .hasMessageContaining("m2");
        }
    }

    @Test
    void aRepeatedIdOfASessionIsRefused() {
        AcpAgent agent = AcpAgent.builder()
                .info("repeating", "1")
                .sessionIds(() -> new SessionId("same"))
                .sessions(SessionRepository.over(SessionStore.inMemory()))
                .onPrompt(turn -> {})
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String request = "{\"cwd\":\"/project\",\"mcpServers\":[]}";
            assertThat(client.response("session/new", request).has("result")).isTrue();
            assertThat(client.response("session/new", request).has("error")).isTrue();
        }
    }
}
