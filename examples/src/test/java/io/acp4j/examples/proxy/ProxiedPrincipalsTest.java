package io.acp4j.examples.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.proxy.AcpProxy;
import io.acp4j.proxy.Conductor;
import io.acp4j.proxy.ProxyConnection;
import io.acp4j.proxy.bridge.VersionBridge;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.branching.BranchMessage;
import io.acp4j.schema.branching.BranchMethods;
import io.acp4j.schema.branching.CompareBranchesRequest;
import io.acp4j.schema.branching.GraftBranchRequest;
import io.acp4j.schema.branching.LabelMessageRequest;
import io.acp4j.schema.branching.NavigateSessionRequest;
import io.acp4j.schema.branching.PruneBranchRequest;
import io.acp4j.schema.branching.SessionBranchesRequest;
import io.acp4j.schema.branching.SessionPathRequest;
import io.acp4j.schema.branching.SessionTreeRequest;
import io.acp4j.schema.config.SetSessionConfigOptionRequest;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.mode.SetSessionModeRequest;
import io.acp4j.schema.prompt.PromptRequest;
import io.acp4j.schema.session.CloseSessionRequest;
import io.acp4j.schema.session.DeleteSessionRequest;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.ResumeSessionRequest;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.session.SessionStatusRequest;
import io.acp4j.schema.session.SetSessionTitleRequest;
import io.acp4j.transport.http.HttpServer;
import io.acp4j.transport.http.HttpTransport;
import io.acp4j.transport.ws.WsAuthenticator;
import io.acp4j.transport.ws.WsServer;
import io.acp4j.transport.ws.WsTransport;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sessions belong to who made them, also when something stands between the client's connection and the agent. */
@Tag("full")
@Timeout(300)
class ProxiedPrincipalsTest {

    private static final Path CWD = Path.of("/project");
    private static final SessionId NOBODY = new SessionId("nobody");

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private AutoCloseable server;
    private URI uri;
    private String transport;
    private ProtocolVersion version;

    @AfterEach
    void stop() throws Exception {
        server.close();
        repository.close();
    }

    private AcpAgent agent(ProtocolVersion... versions) {
        return AcpAgent.builder()
                .info("guarded", "1")
                .protocolVersions(versions)
                .sessions(repository)
                .onSetMode((request, session) -> {})
                .onSetConfigOption((request, session) -> List.of())
                .onPrompt(turn -> turn.say("re " + turn.text()))
                .build();
    }

    // snippet:principal
    /** Lets a proxy stand in front of an agent in this process, which learns who the client is. */
    static ProxyConnection inFront(AcpProxy proxy, AcpAgent agent, Transport client) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair(client.principal());
        agent.serve(pair.agent());
        return proxy.connect(client, pair.client());
    }
    // end

    private Consumer<Transport> between(String what) {
        return switch (what) {
            case "proxy" ->
                client -> inFront(AcpProxy.builder().build(), agent(ProtocolVersion.V1, ProtocolVersion.V2), client);
            case "conductor" ->
                client -> Conductor.create().agent(served(client, version)).serve(client);
            case "bridge" ->
                client -> VersionBridge.create()
                        .connect(
                                client,
                                served(
                                        client,
                                        version.equals(ProtocolVersion.V1) ? ProtocolVersion.V2 : ProtocolVersion.V1));
            default -> agent(ProtocolVersion.V1, ProtocolVersion.V2)::serve;
        };
    }

    private Transport served(Transport client, ProtocolVersion spoken) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair(client.principal());
        agent(spoken).serve(pair.agent());
        return pair.client();
    }

    private void serve(String over, String between, int spoken) {
        transport = over;
        version = new ProtocolVersion(spoken);
        WsAuthenticator tokens = WsAuthenticator.bearerTokens(Map.of("token of alice", "alice", "token of bob", "bob"));
        if (over.equals("ws")) {
            WsServer started = WsServer.builder(between(between)::accept)
                    .authenticator(tokens)
                    .start();
            uri = started.uri();
            server = started;
        } else {
            HttpServer started = HttpServer.builder(between(between)::accept)
                    .authenticator(tokens)
                    .start();
            uri = started.uri();
            server = started;
        }
    }

    private AcpClient client(String name) {
        String token = "token of " + name;
        return AcpClient.builder(
                        transport.equals("ws")
                                ? WsTransport.builder(uri).bearerToken(token).connect()
                                : HttpTransport.builder(uri).bearerToken(token).connect())
                .protocolVersions(version)
                .connect();
    }

    private interface Call {
        Object make(AcpClient client, SessionId session, MessageId message);
    }

    private Map<String, Call> calls() {
        Map<String, Call> calls = new LinkedHashMap<>();
        if (version.equals(ProtocolVersion.V1)) {
            calls.put("load", (client, id, message) -> client.request(Methods.SESSION_LOAD, load(id)));
            calls.put(
                    "set mode",
                    (client, id, message) -> client.request(
                            Methods.SESSION_SET_MODE, SetSessionModeRequest.of(id, new SessionModeId("m"))));
            calls.put("prompt", (client, id, message) -> client.request(Methods.SESSION_PROMPT, prompt(id)));
        }
        calls.put(
                "set option",
                (client, id, message) -> client.request(
                        Methods.SESSION_SET_CONFIG_OPTION,
                        SetSessionConfigOptionRequest.of(id, new SessionConfigId("c"), true)));
        calls.put("resume", (client, id, message) -> client.request(Methods.SESSION_RESUME, resume(id)));
        calls.put(
                "fork",
                (client, id, message) -> client.request(
                        Methods.SESSION_FORK,
                        ForkSessionRequest.builder(id, CWD.toString()).build()));
        calls.put(
                "fork at",
                (client, id, message) -> client.request(
                        Methods.SESSION_FORK,
                        ForkSessionRequest.builder(id, CWD.toString())
                                .messageId(message)
                                .build()));
        calls.put(
                "status", (client, id, message) -> client.request(Methods.SESSION_STATUS, SessionStatusRequest.of(id)));
        calls.put(
                "title",
                (client, id, message) ->
                        client.request(Methods.SESSION_SET_TITLE, SetSessionTitleRequest.of(id, "stolen")));
        calls.put("tree", (client, id, message) -> client.request(BranchMethods.TREE, SessionTreeRequest.of(id)));
        calls.put(
                "branches",
                (client, id, message) -> client.request(BranchMethods.BRANCHES, SessionBranchesRequest.of(id)));
        calls.put("path", (client, id, message) -> client.request(BranchMethods.PATH, SessionPathRequest.of(id)));
        calls.put(
                "navigate",
                (client, id, message) ->
                        client.request(BranchMethods.NAVIGATE, NavigateSessionRequest.of(id, message)));
        calls.put(
                "label",
                (client, id, message) -> client.request(BranchMethods.LABEL, LabelMessageRequest.of(id, message)));
        calls.put(
                "compare",
                (client, id, message) ->
                        client.request(BranchMethods.COMPARE, CompareBranchesRequest.of(id, message, message)));
        calls.put(
                "graft",
                (client, id, message) ->
                        client.request(BranchMethods.GRAFT, GraftBranchRequest.of(id, message, "stolen")));
        calls.put(
                "prune",
                (client, id, message) -> client.request(BranchMethods.PRUNE, PruneBranchRequest.of(id, message)));
        calls.put("close", (client, id, message) -> client.request(Methods.SESSION_CLOSE, CloseSessionRequest.of(id)));
        calls.put(
                "delete", (client, id, message) -> client.request(Methods.SESSION_DELETE, DeleteSessionRequest.of(id)));
        return calls;
    }

    private static LoadSessionRequest load(SessionId id) {
        return LoadSessionRequest.builder(id, CWD.toString()).build();
    }

    private static ResumeSessionRequest resume(SessionId id) {
        return ResumeSessionRequest.builder(id, CWD.toString()).build();
    }

    private static PromptRequest prompt(SessionId id) {
        return PromptRequest.of(id, List.of(ContentBlock.text("x")));
    }

    /** Returns what a client is told, with the id of the session that it asked about replaced. */
    private static String told(Call call, AcpClient client, SessionId id, MessageId message) {
        try {
            return "result " + call.make(client, id, message).toString().replace(id.value(), "ID");
        } catch (AcpErrorException e) {
            RawJson data = e.error().data();
            String reason = data == null ? "" : new String(data.toBytes(), StandardCharsets.UTF_8);
            return (e.code() + " " + e.error().message() + " " + reason).replace(id.value(), "ID");
        }
    }

    private static List<SessionId> list(AcpClient client) {
        return client
                .request(Methods.SESSION_LIST, ListSessionsRequest.builder().build())
                .sessions()
                .stream()
                .map(SessionInfo::sessionId)
                .toList();
    }

    @ParameterizedTest(name = "over {0}, behind a {1}, version {2}")
    @CsvSource({
        "ws, server, 1",
        "ws, server, 2",
        "ws, proxy, 1",
        "ws, proxy, 2",
        "ws, conductor, 1",
        "ws, bridge, 1",
        "ws, bridge, 2",
        "http, server, 1",
        "http, server, 2",
        "http, proxy, 1",
        "http, proxy, 2",
        "http, conductor, 2",
        "http, bridge, 1",
        "http, bridge, 2"
    })
    void nobodyLearnsOfSessionsOfOthers(String over, String between, int spoken) {
        serve(over, between, spoken);
        try (AcpClient alice = client("alice");
                AcpClient bob = client("bob");
                AcpClient aliceAgain = client("alice")) {
            ClientSession session = alice.newSession(CWD);
            session.prompt("mine");
            MessageId message = session.branches()
                    .tree()
                    .map(BranchMessage::messageId)
                    .toList()
                    .get(1);
            assertThat(list(bob)).isEmpty();
            SoftAssertions softly = new SoftAssertions();
            calls().forEach((name, call) -> softly.assertThat(told(call, bob, session.id(), message))
                    .as(name)
                    .isEqualTo(told(call, bob, NOBODY, message)));
            softly.assertAll();
            assertThat(list(bob)).isEmpty();
            assertThat(list(alice)).containsExactly(session.id());
            assertThat(repository.find(session.id()).principal()).isEqualTo("alice");
            assertThat(repository.find(session.id()).title()).isEqualTo("mine");
            session.prompt("still mine");
            aliceAgain.request(Methods.SESSION_RESUME, resume(session.id()));
            assertThat(aliceAgain
                            .request(BranchMethods.TREE, SessionTreeRequest.of(session.id()))
                            .messages())
                    .hasSize(4);
        }
    }
}
