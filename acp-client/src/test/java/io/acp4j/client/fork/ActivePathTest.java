package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.NavigateSessionRequest;
import io.acp4j.schema.branching.NavigateSessionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.tool.ToolCallStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the transcript of a session follows its agent to another branch, whatever else comes meanwhile. */
class ActivePathTest {

    private static final String CAPABILITIES = "{'_meta':{'acp4j/branching':{'version':1,'methods':["
            + "'_acp4j/session/path','_acp4j/session/navigate']}}}";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;
    private ClientSession session;

    @BeforeEach
    void open() {
        client = agent.connect(CAPABILITIES, builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1'}");
        session = get(opening);
        CompletableFuture<PromptResponse> turn = session.promptAsync("one");
        endTurn(agent.expect("session/prompt"), turn);
    }

    @AfterEach
    void close() {
        client.close();
    }

    private void endTurn(JsonNode request, CompletableFuture<PromptResponse> turn) {
        agent.say("s1", "done");
        agent.result(request, "{'stopReason':'end_turn'}");
        get(turn);
    }

    private CompletableFuture<NavigateSessionResponse> navigate(String message) {
        return client.requestAsync(
                BranchMethods.NAVIGATE, NavigateSessionRequest.of(session.id(), new MessageId(message)));
    }

    /** Lets the agent accept the next navigation, and returns the client's question for the path. */
    private JsonNode navigated() {
        agent.result(agent.expect("_acp4j/session/navigate"), "{}");
        return agent.expect("_acp4j/session/path");
    }

    private void path(JsonNode request, String more, String... texts) {
        List<String> entries = new ArrayList<>();
        for (String text : texts) {
            entries.add("{'message':{'messageId':'" + text + "','role':'user','depth':1,"
                    + "'createdAt':'2026-11-21T00:00:00Z'},'updates':[{'sessionUpdate':'user_message_chunk','messageId':'"
                    + text + "','content':{'type':'text','text':'" + text + "'}}]}");
        }
        agent.result(request, "{'messages':[" + String.join(",", entries) + "]" + more + "}");
    }

    private List<String> shown() {
        return session.transcript().snapshot().messages().stream()
                .map(TranscriptMessage::text)
                .toList();
    }

    @Test
    void pathIsShownWhenTheCallReturns() {
        CompletableFuture<NavigateSessionResponse> going = navigate("a");
        JsonNode first = navigated();
        assertThat(going).isNotDone();
        path(first, ",'nextCursor':'c'", "a");
        path(agent.expect("_acp4j/session/path"), "", "b");
        get(going);
        assertThat(shown()).containsExactly("a", "b");
    }

    @Test
    void pathThatCannotBeReadIsNotTakenForTheOneBefore() {
        CompletableFuture<NavigateSessionResponse> going = navigate("a");
        agent.error(navigated(), -32603, "no");
        get(going);
        assertThat(shown()).isEmpty();
    }

    @Test
    void transcriptRemainsWhereASearchForAFailedPromptCannotReadThePath() {
        CompletableFuture<PromptResponse> turn = session.promptAsync("two");
        JsonNode prompt = agent.expect("session/prompt");
        agent.say("s1", "half");
        agent.error(prompt, -32603, "broken");
        assertThat(turn).failsWithin(Duration.ofMinutes(1));
        // The page is not sufficient for a decision.
        agent.result(agent.expect("_acp4j/session/path"), "{'messages':[],'nextCursor':'c'}");
        agent.error(agent.expect("_acp4j/session/path"), -32603, "no");
        CompletableFuture<PromptResponse> next = session.promptAsync("three");
        endTurn(agent.expect("session/prompt"), next);
        assertThat(shown()).containsExactly("one", "done", "two", "half", "three", "done");
    }

    @Test
    void pathThatWasReadBeforeAnotherNavigationIsNotShownAfterIt() {
        CompletableFuture<NavigateSessionResponse> first = navigate("a");
        JsonNode early = navigated();
        CompletableFuture<NavigateSessionResponse> second = navigate("b");
        JsonNode late = navigated();
        path(late, "", "b");
        get(second);
        path(early, "", "a");
        get(first);
        assertThat(shown()).containsExactly("b");
    }

    @Test
    void pathThatWasReadBeforeAnotherNavigationIsNotMissedWhenItFails() {
        CompletableFuture<NavigateSessionResponse> first = navigate("a");
        JsonNode early = navigated();
        CompletableFuture<NavigateSessionResponse> second = navigate("b");
        JsonNode late = navigated();
        path(late, "", "b");
        get(second);
        agent.error(early, -32603, "no");
        get(first);
        assertThat(shown()).containsExactly("b");
    }

    @Test
    void promptThatIsSentMeanwhileStandsBehindThePath() {
        CompletableFuture<NavigateSessionResponse> going = navigate("a");
        JsonNode early = navigated();
        CompletableFuture<PromptResponse> turn = session.promptAsync("two");
        JsonNode prompt = agent.expect("session/prompt");
        path(early, "", "a");
        get(going);
        assertThat(shown()).endsWith("two");
        endTurn(prompt, turn);
        path(agent.expect("_acp4j/session/path"), "", "a", "two", "done");
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(shown()).containsExactly("a", "two", "done"));
    }

    private void moved() {
        agent.notification("_acp4j/session/moved", "{'sessionId':'s1','head':'a'}");
    }

    private void awaitShown(String... texts) {
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(shown()).containsExactly(texts));
    }

    @Test
    void sessionThatTheAgentMovesIsFollowed() {
        moved();
        path(agent.expect("_acp4j/session/path"), ",'nextCursor':'c'", "a");
        path(agent.expect("_acp4j/session/path"), "", "b");
        awaitShown("a", "b");
    }

    @Test
    void ofTwoMovesTheLaterOneIsShown() {
        moved();
        JsonNode early = agent.expect("_acp4j/session/path");
        moved();
        JsonNode late = agent.expect("_acp4j/session/path");
        path(late, "", "b");
        path(early, "", "a");
        awaitShown("b");
    }

    @Test
    void whatIsSaidMeanwhileStandsBehindThePathOnce() {
        moved();
        JsonNode request = agent.expect("_acp4j/session/path");
        for (String id : List.of("b", "c")) {
            agent.update(
                    "s1",
                    "{'sessionUpdate':'agent_message_chunk','messageId':'" + id + "','content':{'type':'text','text':'"
                            + id + "'}}");
        }
        agent.update("s1", "{'sessionUpdate':'tool_call','toolCallId':'t','title':'look','status':'completed'}");
        agent.result(
                request,
                "{'messages':[{'message':{'messageId':'b','role':'agent','depth':1,'createdAt':'2026-11-21T00:00:00Z'},"
                        + "'updates':[{'sessionUpdate':'agent_message_chunk','messageId':'b','content':{'type':'text','text':'b'}},"
                        + "{'sessionUpdate':'tool_call','toolCallId':'t','title':'look','status':'pending'}]}]}");
        awaitShown("b", "c");
        agent.update(
                "s1", "{'sessionUpdate':'agent_message_chunk','messageId':'c','content':{'type':'text','text':' on'}}");
        awaitShown("b", "c on");
        assertThat(session.transcript()
                        .snapshot()
                        .find(new ToolCallId("t"))
                        .call()
                        .status())
                .isEqualTo(ToolCallStatus.COMPLETED);
    }

    @Test
    void sessionThatIsMovedInATurnIsFollowedWhenThatEnds() {
        CompletableFuture<PromptResponse> turn = session.promptAsync("two");
        JsonNode prompt = agent.expect("session/prompt");
        moved();
        agent.say("s1", "done");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        get(turn);
        path(agent.expect("_acp4j/session/path"), "", "a", "two");
        awaitShown("a", "two");
    }

    @Test
    void sessionThatIsMovedWhileItIsLoadedIsFollowedWhenThatEnds() {
        client.close();
        RawAgent loading = new RawAgent();
        client = loading.connect(
                CAPABILITIES.replaceFirst("\\{", "{'loadSession':true,"),
                builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        CompletableFuture<ClientSession> opening = client.loadSessionAsync(
                LoadSessionRequest.builder(new SessionId("s1"), "/project").build(), null);
        JsonNode request = loading.expect("session/load");
        loading.say("s1", "replayed");
        loading.notification("_acp4j/session/moved", "{'sessionId':'s1'}");
        loading.result(request, "{}");
        session = get(opening);
        loading.result(loading.expect("_acp4j/session/path"), "{'messages':[]}");
        awaitShown();
    }

    @Test
    void moveOfASessionThatNobodyHasOpenedIsPassedOver() {
        agent.notification("_acp4j/session/moved", "{'sessionId':'other'}");
        moved();
        path(agent.expect("_acp4j/session/path"), "", "a");
        awaitShown("a");
    }

    /** What is advertised, and who is told, by what the client is made to do. */
    @ParameterizedTest
    @CsvSource({"false, false, false", "true, false, true", "false, true, true", "true, true, true"})
    void movesAreAdvertisedWhereTheyAreFollowed(boolean transcripts, boolean handler, boolean advertised) {
        CompletableFuture<String> told = new CompletableFuture<>();
        RawAgent other = new RawAgent();
        AcpClientBuilder builder = AcpClient.builder(other.transport());
        if (transcripts) {
            builder.transcripts(TranscriptOptions.KEEP_ALL);
        }
        if (handler) {
            builder.onNotification(
                    BranchMethods.MOVED,
                    (notification, connection) ->
                            told.complete(notification.sessionId().value()));
        }
        CompletableFuture<AcpClient> connecting = builder.connectAsync();
        JsonNode initialize = other.expect("initialize");
        JsonNode said = initialize.at("/params/clientCapabilities").path("_meta");
        if (advertised) {
            assertThat(said.path("acp4j/branching"))
                    .isEqualTo(RawAgent.json("{'version':1,'methods':['_acp4j/session/moved']}"));
        } else {
            assertThat(said.isMissingNode()).isTrue();
        }
        other.result(initialize, "{'protocolVersion':1,'agentCapabilities':" + CAPABILITIES + "}");
        try (AcpClient connected = get(connecting)) {
            if (handler) {
                other.notification("_acp4j/session/moved", "{'sessionId':'s1'}");
                assertThat(get(told)).isEqualTo("s1");
            }
        }
    }
}
