package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.rpc.RequestCancelledException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.AuthMethodId;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthMethodAgent;
import io.acp4j.schema.auth.AuthenticateRequest;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.elicitation.ElicitationAccepted;
import io.acp4j.schema.elicitation.ElicitationContentValue;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.LoadSessionResponse;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.session.ResumeSessionResponse;
import io.acp4j.schema.session.SessionStatus;
import io.acp4j.schema.session.SessionStatusResponse;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an agent asks the user while it serves a request that is about no open session. */
class ClientRequestContextTest {

    private static final ElicitationId PAGE = new ElicitationId("page");

    private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

    private static AcpAgentBuilder agent(RequestAction<AuthenticateRequest, ClientRequestContext> login) {
        return AcpAgent.builder()
                .info("asking", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onAuthenticate(List.of(AuthMethodAgent.of(new AuthMethodId("web"), "In the browser")), login)
                .onPrompt(turn -> turn.say("hi"));
    }

    private static RawClient connect(int version, String elicitation, AcpAgentBuilder agent) {
        RawClient client = RawClient.connect(agent.build());
        String capabilities = "{\"elicitation\":" + elicitation.replace('\'', '"') + "}";
        client.result(client.request(
                "initialize",
                "{\"protocolVersion\":" + version + ",\"info\":{\"name\":\"raw\",\"version\":\"1\"},\"capabilities\":"
                        + capabilities + ",\"clientCapabilities\":" + capabilities + "}"));
        return client;
    }

    private static int login(RawClient client, int version) {
        return client.request(version == 1 ? "authenticate" : "auth/login", "{\"methodId\":\"web\"}");
    }

    private static UrlElicitationRequest page(ClientRequestContext context) {
        return UrlElicitationRequest.of(
                ElicitationScope.of(context.requestId()), "Sign in", PAGE, "https://login.example/");
    }

    private Object seen() throws InterruptedException {
        Object value = seen.poll(60, TimeUnit.SECONDS);
        assertThat(value).as("something within a minute").isNotNull();
        return value;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLoginSendsItsUserToAPage(int version) {
        AcpAgentBuilder agent = agent((request, context) -> {
            if (context.client().elicit(page(context)) instanceof ElicitationAccepted) {
                context.client().completeElicitation(PAGE);
            }
        });
        try (RawClient client = connect(version, "{'url':{}}", agent)) {
            int login = login(client, version);
            JsonNode question = client.next("elicitation/create");
            assertThat(question.get("params"))
                    .isEqualTo(json("{'requestId':" + login + ",'mode':'url','message':'Sign in',"
                            + "'elicitationId':'page','url':'https://login.example/'}"));
            client.respond(question, "{\"action\":\"accept\"}");

            assertThat(client.next("elicitation/complete")
                            .at("/params/elicitationId")
                            .asText())
                    .isEqualTo("page");
            assertThat(client.result(login)).isEqualTo(json("{}"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLoginAsksItsUserByAForm(int version) throws Exception {
        AcpAgentBuilder agent = agent((request, context) -> {
            ElicitationSchema schema = ElicitationSchema.builder()
                    .required("code", StringPropertySchema.builder().build())
                    .build();
            CreateElicitationResponse response = context.client()
                    .elicitAsync(
                            FormElicitationRequest.of(ElicitationScope.of(context.requestId()), "The code?", schema))
                    .get();
            if (response instanceof ElicitationAccepted accepted
                    && accepted.content().get("code") instanceof ElicitationContentValue.StringValue code) {
                seen.add(code.value());
            }
        });
        try (RawClient client = connect(version, "{'form':{}}", agent)) {
            int login = login(client, version);
            JsonNode question = client.next("elicitation/create");
            assertThat(question.at("/params/requestId").asInt()).isEqualTo(login);
            assertThat(question.at("/params").has("sessionId")).isFalse();
            client.respond(question, "{\"action\":\"accept\",\"content\":{\"code\":\"123\"}}");

            client.result(login);
            assertThat(seen()).isEqualTo("123");
        }
    }

    private static AcpAgentBuilder opening(Opener opener) {
        return agent((request, context) -> {})
                .onNewSession((request, setup) -> {
                    opener.open(setup);
                    return NewSessionResponse.builder(setup.sessionId()).build();
                })
                .onLoadSession((request, setup) -> {
                    opener.open(setup);
                    return LoadSessionResponse.EMPTY;
                })
                .onResumeSession((request, setup) -> {
                    opener.open(setup);
                    return ResumeSessionResponse.EMPTY;
                })
                .onForkSession((request, setup) -> {
                    opener.open(setup);
                    return ForkSessionResponse.builder(setup.sessionId()).build();
                });
    }

    private interface Opener {
        void open(SessionContext setup) throws Exception;
    }

    private static ElicitationSchema code() {
        return ElicitationSchema.builder()
                .required("code", StringPropertySchema.builder().build())
                .build();
    }

    private static Stream<Arguments> openings() {
        String known = "{'sessionId':'s','cwd':'/project','mcpServers':[]";
        return Stream.of(
                Arguments.of(1, "session/new", "{'cwd':'/project','mcpServers':[]}"),
                Arguments.of(1, "session/load", known + "}"),
                Arguments.of(1, "session/resume", known + "}"),
                Arguments.of(1, "session/fork", known + "}"),
                Arguments.of(2, "session/new", "{'cwd':'/project'}"),
                Arguments.of(2, "session/resume", known + ",'replayFrom':{'type':'start'}}"),
                Arguments.of(2, "session/resume", known + "}"),
                Arguments.of(2, "session/fork", known + "}"));
    }

    @ParameterizedTest
    @MethodSource("openings")
    void whoOpensASessionAsksItsUserByAForm(int version, String method, String params) {
        AcpAgentBuilder agent = opening(setup -> {
            CreateElicitationResponse response = setup.client()
                    .elicit(FormElicitationRequest.of(ElicitationScope.of(setup.requestId()), "The code?", code()));
            seen.add(((ElicitationAccepted) response).content().get("code"));
        });
        try (RawClient client = connect(version, "{'form':{}}", agent)) {
            int request = client.request(method, params.replace('\'', '"'));
            JsonNode question = client.next("elicitation/create");
            assertThat(question.at("/params/requestId").asInt()).isEqualTo(request);
            assertThat(question.at("/params").has("sessionId")).isFalse();
            client.respond(question, "{\"action\":\"accept\",\"content\":{\"code\":\"123\"}}");

            client.updatesBefore(request);
            assertThat(seen).containsExactly(new ElicitationContentValue.StringValue("123"));
        }
    }

    @ParameterizedTest
    @MethodSource("openings")
    void whatItAsksIsWithdrawnWithTheRequest(int version, String method, String params) throws Exception {
        AcpAgentBuilder agent = opening(setup -> setup.client().elicit(page(setup)));
        try (RawClient client = connect(version, "{'url':{}}", agent)) {
            int request = client.request(method, params.replace('\'', '"'));
            JsonNode question = client.next("elicitation/create");
            client.notify("$/cancel_request", "{\"requestId\":" + request + "}");
            assertThat(client.next("$/cancel_request").at("/params/requestId")).isEqualTo(question.get("id"));
            assertThat(client.error(request).get("code").asInt()).isEqualTo(-32800);
            assertThat(client.agent().session(new SessionId("s"))).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("openings")
    void whatItAsksEndsWithItsHandler(int version, String method, String params) throws Exception {
        AcpAgentBuilder agent = opening(setup -> {
            seen.add(setup);
            seen.add(setup.client().elicitAsync(page(setup)));
        });
        try (RawClient client = connect(version, "{'url':{}}", agent)) {
            int request = client.request(method, params.replace('\'', '"'));
            JsonNode question = client.next("elicitation/create");
            assertThat(client.updatesBefore(request))
                    .filteredOn(frame -> frame.path("method").asText().equals("$/cancel_request"))
                    .singleElement()
                    .satisfies(
                            frame -> assertThat(frame.at("/params/requestId")).isEqualTo(question.get("id")));
            ClientRequestContext late = (ClientRequestContext) seen();
            requireCancelled((CompletableFuture<?>) seen());
            requireCancelled(late.client().elicitAsync(page(late)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aQuestionIsWithdrawnWhenTheClientCancelsTheRequest(int version) throws Exception {
        AcpAgentBuilder agent = agent((request, context) -> {
            try {
                context.client().elicit(page(context));
            } catch (RequestCancelledException e) {
                seen.add(context.cancellation().isCancelled());
                throw e;
            }
        });
        try (RawClient client = connect(version, "{'url':{}}", agent)) {
            int login = login(client, version);
            JsonNode question = client.next("elicitation/create");
            client.notify("$/cancel_request", "{\"requestId\":" + login + "}");

            JsonNode withdrawal = client.next("$/cancel_request");
            assertThat(withdrawal.at("/params/requestId")).isEqualTo(question.get("id"));
            assertThat(client.error(login).get("code").asInt()).isEqualTo(-32800);
            assertThat(seen()).isEqualTo(true);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aQuestionIsWithdrawnBeforeTheResponseAndNoneIsAskedAfterIt(int version) throws Exception {
        AcpAgentBuilder agent = agent((request, context) -> {
            seen.add(context);
            seen.add(context.client().elicitAsync(page(context)));
        });
        try (RawClient client = connect(version, "{'url':{}}", agent)) {
            int login = login(client, version);
            JsonNode question = client.next("elicitation/create");
            assertThat(client.next("$/cancel_request").at("/params/requestId")).isEqualTo(question.get("id"));
            client.result(login);

            ClientRequestContext late = (ClientRequestContext) seen();
            requireCancelled((CompletableFuture<?>) seen());
            requireCancelled(late.client().elicitAsync(page(late)));
            assertThat(late.client().principal()).isEqualTo(Transport.ANONYMOUS);
            late.client().completeElicitation(PAGE);
            client.next("elicitation/complete");
        }
    }

    private static void requireCancelled(CompletableFuture<?> question) throws Exception {
        try {
            question.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(RequestCancelledException.class);
            return;
        }
        throw new AssertionError("the question was answered");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aClientThatOffersNoPagesIsNotAsked(int version) throws Exception {
        AcpAgentBuilder agent = agent((request, context) -> {
            try {
                context.client().elicit(page(context));
            } catch (UnsupportedCapabilityException e) {
                seen.add(e.capability());
            }
        });
        try (RawClient client = connect(version, "{'form':{}}", agent)) {
            client.result(login(client, version));
            assertThat(seen()).asString().contains("elicitation.url");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aLogoutAndAMethodWithAResultAskInTheSameWay(int version) {
        AcpAgentBuilder agent = agent((request, context) -> {})
                .onLogout((request, context) -> context.client().elicit(page(context)))
                .unstable(more -> more.onSessionStatus((request, context) -> {
                    context.client().elicit(page(context));
                    return SessionStatusResponse.of(SessionStatus.SAVED);
                }));
        try (RawClient client = connect(version, "{'url':{}}", agent)) {
            for (String method : List.of(version == 1 ? "logout" : "auth/logout", "session/status")) {
                int request = client.request(method, "{\"sessionId\":\"s\"}");
                JsonNode question = client.next("elicitation/create");
                assertThat(question.at("/params/requestId").asInt()).isEqualTo(request);
                client.respond(question, "{\"action\":\"decline\"}");
                client.result(request);
            }
        }
    }
}
