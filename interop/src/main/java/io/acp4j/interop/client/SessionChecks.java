package io.acp4j.interop.client;

import static io.acp4j.interop.client.Conversation.CWD;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.interop.client.Agents.Peer;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.config.SessionConfigSelect;
import io.acp4j.schema.config.SessionConfigSelectOption;
import io.acp4j.schema.config.SessionConfigSelectOptions;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.mcp.EnvVariable;
import io.acp4j.schema.mcp.HttpHeader;
import io.acp4j.schema.mcp.McpServerHttp;
import io.acp4j.schema.mcp.McpServerStdio;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.ListSessionsResponse;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.tool.ToolCallStatus;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.ToolCall;
import io.acp4j.schema.update.ToolCallUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Checks of the life of sessions: new, modes, options, list, load, resume, close, delete. */
final class SessionChecks {

    private SessionChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("new-session", SessionChecks::newSession),
                new Check("commands-follow-new-session", SessionChecks::commandsFollowNewSession),
                new Check("directories-and-mcp-servers", SessionChecks::directoriesAndMcpServers),
                new Check("set-mode", SessionChecks::setMode),
                new Check("set-config-option", SessionChecks::setConfigOption),
                new Check("unknown-session", SessionChecks::unknownSession),
                new Check("list-pages", SessionChecks::listPages),
                new Check("load-replays-with-the-same-ids", SessionChecks::loadReplays),
                new Check("resume-does-not-replay", SessionChecks::resumeDoesNotReplay),
                new Check("close-then-load", SessionChecks::closeThenLoad),
                new Check("close-cancels-the-turn", SessionChecks::closeCancelsTheTurn),
                new Check("delete", SessionChecks::delete));
    }

    private static void newSession(Agents agents) {
        ClientSession session = Conversation.open(agents.shared()).session();
        SessionModeState modes = Expect.present(session.modes(), "modes");
        assertThat(modes.currentModeId()).isEqualTo(new SessionModeId("ask"));
        assertThat(modes.availableModes()).extracting(SessionMode::name).containsExactly("Ask", "Code");
        assertThat(session.configOptions()).hasSize(3);
        SessionConfigSelect model =
                (SessionConfigSelect) session.configOptions().get(0);
        assertThat(model.currentValue()).isEqualTo(new SessionConfigValueId("small"));
        assertThat(model.options().flatten())
                .extracting(SessionConfigSelectOption::name)
                .containsExactly("Small", "Large");
        SessionConfigSelect effort =
                (SessionConfigSelect) session.configOptions().get(1);
        assertThat(effort.options()).isInstanceOf(SessionConfigSelectOptions.Grouped.class);
        SessionConfigBoolean verbose =
                (SessionConfigBoolean) session.configOptions().get(2);
        assertThat(verbose.currentValue()).isFalse();
    }

    private static void commandsFollowNewSession(Agents agents) throws Exception {
        Conversation conversation = Conversation.open(agents.shared());
        assertThat(conversation.transcript().announcement().availableCommands())
                .extracting(AvailableCommand::name)
                .containsExactly("echo", "plan");
    }

    private static void directoriesAndMcpServers(Agents agents) {
        NewSessionRequest request = NewSessionRequest.builder("/project/servers")
                .additionalDirectories(List.of("/more", "/even/more"))
                .mcpServers(List.of(
                        new McpServerStdio(
                                "local", "/bin/mcp", List.of("--stdio"), List.of(EnvVariable.of("KEY", "value")), null),
                        new McpServerHttp(
                                "remote", "https://example.com/mcp", List.of(HttpHeader.of("X-Key", "1")), null)))
                .build();
        Conversation conversation = Conversation.open(agents.shared(), request);
        assertThat(conversation.say("status").text()).endsWith(" directories=2 mcp=2");
    }

    private static void setMode(Agents agents) {
        Conversation conversation = Conversation.open(agents.shared());
        conversation.session().setMode(new SessionModeId("code"));
        assertThat(conversation.mode()).isEqualTo("code");
        assertThat(conversation.say("status").text()).contains("mode=code ");
        Expect.error(-32602, () -> conversation.session().setMode(new SessionModeId("no-such-mode")));
    }

    private static void setConfigOption(Agents agents) {
        Conversation conversation = Conversation.open(agents.shared());
        ClientSession session = conversation.session();
        SessionConfigId model = new SessionConfigId("model");
        session.setConfigOption(model, SessionConfigValue.of(new SessionConfigValueId("large")));
        session.setConfigOption(new SessionConfigId("effort"), SessionConfigValue.of(new SessionConfigValueId("high")));
        session.setConfigOption(new SessionConfigId("verbose"), SessionConfigValue.of(true));
        assertThat(((SessionConfigBoolean) session.configOptions().get(2)).currentValue())
                .isTrue();
        assertThat(conversation.say("status").text()).contains("model=large effort=high verbose=true ");
        Expect.error(
                -32602, () -> session.setConfigOption(model, SessionConfigValue.of(new SessionConfigValueId("huge"))));
    }

    private static void unknownSession(Agents agents) {
        AcpClient client = agents.shared().client();
        ResumeSessionRequest request = ResumeSessionRequest.builder(new SessionId("no-such-session"), CWD)
                .build();
        assertThat(Expect.data(Expect.error(-32002, () -> client.resumeSession(request, null)), "sessionId"))
                .isEqualTo("no-such-session");
    }

    private static void listPages(Agents agents) {
        AcpClient client = agents.shared().client();
        String cwd = "/project/listed-" + System.nanoTime();
        List<SessionId> created = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            created.add(
                    client.newSession(NewSessionRequest.builder(cwd).build()).id());
        }
        ListSessionsRequest request = new ListSessionsRequest(cwd, null, null, null);
        assertThat(client.storedSessions(request).map(SessionInfo::sessionId)).containsExactlyElementsOf(created);
        ListSessionsResponse page = client.listSessions(request);
        assertThat(page.sessions())
                .hasSize(2)
                .allSatisfy(info -> assertThat(info.cwd()).isEqualTo(cwd));
        assertThat(page.nextCursor()).isNotNull();
        assertThat(client.storedSessions().count()).isGreaterThan(5);
        Expect.error(-32602, () -> client.listSessions(request.after("made up")));
    }

    private static void loadReplays(Agents agents) {
        Peer peer = agents.shared();
        Conversation conversation = Conversation.open(peer);
        List<String> said = new ArrayList<>();
        said.addAll(Exchange.contents(conversation.say("stream").updates()));
        said.addAll(Exchange.contents(conversation.say("hello again").updates()));
        Conversation loaded = Conversation.load(peer, conversation.session());
        Exchange replay = new Exchange(loaded.transcript().since(0), StopReason.END_TURN);
        assertThat(Exchange.contents(replay.updates())).isEqualTo(said);
        ToolCall call = replay.of(ToolCall.class).get(0);
        List<ToolCallUpdate> updates = replay.of(ToolCallUpdate.class);
        ToolCallStatus last = updates.isEmpty()
                ? call.status()
                : updates.get(updates.size() - 1).status().value();
        assertThat(last).isEqualTo(ToolCallStatus.COMPLETED);
        assertThat(loaded.session().configOptions()).hasSize(3);
        assertThat(loaded.context()).isEqualTo("stream | hello again");
        Conversation again = Conversation.load(peer, conversation.session());
        assertThat(Exchange.contents(again.transcript().since(0))).startsWith(said.toArray(String[]::new));
    }

    private static void resumeDoesNotReplay(Agents agents) {
        Peer peer = agents.shared();
        Conversation conversation = Conversation.open(peer);
        conversation.say("before the break");
        conversation.session().close();
        Transcript transcript = new Transcript();
        ClientSession resumed = peer.client()
                .resumeSession(
                        ResumeSessionRequest.builder(conversation.session().id(), CWD)
                                .build(),
                        transcript);
        assertThat(resumed.configOptions()).hasSize(3);
        assertThat(transcript.size()).isZero();
        assertThat(new Conversation(resumed, transcript).context()).isEqualTo("before the break");
    }

    private static void closeThenLoad(Agents agents) {
        Peer peer = agents.shared();
        Conversation conversation = Conversation.open(peer);
        Exchange exchange = conversation.say("keep this");
        conversation.session().close();
        Expect.error(-32002, () -> conversation.session().prompt("closed"));
        Conversation loaded = Conversation.load(peer, conversation.session());
        assertThat(Exchange.contents(loaded.transcript().since(0))).isEqualTo(Exchange.contents(exchange.updates()));
        assertThat(loaded.context()).isEqualTo("keep this");
    }

    private static void closeCancelsTheTurn(Agents agents) throws Exception {
        Conversation conversation = Conversation.open(agents.shared());
        CompletableFuture<PromptResponse> turn = conversation.startSlowTurn();
        conversation.session().close();
        assertThat(turn.get(60, TimeUnit.SECONDS).stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    private static void delete(Agents agents) {
        Peer peer = agents.shared();
        String cwd = "/project/deleted-" + System.nanoTime();
        NewSessionRequest request = NewSessionRequest.builder(cwd).build();
        ClientSession kept = Conversation.open(peer, request).session();
        ClientSession deleted = Conversation.open(peer, request).session();
        deleted.delete();
        assertThat(peer.client().storedSessions(new ListSessionsRequest(cwd, null, null, null)))
                .extracting(SessionInfo::sessionId)
                .containsExactly(kept.id());
        Expect.error(-32002, () -> Conversation.load(peer, deleted));
        peer.client().deleteSession(deleted.id());
    }
}
