package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.prompt.PromptResponse;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts that an agent without branches refuses with an error response and no other message. */
class RefusedPromptTest {

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @AfterEach
    void close() {
        client.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {-32602, -32603, -32600, -32601, -32000, -32002, -32050, -32700})
    void promptWithAnErrorResponseIsNotAMessage(int code) {
        client = agent.connect(
                "{'sessionCapabilities':{'fork':{'atMessageId':true}}}",
                builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        ClientSession session = SessionOpeningTest.open(client, agent, "s1");
        ClientSession forkable = session;
        turn(session, "one", "a1");
        CompletableFuture<PromptResponse> refused = session.promptAsync("two");
        agent.error(agent.expect("session/prompt"), code, "no");
        assertThatThrownBy(() -> get(refused)).isInstanceOf(AcpErrorException.class);
        turn(session, "three", "a3");

        assertThat(forkable.forks().messages())
                .extracting(message -> message.text())
                .containsExactly("one", "a1", "three", "a3");
        assertThat(session.transcript().snapshot().entries())
                .filteredOn(TranscriptEntry.RefusedPrompt.class::isInstance)
                .hasSize(1);
        CompletableFuture<ClientSession> forking = forkable.forks()
                .forkAsync(forkable.forks().before(forkable.forks().messages().get(2)), ForkOptions.DEFAULT);
        JsonNode fork = agent.expect("session/fork");
        assertThat(fork.at("/params/messageId").asText()).isEqualTo("a1");
        agent.result(fork, "{'sessionId':'s2'}");
        assertThat(get(forking).forks().messages())
                .extracting(message -> message.text())
                .containsExactly("one", "a1");
    }

    private void turn(ClientSession session, String prompt, String id) {
        CompletableFuture<PromptResponse> turn = session.promptAsync(prompt);
        JsonNode request = agent.expect("session/prompt");
        agent.update(
                "s1",
                "{'sessionUpdate':'agent_message_chunk','messageId':'" + id + "','content':{'type':'text','text':'" + id
                        + "'}}");
        agent.result(request, "{'stopReason':'end_turn'}");
        get(turn);
    }
}
