package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.MessageRole;
import io.acp4j.client.transcript.TranscriptEntry;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.tool.ToolCallStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What real agents do, by the numbers under which it was noted, as it is shown in the end; {@link WireQuirksTest} has what
 * becomes of it on the way.
 */
class PeerTrapsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String CAPABILITIES =
            "{'loadSession':true,'sessionCapabilities':" + "{'fork':{},'resume':{},'list':{},'delete':{}}}";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @AfterEach
    void close() {
        if (client != null) {
            client.close();
        }
    }

    private ClientSession session() {
        client = agent.connect(CAPABILITIES, builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        return SessionOpeningTest.open(client, agent, "s1");
    }

    private Conversation turn(ClientSession session, Runnable played) {
        CompletableFuture<PromptResponse> end = session.promptAsync("go");
        JsonNode prompt = agent.expect("session/prompt");
        played.run();
        agent.result(prompt, "{'stopReason':'end_turn'}");
        get(end);
        return session.transcript().snapshot();
    }

    private void chunk(String session, String kind, String id, String text) {
        agent.update(
                session,
                "{'sessionUpdate':'" + kind + "_chunk','messageId':" + (id == null ? null : "'" + id + "'")
                        + ",'content':{'type':'text','text':'" + text + "'}}");
    }

    private static List<String> texts(ClientSession session) {
        return session.transcript().snapshot().messages().stream()
                .map(TranscriptMessage::text)
                .toList();
    }

    private static TranscriptToolCall call(Conversation conversation, String id) {
        TranscriptToolCall call = conversation.find(new ToolCallId(id));
        assertThat(call).isNotNull();
        return call;
    }

    @Test
    void trap1ACallThatIsOnlyUpdatedIsShownWithWhatIsKnown() {
        Conversation shown = turn(session(), () -> {
            agent.update("s1", "{'sessionUpdate':'tool_call_update','toolCallId':'t1','status':'in_progress'}");
            agent.update(
                    "s1",
                    "{'sessionUpdate':'tool_call_update','toolCallId':'t1','status':'completed','title':'Write a file'}");
        });
        assertThat(shown.entries()).hasSize(2);
        assertThat(call(shown, "t1").call().title()).isEqualTo("Write a file");
        assertThat(call(shown, "t1").call().status()).isEqualTo(ToolCallStatus.COMPLETED);
        assertThat(call(shown, "t1").isAnnounced()).isFalse();
    }

    @Test
    void trap1ACallThatIsUpdatedBeforeItIsAnnouncedIsOneCallAndKeepsItsStatus() {
        Conversation shown = turn(session(), () -> {
            agent.update("s1", "{'sessionUpdate':'tool_call_update','toolCallId':'t1','status':'completed'}");
            agent.update(
                    "s1",
                    "{'sessionUpdate':'tool_call','toolCallId':'t1','title':'Late','kind':'edit','status':'pending'}");
        });
        assertThat(shown.entries()).hasSize(2);
        assertThat(call(shown, "t1").call().title()).isEqualTo("Late");
        assertThat(call(shown, "t1").call().kind().value()).isEqualTo("edit");
        assertThat(call(shown, "t1").call().status()).isEqualTo(ToolCallStatus.COMPLETED);
        assertThat(call(shown, "t1").isAnnounced()).isTrue();
    }

    @Test
    void trap5OfMalformedLinesInBetweenTheFirstIsAnsweredAndTheTurnGoesOn() {
        ClientSession session = session();
        Conversation shown = turn(session, () -> {
            chunk("s1", "agent_message", "m1", "To be ");
            for (String malformed : List.of("{'jsonrpc':", "not json at all", "{'jsonrpc':'2.0'}")) {
                agent.send(malformed);
            }
            assertThat(agent.next().path("error").path("code").asInt()).isEqualTo(-32700);
            assertThat(agent.next().path("error").path("code").asInt()).isEqualTo(-32600);
            chunk("s1", "agent_message", "m1", "or not");
        });
        assertThat(shown.messages()).extracting(TranscriptMessage::text).containsExactly("go", "To be or not");
    }

    @Test
    void trap5AnErrorThatNamesNoRequestDoesNotFailATurnThatHasBegun() {
        ClientSession session = session();
        Conversation shown = turn(session, () -> {
            chunk("s1", "agent_message", "m1", "I am ");
            agent.send("{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Parse error'}}");
            chunk("s1", "agent_message", "m1", "still here");
        });
        assertThat(shown.messages()).extracting(TranscriptMessage::text).containsExactly("go", "I am still here");
    }

    @Test
    void trap5AnErrorThatNamesNoRequestFailsAPromptThatNothingShowsToHaveBeenReadAndTheNextOneWorks() {
        ClientSession session = session();
        CompletableFuture<PromptResponse> end = session.promptAsync("go");
        agent.expect("session/prompt");
        agent.send("{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Parse error'}}");

        assertThatThrownBy(() -> get(end))
                .isInstanceOf(AcpErrorException.class)
                .hasMessageContaining("Parse error (-32700)");
        turn(session, () -> chunk("s1", "agent_message", "m1", "hello"));
    }

    @Test
    void trap6ChunksRightAfterOpeningAndWarningsWithoutAnIdAreMessagesOfTheirOwn() {
        ClientSession session = session();
        chunk("s1", "agent_message", null, "Welcome");
        turn(session, () -> {
            chunk("s1", "agent_message", "m1", "To be ");
            chunk("s1", "agent_message", null, "(slow network)");
            chunk("s1", "agent_message", "m1", "or not ");
            chunk("s1", "agent_message", null, "(still slow)");
            chunk("s1", "agent_message", "m1", "to be");
        });
        assertThat(texts(session))
                .containsExactlyInAnyOrder("Welcome", "go", "To be or not to be", "(slow network)", "(still slow)");
    }

    @Test
    void trap8NullsAndExtraMembersDoNotHideAnUpdate() {
        Conversation shown = turn(session(), () -> {
            agent.update(
                    "s1",
                    "{'sessionUpdate':'tool_call','toolCallId':'t1','title':'Read','kind':null,'status':null,"
                            + "'content':null,'locations':null,'rawInput':null,'vendor':{'x':1}}");
            agent.update(
                    "s1",
                    "{'sessionUpdate':'tool_call_update','toolCallId':'t1','title':null,'status':'failed','content':null}");
        });
        assertThat(call(shown, "t1").call().title()).isEqualTo("Read");
        assertThat(call(shown, "t1").isFinished()).isTrue();
    }

    @Test
    void trap9TheTerminalOfSomebodyElseIsShown() {
        Conversation shown = turn(
                session(),
                () -> agent.update(
                        "s1",
                        "{'sessionUpdate':'tool_call','toolCallId':'t1','title':'make','content':"
                                + "[{'type':'terminal','terminalId':'foreign','_meta':{'output':'text'}}]}"));
        assertThat(call(shown, "t1").call().content())
                .singleElement()
                .isInstanceOfSatisfying(
                        Terminal.class, terminal -> assertThat(terminal.meta()).isNotNull());
    }

    @Test
    void trap10AnswersMayNameTheSessionAndModesMayBeAddresses() {
        ClientSession session = session();
        CompletableFuture<ClientSession> loading = client.loadSessionAsync(
                LoadSessionRequest.builder(session.id(), "/p").build(), null);
        agent.result(
                agent.expect("session/load"),
                "{'sessionId':'s1','modes':{'currentModeId':'https://a.example/modes#code','availableModes':[]}}");
        assertThat(get(loading).transcript().snapshot().modes()).isEqualTo(session.modes());
        agent.update("s1", "{'sessionUpdate':'current_mode_update','currentModeId':'https://a.example/modes#ask'}");
        CompletableFuture<ClientSession> resuming = client.resumeSessionAsync(
                ResumeSessionRequest.builder(session.id(), "/p").build(), null);
        agent.result(agent.expect("session/resume"), "{'sessionId':'s1'}");
        assertThat(get(resuming)).isSameAs(session);
        assertThat(session.transcript().snapshot().modes())
                .isNotNull()
                .satisfies(modes ->
                        assertThat(modes.currentModeId()).isEqualTo(new SessionModeId("https://a.example/modes#ask")));
    }

    @Test
    void trap11AForkThatReplaysWithNewIdsHasAConversationOfItsOwn() {
        ClientSession session = session();
        turn(session, () -> chunk("s1", "agent_message", "m1", "Hello"));
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        JsonNode request = agent.expect("session/fork");
        chunk("s2", "user_message", "n1", "go");
        agent.result(request, "{'sessionId':'s2'}");
        chunk("s2", "agent_message", "n2", "Hello");
        ClientSession fork = get(forking);
        await().atMost(PATIENCE).until(() -> texts(fork).size() == 2);
        turn(fork, () -> chunk("s2", "agent_message", "n3", "Again"));
        assertThat(texts(fork)).containsExactly("go", "Hello", "go", "Again");
        assertThat(texts(session)).containsExactly("go", "Hello");
        assertThat(fork.transcript().snapshot().find(new MessageId("m1"))).isEmpty();
    }

    @Test
    void trap12AnAgentOfAnotherVersionIsNamedAsSuch() {
        CompletableFuture<AcpClient> connecting =
                AcpClient.builder(agent.transport()).connectAsync();
        agent.result(agent.expect("initialize"), "{'protocolVersion':2,'agentCapabilities':{}}");
        assertThatThrownBy(() -> get(connecting)).isInstanceOf(UnsupportedProtocolVersionException.class);
    }

    @Test
    void trap14ADeletedSessionThatIsStillListedIsForgottenHere() {
        ClientSession session = session();
        CompletableFuture<Void> deleting = session.deleteAsync();
        agent.result(agent.expect("session/delete"), "{}");
        get(deleting);
        CompletableFuture<Long> listed =
                CompletableFuture.supplyAsync(() -> client.storedSessions().count());
        agent.result(agent.expect("session/list"), "{'sessions':[{'sessionId':'s1','cwd':'/p'}]}");
        assertThat(get(listed)).isEqualTo(1);
        assertThat(client.session(new SessionId("s1"))).isNull();
    }

    @Test
    void trap15AThoughtAndATextOfOneIdAreShownApart() {
        Conversation shown = turn(session(), () -> {
            chunk("s1", "agent_thought", "m1", "Hm, ");
            chunk("s1", "agent_message", "m1", "So ");
            chunk("s1", "agent_thought", "m1", "well");
            chunk("s1", "agent_message", "m1", "be it");
        });
        assertThat(shown.entries().subList(1, 3))
                .extracting(TranscriptEntry::position)
                .containsExactly(1, 2);
        assertThat(shown.messages())
                .extracting(TranscriptMessage::role, TranscriptMessage::text)
                .contains(tuple(MessageRole.THOUGHT, "Hm, well"), tuple(MessageRole.AGENT, "So be it"));
    }
}
