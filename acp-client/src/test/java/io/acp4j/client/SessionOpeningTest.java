package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.AcpException;
import io.acp4j.rpc.MalformedMessageException;
import io.acp4j.rpc.Registration;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.branching.SessionLineage;
import io.acp4j.schema.content.TextContent;
import io.acp4j.schema.mcp.McpServerHttp;
import io.acp4j.schema.mcp.McpServerStdio;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.update.ContentChunk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionOpeningTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    private void connect(String capabilities, Consumer<AcpClientBuilder> settings) {
        client = agent.connect(capabilities, settings);
    }

    @AfterEach
    void close() {
        client.close();
    }

    /** Opens a session of a given id. */
    static ClientSession open(AcpClient client, RawAgent agent, String id) {
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'" + id + "'}");
        return get(opening);
    }

    private static UpdateListener texts(List<String> into) {
        return (session, update) -> {
            if (update instanceof ContentChunk chunk && chunk.content() instanceof TextContent text) {
                into.add(text.text());
            }
        };
    }

    @Test
    void newSessionSendsWhatItIsToHave() {
        connect("{'mcpCapabilities':{'http':true},'sessionCapabilities':{'additionalDirectories':{}}}", builder -> {});
        NewSessionRequest request = NewSessionRequest.builder("/project")
                .additionalDirectories(List.of("/lib"))
                .mcpServers(List.of(
                        McpServerStdio.of("tools", "/bin/tools", "-v"),
                        McpServerHttp.of("web", "https://example.com/mcp")))
                .meta(Meta.of("k", "v"))
                .build();
        CompletableFuture<ClientSession> opening = client.newSessionAsync(request, null);
        JsonNode sent = agent.expect("session/new");
        agent.result(sent, "{'sessionId':'s1'}");

        assertThat(sent.get("params"))
                .isEqualTo(json("{'cwd':'/project','additionalDirectories':['/lib'],'mcpServers':["
                        + "{'name':'tools','command':'/bin/tools','args':['-v'],'env':[]},"
                        + "{'type':'http','name':'web','url':'https://example.com/mcp','headers':[]}],"
                        + "'_meta':{'k':'v'}}"));
        assertThat(get(opening).id()).isEqualTo(new SessionId("s1"));
        assertThat(client.session(new SessionId("s1"))).isSameAs(get(opening));
        assertThat(client.sessions()).containsExactly(get(opening));
    }

    @Test
    void relativeDirectoryIsMadeAbsolute() {
        connect("{}", builder -> {});
        CompletableFuture<ClientSession> opening =
                CompletableFuture.supplyAsync(() -> client.newSession(Path.of("some", "where")));
        JsonNode sent = agent.expect("session/new");
        agent.result(sent, "{'sessionId':'s1'}");
        get(opening);

        assertThat(sent.at("/params/cwd").asText())
                .isEqualTo(Path.of("some", "where").toAbsolutePath().toString());
    }

    @Test
    void whatTheAgentDoesNotTakeIsRefusedBeforeAnythingIsSent() {
        connect("{}", builder -> {});
        NewSessionRequest directories = NewSessionRequest.builder("/project")
                .additionalDirectories(List.of("/lib"))
                .build();
        NewSessionRequest http = NewSessionRequest.builder("/project")
                .mcpServers(List.of(McpServerHttp.of("web", "https://example.com/mcp")))
                .build();

        assertThatThrownBy(() -> client.newSession(directories)).isInstanceOf(UnsupportedCapabilityException.class);
        assertThatThrownBy(() -> client.newSession(http)).isInstanceOf(UnsupportedCapabilityException.class);
        assertThatThrownBy(() -> client.loadSession(new SessionId("s"), Path.of("/project")))
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refused -> assertThat(refused.capability()).isEqualTo("agentCapabilities.loadSession"));
        assertThatThrownBy(() -> client.resumeSession(new SessionId("s"), Path.of("/project")))
                .isInstanceOf(UnsupportedCapabilityException.class);
        assertThatThrownBy(() -> client.storedSessions()).isInstanceOf(UnsupportedCapabilityException.class);
        assertThatThrownBy(() -> client.deleteSession(new SessionId("s")))
                .isInstanceOf(UnsupportedCapabilityException.class);
        assertThatThrownBy(client::logout).isInstanceOf(UnsupportedCapabilityException.class);
        ClientSession session = open(client, agent, "s1");
        assertThatThrownBy(session::close).isInstanceOf(UnsupportedCapabilityException.class);
        assertThatThrownBy(session::delete).isInstanceOf(UnsupportedCapabilityException.class);
        agent.expectNothingBefore(session::cancel, "session/cancel");
    }

    @Test
    void updatesBeforeTheAnswerReachTheListenerOfTheCallInOrder() {
        connect("{}", builder -> {});
        List<String> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), texts(seen));
        JsonNode request = agent.expect("session/new");
        agent.say("s1", "before");
        agent.result(request, "{'sessionId':'s1'}");
        agent.say("s1", "after");
        ClientSession session = get(opening);
        endTurn(session);

        assertThat(seen).containsExactly("before", "after");
    }

    private void endTurn(ClientSession session) {
        var turn = session.promptAsync("go");
        agent.result(agent.expect("session/prompt"), "{'stopReason':'end_turn'}");
        get(turn);
    }

    @Test
    void updatesBeforeTheAnswerReachAListenerThatIsAddedLater() {
        connect("{}", builder -> {});
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        JsonNode request = agent.expect("session/new");
        agent.say("s1", "before");
        agent.result(request, "{'sessionId':'s1'}");
        agent.say("s1", "after");
        ClientSession session = get(opening);
        List<String> seen = new CopyOnWriteArrayList<>();
        session.onUpdate(texts(seen));
        endTurn(session);

        assertThat(seen).containsExactly("before", "after");
    }

    @Test
    void clientsListenerSeesEarlyUpdatesWithTheSessionThatIsOpenedThen() {
        List<ClientSession> sessions = new CopyOnWriteArrayList<>();
        connect("{}", builder -> builder.onUpdate((session, update) -> sessions.add(session)));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        JsonNode request = agent.expect("session/new");
        agent.say("s1", "before");
        agent.result(request, "{'sessionId':'s1'}");

        ClientSession session = get(opening);
        assertThat(sessions).containsExactly(session);
    }

    @Test
    void tooManyEarlyUpdatesAreNotKept() {
        connect(
                "{}",
                builder ->
                        builder.limits(ClientLimits.builder().maxEarlyUpdates(3).build()));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        JsonNode request = agent.expect("session/new");
        for (int i = 0; i < 4; i++) {
            agent.say("s1", "early " + i);
        }
        agent.result(request, "{'sessionId':'s1'}");
        List<String> seen = new CopyOnWriteArrayList<>();
        ClientSession session = get(opening);
        session.onUpdate(texts(seen));
        agent.say("s1", "later");
        endTurn(session);

        assertThat(seen).containsExactly("later");
    }

    @Test
    void listenerThatIsCaughtUpSlowlyStillGetsEverythingInOrder() throws Exception {
        connect(
                "{}",
                builder ->
                        builder.limits(ClientLimits.builder().maxEarlyUpdates(4).build()));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        JsonNode request = agent.expect("session/new");
        agent.say("s1", "0");
        agent.result(request, "{'sessionId':'s1'}");
        ClientSession session = get(opening);
        CountDownLatch inFirst = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        List<String> seen = new CopyOnWriteArrayList<>();
        UpdateListener into = texts(seen);
        CompletableFuture<Registration> adding =
                CompletableFuture.supplyAsync(() -> session.onUpdate((same, update) -> {
                    inFirst.countDown();
                    assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                    into.onUpdate(same, update);
                }));
        assertThat(inFirst.await(60, TimeUnit.SECONDS)).isTrue();
        for (int i = 1; i < 50; i++) {
            agent.say("s1", Integer.toString(i));
        }
        go.countDown();
        get(adding);
        endTurn(session);

        assertThat(seen).hasSize(50).startsWith("0", "1", "2").endsWith("49");
    }

    @Test
    void removedListenerGetsNothingMore() {
        connect("{}", builder -> {});
        ClientSession session = open(client, agent, "s1");
        List<String> seen = new CopyOnWriteArrayList<>();
        Registration subscription = session.onUpdate(texts(seen));
        agent.say("s1", "one");
        endTurn(session);
        subscription.close();
        agent.say("s1", "two");
        endTurn(session);

        assertThat(seen).containsExactly("one");
    }

    @Test
    void loadedSessionHasReplayedItsHistoryToTheListenerWhenTheCallReturns() {
        connect(
                "{'loadSession':true}",
                builder -> builder.limits(
                        ClientLimits.builder().maxEarlyUpdates(10).build()));
        List<String> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<List<String>> loaded = client.loadSessionAsync(
                        LoadSessionRequest.builder(new SessionId("s1"), "/project")
                                .build(),
                        texts(seen))
                .thenApply(session -> List.copyOf(seen));
        JsonNode request = agent.expect("session/load");
        for (int i = 0; i < 1000; i++) {
            agent.say("s1", Integer.toString(i));
        }
        agent.result(request, "{'sessionId':'s1','modes':null}");

        assertThat(get(loaded)).hasSize(1000).startsWith("0", "1").endsWith("999");
        assertThat(request.get("params")).isEqualTo(json("{'sessionId':'s1','cwd':'/project','mcpServers':[]}"));
        assertThat(client.session(new SessionId("s1"))).isNotNull();
    }

    @Test
    void loadMayBeAnsweredWithNull() {
        connect("{'loadSession':true}", builder -> {});
        CompletableFuture<ClientSession> loading = client.loadSessionAsync(
                LoadSessionRequest.builder(new SessionId("s1"), "/project").build(), null);
        agent.result(agent.expect("session/load"), "null");

        assertThat(get(loading).id()).isEqualTo(new SessionId("s1"));
    }

    @Test
    void failedLoadLeavesNothingBehind() {
        connect("{'loadSession':true}", builder -> {});
        List<String> seen = new CopyOnWriteArrayList<>();
        CompletableFuture<ClientSession> loading = client.loadSessionAsync(
                LoadSessionRequest.builder(new SessionId("s1"), "/project").build(), texts(seen));
        agent.error(agent.expect("session/load"), -32002, "no such session");

        assertThatThrownBy(() -> get(loading)).isInstanceOf(AcpErrorException.class);
        assertThat(client.session(new SessionId("s1"))).isNull();
        assertThat(client.sessions()).isEmpty();
    }

    @Test
    void resumedSessionIsReadyWithoutAReplay() {
        connect("{'sessionCapabilities':{'resume':{}}}", builder -> {});
        CompletableFuture<ClientSession> resuming = client.resumeSessionAsync(
                ResumeSessionRequest.builder(new SessionId("s1"), "/project").build(), null);
        JsonNode request = agent.expect("session/resume");
        agent.result(request, "{}");

        endTurn(get(resuming));
        assertThat(request.at("/params/sessionId").asText()).isEqualTo("s1");
    }

    @Test
    void loadingAnOpenSessionGivesTheSameSession() {
        connect("{'loadSession':true}", builder -> {});
        ClientSession session = open(client, agent, "s1");
        CompletableFuture<ClientSession> loading = client.loadSessionAsync(
                LoadSessionRequest.builder(session.id(), "/other").build(), null);
        agent.result(agent.expect("session/load"), "{}");

        assertThat(get(loading)).isSameAs(session);
        assertThat(client.sessions()).containsExactly(session);
    }

    @Test
    void newSessionWithTheIdOfAnOpenOneIsAnErrorAndTheOpenOneLivesOn() {
        connect("{}", builder -> {});
        ClientSession session = open(client, agent, "s1");

        assertThatThrownBy(() -> open(client, agent, "s1"))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("open already");
        assertThat(client.sessions()).containsExactly(session);
        endTurn(session);
    }

    @Test
    void malformedAnswerNamesThePath() {
        connect("{}", builder -> {});
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':17}");

        assertThatThrownBy(() -> get(opening))
                .isInstanceOf(MalformedMessageException.class)
                .hasMessageContaining("/result/sessionId");
    }

    @Test
    void oneSessionMoreThanTheLimitIsRefusedUntilOneIsGone() {
        connect(
                "{}",
                builder -> builder.limits(ClientLimits.builder().maxSessions(2).build()));
        ClientSession first = open(client, agent, "s1");
        open(client, agent, "s2");

        assertThatThrownBy(() -> client.newSession(Path.of("/project")))
                .isExactlyInstanceOf(AcpException.class)
                .hasMessageContaining("maxSessions");
        first.detach();
        assertThat(client.session(first.id())).isNull();
        assertThat(open(client, agent, "s3").id().value()).isEqualTo("s3");
    }

    @Test
    void sessionsThatOnlyTheAgentSpeaksOfDoNotFillTheClient() {
        List<String> seen = new CopyOnWriteArrayList<>();
        connect(
                "{}",
                builder -> builder.limits(ClientLimits.builder().maxSessions(3).build())
                        .onUpdate(texts(seen)));
        for (int i = 0; i < 100; i++) {
            agent.say("stranger " + i, "hello " + i);
        }
        ClientSession session = open(client, agent, "s1");
        endTurn(session);
        open(client, agent, "s2");
        open(client, agent, "s3");
        agent.say("stranger", "still here");
        org.awaitility.Awaitility.await().atMost(PATIENCE).until(() -> seen.size() == 101);

        assertThat(client.sessions()).hasSize(3);
    }

    @Test
    void closedAndDeletedSessionsAreForgotten() {
        connect("{'sessionCapabilities':{'close':{},'delete':{}}}", builder -> {});
        ClientSession first = open(client, agent, "s1");
        ClientSession second = open(client, agent, "s2");
        CompletableFuture<Void> closing = first.closeAsync();
        JsonNode close = agent.expect("session/close");
        agent.result(close, "{}");
        get(closing);
        CompletableFuture<Void> deleting = CompletableFuture.runAsync(second::delete);
        JsonNode delete = agent.expect("session/delete");
        agent.result(delete, "null");
        get(deleting);

        assertThat(close.get("params")).isEqualTo(json("{'sessionId':'s1'}"));
        assertThat(delete.get("params")).isEqualTo(json("{'sessionId':'s2'}"));
        assertThat(client.sessions()).isEmpty();
    }

    @Test
    void cancellingTheOpeningAsksTheAgentToCancelIt() {
        connect("{}", builder -> {});
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        JsonNode request = agent.expect("session/new");
        opening.cancel(true);

        assertThat(agent.expect("$/cancel_request").at("/params/requestId")).isEqualTo(request.get("id"));
    }

    @Test
    void sessionTellsHowItWasOpenedAndWhatTheAgentAdded() {
        client = agent.connect("{'loadSession':true,'sessionCapabilities':{'fork':{},'resume':{}}}", builder -> {});
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1','_meta':{'n':1}}");
        ClientSession session = get(opening);
        assertThat(session.origin()).isEqualTo(new SessionOrigin(Methods.SESSION_NEW, Meta.of("n", 1)));

        CompletableFuture<ClientSession> forking = session.forks().forkAsync(ForkPoint.end(), ForkOptions.DEFAULT);
        agent.result(agent.expect("session/fork"), "{'sessionId':'s2','_meta':{'acp4j/lineage':{'forkDepth':3}}}");
        assertThat(SessionLineage.of(get(forking).origin().meta()).forkDepth()).isEqualTo(3);

        CompletableFuture<ClientSession> loading = client.loadSessionAsync(
                LoadSessionRequest.builder(new SessionId("s1"), "/project").build(), null);
        agent.result(agent.expect("session/load"), "{'_meta':{'l':1}}");
        assertThat(get(loading).origin()).isEqualTo(new SessionOrigin(Methods.SESSION_LOAD, Meta.of("l", 1)));

        CompletableFuture<ClientSession> resuming = client.resumeSessionAsync(
                ResumeSessionRequest.builder(new SessionId("s1"), "/project").build(), null);
        agent.result(agent.expect("session/resume"), "{}");
        assertThat(get(resuming).origin()).isEqualTo(new SessionOrigin(Methods.SESSION_RESUME, null));
    }
}
