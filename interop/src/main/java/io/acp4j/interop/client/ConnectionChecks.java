package io.acp4j.interop.client;

import static io.acp4j.interop.client.Conversation.CWD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.acp4j.client.AcpClient;
import io.acp4j.client.AuthenticationRequiredException;
import io.acp4j.interop.ExtensionMethods;
import io.acp4j.interop.client.Agents.Peer;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.auth.AuthenticateRequest;
import io.acp4j.schema.config.SessionConfigOption;
import io.acp4j.schema.init.AgentCapabilities;
import io.acp4j.schema.init.Implementation;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.mcp.McpServerSse;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.transport.stdio.ProcessExit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Checks of the connection itself: initialize, authentication, capabilities, extensions, the end. */
final class ConnectionChecks {

    private ConnectionChecks() {}

    static List<Check> all() {
        return List.of(
                new Check("initialize", ConnectionChecks::initialize),
                new Check("authenticate-and-logout", ConnectionChecks::authenticateAndLogout),
                new Check("capabilities-follow-handlers", ConnectionChecks::capabilitiesFollowHandlers),
                new Check("client-without-capabilities", ConnectionChecks::clientWithoutCapabilities),
                new Check("unsupported-is-refused-locally", ConnectionChecks::unsupportedIsRefusedLocally),
                new Check("extension-request", ConnectionChecks::extensionRequest),
                new Check("extension-notifications", ConnectionChecks::extensionNotifications),
                new Check("extension-from-agent", ConnectionChecks::extensionFromAgent),
                new Check("unknown-method", ConnectionChecks::unknownMethod),
                new Check("cancel-request", ConnectionChecks::cancelRequest),
                new Check("agent-cancels-its-request", ConnectionChecks::agentCancelsItsRequest),
                new Check("agent-crash", ConnectionChecks::agentCrash),
                new Check("close-ends-the-agent", ConnectionChecks::closeEndsTheAgent));
    }

    private static void initialize(Agents agents) {
        AcpClient client = agents.shared().client();
        assertThat(client.protocolVersion()).isEqualTo(ProtocolVersion.V1);
        Implementation info = Expect.present(client.agentInfo(), "agentInfo");
        assertThat(info.name()).isEqualTo("acp4j-interop-agent");
        assertThat(info.title()).isNotBlank();
        AgentCapabilities capabilities = client.agentCapabilities();
        assertThat(capabilities.loadSession()).isTrue();
        assertThat(capabilities.promptCapabilities().image()).isTrue();
        assertThat(capabilities.promptCapabilities().audio()).isTrue();
        assertThat(capabilities.promptCapabilities().embeddedContext()).isTrue();
        assertThat(capabilities.mcpCapabilities().http()).isTrue();
        assertThat(capabilities.mcpCapabilities().sse()).isFalse();
        SessionCapabilities session = capabilities.sessionCapabilities();
        assertThat(session.list()).isNotNull();
        assertThat(session.delete()).isNotNull();
        assertThat(session.additionalDirectories()).isNotNull();
        assertThat(session.resume()).isNotNull();
        assertThat(session.close()).isNotNull();
        assertThat(Expect.present(session.fork(), "fork").atMessageId()).isTrue();
        assertThat(capabilities.auth().logout()).isNotNull();
        assertThat(client.authMethods())
                .singleElement()
                .satisfies(method -> assertThat(method.id()).isEqualTo(new AuthMethodId("test-login")));
    }

    private static void authenticateAndLogout(Agents agents) {
        Peer peer = agents.start();
        peer.client().authenticate(new AuthMethodId("test-login"));
        AuthenticateRequest unknown = AuthenticateRequest.of(new AuthMethodId("nobody"));
        assertThatThrownBy(() -> peer.client().request(Methods.AUTHENTICATE, unknown))
                .isInstanceOf(UnsupportedCapabilityException.class);
        peer.client().logout();
        assertThatThrownBy(() -> Conversation.open(peer)).isInstanceOf(AuthenticationRequiredException.class);
        peer.client().authenticate(new AuthMethodId("test-login"));
        Conversation.open(peer);
        peer.end();
    }

    private static void capabilitiesFollowHandlers(Agents agents) {
        RawJson told = agents.shared().client().request(ExtensionMethods.CLIENT, RawJson.EMPTY_OBJECT);
        Expect.json(
                told,
                "{\"name\":\"acp4j-interop-client\",\"readTextFile\":true,"
                        + "\"writeTextFile\":true,\"terminal\":true,\"elicitationForm\":true,"
                        + "\"elicitationUrl\":true,\"booleanOptions\":true}");
    }

    private static void clientWithoutCapabilities(Agents agents) {
        Peer peer = new Peer(agents.connect(agents.builder()), new Host());
        RawJson told = peer.client().request(ExtensionMethods.CLIENT, RawJson.EMPTY_OBJECT);
        Expect.json(
                told,
                "{\"name\":\"acp4j-interop-client\",\"readTextFile\":false,"
                        + "\"writeTextFile\":false,\"terminal\":false,\"elicitationForm\":false,"
                        + "\"elicitationUrl\":false,\"booleanOptions\":false}");
        Conversation conversation = Conversation.open(peer);
        assertThat(conversation.session().configOptions())
                .extracting(SessionConfigOption::name)
                .containsExactly("Model", "Effort");
        assertThat(conversation.say("elicit").text()).isEqualTo("elicit: unsupported");
        peer.end();
    }

    private static void unsupportedIsRefusedLocally(Agents agents) {
        NewSessionRequest request = NewSessionRequest.builder(CWD)
                .mcpServers(List.of(new McpServerSse("remote", "https://example.com/sse", List.of(), null)))
                .build();
        assertThatThrownBy(() -> Conversation.open(agents.shared(), request))
                .isInstanceOf(UnsupportedCapabilityException.class);
    }

    private static void extensionRequest(Agents agents) {
        RawJson params =
                RawJson.parse("{\"text\":\"héllo\",\"list\":[1,2.5,null,true],\"nested\":{\"_meta\":{},\"empty\":[]}}");
        RawJson answer = agents.shared().client().request(ExtensionMethods.ECHO, params);
        assertThat(answer.toTree().path("echo")).isEqualTo(params.toTree());
    }

    private static void extensionNotifications(Agents agents) {
        AcpClient client = agents.shared().client();
        client.notify(ExtensionMethods.NOTE, RawJson.of(Map.of("text", "first")));
        client.notify(ExtensionMethods.NOTE, RawJson.of(Map.of("text", "second")));
        RawJson answer = client.request(ExtensionMethods.NOTES, RawJson.EMPTY_OBJECT);
        Expect.json(answer, "{\"notes\":[\"first\",\"second\"]}");
    }

    private static void extensionFromAgent(Agents agents) throws InterruptedException {
        Peer peer = agents.shared();
        assertThat(Conversation.open(peer).say("ext").text()).isEqualTo("ext: pong");
        Expect.json(peer.host().pings.get(0), "{\"value\":\"ping\",\"nested\":{\"list\":[1,null]}}");
        assertThat(peer.host().notes.poll(60, TimeUnit.SECONDS)).isEqualTo("note from the agent");
    }

    private static void unknownMethod(Agents agents) {
        RequestMethod<RawJson, RawJson> unknown =
                RequestMethod.extension("_acp4j.test/no-such-method", RawJson.CODEC, RawJson.CODEC);
        Expect.error(-32601, () -> agents.shared().client().request(unknown, RawJson.EMPTY_OBJECT));
        extensionRequest(agents);
    }

    private static void cancelRequest(Agents agents) {
        CompletableFuture<RawJson> answer =
                agents.shared().client().requestAsync(ExtensionMethods.WAIT, RawJson.EMPTY_OBJECT);
        extensionRequest(agents);
        assertThat(answer).isNotDone();
        answer.cancel(false);
        extensionRequest(agents);
    }

    private static void agentCancelsItsRequest(Agents agents) {
        assertThat(Conversation.open(agents.shared()).say("hang").text()).isEqualTo("hang failed: -32800");
    }

    private static void agentCrash(Agents agents) {
        Peer peer = agents.start();
        Conversation conversation = Conversation.open(peer);
        ConnectionClosedException failure = catchThrowableOfType(
                ConnectionClosedException.class, () -> conversation.session().prompt("crash"));
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).isInstanceOf(ProcessExit.class);
        ProcessExit exit = (ProcessExit) failure.reason();
        assertThat(exit.exitCode()).isEqualTo(3);
        assertThat(exit.stderrTail()).contains("scripted crash");
    }

    private static void closeEndsTheAgent(Agents agents) {
        long before = ProcessHandle.current().children().count();
        Peer peer = agents.start();
        assertThat(ProcessHandle.current().children().count()).isEqualTo(before + 1);
        peer.end();
        assertThat(ProcessHandle.current().children().count()).isEqualTo(before);
        assertThatThrownBy(() -> Conversation.open(peer)).isInstanceOf(ConnectionClosedException.class);
    }
}
