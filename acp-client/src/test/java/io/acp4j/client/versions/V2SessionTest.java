package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static io.acp4j.client.versions.V2Fixture.await;
import static io.acp4j.client.versions.V2Fixture.idle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.ForkOptions;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.mcp.McpServerStdio;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.mode.SetSessionModeRequest;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ReplayFromStart;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.SessionStatus;
import io.acp4j.schema.session.SessionStatusResponse;
import io.acp4j.schema.update.RequiresActionStateUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class V2SessionTest {

    private static final String MODES =
            "[{'configId':'m','name':'Mode','category':'mode','type':'select','currentValue':'ask',"
                    + "'options':[{'value':'ask','name':'Ask'},{'value':'code','name':'Code'}]}]";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    private ClientSession open(String sessionCapabilities) {
        client = V2Fixture.connect(
                agent, sessionCapabilities, builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        return V2Fixture.open(client, agent, "s1");
    }

    @AfterEach
    void close() {
        client.close();
    }

    private static void refused(Runnable call, String capability) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        e -> assertThat(e.capability()).contains(capability));
    }

    @Test
    void whatTheAgentHasNotAdvertisedIsNamedByItsPlaceInTheVersion() {
        ClientSession session = open("{}");

        assertThatThrownBy(session::delete)
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        e -> assertThat(e.capability()).isEqualTo("capabilities.session.delete"));
    }

    @Test
    void theSubjectOfAPromptIsShownWhenTheAgentSendsItBack() {
        ClientSession session = open("{}");
        CompletableFuture<?> turn = session.promptAsync("Hi");
        JsonNode prompt = agent.expect("session/prompt");
        assertThat(session.transcript().snapshot().entries()).isEmpty();
        V2Fixture.running(agent, "s1");
        V2Fixture.echo(agent, "s1", "u1", "Hi");
        V2Fixture.insert(agent, prompt, "u1");
        idle(agent, "s1", "end_turn");
        get(turn);
        Conversation now = session.transcript().snapshot();

        assertThat(now.messages())
                .singleElement()
                .extracting(TranscriptMessage::text)
                .isEqualTo("Hi");
        assertThat(now.turns()).isEqualTo(1);
        assertThat(now.isTurnInProgress()).isFalse();
    }

    @Test
    void loadingIsResumingWithAReplayAndNothingIsShownTwice() {
        ClientSession session = open("{}");
        for (int time = 0; time < 2; time++) {
            CompletableFuture<ClientSession> loading = client.loadSessionAsync(
                    LoadSessionRequest.builder(new SessionId("s1"), "/project").build(), null);
            JsonNode request = agent.expect("session/resume");
            assertThat(request.at("/params/replayFrom")).isEqualTo(json("{'type':'start'}"));
            V2Fixture.echo(agent, "s1", "u1", "Hi");
            agent.update(
                    "s1",
                    "{'sessionUpdate':'agent_message','messageId':'a1','content':[{'type':'text','text':'Hello'}]}");
            agent.update("s1", V2Fixture.idle("'stopReason':'end_turn'"));
            agent.result(request, "{'configOptions':" + MODES + "}");
            assertThat(get(loading)).isSameAs(session);
        }
        Conversation now = session.transcript().snapshot();

        assertThat(now.messages()).extracting(TranscriptMessage::text).containsExactly("Hi", "Hello");
        assertThat(now.turns()).isEqualTo(1);
        assertThat(session.origin().method()).isEqualTo(Methods.SESSION_LOAD);
    }

    @Test
    void modesAreTheOptionOfThatCategory() {
        client = V2Fixture.connect(agent, "{}", builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s1','configOptions':" + MODES + "}");
        ClientSession session = get(opening);
        assertThat(session.modes().currentModeId()).isEqualTo(new SessionModeId("ask"));
        assertThat(session.modes().availableModes()).hasSize(2);

        CompletableFuture<Void> setting = session.setModeAsync(new SessionModeId("code"));
        JsonNode request = agent.expect("session/set_config_option");
        assertThat(request.get("params"))
                .isEqualTo(json("{'sessionId':'s1','configId':'m','type':'id','value':'code'}"));
        agent.result(
                request, "{'configOptions':" + MODES.replace("'currentValue':'ask'", "'currentValue':'code'") + "}");
        get(setting);

        assertThat(session.modes().currentModeId()).isEqualTo(new SessionModeId("code"));
        assertThat(session.transcript().snapshot().modes()).isEqualTo(session.modes());
        agent.update("s1", "{'sessionUpdate':'config_option_update','configOptions':" + MODES + "}");
        await(() -> session.transcript().snapshot().modes().currentModeId().equals(new SessionModeId("ask")));
    }

    @Test
    void commandsThatAResponseTellsAreShown() {
        client = V2Fixture.connect(agent, "{}", builder -> builder.transcripts(TranscriptOptions.KEEP_ALL));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(
                agent.expect("session/new"),
                "{'sessionId':'s1','availableCommands':[{'type':'command','name':'plan','description':'Plans'}]}");

        assertThat(get(opening).transcript().snapshot().commands()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void commandsThatAResponseTellsReachListenersAlsoWithoutATranscript(boolean transcripts) {
        List<Object> heard = new CopyOnWriteArrayList<>();
        client = V2Fixture.connect(agent, "{}", builder -> {
            builder.onUpdate(
                    (session, update) -> heard.add("client " + update.getClass().getSimpleName()));
            if (transcripts) {
                builder.transcripts(TranscriptOptions.KEEP_ALL);
            }
        });
        CompletableFuture<ClientSession> opening = client.newSessionAsync(
                NewSessionRequest.builder("/project").build(),
                (session, update) -> heard.add("session " + update.getClass().getSimpleName()));
        String commands = "'availableCommands':[{'type':'command','name':'plan','description':'Plans'}]";
        agent.result(agent.expect("session/new"), "{'sessionId':'s1'," + commands + "}");
        get(opening);
        assertThat(heard)
                .containsExactlyInAnyOrder("client AvailableCommandsUpdate", "session AvailableCommandsUpdate");

        CompletableFuture<ClientSession> resuming = client.resumeSessionAsync(
                ResumeSessionRequest.builder(new SessionId("s1"), "/project").build(), null);
        JsonNode request = agent.expect("session/resume");
        agent.update("s1", "{'sessionUpdate':'available_commands_update','availableCommands':[]}");
        agent.result(request, "{" + commands + "}");
        get(resuming);
        assertThat(heard).as("what is newer than the response").hasSize(4);
    }

    @Test
    void theStatusOfASessionSaysWhatItDoes() {
        client = V2Fixture.connect(agent, "{'status':{}}", builder -> {});
        CompletableFuture<SessionStatusResponse> asking = client.unstable().sessionStatusAsync(new SessionId("s1"));
        agent.result(
                agent.expect("session/status"),
                "{'status':'open','state':{'state':'requires_action','background':[]}}");
        SessionStatusResponse status = get(asking);
        assertThat(status.status()).isEqualTo(SessionStatus.OPEN);
        assertThat(status.state()).isInstanceOf(RequiresActionStateUpdate.class);
    }

    @Test
    void aToolCallIsCancelledOnlyWhileTheAgentOffersIt() {
        ClientSession session = open("{}");
        ToolCallId call = new ToolCallId("c1");
        refused(() -> session.cancelToolCall(call), "capabilities.cancel");
        agent.update("s1", "{'sessionUpdate':'tool_call_update','toolCallId':'c1','capabilities':{'cancel':{}}}");
        await(() -> session.transcript().snapshot().find(call) != null);
        CompletableFuture<Void> cancelling = session.cancelToolCallAsync(call);
        JsonNode request = agent.expect("tool_call/cancel");
        assertThat(request.get("params")).isEqualTo(json("{'sessionId':'s1','toolCallId':'c1'}"));
        agent.update("s1", "{'sessionUpdate':'tool_call_update','toolCallId':'c1','status':'cancelled'}");
        agent.result(request, "{}");
        get(cancelling);
        await(() -> session.transcript().snapshot().find(call).isFinished());

        refused(() -> session.cancelToolCall(call), "capabilities.cancel");
        assertThat(agent.waiting()).isZero();
    }

    @Test
    void aTerminalIsCancelledOnlyWhileTheAgentOffersIt() {
        ClientSession session = open("{}");
        TerminalId terminal = new TerminalId("t1");
        refused(() -> session.cancelTerminal(terminal), "capabilities.cancel");
        agent.update("s1", "{'sessionUpdate':'terminal_update','terminalId':'t1','capabilities':{'cancel':{}}}");
        await(() -> session.transcript().snapshot().terminals().containsKey(terminal));
        CompletableFuture<Void> cancelling = session.cancelTerminalAsync(terminal);
        agent.result(agent.expect("terminal/cancel"), "{}");
        get(cancelling);
        agent.update("s1", "{'sessionUpdate':'terminal_update','terminalId':'t1','exitStatus':{'signal':'TERM'}}");
        await(() -> session.transcript().snapshot().terminals().get(terminal).exitStatus() != null);

        refused(() -> session.cancelTerminal(terminal), "capabilities.cancel");
    }

    @Test
    void whatVersion2DoesNotHaveIsRefusedBeforeItIsSent() {
        ClientSession session = open("{}");
        refused(
                () -> client.request(
                        Methods.SESSION_SET_MODE, SetSessionModeRequest.of(session.id(), new SessionModeId("x"))),
                "protocolVersion=1");
        refused(() -> client.logout(), "authMethods");
        refused(
                () -> client.newSessionAsync(
                        NewSessionRequest.builder("/project")
                                .mcpServers(List.of(McpServerStdio.of("tools", "/bin/tools")))
                                .build(),
                        null),
                "capabilities.session.mcp.stdio");
        refused(() -> session.forks().fork(), "fork");
        assertThatThrownBy(() -> session.setMode(new SessionModeId("x"))).hasMessageContaining("has no modes");
        assertThat(agent.waiting()).isZero();
    }

    @Test
    void whatVersion1DoesNotHaveIsRefusedBeforeItIsSent() {
        client = agent.connect(
                "{'sessionCapabilities':{'resume':{}}}",
                builder -> builder.protocolVersions(V2Fixture.V2, V2Fixture.V1));
        ClientSession session = V2Fixture.open(client, agent, "s1");
        refused(() -> session.cancelToolCall(new ToolCallId("c1")), "protocolVersion=2");
        refused(() -> session.cancelTerminal(new TerminalId("t1")), "protocolVersion=2");
        refused(
                () -> client.resumeSessionAsync(
                        ResumeSessionRequest.builder(session.id(), "/project")
                                .replayFrom(ReplayFromStart.START)
                                .build(),
                        null),
                "protocolVersion=2");
        assertThat(agent.waiting()).isZero();
    }

    @Test
    void closingAndDeletingWhatIsGoneSucceeds() {
        ClientSession session = open("{'delete':{}}");
        CompletableFuture<Void> closing = session.closeAsync();
        agent.error(agent.expect("session/close"), -32002, "gone");
        get(closing);
        assertThat(client.sessions()).isEmpty();
        CompletableFuture<Void> deleting = client.deleteSessionAsync(session.id());
        agent.error(agent.expect("session/delete"), -32002, "gone");
        get(deleting);
        CompletableFuture<Void> failing = client.deleteSessionAsync(session.id());
        agent.error(agent.expect("session/delete"), -32603, "broken");

        assertThatThrownBy(() -> get(failing)).isInstanceOf(AcpErrorException.class);
    }

    private void methods(Consumer<AcpClient> calls, String... names) {
        CompletableFuture<Void> all = CompletableFuture.runAsync(() -> calls.accept(client));
        for (String name : names) {
            JsonNode request = agent.expect(name);
            agent.result(
                    request,
                    switch (name) {
                        case "session/status" -> "{'status':'open','state':{'state':'running'}}";
                        case "session/set_title" -> "{'title':'T'}";
                        case "auth/status" -> "{'state':'authenticated'}";
                        default -> "{}";
                    });
        }
        get(all);
    }

    @Test
    void authenticationAndTheMethodsAboutStoredSessionsHaveTheirNamesOfVersion2() {
        client = agent.connectTo(
                "{'protocolVersion':2,'info':{'name':'raw','version':'1'},'authMethods':["
                        + "{'methodId':'key','type':'agent','name':'Key'},{'methodId':'cli','type':'terminal','name':'CLI'}],"
                        + "'capabilities':{'auth':{'status':{}},'session':{'archive':{},'status':{},'title':{}}}}",
                builder -> builder.protocolVersions(V2Fixture.V2));
        SessionId id = new SessionId("s1");
        methods(
                connected -> {
                    connected.authenticate("key");
                    connected.unstable().authStatus();
                    connected.unstable().archiveSession(id);
                    connected.unstable().unarchiveSession(id);
                    connected.unstable().sessionStatus(id);
                    connected.unstable().setSessionTitle(id, "Title");
                    connected.logout();
                },
                "auth/login",
                "auth/status",
                "session/archive",
                "session/unarchive",
                "session/status",
                "session/set_title",
                "auth/logout");

        refused(() -> client.authenticate(new AuthMethodId("cli")), "authMethods");
        refused(() -> client.authenticate(new AuthMethodId("other")), "authMethods");
    }

    @Test
    void aForkAtAMessageIsMadeAndInherits() {
        ClientSession session = open("{'fork':{'atMessageId':{}}}");
        V2Fixture.echo(agent, "s1", "u1", "Hi");
        agent.update(
                "s1", "{'sessionUpdate':'agent_message','messageId':'a1','content':[{'type':'text','text':'Hello'}]}");
        V2Fixture.echo(agent, "s1", "u2", "More");
        await(() -> session.transcript().snapshot().messages().size() == 3);
        CompletableFuture<ClientSession> forking =
                session.forks().forkAsync(ForkPoint.at(new MessageId("a1")), ForkOptions.DEFAULT);
        JsonNode request = agent.expect("session/fork");
        assertThat(request.at("/params/messageId").asText()).isEqualTo("a1");
        agent.result(request, "{'sessionId':'s2'}");
        ClientSession fork = get(forking);
        assertThat(fork.transcript().snapshot().messages())
                .extracting(TranscriptMessage::text)
                .containsExactly("Hi", "Hello");

        CompletableFuture<?> turn = fork.promptAsync("Other");
        JsonNode prompt = agent.expect("session/prompt");
        V2Fixture.running(agent, "s2");
        V2Fixture.echo(agent, "s2", "u3", "Other");
        V2Fixture.insert(agent, prompt, "u3");
        idle(agent, "s2", "end_turn");
        get(turn);
        assertThat(fork.transcript().snapshot().messages())
                .extracting(TranscriptMessage::text)
                .containsExactly("Hi", "Hello", "Other");
    }
}
