package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.branching.ForkRequestOptions;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.mcp.McpServerStdio;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.update.AgentMessageChunk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForkTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final MessageId MESSAGE = new MessageId("m2");
    private static final String AT_MESSAGE = "{'sessionCapabilities':{'fork':{'atMessageId':true}}}";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    private ClientSession session(String capabilities) {
        client = agent.connect(capabilities, builder -> {});
        return SessionOpeningTest.open(client, agent, "s1");
    }

    @AfterEach
    void close() {
        client.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'sessionCapabilities':{}}",
                "{'sessionCapabilities':{'fork':null}}",
                "{'sessionCapabilities':{'list':{}}}"
            })
    void agentWithoutForkIsAskedNothing(String capabilities) {
        ClientSession session = session(capabilities);

        assertThatThrownBy(() -> session.forks().fork())
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refused -> assertThat(refused.capability())
                                .isEqualTo("agentCapabilities.sessionCapabilities.fork"));
        assertThatThrownBy(() -> session.forks().fork(ForkPoint.at(MESSAGE)))
                .isInstanceOf(UnsupportedCapabilityException.class);
        assertThatThrownBy(() -> session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT))
                .isInstanceOf(UnsupportedCapabilityException.class);
        agent.expectNothingBefore(session::cancel, "session/cancel");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'fork':{}}",
                "{'fork':{'atMessageId':false}}",
                "{'fork':{'atMessageId':null}}",
                "{'fork':{'atMessageId':'yes'}}"
            })
    void agentThatForksOnlyWholeSessionsIsNotSentAMessage(String sessionCapabilities) {
        ClientSession session = session("{'sessionCapabilities':" + sessionCapabilities + "}");
        ForkSessionRequest request = ForkSessionRequest.builder(session.id(), "/project")
                .messageId(MESSAGE)
                .build();

        assertThatThrownBy(() -> session.forks().fork(ForkPoint.at(MESSAGE)))
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refused -> assertThat(refused.capability())
                                .isEqualTo("agentCapabilities.sessionCapabilities.fork.atMessageId"));
        assertThatThrownBy(() -> client.forkSession(request, null)).isInstanceOf(UnsupportedCapabilityException.class);
        CompletableFuture<ClientSession> whole = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        JsonNode sent = agent.expect("session/fork");
        agent.result(sent, "{'sessionId':'s2'}");
        get(whole);

        assertThat(sent.at("/params").has("messageId")).isFalse();
    }

    @Test
    void unknownMembersOfTheCapabilitySurvive() throws Exception {
        session("{'sessionCapabilities':{'fork':{'atMessageId':true,'x':1}}}");
        AgentCapabilities capabilities = client.agentCapabilities();

        assertThat(capabilities.sessionCapabilities().fork().atMessageId()).isTrue();
        RawJson again = AgentCapabilities.CODEC.toRaw(capabilities);
        assertThat(again.toTree().at("/sessionCapabilities/fork")).isEqualTo(json("{'atMessageId':true,'x':1}"));
    }

    @Test
    void forkAtAMessageNamesItAndHandsOnDirectoriesAndServers() {
        client = agent.connect(
                "{'sessionCapabilities':{'additionalDirectories':{},'fork':{'atMessageId':true}}}", builder -> {});
        CompletableFuture<ClientSession> opening = client.newSessionAsync(
                NewSessionRequest.builder("/project")
                        .additionalDirectories(List.of("/lib"))
                        .mcpServers(List.of(McpServerStdio.of("tools", "/bin/tools")))
                        .build(),
                null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1'}");
        ClientSession session = get(opening);
        CompletableFuture<ClientSession> forking =
                CompletableFuture.supplyAsync(() -> session.forks().fork(ForkPoint.at(MESSAGE)));
        JsonNode sent = agent.expect("session/fork");
        agent.result(sent, "{'sessionId':'s2','configOptions':null}");

        ClientSession fork = get(forking);
        assertThat(fork.id()).isEqualTo(new SessionId("s2"));
        assertThat(client.sessions()).containsExactlyInAnyOrder(session, fork);
        assertThat(sent.get("params"))
                .isEqualTo(json("{'sessionId':'s1','messageId':'m2','cwd':'/project','additionalDirectories':['/lib'],"
                        + "'mcpServers':[{'name':'tools','command':'/bin/tools','args':[],'env':[]}]}"));
    }

    @Test
    void forkIsReadyForPromptsAndCanBeForkedItself() {
        ClientSession session = session(AT_MESSAGE);
        ClientSession fork = forked(session, "s2");
        ClientSession second = forked(fork, "s3");
        var turn = second.promptAsync("go");
        JsonNode prompt = agent.expect("session/prompt");
        agent.result(prompt, "{'stopReason':'end_turn'}");
        get(turn);

        assertThat(prompt.at("/params/sessionId").asText()).isEqualTo("s3");
    }

    private ClientSession forked(ClientSession session, String id) {
        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        JsonNode sent = agent.expect("session/fork");
        assertThat(sent.at("/params/sessionId").asText()).isEqualTo(session.id().value());
        agent.result(sent, "{'sessionId':'" + id + "'}");
        return get(forking);
    }

    @Test
    void historyReplayedAfterTheAnswerReachesTheListenerOfTheFork() {
        ClientSession session = session(AT_MESSAGE);
        List<String> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<ClientSession> forking = session.forks()
                .forkAsync(
                        ForkPoint.at(MESSAGE),
                        ForkOptions.builder()
                                .listener((same, update) -> {
                                    if (update instanceof AgentMessageChunk chunk) {
                                        seen.add(same.id() + " " + chunk.messageId());
                                    }
                                })
                                .build());
        agent.result(agent.expect("session/fork"), "{'sessionId':'s2'}");
        agent.update(
                "s2", "{'sessionUpdate':'agent_message_chunk','messageId':'n1','content':{'type':'text','text':'a'}}");
        var turn = get(forking).promptAsync("go");
        agent.result(agent.expect("session/prompt"), "{'stopReason':'end_turn'}");
        get(turn);

        assertThat(seen).containsExactly("s2 n1");
    }

    @Test
    void refusedForkLeavesNothingBehindAndTellsWhy() {
        ClientSession session = session(AT_MESSAGE);
        CompletableFuture<ClientSession> forking =
                CompletableFuture.supplyAsync(() -> session.forks().fork(ForkPoint.at(MESSAGE)));
        agent.send("{'jsonrpc':'2.0','id':" + agent.expect("session/fork").get("id")
                + ",'error':{'code':-32602,'message':'no','data':{'messageId':'m2','reason':'unknown_message'}}}");

        assertThatThrownBy(() -> get(forking))
                .isInstanceOfSatisfying(
                        AcpErrorException.class,
                        error -> assertThat(error.error()
                                        .data()
                                        .toTree()
                                        .path("reason")
                                        .asText())
                                .isEqualTo("unknown_message"));
        assertThat(client.sessions()).containsExactly(session);
    }

    @Test
    void responsesToTwoRequestsOfOneKeyNameOneForkHoweverTheyMeet() {
        client = agent.connect(
                "{'sessionCapabilities':{'fork':{'_meta':{'acp4j/fork':{}}}}}",
                builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        ClientSession source = SessionOpeningTest.open(client, agent, "s1");
        CompletableFuture<PromptResponse> turn = source.promptAsync("Hi");
        agent.result(agent.expect("session/prompt"), "{'stopReason':'end_turn'}");
        get(turn);
        List<ClientSession> forks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            CompletableFuture<ClientSession> one = forkWithKey("k" + i);
            CompletableFuture<ClientSession> two = forkWithKey("k" + i);
            JsonNode first = agent.expect("session/fork");
            JsonNode second = agent.expect("session/fork");
            agent.result(first, "{'sessionId':'f" + i + "'}");
            agent.result(second, "{'sessionId':'f" + i + "'}");
            CompletableFuture<Object> both = CompletableFuture.anyOf(one, two).thenApply(earlier -> {
                assertThat(((ClientSession) earlier).transcript().snapshot().messages())
                        .hasSize(1);
                return earlier;
            });
            assertThat(get(both)).isSameAs(get(one)).isSameAs(get(two));
            forks.add(get(one));
        }
        assertThat(client.sessions()).containsAll(forks).hasSize(201);
    }

    private CompletableFuture<ClientSession> forkWithKey(String key) {
        return client.forkSessionAsync(
                ForkSessionRequest.builder(new SessionId("s1"), "/project")
                        .meta(new ForkRequestOptions(null, key, null, null).into(null))
                        .build(),
                null);
    }

    @Test
    void sessionThatIsNotOpenHereCanBeForkedByItsId() {
        session(AT_MESSAGE);
        CompletableFuture<ClientSession> forking = client.forkSessionAsync(
                ForkSessionRequest.builder(new SessionId("stored"), "/project").build(), null);
        JsonNode sent = agent.expect("session/fork");
        agent.result(sent, "{'sessionId':'s2'}");

        assertThat(get(forking).id()).isEqualTo(new SessionId("s2"));
        assertThat(sent.get("params").has("messageId")).isFalse();
    }

    @Test
    void sessionThatOnlyTheAgentHasSpokenOfHasNoDirectoryToForkWith() {
        List<ClientSession> strangers = new CopyOnWriteArrayList<>();
        client = agent.connect(AT_MESSAGE, builder -> builder.onUpdate((session, update) -> strangers.add(session)));
        agent.say("stranger", "hello");
        org.awaitility.Awaitility.await().atMost(PATIENCE).until(() -> !strangers.isEmpty());

        assertThatThrownBy(() -> strangers.get(0).forks().fork()).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest(name = "75b: a session of kind {0} is not forked unless somebody insists")
    @ValueSource(strings = {"cron", "subagent"})
    void sessionOfAKindThatIsNotForkedIsForkedOnlyByForce(String kind) {
        client = agent.connect(AT_MESSAGE, builder -> {});
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(
                agent.expect("session/new"), "{'sessionId':'s1','_meta':{'acp4j/session':{'kind':'" + kind + "'}}}");
        ClientSession session = get(opening);

        assertThatThrownBy(() -> session.forks().fork()).isInstanceOf(NoForkPointException.class);
        assertThatThrownBy(() -> session.forks().fork(ForkPoint.at(MESSAGE))).isInstanceOf(NoForkPointException.class);
        CompletableFuture<ClientSession> forced = client.forkSessionAsync(
                ForkSessionRequest.builder(session.id(), "/project").build(), null);
        agent.error(agent.expect("session/fork"), -32602, "not forked");

        assertThatThrownBy(() -> get(forced)).isInstanceOf(AcpErrorException.class);
    }
}
