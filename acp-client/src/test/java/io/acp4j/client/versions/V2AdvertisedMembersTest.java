package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.content.ImageContent;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.WireVersion;
import io.acp4j.schema.mcp.McpServerStdio;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.NewSessionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an agent of version 2 has not advertised never leaves, and is named as that version names it. */
class V2AdvertisedMembersTest {

    private static final NotificationMethod<RawJson> PROBE = NotificationMethod.extension("_probe", RawJson.CODEC);

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @AfterEach
    void close() {
        client.close();
    }

    static Stream<Arguments> requests() {
        List<Arguments> all = new ArrayList<>(List.of(
                Arguments.of(
                        "session/fork",
                        "{'sessionId':'s','cwd':'/p','messageId':'m'}",
                        "capabilities.session.fork.atMessageId"),
                Arguments.of(
                        "session/fork",
                        "{'sessionId':'s','cwd':'/p','_meta':{'jetbrains':{'air':{'fork':{'version':1,'messageId':'m'}}}}}",
                        "_meta.jetbrains.air"),
                Arguments.of(
                        "session/fork",
                        "{'sessionId':'s','cwd':'/p','_meta':{'acp4j/fork':{'idempotencyKey':'k'}}}",
                        "capabilities.session.fork._meta.acp4j/fork"),
                Arguments.of(
                        "session/prompt",
                        "{'sessionId':'s','prompt':[{'type':'image','data':'','mimeType':'image/png'}]}",
                        "capabilities.session.prompt.image"),
                Arguments.of(
                        "session/prompt",
                        "{'sessionId':'s','prompt':[{'type':'audio','data':'','mimeType':'audio/wav'}]}",
                        "capabilities.session.prompt.audio"),
                Arguments.of(
                        "session/prompt",
                        "{'sessionId':'s','prompt':[{'type':'resource','resource':{'uri':'file:///x','text':'t'}}]}",
                        "capabilities.session.prompt.embeddedContext"),
                Arguments.of("session/list", "{'archived':'only'}", "capabilities.session.archive"),
                Arguments.of("auth/login", "{'methodId':'unheard'}", "authMethods[methodId=unheard]")));
        List<String[]> members = List.of(
                new String[] {"'additionalDirectories':['/q']", "capabilities.session.additionalDirectories"},
                new String[] {
                    "'mcpServers':[{'type':'stdio','name':'n','command':'/c'}]", "capabilities.session.mcp.stdio"
                },
                new String[] {
                    "'mcpServers':[{'type':'http','name':'n','url':'http://x'}]", "capabilities.session.mcp.http"
                },
                new String[] {"'mcpServers':[{'type':'acp','name':'n','serverId':'i'}]", "capabilities.session.mcp.acp"
                },
                new String[] {
                    "'systemPrompt':{'mode':'override','content':[{'type':'text','text':'x'}]}",
                    "capabilities.session.systemPrompt"
                });
        for (String[] member : members) {
            for (String method : List.of("session/new", "session/resume", "session/fork")) {
                String id = method.equals("session/new") ? "" : "'sessionId':'s',";
                all.add(Arguments.of(method, "{" + id + "'cwd':'/p'," + member[0] + "}", member[1]));
            }
        }
        return all.stream();
    }

    private static void refused(String capability, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refusal -> assertThat(refusal.capability()).startsWith(capability));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("requests")
    void memberThatIsNotAdvertisedIsNotSent(String method, String params, String capability) throws Exception {
        client = V2Fixture.connect(agent, "{'fork':{}}", builder -> {});
        RawJson sent = RawJson.of(json(params));
        RequestMethod<RawJson, RawJson> raw =
                RequestMethod.of(method, Side.AGENT, () -> RawJson.CODEC, () -> RawJson.CODEC);

        refused(capability, () -> client.request(raw, sent));
        refused(capability, () -> client.requestAsync(raw, sent));
        for (RequestMethod<?, ?> known : List.of(
                Methods.SESSION_NEW,
                Methods.SESSION_RESUME,
                Methods.SESSION_FORK,
                Methods.SESSION_LIST,
                Methods.AUTHENTICATE)) {
            if (Objects.requireNonNull(known.in(WireVersion.V2)).name().equals(method)) {
                typed(known, sent, capability);
            }
        }
        agent.expectNothingBefore(() -> client.notify(PROBE, RawJson.EMPTY_OBJECT), PROBE.name());
    }

    private <P, R> void typed(RequestMethod<P, R> method, RawJson sent, String capability) throws Exception {
        P params = Objects.requireNonNull(method.in(WireVersion.V2)).params().decode(sent);
        refused(capability, () -> client.request(method, params));
    }

    @Test
    void aLoginInATerminalIsNotSentHoweverItIsDescribed() throws Exception {
        client = agent.connectTo(
                "{'protocolVersion':2,'info':{'name':'raw','version':'1'},'capabilities':{},"
                        + "'authMethods':[{'methodId':'cli','type':'terminal','name':'CLI'}]}",
                builder -> builder.protocolVersions(V2Fixture.V2));
        RawJson sent = RawJson.of(json("{'methodId':'cli'}"));
        RequestMethod<RawJson, RawJson> raw =
                RequestMethod.of("auth/login", Side.AGENT, () -> RawJson.CODEC, () -> RawJson.CODEC);

        refused("authMethods[type=agent]", () -> client.requestAsync(raw, sent));
        refused("authMethods[type=agent]", () -> client.request(raw, sent));
        typed(Methods.AUTHENTICATE, sent, "authMethods[type=agent]");
        refused("authMethods[type=agent]", () -> client.authenticate("cli"));
        agent.expectNothingBefore(() -> client.notify(PROBE, RawJson.EMPTY_OBJECT), PROBE.name());
    }

    @Test
    void sessionsRefuseInTheWordsOfTheVersionToo() {
        client = V2Fixture.connect(agent, "{}", builder -> {});
        ClientSession session = V2Fixture.open(client, agent, "s1");

        refused(
                "capabilities.session.prompt.image",
                () -> session.startTurn(List.of(ImageContent.of(new byte[0], "image/png"))));
        refused("capabilities.session.fork", () -> session.forks().fork());
        refused(
                "capabilities.session.mcp.stdio",
                () -> client.newSession(NewSessionRequest.builder("/p")
                        .mcpServers(List.of(McpServerStdio.of("n", "/bin/true")))
                        .build()));
        agent.expectNothingBefore(() -> client.notify(PROBE, RawJson.EMPTY_OBJECT), PROBE.name());
    }

    @Test
    void listsOfAnAgentWithoutSessionsAreRefusedAtOnce() {
        client = agent.connectTo(
                "{'protocolVersion':2,'info':{'name':'raw','version':'1'},'capabilities':{}}",
                builder -> builder.protocolVersions(V2Fixture.V2));
        refused("capabilities.session", client::storedSessions);
        agent.expectNothingBefore(() -> client.notify(PROBE, RawJson.EMPTY_OBJECT), PROBE.name());
    }

    @Test
    void whatIsAdvertisedIsSent() {
        client = V2Fixture.connect(
                agent, "{'fork':{'atMessageId':{}},'mcp':{'stdio':{}},'additionalDirectories':{}}", builder -> {});
        RequestMethod<RawJson, RawJson> raw =
                RequestMethod.of("session/fork", Side.AGENT, () -> RawJson.CODEC, () -> RawJson.CODEC);
        RawJson params = RawJson.of(json("{'sessionId':'s','cwd':'/p','messageId':'m','additionalDirectories':['/q'],"
                + "'mcpServers':[{'type':'stdio','name':'n','command':'/c'}]}"));
        CompletableFuture<RawJson> response = client.requestAsync(raw, params);
        agent.result(agent.expect("session/fork"), "{'sessionId':'t'}");

        assertThat(get(response).toTree()).isEqualTo(json("{'sessionId':'t'}"));
    }
}
