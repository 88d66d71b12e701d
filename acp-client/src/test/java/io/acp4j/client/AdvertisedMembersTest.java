package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.NotificationMethod;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.Side;
import io.acp4j.schema.json.JsonCodec;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.json.SchemaException;
import io.acp4j.schema.method.Methods;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What an agent has not advertised never leaves, whichever call it is given to. */
class AdvertisedMembersTest {

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @AfterEach
    void close() {
        client.close();
    }

    /** Requests whose method is advertised and a member of them is not, with the capability that the member needs. */
    private static final List<String[]> MEMBERS = List.of(
            member(
                    "session/fork",
                    "{'sessionId':'s','cwd':'/p','messageId':'m'}",
                    "agentCapabilities.sessionCapabilities.fork.atMessageId"),
            member(
                    "session/fork",
                    "{'sessionId':'s','cwd':'/p','_meta':{'jetbrains':{'air':{'fork':{'version':1,'messageId':'m'}}}}}",
                    "_meta.jetbrains.air"),
            member(
                    "session/fork",
                    "{'sessionId':'s','cwd':'/p','_meta':{'acp4j/fork':{'idempotencyKey':'k'}}}",
                    "agentCapabilities.sessionCapabilities.fork._meta.acp4j/fork"),
            member(
                    "session/prompt",
                    "{'sessionId':'s','prompt':[{'type':'text','text':'x'},{'type':'image','data':'','mimeType':'image/png'}]}",
                    "agentCapabilities.promptCapabilities.image"),
            member(
                    "session/prompt",
                    "{'sessionId':'s','prompt':[{'type':'audio','data':'','mimeType':'audio/wav'}]}",
                    "agentCapabilities.promptCapabilities.audio"),
            member(
                    "session/prompt",
                    "{'sessionId':'s','prompt':[{'type':'resource','resource':{'uri':'file:///x','text':'t'}}]}",
                    "agentCapabilities.promptCapabilities.embeddedContext"),
            member("session/list", "{'archived':'all'}", "agentCapabilities.sessionCapabilities.archive"),
            member("authenticate", "{'methodId':'unheard'}", "authMethods[id=unheard]"));

    /** Members that all requests have which open a session. */
    private static final List<String[]> SETUP = List.of(
            member("additionalDirectories", "['/q']", "agentCapabilities.sessionCapabilities.additionalDirectories"),
            member(
                    "mcpServers",
                    "[{'type':'http','name':'n','url':'http://x','headers':[]}]",
                    "agentCapabilities.mcpCapabilities.http"),
            member(
                    "mcpServers",
                    "[{'type':'sse','name':'n','url':'http://x','headers':[]}]",
                    "agentCapabilities.mcpCapabilities.sse"),
            member("mcpServers", "[{'type':'acp','name':'n','serverId':'i'}]", "agentCapabilities.mcpCapabilities.acp"),
            member(
                    "systemPrompt",
                    "{'mode':'override','content':[{'type':'text','text':'x'}]}",
                    "agentCapabilities.sessionCapabilities.systemPrompt"));

    private static String[] member(String method, String params, String capability) {
        return new String[] {method, params, capability};
    }

    static Stream<Arguments> requests() {
        List<Arguments> all = new ArrayList<>();
        for (String[] each : MEMBERS) {
            all.add(Arguments.of(each[0], each[1], each[2]));
        }
        for (String[] each : SETUP) {
            String setup = ",'cwd':'/p','mcpServers':[]}";
            for (String method : List.of("session/new", "session/load", "session/resume", "session/fork")) {
                String id = method.equals("session/new") ? "" : "'sessionId':'s',";
                String rest = each[0].equals("mcpServers") ? ",'cwd':'/p'}" : setup;
                all.add(Arguments.of(method, "{" + id + "'" + each[0] + "':" + each[1] + rest, each[2]));
            }
        }
        return all.stream();
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("requests")
    void memberThatIsNotAdvertisedIsNotSent(String method, String params, String capability) throws Exception {
        client = agent.connect("{'loadSession':true,'sessionCapabilities':{'fork':{},'list':{},'resume':{}}}", b -> {});
        RequestMethod<?, ?> known = Methods.request(method);
        RequestMethod<RawJson, RawJson> raw =
                RequestMethod.of(method, Side.AGENT, () -> RawJson.CODEC, () -> RawJson.CODEC);
        RawJson sent = RawJson.of(json(params));

        refused(capability, () -> client.request(raw, sent));
        refused(capability, () -> client.requestAsync(raw, sent));
        refusedTyped(capability, known, sent);
        agent.expectNothingBefore(() -> client.notify(PROBE, RawJson.EMPTY_OBJECT), PROBE.name());
    }

    private static final NotificationMethod<RawJson> PROBE = NotificationMethod.extension("_probe", RawJson.CODEC);

    private <P, R> void refusedTyped(String capability, RequestMethod<P, R> method, RawJson sent)
            throws SchemaException {
        JsonCodec<P> codec = method.params();
        P params = codec.decode(sent);
        refused(capability, () -> client.request(method, params));
        refused(capability, () -> client.requestAsync(method, params));
    }

    private static void refused(String capability, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        UnsupportedCapabilityException.class,
                        refusal -> assertThat(refusal.capability()).startsWith(capability));
    }

    @Test
    void methodOfAKnownNameIsCheckedAlsoWhenOthersDescribeIt() {
        client = agent.connect("{}", builder -> {});
        for (String name : List.of("session/fork", "session/list", "session/delete", "_acp4j/session/navigate")) {
            RequestMethod<RawJson, RawJson> raw =
                    RequestMethod.of(name, Side.AGENT, () -> RawJson.CODEC, () -> RawJson.CODEC);
            assertThatThrownBy(() -> client.request(raw, RawJson.EMPTY_OBJECT))
                    .isInstanceOf(UnsupportedCapabilityException.class);
        }
        agent.expectNothingBefore(() -> client.notify(PROBE, RawJson.EMPTY_OBJECT), PROBE.name());
    }

    @Test
    void whatIsAdvertisedIsSentAsItIs() {
        client = agent.connect(
                "{'sessionCapabilities':{'fork':{'atMessageId':true,'_meta':{'acp4j/fork':{'label':true}}}}}", b -> {});
        RequestMethod<RawJson, RawJson> raw =
                RequestMethod.of("session/fork", Side.AGENT, () -> RawJson.CODEC, () -> RawJson.CODEC);
        JsonNode params =
                json("{'sessionId':'s','cwd':'/p','messageId':'m','_meta':{'acp4j/fork':{'idempotencyKey':'k'},"
                        + "'jetbrains':{'air':{'fork':{'version':1,'messageId':'m'}}}}}");
        CompletableFuture<RawJson> answer = client.requestAsync(raw, RawJson.of(params));
        JsonNode request = agent.expect("session/fork");
        agent.result(request, "{'sessionId':'t'}");

        assertThat(request.get("params")).isEqualTo(params);
        assertThat(RawAgent.get(answer).toTree()).isEqualTo(json("{'sessionId':'t'}"));
    }
}
