package io.acp4j.proxy.internal.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client asks of a session through the bridge before it has the responses to what it has asked before. */
class PipelinedSessionTest {

    private static final String PROMPT = "{'sessionId':'s','prompt':[{'type':'text','text':'hi'}]}";
    private static final String OPEN = "{'sessionId':'s','cwd':'/w','mcpServers':[]}";
    private static final String REPLAYED = "{'sessionId':'s','cwd':'/w','replayFrom':{'type':'start'}}";
    private static final String QUIET = "{'sessionId':'s','cwd':'/w'}";
    private static final String SESSION = "{'sessionId':'s'}";
    private static final String ALL =
            "{'loadSession':true,'sessionCapabilities':{'close':{},'delete':{},'archive':{},'resume':{}}}";

    private Harness it = Harness.newerAgent("{}");

    @AfterEach
    void nothingFailed() {
        assertThat(it.bridge.failures()).isZero();
    }

    private void chunk(String kind, String id, String text) {
        it.update("{'sessionUpdate':'" + kind + "_message_chunk','messageId':'" + id
                + "','content':{'type':'text','text':'" + text + "'}}");
    }

    private void whole(String kind, String id, String text) {
        it.update("{'sessionUpdate':'" + kind + "_message','messageId':'" + id + "','content':[{'type':'text','text':'"
                + text + "'}]}");
    }

    private void state(String state) {
        it.update("{'sessionUpdate':'state_update','state':'" + state + "'"
                + (state.equals("idle") ? ",'stopReason':'end_turn'}" : "}"));
    }

    /** Returns what the client was sent: the texts of messages, responses as their id, states as their name. */
    private List<String> shown() {
        List<String> all = new ArrayList<>();
        for (JsonNode next; (next = it.nextToClient()) != null; ) {
            JsonNode update = next.at("/params/update");
            JsonNode content = update.path("content");
            String said =
                    (content.isArray() ? content.path(0) : content).path("text").asText();
            all.add(
                    next.has("id")
                            ? (next.has("error") ? "error " : "result ") + next.path("id")
                            : said.isEmpty() ? update.path("state").asText() : said);
        }
        return all;
    }

    @Test
    void aSessionOfANewerAgentIsUsedBehindItsEndAndItsOpening() {
        it.client(3, "session/close", SESSION);
        it.client(4, "session/load", OPEN);
        it.client(5, "session/prompt", PROMPT);
        JsonNode close = it.toAgent("session/close");
        JsonNode load = it.toAgent("session/resume");
        JsonNode prompt = it.toAgent("session/prompt");
        it.agentAnswers(close, "{}");
        whole("user", "u", "hi");
        it.agentAnswers(load, "{}");
        it.agentAnswers(prompt, "{'messageId':'p'}");
        state("running");
        chunk("agent", "a", "hello");
        state("idle");
        assertThat(shown()).containsExactly("result 3", "hi", "result 4", "hello", "result 5");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPromptBehindTheEndOfATurnOfANewerAgentIsThatOfTheSessionThatIsOpenedAgain(boolean told) {
        it.client(3, "session/prompt", PROMPT);
        it.agentAnswers(it.toAgent("session/prompt"), "{'messageId':'p'}");
        state("running");
        it.client(4, "session/close", SESSION);
        it.client(5, "session/load", OPEN);
        it.client(6, "session/prompt", PROMPT);
        JsonNode close = it.toAgent("session/close");
        JsonNode load = it.toAgent("session/resume");
        it.nothingToAgent();
        if (told) {
            state("idle");
        }
        it.agentAnswers(close, "{}");
        it.agentAnswers(load, "{}");
        it.agentAnswers(it.toAgent("session/prompt"), "{'messageId':'q'}");
        state("running");
        chunk("agent", "a", "hello");
        state("idle");
        List<String> shown = shown();
        assertThat(shown).containsExactlyInAnyOrder("result 3", "result 4", "result 5", "hello", "result 6");
        assertThat(shown).endsWith("hello", "result 6");
    }

    @Test
    void eachOfTwoLoadsOfANewerAgentShowsTheHistory() {
        it.client(3, "session/load", OPEN);
        it.client(4, "session/load", OPEN);
        it.client(5, "session/prompt", PROMPT);
        JsonNode[] loads = {it.toAgent("session/resume"), it.toAgent("session/resume")};
        JsonNode prompt = it.toAgent("session/prompt");
        for (JsonNode load : loads) {
            whole("user", "u", "hi");
            whole("agent", "a", "hello");
            it.agentAnswers(load, "{}");
        }
        it.agentAnswers(prompt, "{'messageId':'p'}");
        state("running");
        state("idle");
        assertThat(shown()).containsExactly("hi", "hello", "result 3", "hi", "hello", "result 4", "result 5");
    }

    @Test
    void theReplayOfANewerAgentIsNotOverWithTheResponseToAResume() {
        it.client(3, "session/resume", OPEN);
        it.client(4, "session/load", OPEN);
        it.client(5, "session/prompt", PROMPT);
        it.agentAnswers(it.toAgent("session/resume"), "{}");
        JsonNode load = it.toAgent("session/resume");
        JsonNode prompt = it.toAgent("session/prompt");
        whole("user", "u", "hi");
        it.agentAnswers(load, "{}");
        assertThat(shown()).containsExactly("result 3", "hi", "result 4");
        it.agentAnswers(prompt, "{'messageId':'p'}");
    }

    private void olderAgent(String capabilities) {
        it = Harness.olderAgent(capabilities);
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "archive"})
    void aSessionOfAnOlderAgentIsUsedBehindItsEndAndItsOpening(String ending) {
        olderAgent(ALL);
        it.client(3, "session/" + ending, SESSION);
        it.client(4, "session/resume", REPLAYED);
        it.client(5, "session/prompt", PROMPT);
        JsonNode end = it.toAgent("session/" + ending);
        JsonNode load = it.toAgent("session/load");
        it.agentAnswers(end, "{}");
        chunk("user", "u", "hi");
        it.agentAnswers(load, "{}");
        JsonNode prompt = it.toAgent("session/prompt");
        chunk("agent", "a", "hello");
        it.agentAnswers(prompt, "{'stopReason':'end_turn'}");
        assertThat(shown())
                .containsExactly("result 3", "hi", "idle", "result 4", "hi", "result 5", "running", "hello", "idle");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPromptBehindTheEndOfATurnOfAnOlderAgentIsThatOfTheSessionThatIsOpenedAgain(boolean told) {
        olderAgent(ALL);
        it.client(3, "session/prompt", PROMPT);
        JsonNode running = it.toAgent("session/prompt");
        chunk("agent", "a", "hello");
        it.client(4, "session/close", SESSION);
        it.client(5, "session/resume", REPLAYED);
        it.client(6, "session/prompt", PROMPT);
        JsonNode close = it.toAgent("session/close");
        JsonNode load = it.toAgent("session/load");
        if (told) {
            it.agentAnswers(running, "{'stopReason':'cancelled'}");
        }
        it.agentAnswers(close, "{}");
        it.nothingToAgent();
        it.agentAnswers(load, "{}");
        JsonNode prompt = it.toAgent("session/prompt");
        chunk("agent", "b", "again");
        it.agentAnswers(prompt, "{'stopReason':'end_turn'}");
        assertThat(shown())
                .containsExactly(
                        "hi",
                        "result 3",
                        "running",
                        "hello",
                        "idle",
                        "result 4",
                        "idle",
                        "result 5",
                        "hi",
                        "result 6",
                        "running",
                        "again",
                        "idle");
    }

    @ParameterizedTest
    @CsvSource({"true,false", "false,true", "true,true", "false,false"})
    void onlyAReplayThatWasAskedForIsShownWhateverElseIsUnderWay(boolean first, boolean second) {
        olderAgent("{'loadSession':true}");
        it.client(3, "session/resume", first ? REPLAYED : QUIET);
        it.client(4, "session/resume", second ? REPLAYED : QUIET);
        JsonNode[] loads = {it.toAgent("session/load"), it.toAgent("session/load")};
        for (JsonNode load : loads) {
            chunk("user", "u", "history");
            it.agentAnswers(load, "{}");
        }
        List<String> expected = new ArrayList<>();
        if (first) {
            expected.add("history");
        }
        expected.addAll(List.of("idle", "result 3"));
        if (second) {
            expected.add("history");
        }
        expected.addAll(List.of("idle", "result 4"));
        assertThat(shown()).isEqualTo(expected);
    }

    @Test
    void whatAnOlderAgentReplaysIsNoEchoOfAPromptBehindIt() {
        olderAgent(ALL);
        it.client(3, "session/resume", REPLAYED);
        it.client(4, "session/prompt", PROMPT);
        JsonNode load = it.toAgent("session/load");
        it.later();
        it.nothingToAgent();
        chunk("user", "u", "history");
        chunk("agent", "a", "told");
        it.agentAnswers(load, "{}");
        JsonNode prompt = it.toAgent("session/prompt");
        chunk("user", "p", "hi");
        it.agentAnswers(prompt, "{'stopReason':'end_turn'}");
        assertThat(shown()).containsExactly("history", "told", "idle", "result 3", "hi", "result 4", "running", "idle");
    }

    @Test
    void aPromptBehindAnOpeningThatFailsIsPassedOnAndOneThatIsCancelledIsNot() {
        olderAgent(ALL);
        it.client(3, "session/resume", REPLAYED);
        it.client(4, "session/prompt", PROMPT);
        it.client("{'jsonrpc':'2.0','method':'$/cancel_request','params':{'requestId':4}}");
        it.client(5, "session/prompt", PROMPT);
        it.clientNotifies("session/cancel", SESSION);
        it.client(6, "session/prompt", PROMPT);
        JsonNode load = it.toAgent("session/load");
        assertThat(it.toAgent().path("method").asText()).isEqualTo("session/cancel");
        it.nothingToAgent();
        it.agentFails(load, "{'code':-32603,'message':'no'}");
        it.agentFails(it.toAgent("session/prompt"), "{'code':-32002,'message':'no'}");
        assertThat(shown()).containsExactly("error 4", "error 5", "error 3", "error 6");
        it.nothingToAgent();
    }
}
