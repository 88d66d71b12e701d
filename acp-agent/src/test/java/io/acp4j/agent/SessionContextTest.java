package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.branching.ForkPoint;
import io.acp4j.schema.init.McpCapabilities;
import io.acp4j.schema.init.SessionAdditionalDirectoriesCapabilities;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.mode.SessionModeState;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import io.acp4j.schema.update.UserMessageChunk;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionContextTest {

    private static final String NEW = "{\"cwd\":\"/project\",\"mcpServers\":[]}";

    private static AcpAgentBuilder agent() {
        return AcpAgent.builder().info("test-agent", "1").onPrompt(turn -> {});
    }

    private static String about(String session) {
        return "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}";
    }

    @Test
    void withoutHandlerSessionsHaveIdsOfTheirOwn() {
        try (RawClient client = RawClient.initialized(agent().build())) {
            String first = client.newSession();
            String second = client.newSession();

            assertThat(first).isNotEqualTo(second);
            AgentSession session = client.agent().session(new SessionId(first));
            assertThat(session).isNotNull();
            assertThat(session.cwd()).isEqualTo("/project");
            assertThat(session.modes()).isNull();
            assertThat(session.configOptions()).isNull();
            assertThat(client.agent().session(new SessionId("other"))).isNull();
        }
    }

    @Test
    void updatesAfterTheResponseAreSentAfterItAndInOrder() {
        AcpAgent agent = agent().onNewSession((request, setup) -> {
                    setup.afterResponse(session -> session.update(AvailableCommandsUpdate.of(List.of())));
                    setup.afterResponse(session -> session.update(AgentMessageChunk.text(null, "Welcome")));
                    return NewSessionResponse.builder(setup.sessionId()).build();
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            for (int i = 0; i < 20; i++) {
                client.newSession();
                assertThat(client.update().get("sessionUpdate").asText()).isEqualTo("available_commands_update");
                assertThat(client.update().get("sessionUpdate").asText()).isEqualTo("agent_message_chunk");
            }
        }
    }

    @Test
    void whatIsAttachedToTheSetupBelongsToTheSession() {
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .onNewSession((request, setup) -> {
                    setup.attach(StringBuilder.class, new StringBuilder(request.cwd()));
                    setup.client().attach(Integer.class, 7);
                    return NewSessionResponse.builder(setup.sessionId()).build();
                })
                .onPrompt(turn -> turn.say(turn.session()
                        .attachment(StringBuilder.class)
                        .append('!')
                        .append(turn.client().attachment(Integer.class))
                        .toString()))
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            int prompt = client.prompt(client.newSession(), "x");
            assertThat(client.update().at("/content/text").asText()).isEqualTo("/project!7");
            client.result(prompt);
        }
    }

    @Test
    void handlerMayChooseTheId() {
        AcpAgent agent = agent().onNewSession((request, setup) ->
                        NewSessionResponse.builder(new SessionId("mine")).build())
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            assertThat(client.newSession()).isEqualTo("mine");
            client.result(client.prompt("mine", "x"));
            assertThat(client.error(client.request("session/new", NEW))
                            .get("code")
                            .asInt())
                    .as("an id that is taken")
                    .isEqualTo(-32603);
        }
    }

    @Test
    void sessionIdsCanBeSupplied() {
        AcpAgent agent = agent().sessionIds(() -> new SessionId("s-1")).build();
        try (RawClient client = RawClient.initialized(agent)) {
            assertThat(client.newSession()).isEqualTo("s-1");
        }
    }

    @Test
    void refusalOfAHandlerIsAnsweredAsItIs() {
        AcpAgent agent = agent().onNewSession((request, setup) -> {
                    throw AcpErrorException.authRequired();
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            assertThat(client.error(client.request("session/new", NEW))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32000);
        }
    }

    @Test
    void failuresOfAHandlerAreAnsweredWithoutDetails() {
        AcpAgent agent = agent().onNewSession((request, setup) -> {
                    if (request.cwd().equals("/null")) {
                        return null;
                    }
                    throw new IllegalStateException("jdbc:secret");
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            assertThat(client.error(client.request("session/new", NEW)))
                    .isEqualTo(json("{'code':-32603,'message':'Internal error'}"));
            assertThat(client.error(client.request("session/new", "{\"cwd\":\"/null\",\"mcpServers\":[]}")))
                    .isEqualTo(json("{'code':-32603,'message':'Internal error'}"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "work", "./project", "~/project", "C:work", "file:///project"})
    void relativeDirectoryIsRefused(String cwd) {
        List<String> opened = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent().onNewSession((request, setup) -> {
                    opened.add(request.cwd());
                    return NewSessionResponse.builder(setup.sessionId()).build();
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            JsonNode error = client.error(client.request("session/new", "{\"cwd\":\"" + cwd + "\",\"mcpServers\":[]}"));

            assertThat(error.get("code").asInt()).isEqualTo(-32602);
            assertThat(error.get("data")).isEqualTo(json("{'reason':'not_absolute','path':'/params/cwd'}"));
            assertThat(opened).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/project", "C:\\\\work", "c:/project", "\\\\\\\\server\\\\share"})
    void absoluteDirectoriesOfAnySystemAreTaken(String cwd) {
        try (RawClient client = RawClient.initialized(agent().build())) {
            client.result(client.request("session/new", "{\"cwd\":\"" + cwd + "\",\"mcpServers\":[]}"));
        }
    }

    static Stream<Arguments> requestsBeyondWhatIsAdvertised() {
        return Stream.of(
                argumentSet("directories", "\"additionalDirectories\":[\"/a\"]", "/params/additionalDirectories"),
                argumentSet(
                        "http",
                        "\"mcpServers\":[{\"type\":\"http\",\"name\":\"n\",\"url\":\"u\",\"headers\":[]}]",
                        "/params/mcpServers/0"),
                argumentSet(
                        "sse",
                        "\"mcpServers\":[{\"type\":\"sse\",\"name\":\"n\",\"url\":\"u\",\"headers\":[]}]",
                        "/params/mcpServers/0"));
    }

    @ParameterizedTest
    @MethodSource("requestsBeyondWhatIsAdvertised")
    void whatIsNotAdvertisedIsRefused(String member, String path) {
        String params = "{\"cwd\":\"/project\"," + member + (member.contains("mcp") ? "}" : ",\"mcpServers\":[]}");
        AcpAgent advertising = agent().capabilities(all -> all.mcpCapabilities(McpCapabilities.of(true, true))
                        .sessionCapabilities(SessionCapabilities.builder()
                                .additionalDirectories(SessionAdditionalDirectoriesCapabilities.SUPPORTED)
                                .build()))
                .build();
        try (RawClient client = RawClient.initialized(agent().build());
                RawClient other = RawClient.initialized(advertising)) {
            JsonNode error = client.error(client.request("session/new", params));
            assertThat(error.get("code").asInt()).isEqualTo(-32602);
            assertThat(error.get("data")).isEqualTo(json("{'reason':'not_advertised','path':'" + path + "'}"));

            other.result(other.request("session/new", params));
        }
    }

    @Test
    void relativeAdditionalDirectoryIsRefusedByItsIndex() {
        AcpAgent agent = agent().capabilities(all -> all.sessionCapabilities(SessionCapabilities.builder()
                        .additionalDirectories(SessionAdditionalDirectoriesCapabilities.SUPPORTED)
                        .build()))
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            JsonNode error = client.error(client.request(
                    "session/new",
                    "{\"cwd\":\"/project\",\"mcpServers\":[],\"additionalDirectories\":[\"/a\",\"b\"]}"));
            assertThat(error.at("/data/path").asText()).isEqualTo("/params/additionalDirectories/1");
        }
    }

    @Test
    void loadReplaysBeforeItsResponseWithTheStoredIds() {
        AcpAgent agent = agent().onLoadSession((request, setup) -> {
                    setup.replay(UserMessageChunk.text(new MessageId("m1"), "Hello"));
                    setup.replay(AgentMessageChunk.text(new MessageId("m2"), "Hi"));
                    setup.afterResponse(session -> session.update(AgentMessageChunk.text(null, "Back again")));
                    return LoadSessionResponse.EMPTY;
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            int load = client.request("session/load", about("stored"));

            assertThat(client.update().get("messageId").asText()).isEqualTo("m1");
            assertThat(client.update().get("messageId").asText()).isEqualTo("m2");
            client.result(load);
            assertThat(client.update().get("messageId").asText()).isNotIn("m1", "m2");
            client.result(client.prompt("stored", "x"));
        }
    }

    @Test
    void replayIsForLoadOnly() {
        AcpAgent agent = agent().onResumeSession((request, setup) -> {
                    setup.replay(AgentMessageChunk.text(new MessageId("m2"), "Hi"));
                    return ResumeSessionResponse.EMPTY;
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            assertThat(client.error(client.request("session/resume", about("stored")))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32603);
            client.expectSilence();
        }
    }

    @Test
    void unknownStoredSessionIsTheHandlersToRefuse() {
        AcpAgent agent = agent().onLoadSession((request, setup) -> {
                    throw AcpErrorException.notFound(
                            "sessionId", request.sessionId().value());
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            JsonNode error = client.error(client.request("session/load", about("gone")));
            assertThat(error.get("code").asInt()).isEqualTo(-32002);
            assertThat(error.get("data")).isEqualTo(json("{'sessionId':'gone'}"));
            assertThat(client.error(client.prompt("gone", "x")).get("code").asInt())
                    .isEqualTo(-32002);
        }
    }

    @Test
    void sessionCannotBeOpenedAgainWhileItsTurnRuns() throws InterruptedException {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AcpAgent agent = AcpAgent.builder()
                .info("test-agent", "1")
                .onResumeSession((request, setup) -> ResumeSessionResponse.EMPTY)
                .onPrompt(turn -> {
                    running.countDown();
                    assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            client.result(client.request("session/resume", about("s")));
            int prompt = client.prompt("s", "x");
            assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();

            assertThat(client.error(client.request("session/resume", about("s")))
                            .at("/data/reason")
                            .asText())
                    .isEqualTo("turn_in_progress");
            go.countDown();
            client.result(prompt);
            client.result(client.request("session/resume", about("s")));
        }
    }

    @Test
    void sessionsOfAConnectionAreLimited() {
        AcpAgent agent = agent().maxSessions(2)
                .onCloseSession((request, session) -> {})
                .onResumeSession((request, setup) -> ResumeSessionResponse.EMPTY)
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String first = client.newSession();
            client.result(client.request("session/resume", about("second")));

            JsonNode error = client.error(client.request("session/new", NEW));
            assertThat(error.get("code").asInt()).isEqualTo(-32600);
            assertThat(error.get("data")).isEqualTo(json("{'reason':'too_many_sessions','limit':2}"));
            client.result(client.request("session/resume", about("second")));
            client.result(client.request("session/close", about(first)));
            client.newSession();
        }
    }

    @Test
    void modesAreCheckedAndFollowed() {
        SessionModeState modes = SessionModeState.of(
                new SessionModeId("ask"),
                List.of(
                        SessionMode.of(new SessionModeId("ask"), "Ask"),
                        SessionMode.of(new SessionModeId("code"), "Code")));
        AcpAgent agent = agent().onNewSession((request, setup) -> NewSessionResponse.builder(setup.sessionId())
                        .modes(modes)
                        .build())
                .onSetMode((request, session) -> {})
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String id = client.newSession();
            AgentSession session = client.agent().session(new SessionId(id));
            String set = "{\"sessionId\":\"" + id + "\",\"modeId\":\"";
            assertThat(client.result(client.request("session/set_mode", set + "code\"}")))
                    .isEqualTo(json("{}"));
            assertThat(session.modes().currentModeId()).isEqualTo(new SessionModeId("code"));

            JsonNode error = client.error(client.request("session/set_mode", set + "other\"}"));
            assertThat(error.get("code").asInt()).isEqualTo(-32602);
            assertThat(error.at("/data/reason").asText()).isEqualTo("unknown_mode");
            assertThat(session.modes().currentModeId()).isEqualTo(new SessionModeId("code"));
        }
    }

    private static AcpAgent forking(boolean atMessage, List<String> points) {
        return agent().onForkSession((request, setup) -> {
                    points.add(String.valueOf(request.messageId()));
                    assertThat(setup.source() == null)
                            .isEqualTo(request.sessionId().value().equals("closed"));
                    return ForkSessionResponse.builder(setup.sessionId()).build();
                })
                .forkAtMessage(atMessage)
                .build();
    }

    private static String fork(String session, String more) {
        return "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\"" + more + "}";
    }

    @Test
    void forkIsLiveWhenItsResponseArrives() {
        List<String> points = new CopyOnWriteArrayList<>();
        try (RawClient client = RawClient.initialized(forking(true, points))) {
            String source = client.newSession();
            String whole = client.result(client.request("session/fork", fork(source, "")))
                    .get("sessionId")
                    .asText();
            String cut = client.result(client.request("session/fork", fork("closed", ",\"messageId\":\"m1\"")))
                    .get("sessionId")
                    .asText();

            assertThat(points).containsExactly("null", "m1");
            assertThat(List.of(source, whole, cut)).doesNotHaveDuplicates();
            client.result(client.prompt(whole, "x"));
            client.result(client.prompt(cut, "x"));
            client.result(client.prompt(source, "x"));
        }
    }

    static Stream<Arguments> waysToNameAForkPoint() {
        return Stream.of(
                argumentSet("root member", ",\"messageId\":\"m1\""),
                argumentSet(
                        "air",
                        ",\"_meta\":{\"jetbrains\":{\"air\":{\"version\":1,\"fork\":{\"version\":1,\"messageId\":\"m1\","
                                + "\"messageFingerprint\":\"sha256:00\",\"messageOccurrence\":1}}}}"),
                argumentSet(
                        "both, the same",
                        ",\"messageId\":\"m1\",\"_meta\":{\"jetbrains\":{\"air\":{\"fork\":{\"messageId\":\"m1\"}}}}"));
    }

    @ParameterizedTest
    @MethodSource("waysToNameAForkPoint")
    void forkPointIsUnderstoodInEveryKnownWay(String naming) {
        List<String> points = new CopyOnWriteArrayList<>();
        try (RawClient client = RawClient.initialized(forking(true, points));
                RawClient whole = RawClient.initialized(forking(false, points))) {
            client.result(client.request("session/fork", fork("closed", naming)));
            assertThat(points).containsExactly("m1");

            JsonNode error = whole.error(whole.request("session/fork", fork("closed", naming)));
            assertThat(error.get("code").asInt()).isEqualTo(-32602);
            assertThat(error.get("data"))
                    .isEqualTo(json("{'reason':'not_advertised','path':'/params/messageId','messageId':'m1'}"));
            assertThat(points).as("nothing was forked").hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ",\"messageId\":\"\"",
                ",\"messageId\":7",
                ",\"messageId\":\"m1\",\"_meta\":{\"jetbrains\":{\"air\":{\"fork\":{\"messageId\":\"m2\"}}}}",
                ",\"_meta\":{\"jetbrains\":{\"air\":{\"fork\":{\"messageId\":\"\"}}}}",
                ",\"_meta\":{\"jetbrains\":{\"air\":{\"fork\":{}}}}",
                ",\"_meta\":{\"jetbrains\":{\"air\":{\"fork\":{\"version\":2,\"messageId\":\"m1\"}}}}"
            })
    void forkPointThatCannotBeUnderstoodIsNeverAFullFork(String naming) {
        List<String> points = new CopyOnWriteArrayList<>();
        try (RawClient client = RawClient.initialized(forking(true, points))) {
            assertThat(client.error(client.request("session/fork", fork("closed", naming)))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32602);
            assertThat(points).isEmpty();
        }
    }

    @Test
    void furtherWaysToNameAForkPointCanBeTaught() {
        List<String> points = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent().onForkSession((request, setup) -> {
                    points.add(String.valueOf(request.messageId()));
                    throw BranchException.unknownMessage(request.messageId());
                })
                .forkAtMessage(true)
                .forkPointResolver(request -> {
                    var cursor = request.meta() == null ? null : request.meta().get("cursorId");
                    return cursor == null
                            ? null
                            : ForkPoint.at(new MessageId(cursor.toTree().asText()));
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            JsonNode error =
                    client.error(client.request("session/fork", fork("s", ",\"_meta\":{\"cursorId\":\"c9\"}")));
            assertThat(points).containsExactly("c9");
            assertThat(error.get("data")).isEqualTo(json("{'messageId':'c9','reason':'unknown_message'}"));
        }
    }
}
