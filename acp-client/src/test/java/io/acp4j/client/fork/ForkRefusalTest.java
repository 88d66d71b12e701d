package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkMechanism;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.NewSessionRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The error message of an unsupported fork contains the agent, the reason and an alternative. */
class ForkRefusalTest {

    private static final ForkOptions HISTORY_AS_PROMPT =
            ForkOptions.builder().historyAsPrompt(true).build();

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @AfterEach
    void close() {
        client.close();
    }

    private ClientSession session(String info, String capabilities) {
        client = agent.connectTo(
                "{'protocolVersion':1,'agentCapabilities':" + capabilities + info + "}",
                builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1'}");
        return get(opening);
    }

    private ClientSession qwen() {
        return session(",'agentInfo':{'name':'qwen-code','title':'Qwen Code','version':'0.9'}", "{}");
    }

    private void turn(ClientSession session, String prompt, String answer) {
        CompletableFuture<PromptResponse> turn = session.promptAsync(prompt);
        JsonNode request = agent.expect("session/prompt");
        agent.say("s1", answer);
        agent.result(request, "{'stopReason':'end_turn'}");
        get(turn);
    }

    private void greet(ClientSession session, String greeting) {
        agent.say("s1", greeting);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(session.forks().messages())
                        .extracting(TranscriptMessage::text)
                        .contains(greeting));
    }

    private static List<ContentBlock> text(String text) {
        return List.of(ContentBlock.text(text));
    }

    private static TranscriptMessage message(ClientSession session, int index) {
        return session.forks().messages().get(index);
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"name\":\"qwen-code\",\"title\":\"Qwen Code\",\"version\":\"1\"}', Qwen Code",
        "'{\"name\":\"pi\",\"version\":\"1\"}', pi",
        "'{\"name\":\"x\\ny\",\"version\":\"1\"}', 'x\\ny'",
        ", The agent",
    })
    void agentThatForksNothingIsNamedWithTheRemedy(String info, String name) {
        ClientSession session = session(info == null ? "" : ",'agentInfo':" + info, "{}");
        turn(session, "one", "first");
        turn(session, "two", "second");

        for (ForkPoint point : List.of(
                ForkPoint.end(),
                session.forks().at(message(session, 0)),
                session.forks().at(message(session, 1)),
                session.forks().before(message(session, 2)),
                ForkPoint.first(2))) {
            assertThat(session.forks().supports(point)).as(point.toString()).isFalse();
            assertThatThrownBy(() -> session.forks().fork(point))
                    .as(point.toString())
                    .isInstanceOf(UnsupportedCapabilityException.class)
                    .hasMessageStartingWith(name + " does not fork sessions")
                    .hasMessageContaining("historyAsPrompt")
                    .hasMessageNotContaining("echoUserMessages");
        }
        assertThatThrownBy(() -> session.forks().editAndFork(message(session, 2), text("deux"), ForkOptions.DEFAULT))
                .hasMessageContaining("historyAsPrompt");
        assertThatThrownBy(() -> session.forks().regenerate(message(session, 3), ForkOptions.DEFAULT))
                .hasMessageContaining("historyAsPrompt");
    }

    @Test
    void agentThatForksWholeSessionsIsNamedWithWhatItForks() {
        ClientSession session =
                session(",'agentInfo':{'name':'opencode','version':'1'}", "{'sessionCapabilities':{'fork':{}}}");
        turn(session, "one", "first");
        agent.update(
                "s1", "{'sessionUpdate':'agent_message_chunk','messageId':'a1','content':{'type':'text','text':'x'}}");
        turn(session, "two", "second");
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(session.forks().messages()).hasSize(5));

        for (int i = 0; i < 4; i++) {
            ForkPoint point = session.forks().at(message(session, i));
            assertThatThrownBy(() -> session.forks().fork(point))
                    .isInstanceOf(UnsupportedCapabilityException.class)
                    .hasMessageStartingWith("opencode forks whole sessions only")
                    .hasMessageContaining("fork at the end")
                    .hasMessageContaining("historyAsPrompt");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'sessionCapabilities':{'fork':{}}}",
                "{'sessionCapabilities':{'fork':{'atMessageId':true}}}"
            })
    void firstQuestionAfterAGreetingIsEdited(String capabilities) {
        ClientSession session = session("", capabilities);
        greet(session, "Welcome");
        turn(session, "one", "first");
        TranscriptMessage question = message(session, 1);
        assertThat(question.text()).isEqualTo("one");

        assertThat(session.forks().mechanismFor(session.forks().before(question)))
                .isEqualTo(ForkMechanism.NEW_SESSION);
        CompletableFuture<PromptTurn> editing =
                session.forks().editAndForkAsync(question, text("uno"), ForkOptions.DEFAULT);
        agent.result(agent.expect("session/new"), "{'sessionId':'s2'}");
        JsonNode prompt = agent.expect("session/prompt");
        assertThat(prompt.at("/params/prompt/0/text").asText()).isEqualTo("uno");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        PromptTurn turn = get(editing);
        turn.await();
        assertThat(turn.session().forks().messages())
                .extracting(TranscriptMessage::text)
                .containsExactly("uno");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void sessionWithTheHistoryAsPromptBeginsWithTheFirstMessageOfTheUser(boolean greeted) {
        ClientSession session = qwen();
        if (greeted) {
            greet(session, "Welcome");
        }
        turn(session, "Explain\n the  build", "first");
        turn(session, "two", "second");
        int edited = greeted ? 3 : 2;

        CompletableFuture<PromptTurn> editing =
                session.forks().editAndForkAsync(message(session, edited), text("deux"), HISTORY_AS_PROMPT);
        agent.result(agent.expect("session/new"), "{'sessionId':'s2'}");
        JsonNode prompt = agent.expect("session/prompt");
        assertThat(prompt.at("/params/prompt/0/text").asText()).isEqualTo("Explain the build");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        get(editing).await();
    }
}
