package io.acp4j.client.supervise;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.session.NewSessionRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The transcript of a session after its connection was lost in the third turn. */
class RestoredTranscriptTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Executor THREADS = task -> new Thread(task, "test-start").start();
    private static final String BOTH = "{'loadSession':true,'sessionCapabilities':{'resume':{}}}";
    private static final String RESUMING = "{'sessionCapabilities':{'resume':{}}}";
    private static final String END = "{'stopReason':'end_turn'}";

    private final BlockingQueue<RawAgent> agents = new LinkedBlockingQueue<>();
    private final BlockingQueue<SupervisorListener.Restoration> restorations = new LinkedBlockingQueue<>();
    private RawAgent agent;
    private SupervisedAgent supervised;

    private Transport open() {
        RawAgent opened = new RawAgent();
        agents.add(opened);
        return opened.transport();
    }

    private RawAgent initialize(String capabilities) throws InterruptedException {
        RawAgent next = agents.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        next.result(next.expect("initialize"), "{'protocolVersion':1,'agentCapabilities':" + capabilities + "}");
        return next;
    }

    /** Starts an agent and runs two complete turns and a third one that is cut off in the middle of its answer. */
    private void cutInTheThirdTurn(SupervisedAgent.RestoreMethod method, boolean transcript, String capabilities)
            throws Exception {
        SupervisedAgent.Builder builder = SupervisedAgent.builder(this::open)
                .backOff(new BackOff(Duration.ofMillis(1), Duration.ofMillis(2), 1, 0, 5, Duration.ofMinutes(5)))
                .restoreMethod(method)
                .client(client -> {
                    if (transcript) {
                        client.transcripts(TranscriptOptions.KEEP_ALL);
                    }
                })
                .listener(new SupervisorListener() {
                    @Override
                    public void onRestored(Restoration restoration) {
                        restorations.add(restoration);
                    }
                });
        CompletableFuture<SupervisedAgent> starting = CompletableFuture.supplyAsync(builder::start, THREADS);
        agent = initialize(capabilities);
        supervised = get(starting);
        CompletableFuture<ClientSession> opening = supervised
                .client()
                .newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s'}");
        ClientSession session = get(opening);
        for (String word : List.of("one", "two")) {
            turn(session, agent, word);
        }
        CompletableFuture<?> lost = session.promptAsync("three");
        agent.expect("session/prompt");
        agent.say("s", "#1 ");
        agent.say("s", "#2");
        if (transcript) {
            // A connection that is cut off drops queued messages.
            await().atMost(PATIENCE).until(() -> entries(session).contains("#1 #2"));
        }
        agent.fail(new IOException("cable cut"));
        assertThat(lost).failsWithin(PATIENCE);
    }

    private static void turn(ClientSession session, RawAgent agent, String word) {
        CompletableFuture<?> turn = session.promptAsync(word);
        JsonNode prompt = agent.expect("session/prompt");
        agent.say("s", "re " + word);
        agent.result(prompt, END);
        get(turn);
    }

    private void replay(RawAgent agent, String... texts) {
        for (int i = 0; i < texts.length; i++) {
            agent.update(
                    "s",
                    "{'sessionUpdate':'" + (i % 2 == 0 ? "user" : "agent")
                            + "_message_chunk','content':{'type':'text','text':'" + texts[i] + "'}}");
        }
    }

    private ClientSession restored(boolean replayed) throws InterruptedException {
        SupervisorListener.Restoration restoration = restorations.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        assertThat(restoration).isNotNull();
        assertThat(restoration.failed()).isEmpty();
        assertThat(restoration.sessions()).singleElement().matches(each -> each.replayed() == replayed);
        return supervised.session(new SessionId("s"));
    }

    private static List<String> entries(ClientSession session) {
        return session.transcript().snapshot().entries().stream()
                .map(entry -> entry instanceof TranscriptMessage message
                        ? message.text()
                        : entry instanceof TranscriptEntry.Gap gap
                                ? "GAP " + gap.reason() + " [" + gap.unstoredText() + "]"
                                : entry instanceof TranscriptEntry.RefusedPrompt prompt
                                        ? "REFUSED " + prompt.text()
                                        : "other")
                .toList();
    }

    @AfterEach
    void close() {
        supervised.close();
    }

    @Test
    void resumedSessionContinuesTheTranscriptWithAGap() throws Exception {
        cutInTheThirdTurn(SupervisedAgent.RestoreMethod.AUTOMATIC, true, RESUMING);
        RawAgent second = initialize(RESUMING);
        second.result(second.expect("session/resume"), "{}");
        ClientSession session = restored(false);
        turn(session, second, "four");

        assertThat(entries(session))
                .containsExactly(
                        "one",
                        "re one",
                        "two",
                        "re two",
                        "three",
                        "#1 #2",
                        "GAP CONNECTION_LOST []",
                        "four",
                        "re four");
        assertThat(session.forks().isBeginningKnown()).isTrue();
        assertThat(session.forks().messages()).hasSize(8);
    }

    @Test
    void theTranscriptIsContinuedAfterEachOfSeveralLosses() throws Exception {
        cutInTheThirdTurn(SupervisedAgent.RestoreMethod.AUTOMATIC, true, RESUMING);
        RawAgent second = initialize(RESUMING);
        second.result(second.expect("session/resume"), "{}");
        turn(restored(false), second, "four");
        second.close();
        RawAgent third = initialize(RESUMING);
        third.result(third.expect("session/resume"), "{}");
        assertThat(entries(restored(false)))
                .containsExactly(
                        "one",
                        "re one",
                        "two",
                        "re two",
                        "three",
                        "#1 #2",
                        "GAP CONNECTION_LOST []",
                        "four",
                        "re four",
                        "GAP CONNECTION_LOST []");
    }

    @Test
    void sessionWithATranscriptIsLoadedAndTheTextThatIsNotStoredStaysVisible() throws Exception {
        cutInTheThirdTurn(SupervisedAgent.RestoreMethod.AUTOMATIC, true, BOTH);
        RawAgent second = initialize(BOTH);
        JsonNode load = second.expect("session/load");
        replay(second, "one", "re one", "two", "re two", "three", "#1 ");
        second.result(load, "{}");
        ClientSession session = restored(true);
        assertThat(entries(session))
                .containsExactly("one", "re one", "two", "re two", "three", "#1 ", "GAP CONNECTION_LOST [#2]");
        assertThat(session.forks().isBeginningKnown()).isTrue();
    }

    @Test
    void unstoredTextAndRefusedPromptsStayVisibleAfterEachOfSeveralLoads() throws Exception {
        cutInTheThirdTurn(SupervisedAgent.RestoreMethod.AUTOMATIC, true, BOTH);
        RawAgent second = initialize(BOTH);
        JsonNode load = second.expect("session/load");
        replay(second, "one", "re one", "two", "re two", "three", "#1 ");
        second.result(load, "{}");
        ClientSession session = restored(true);
        CompletableFuture<?> refused = session.promptAsync("no");
        second.error(second.expect("session/prompt"), -32602, "not this");
        assertThat(refused).failsWithin(PATIENCE);
        turn(session, second, "four");
        second.close();

        RawAgent third = initialize(BOTH);
        JsonNode again = third.expect("session/load");
        replay(third, "one", "re one", "two", "re two", "three", "#1 ", "four", "re four");
        third.result(again, "{}");
        assertThat(entries(restored(true)))
                .containsExactly(
                        "one",
                        "re one",
                        "two",
                        "re two",
                        "three",
                        "#1 ",
                        "GAP CONNECTION_LOST [#2]",
                        "REFUSED no",
                        "four",
                        "re four");
    }

    @Test
    void storedAnswerIsNotRepeatedWhereTheAgentReplaysThePromptInOtherWords() throws Exception {
        cutInTheThirdTurn(SupervisedAgent.RestoreMethod.AUTOMATIC, true, BOTH);
        RawAgent second = initialize(BOTH);
        JsonNode load = second.expect("session/load");
        replay(second, "one", "re one", "two", "re two", "<context/> three", "#1 #2 #3");
        second.result(load, "{}");
        assertThat(entries(restored(true))).endsWith("#1 #2 #3", "GAP CONNECTION_LOST []");
    }

    @Test
    void refusedLoadIsReplacedByResuming() throws Exception {
        cutInTheThirdTurn(SupervisedAgent.RestoreMethod.AUTOMATIC, true, BOTH);
        RawAgent second = initialize(BOTH);
        second.error(second.expect("session/load"), -32603, "the history is damaged");
        second.result(second.expect("session/resume"), "{}");
        assertThat(entries(restored(false)))
                .containsExactly("one", "re one", "two", "re two", "three", "#1 #2", "GAP CONNECTION_LOST []");
    }

    @Test
    void sessionWithoutATranscriptIsResumed() throws Exception {
        cutInTheThirdTurn(SupervisedAgent.RestoreMethod.AUTOMATIC, false, BOTH);
        RawAgent second = initialize(BOTH);
        second.result(second.expect("session/resume"), "{}");
        turn(restored(false), second, "four");
    }

    @Test
    void thePreferredMethodCanBeSet() throws Exception {
        cutInTheThirdTurn(SupervisedAgent.RestoreMethod.RESUME, true, BOTH);
        RawAgent second = initialize(BOTH);
        second.result(second.expect("session/resume"), "{}");
        assertThat(entries(restored(false))).endsWith("#1 #2", "GAP CONNECTION_LOST []");
    }

    @Test
    void restartReplacesTheConnectionAndItsStageNamesTheNewClient() throws Exception {
        cutInTheThirdTurn(SupervisedAgent.RestoreMethod.RESUME, true, BOTH);
        RawAgent second = initialize(BOTH);
        second.result(second.expect("session/resume"), "{}");
        ClientSession hung = restored(false);
        CompletableFuture<?> turn = hung.promptAsync("hang");
        second.expect("session/prompt");
        CompletableFuture<AcpClient> restart = supervised.restart().toCompletableFuture();
        RawAgent third = initialize(BOTH);
        third.result(third.expect("session/resume"), "{}");
        ClientSession session = restored(false);
        assertThat(get(restart)).isSameAs(session.client()).isSameAs(supervised.client());
        assertThat(turn).failsWithin(PATIENCE);
        turn(session, third, "four");
    }

    @Test
    void restartAfterTheEndFails() throws Exception {
        cutInTheThirdTurn(SupervisedAgent.RestoreMethod.RESUME, true, BOTH);
        supervised.close();
        await().atMost(PATIENCE)
                .until(() -> supervised.ended().toCompletableFuture().isDone());
        assertThat(supervised.restart().toCompletableFuture()).failsWithin(PATIENCE);
    }

    @Test
    void agentThatIgnoresACancellationIsRestartedIfSoConfigured() throws Exception {
        SupervisedAgent.Builder builder = SupervisedAgent.builder(this::open)
                .restartUnresponsive(true)
                .client(client -> client.cancelTimeout(Duration.ofMillis(50)));
        CompletableFuture<SupervisedAgent> starting = CompletableFuture.supplyAsync(builder::start, THREADS);
        agent = initialize(RESUMING);
        supervised = get(starting);
        CompletableFuture<ClientSession> opening = supervised
                .client()
                .newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s'}");
        ClientSession session = get(opening);
        CompletableFuture<?> turn = session.promptAsync("hang");
        agent.expect("session/prompt");
        session.cancel();
        assertThat(turn).succeedsWithin(PATIENCE);
        RawAgent second = initialize(RESUMING);
        second.result(second.expect("session/resume"), "{}");
        await().atMost(PATIENCE).until(supervised::isConnected);
        turn(supervised.session(new SessionId("s")), second, "on");
    }
}
