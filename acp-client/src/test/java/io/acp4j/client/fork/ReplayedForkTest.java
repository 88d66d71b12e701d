package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.NewSessionRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Edits and regenerations at agents that send the history of a fork again, with and without echoes of prompts. */
class ReplayedForkTest {

    private final RawAgent agent = new RawAgent();
    private AcpClient client;
    private ClientSession session;

    @BeforeEach
    void talk() {
        client = agent.connect(
                "{'sessionCapabilities':{'fork':{'atMessageId':true}}}",
                builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1'}");
        session = get(opening);
        turn("one", "a1");
        turn("two", "a2");
    }

    @AfterEach
    void close() {
        client.close();
    }

    private void turn(String prompt, String id) {
        CompletableFuture<PromptResponse> turn = session.promptAsync(prompt);
        JsonNode request = agent.expect("session/prompt");
        toolCall("s1", id);
        chunk("s1", "agent_message_chunk", id, "answer to " + prompt);
        agent.result(request, "{'stopReason':'end_turn'}");
        get(turn);
    }

    private void toolCall(String session, String id) {
        agent.update(
                session,
                "{'sessionUpdate':'tool_call','toolCallId':'call-" + id + "','title':'Read','status':'completed'}");
    }

    private void chunk(String session, String kind, String id, String text) {
        agent.update(
                session,
                "{'sessionUpdate':'" + kind + "','messageId':'" + id + "','content':{'type':'text','text':'" + text
                        + "'}}");
    }

    @ParameterizedTest
    @CsvSource({
        "true, true, other", "true, false, other", "false, true, other", "false, false, other",
        "true, true, one", "true, false, one", "false, true, one", "false, false, one"
    })
    void theEditedMessageAndWhatWasInheritedAreBothThereAndCanBeAskedAgain(boolean replay, boolean echo, String text) {
        ClientSession source = session;
        CompletableFuture<PromptTurn> editing = supplyAsync(() -> source.forks()
                .editAndFork(source.forks().messages().get(2), List.of(ContentBlock.text(text)), ForkOptions.DEFAULT));
        JsonNode fork = agent.expect("session/fork");
        assertThat(fork.at("/params/messageId").asText()).isEqualTo("a1");
        agent.result(fork, "{'sessionId':'s2'}");
        JsonNode prompt = agent.expect("session/prompt");
        if (replay) {
            chunk("s2", "user_message_chunk", "u1", "one");
            toolCall("s2", "a1");
            chunk("s2", "agent_message_chunk", "a1", "answer to one");
        }
        if (echo) {
            chunk("s2", "user_message_chunk", "e2", text);
        }
        chunk("s2", "agent_message_chunk", "b2", "another answer");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        PromptTurn edited = get(editing);
        get(edited.result());

        Conversation now = edited.session().transcript().snapshot();
        assertThat(now.messages())
                .extracting(TranscriptMessage::text)
                .containsExactly("one", "answer to one", text, "another answer");
        assertThat(now.entries().get(1)).isInstanceOf(TranscriptToolCall.class);
        assertThat(edited.session().forks().messages()).hasSize(4);

        CompletableFuture<PromptTurn> regenerating =
                supplyAsync(() -> edited.session().forks().regenerate(new MessageId("b2")));
        JsonNode again = agent.expect("session/fork");
        assertThat(again.at("/params/sessionId").asText()).isEqualTo("s2");
        assertThat(again.at("/params/messageId").asText()).isEqualTo("a1");
        agent.result(again, "{'sessionId':'s3'}");
        JsonNode asked = agent.expect("session/prompt");
        assertThat(asked.at("/params/prompt/0/text").asText()).isEqualTo(text);
        agent.result(asked, "{'stopReason':'end_turn'}");
        get(get(regenerating).result());
    }

    @Test
    void wholeForkBeginsWithAllThatWasSaid() {
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        agent.result(agent.expect("session/fork"), "{'sessionId':'s2'}");
        ClientSession fork = get(forking);

        assertThat(fork.transcript().snapshot().entries()).hasSize(6);
        assertThat(fork.transcript().snapshot().inheritedMessages()).isEqualTo(4);
        assertThat(fork.forks().isBeginningKnown()).isTrue();
    }

    @Test
    void whatTheAgentSentBeforeItsResponseIsTheHistory() {
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        JsonNode request = agent.expect("session/fork");
        chunk("s2", "user_message_chunk", "n1", "one");
        chunk("s2", "agent_message_chunk", "n2", "answer to one");
        chunk("s2", "user_message_chunk", "n3", "two");
        chunk("s2", "agent_message_chunk", "n4", "answer to two");
        agent.result(request, "{'sessionId':'s2'}");
        ClientSession fork = get(forking);

        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(fork.forks().messages())
                        .extracting(message -> String.valueOf(message.id()))
                        .containsExactly("n1", "n2", "n3", "n4"));
        assertThat(fork.forks().supports(ForkPoint.first(2))).isTrue();
    }

    @Test
    void forkInTheMiddleOfATurnDoesNotGuess() {
        CompletableFuture<PromptResponse> running = session.promptAsync("three");
        JsonNode prompt = agent.expect("session/prompt");
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        agent.result(agent.expect("session/fork"), "{'sessionId':'s2'}");
        assertThat(get(forking).transcript().snapshot().entries()).isEmpty();

        CompletableFuture<ClientSession> again = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        agent.result(
                agent.expect("session/fork"),
                "{'sessionId':'s3','_meta':{'acp4j/lineage':{'parentSessionId':'s1','forkDepth':4}}}");
        assertThat(get(again).transcript().snapshot().messages()).hasSize(4);
        agent.result(prompt, "{'stopReason':'end_turn'}");
        get(running);
    }
}
