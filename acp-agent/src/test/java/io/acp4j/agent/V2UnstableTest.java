package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.ElicitationId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthAccount;
import io.acp4j.schema.auth.AuthState;
import io.acp4j.schema.auth.AuthStatusResponse;
import io.acp4j.schema.auth.AuthStatusUpdateNotification;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.elicitation.StringPropertySchema;
import io.acp4j.schema.elicitation.UrlElicitationRequest;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is not settled in either version, with a client of version 2. */
class V2UnstableTest {

    private static AcpAgentBuilder agent() {
        return AcpAgent.builder()
                .info("test-agent", "1")
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(turn -> {});
    }

    private static FormElicitationRequest form(SessionId session) {
        return FormElicitationRequest.of(
                ElicitationScope.of(session),
                "Which one?",
                ElicitationSchema.builder()
                        .optional("name", StringPropertySchema.builder().build())
                        .build());
    }

    @Test
    void authenticationIsAdvertisedToldOnRequestAndWhenItChanges() {
        AcpAgent agent = agent().unstable(more -> more.onAuthStatus(
                        (request, context) -> AuthStatusResponse.of(AuthState.AUTHENTICATED, AuthAccount.of("Key"))))
                .build();
        try (RawClient client = RawClient.connect(agent)) {
            JsonNode introduced = client.result(client.request(
                    "initialize",
                    "{\"protocolVersion\":2,\"info\":{\"name\":\"raw\",\"version\":\"1\"},\"capabilities\":{}}"));
            assertThat(introduced.at("/capabilities/auth/status")).isEqualTo(json("{}"));
            assertThat(client.result(client.request("auth/status", "{}")))
                    .isEqualTo(json("{'state':'authenticated','accounts':[{'label':'Key'}]}"));

            client.agent().client().authStatusChanged(AuthStatusUpdateNotification.of(AuthState.UNAUTHENTICATED));

            assertThat(client.next("auth/status_update").get("params")).isEqualTo(json("{'state':'unauthenticated'}"));
        }
    }

    @Test
    void withoutAHandlerNobodyIsToldWhetherTheUserIsAuthenticated() {
        try (V2Client client = V2Client.of(agent().build())) {
            assertThat(client.error(client.request("auth/status", "{}"))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32601);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"action\":\"accept\",\"content\":{}}", "{\"action\":\"decline\"}", "{\"action\":\"cancel\"}"})
    void whileAFormIsOpenTheSessionRequiresActionHoweverItIsAnswered(String response) {
        AcpAgent agent = agent().onPrompt(turn -> turn.say(turn.client()
                        .elicit(form(turn.session().id()))
                        .getClass()
                        .getSimpleName()))
                .build();
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "ask");
            JsonNode question = client.question();
            assertThat(question.get("method").asText()).isEqualTo("elicitation/create");
            client.awaitState(session, "requires_action");
            client.raw().respond(question, response);
            client.awaitEnds(session, 1);
            assertThat(client.wire().log(session))
                    .containsSubsequence("running", "requires_action", "running", "idle end_turn");
            client.wire().requireSettled();
        }
    }

    @Test
    void aSessionWithSeveralQuestionsRequiresActionUntilTheLastIsAnswered() {
        AcpAgent agent = agent().onPrompt(turn -> {
                    var first = turn.client().elicitAsync(form(turn.session().id()));
                    var second = turn.client().elicitAsync(form(turn.session().id()));
                    turn.client()
                            .requireAction(CompletableFuture.allOf(first, second))
                            .get(60, TimeUnit.SECONDS);
                })
                .build();
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "ask");
            JsonNode first = client.question();
            JsonNode second = client.question();
            client.awaitState(session, "requires_action");
            client.raw().respond(second, "{\"action\":\"decline\"}");
            client.settle();
            assertThat(client.wire().state(session)).isEqualTo("requires_action");
            client.raw().respond(first, "{\"action\":\"decline\"}");
            client.awaitEnds(session, 1);
            assertThat(client.wire().log(session))
                    .containsSubsequence("running", "requires_action", "running", "idle end_turn");
        }
    }

    @Test
    void aFormOfCancelledWorkIsWithdrawn() {
        AcpAgent agent = agent().onPrompt(
                        turn -> turn.client().elicit(form(turn.session().id())))
                .build();
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "ask");
            JsonNode question = client.question();
            client.awaitState(session, "requires_action");
            client.raw().cancel(session);
            client.awaitEnds(session, 1);
            client.until(() -> client.wire().isWithdrawn(question.get("id").asInt()));
            assertThat(client.wire().ends(session)).containsExactly("cancelled");
        }
    }

    @Test
    void aSessionThatIsArchivedWhileItWorksEndsItsWorkFirst() {
        List<String> calls = new CopyOnWriteArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        AcpAgent agent = agent().onPrompt(turn -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                })
                .onCloseSession((request, session) -> calls.add("close"))
                .unstable(more -> more.onArchiveSession(
                        (request, context) -> calls.add("archive"), (request, context) -> calls.add("unarchive")))
                .build();
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.result(client.prompt(session, "work"));
            int waiting = client.prompt(session, "more");
            int archive = client.about("session/archive", session);

            assertThat(client.error(waiting).get("code").asInt()).isEqualTo(-32800);
            assertThat(client.result(archive)).isEqualTo(json("{}"));
            assertThat(client.wire().ends(session)).containsExactly("cancelled");
            assertThat(client.raw().agent().session(new SessionId(session))).isNull();
            assertThat(calls).containsExactly("close", "archive");
            assertThat(begun.getCount()).isZero();
            assertThat(client.result(client.about("session/unarchive", session)))
                    .isEqualTo(json("{}"));
            assertThat(calls).containsExactly("close", "archive", "unarchive");
        }
    }

    @Test
    void whatTheClientHasNotAdvertisedIsNamedByItsPlaceInItsVersion() {
        AcpAgent agent = agent().build();
        UrlElicitationRequest request = UrlElicitationRequest.of(
                ElicitationScope.of(new SessionId("s")), "Sign in", new ElicitationId("e"), "https://example.com");
        try (V2Client second = V2Client.of(agent);
                RawClient first = RawClient.initialized(agent)) {
            assertThatThrownBy(() -> second.raw().agent().client().elicit(request))
                    .isInstanceOfSatisfying(
                            UnsupportedCapabilityException.class,
                            e -> assertThat(e.capability()).isEqualTo("capabilities.elicitation.url"));
            assertThatThrownBy(() -> first.agent().client().elicit(request))
                    .isInstanceOfSatisfying(
                            UnsupportedCapabilityException.class,
                            e -> assertThat(e.capability()).isEqualTo("clientCapabilities.elicitation.url"));
        }
    }
}
