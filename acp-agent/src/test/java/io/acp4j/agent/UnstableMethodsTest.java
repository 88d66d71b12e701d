package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.UnstableHandlers.ProviderHandlers;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.PlanId;
import io.acp4j.schema.ProviderId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthAccount;
import io.acp4j.schema.auth.AuthState;
import io.acp4j.schema.auth.AuthStatusResponse;
import io.acp4j.schema.auth.AuthStatusUpdateNotification;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.SessionCapabilities;
import io.acp4j.schema.plan.PlanMarkdown;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.prompt.Usage;
import io.acp4j.schema.provider.DisableProviderRequest;
import io.acp4j.schema.provider.ListProvidersRequest;
import io.acp4j.schema.provider.ListProvidersResponse;
import io.acp4j.schema.provider.LlmProtocol;
import io.acp4j.schema.provider.ProviderInfo;
import io.acp4j.schema.provider.SetProviderRequest;
import io.acp4j.schema.session.SessionStatus;
import io.acp4j.schema.session.SessionStatusResponse;
import io.acp4j.schema.session.SetSessionTitleResponse;
import io.acp4j.schema.update.PlanRemoved;
import io.acp4j.schema.update.PlanUpdate;
import io.acp4j.schema.update.SessionMessage;
import io.acp4j.schema.update.SessionMessageChunk;
import io.acp4j.schema.update.SessionUpdate;
import io.acp4j.schema.update.SubagentUpdate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnstableMethodsTest {

    private static final PlanId PLAN = new PlanId("p");

    private static AcpAgentBuilder agent() {
        return AcpAgent.builder().info("test-agent", "1").onPrompt(turn -> {});
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }

    /** Remembers what it was asked. */
    private static final class Providers implements ProviderHandlers {

        private final List<Object> calls = new CopyOnWriteArrayList<>();

        @Override
        public ListProvidersResponse list(ListProvidersRequest request, ClientRequestContext context) {
            return ListProvidersResponse.of(
                    List.of(new ProviderInfo(new ProviderId("main"), List.of(LlmProtocol.OPENAI), true, null, null)));
        }

        @Override
        public void set(SetProviderRequest request, ClientRequestContext context) {
            calls.add(request);
        }

        @Override
        public void disable(DisableProviderRequest request, ClientRequestContext context) {
            calls.add(request);
        }
    }

    static Stream<Arguments> handlersAndWhatTheyAdvertise() {
        return Stream.of(
                handler(
                        "/auth/status",
                        more -> more.onAuthStatus((request, context) -> AuthStatusResponse.of(AuthState.UNKNOWN))),
                handler("/providers", more -> more.providers(new Providers())),
                handler(
                        "/sessionCapabilities/archive",
                        more -> more.onArchiveSession((request, context) -> {}, (request, context) -> {})),
                handler(
                        "/sessionCapabilities/status",
                        more -> more.onSessionStatus(
                                (request, context) -> SessionStatusResponse.of(SessionStatus.OPEN))),
                handler(
                        "/sessionCapabilities/title",
                        more -> more.onSetTitle((request, context) -> SetSessionTitleResponse.of(request.title()))));
    }

    private static Arguments handler(String pointer, Consumer<UnstableHandlers> addition) {
        return argumentSet(pointer, pointer, addition);
    }

    @ParameterizedTest
    @MethodSource("handlersAndWhatTheyAdvertise")
    void handlerAdvertisesWhatItMakesPossible(String pointer, Consumer<UnstableHandlers> addition) {
        try (RawClient client = RawClient.connect(agent().unstable(addition).build())) {
            assertThat(client.initialize("{}").get("agentCapabilities").at(pointer))
                    .isEqualTo(json("{}"));
        }
        try (RawClient client = RawClient.connect(agent().build())) {
            assertThat(client.initialize("{}")
                            .get("agentCapabilities")
                            .at(pointer)
                            .isMissingNode())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "auth/status",
                "providers/list",
                "providers/set",
                "providers/disable",
                "session/archive",
                "session/unarchive",
                "session/status",
                "session/set_title"
            })
    void withoutHandlerMethodIsNotFound(String method) {
        try (RawClient client = RawClient.initialized(agent().build())) {
            assertThat(client.error(client.request(method, "{}")).get("code").asInt())
                    .isEqualTo(-32601);
        }
    }

    @Test
    void authenticationIsToldOnRequestAndWhenItChanges() {
        AcpAgent agent = agent().unstable(more -> more.onAuthStatus(
                        (request, context) -> AuthStatusResponse.of(AuthState.AUTHENTICATED, AuthAccount.of("Key"))))
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            assertThat(client.result(client.request("auth/status", "{}")))
                    .isEqualTo(json("{'state':'authenticated','accounts':[{'label':'Key'}]}"));

            client.agent().client().authStatusChanged(AuthStatusUpdateNotification.of(AuthState.UNAUTHENTICATED));

            assertThat(client.next("auth/status_update").get("params")).isEqualTo(json("{'state':'unauthenticated'}"));
        }
    }

    @Test
    void nobodyIsToldBeforeTheIntroduction() {
        try (RawClient client = RawClient.connect(agent().build())) {
            Client peer = client.agent().client();

            assertThatThrownBy(() -> peer.authStatusChanged(AuthStatusUpdateNotification.of(AuthState.UNKNOWN)))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void providersAreListedSetAndDisabled() {
        Providers providers = new Providers();
        AcpAgent agent = agent().unstable(more -> more.providers(providers)).build();
        try (RawClient client = RawClient.initialized(agent)) {
            assertThat(client.result(client.request("providers/list", "{}")))
                    .isEqualTo(json("{'providers':[{'providerId':'main','supported':['openai'],'required':true}]}"));
            client.result(client.request(
                    "providers/set", quoted("{'providerId':'main','apiType':'openai','baseUrl':'https://m.example'}")));
            client.result(client.request("providers/disable", quoted("{'providerId':'main'}")));

            assertThat(providers.calls)
                    .containsExactly(
                            SetProviderRequest.of(new ProviderId("main"), LlmProtocol.OPENAI, "https://m.example"),
                            DisableProviderRequest.of(new ProviderId("main")));
        }
    }

    @Test
    void openSessionIsClosedBeforeItIsArchived() {
        List<String> calls = new CopyOnWriteArrayList<>();
        AcpAgent agent = agent().onCloseSession((request, session) -> calls.add("close"))
                .unstable(more -> more.onArchiveSession(
                        (request, context) -> calls.add("archive"), (request, context) -> calls.add("unarchive")))
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();
            String about = quoted("{'sessionId':'" + session + "'}");

            client.result(client.request("session/archive", about));
            client.result(client.request("session/archive", about));
            client.result(client.request("session/unarchive", about));

            assertThat(calls).containsExactly("close", "archive", "archive", "unarchive");
            assertThat(client.agent().session(new SessionId(session))).isNull();
        }
    }

    static Stream<Arguments> refusedSetups() {
        String text = "[{'type':'text','text':'t'}]";
        return Stream.of(
                argumentSet("no capability", false, "{'mode':'append','content':" + text + "}", "not_advertised"),
                argumentSet("no override", true, "{'mode':'override','content':" + text + "}", "not_advertised"),
                argumentSet("unknown mode", true, "{'mode':'prepend','content':" + text + "}", "unknown_mode"),
                argumentSet("nothing", true, "{'mode':'append','content':[]}", "empty"),
                argumentSet(
                        "an image",
                        true,
                        "{'mode':'append','content':[{'type':'image','data':'','mimeType':'image/png'}]}",
                        "not_text"));
    }

    @ParameterizedTest
    @MethodSource("refusedSetups")
    void systemPromptThatCannotBeFollowedIsRefused(boolean advertised, String prompt, String reason) {
        AcpAgentBuilder builder = agent();
        if (advertised) {
            builder.capabilities(all -> all.sessionCapabilities(
                    SessionCapabilities.builder().systemPrompt().build()));
        }
        try (RawClient client = RawClient.initialized(builder.build())) {
            JsonNode error = client.error(client.request(
                    "session/new", quoted("{'cwd':'/project','mcpServers':[],'systemPrompt':" + prompt + "}")));

            assertThat(error.get("code").asInt()).isEqualTo(-32602);
            assertThat(error.at("/data/reason").asText()).isEqualTo(reason);
        }
    }

    @Test
    void systemPromptIsThatOfTheSession() {
        AcpAgent agent = agent().capabilities(all -> all.sessionCapabilities(
                        SessionCapabilities.builder().systemPrompt().build()))
                .onPrompt(turn -> {
                    var prompt = turn.session().systemPrompt();
                    turn.say(prompt == null ? "none" : prompt.mode().value());
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String with = client.result(client.request(
                            "session/new",
                            quoted("{'cwd':'/project','mcpServers':[],'systemPrompt':{'mode':'append',"
                                    + "'content':[{'type':'text','text':'t'}]}}")))
                    .get("sessionId")
                    .asText();
            client.prompt(with, "?");
            assertThat(client.update().at("/content/text").asText()).isEqualTo("append");
        }
    }

    @Test
    void serverOverTheConnectionNeedsItsCapability() {
        try (RawClient client = RawClient.initialized(agent().build())) {
            JsonNode error = client.error(client.request(
                    "session/new",
                    quoted("{'cwd':'/project','mcpServers':[{'type':'acp','name':'n','serverId':'s'}]}")));

            assertThat(error.at("/data/reason").asText()).isEqualTo("not_advertised");
        }
    }

    @Test
    void filterOfArchivedSessionsNeedsItsCapability() {
        AcpAgent agent = agent().onListSessions((request, context) -> {
                    throw new AssertionError("must not be asked");
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            JsonNode error = client.error(client.request("session/list", quoted("{'archived':'include'}")));

            assertThat(error.at("/data/reason").asText()).isEqualTo("not_advertised");
        }
    }

    static Stream<Arguments> gatedUpdates() {
        SessionId other = new SessionId("other");
        MessageId message = new MessageId("m");
        return Stream.of(
                gated("plan", PlanUpdate.of(PlanMarkdown.of(PLAN, "# Plan"))),
                gated("plan", PlanRemoved.of(PLAN)),
                gated("subagents", SubagentUpdate.builder(other).build()),
                gated("subagents", SessionMessage.of(message, other, other, List.of())),
                gated("subagents", SessionMessageChunk.of(message, ContentBlock.text("t"))));
    }

    private static Arguments gated(String capability, SessionUpdate update) {
        return argumentSet(update.getClass().getSimpleName(), capability, update);
    }

    @ParameterizedTest
    @MethodSource("gatedUpdates")
    void updateGoesOnlyToClientsThatTakeIt(String capability, SessionUpdate update) {
        try (RawClient client = RawClient.initialized(agent().build(), quoted("{'" + capability + "':{}}"))) {
            AgentSession session = client.agent().session(new SessionId(client.newSession()));
            session.update(update);
            assertThat(client.update()).isNotNull();
        }
        try (RawClient client = RawClient.initialized(agent().build())) {
            AgentSession session = client.agent().session(new SessionId(client.newSession()));
            assertThatThrownBy(() -> session.update(update))
                    .isInstanceOf(UnsupportedCapabilityException.class)
                    .hasMessageContaining("clientCapabilities." + capability);
            client.expectSilence();
        }
    }

    @Test
    void usageIsInTheAnswer() {
        AcpAgent agent = agent().onPrompt(turn -> {
                    turn.usage(Usage.of(3, 4));
                    if (turn.text().equals("own")) {
                        turn.stop(new PromptResponse(StopReason.MAX_TOKENS, Usage.of(1, 1), null));
                    }
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String session = client.newSession();

            assertThat(client.result(client.prompt(session, "")))
                    .isEqualTo(json(
                            "{'stopReason':'end_turn','usage':{'totalTokens':7,'inputTokens':3,'outputTokens':4}}"));
            assertThat(client.result(client.prompt(session, "own"))
                            .at("/usage/totalTokens")
                            .asInt())
                    .isEqualTo(2);
        }
    }
}
