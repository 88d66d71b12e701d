package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A prompt's echo is told from other messages of users only by the response, which may come before, after or between them. */
class EchoOrderTest {

    private static final String PROMPT = "{'sessionId':'s','prompt':[{'type':'text','text':'hi'}]}";
    private static final String RUNNING = "{'sessionUpdate':'state_update','state':'running'}";
    private static final String IDLE = "{'sessionUpdate':'state_update','state':'idle','stopReason':'end_turn'}";

    private final Harness it = Harness.newerAgent("{}");
    private JsonNode prompt;

    @BeforeEach
    void prompt() {
        it.client(10, "session/prompt", PROMPT);
        prompt = it.toAgent("session/prompt");
    }

    @AfterEach
    void nothingFailed() {
        assertThat(it.bridge.failures()).isZero();
    }

    private static String message(String kind, String id, String text) {
        return "{'sessionUpdate':'" + kind + "','messageId':'" + id + "','content':[{'type':'text','text':'" + text
                + "'}]}";
    }

    /** Returns the ids of the messages that the client was shown, and its response. */
    private List<String> shown() {
        List<String> all = new ArrayList<>();
        for (JsonNode next; (next = it.nextToClient()) != null; ) {
            String id = next.at("/params/update/messageId").asText();
            all.add(next.has("id") ? (next.has("error") ? "error" : "result") : id);
        }
        return all;
    }

    /** A fork may still be replaying when its first prompt arrives; the messages may even say the same. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void otherMessagesOfUsersAreShownInOrderWhereverTheResponseComes(int position) {
        String[] updates = {
            message("user_message", "u1", "hi"),
            message("agent_message", "a1", "hello"),
            message("user_message", "u2", "hi"),
            RUNNING,
            message("agent_message", "a2", "hello"),
            IDLE
        };
        for (int i = 0; i <= updates.length; i++) {
            if (i == position) {
                it.agentAnswers(prompt, "{'messageId':'u2'}");
            }
            if (i < updates.length) {
                it.update(updates[i]);
            }
        }
        assertThat(shown()).containsExactly("u1", "a1", "a2", "result");
    }

    @Test
    void whatIsPutOffIsShownBeforeAQuestionToTheUser() {
        it.update(message("user_message", "u0", "before"));
        it.update(message("user_message", "u1", "hi"));
        it.update(message("agent_message", "a1", "may I"));
        it.agent(
                1,
                "session/request_permission",
                "{'sessionId':'s','title':'t','options':[{'optionId':'y','name':'y','kind':'allow_once'}]}");
        assertThat(shown()).containsExactly("u0", "a1", "result");
        it.update(RUNNING);
        it.update(message("agent_message", "a2", "done"));
        it.update(IDLE);
        it.agentAnswers(prompt, "{'messageId':'u1'}");
        assertThat(shown()).containsExactly("a2", "result");
    }

    @Test
    void nothingIsLostOfALongReplay() {
        List<String> ids = IntStream.range(0, 1000).mapToObj(n -> "u" + n).toList();
        ids.forEach(id -> it.update(message("user_message", id, "said " + id)));
        assertThat(shown()).as("what does not wait").containsExactlyElementsOf(ids.subList(0, 744));
        it.update(message("user_message", "m", "hi"));
        it.update(RUNNING);
        it.agentAnswers(prompt, "{'messageId':'m'}");
        it.update(IDLE);
        assertThat(shown())
                .containsExactlyElementsOf(Stream.concat(ids.subList(744, 1000).stream(), Stream.of("result"))
                        .toList());
    }

    @Test
    void hugeMessagesDoNotWait() {
        for (String id : List.of("u1", "u2", "u3")) {
            it.update(message("user_message", id, "x".repeat(1_900_000)));
        }
        assertThat(shown()).containsExactly("u1");
    }

    @Test
    void refusalOfThePromptShowsWhatWasPutOff() {
        it.update(message("user_message", "u1", "other"));
        it.agentFails(prompt, "{'code':-32000,'message':'no'}");
        assertThat(shown()).containsExactly("u1", "error");
    }
}
