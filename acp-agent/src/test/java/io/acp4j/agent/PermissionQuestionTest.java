package io.acp4j.agent;

import static io.acp4j.agent.testing.RawClient.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.permission.CommandPermissionSubject;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.RequestPermissionRequest;
import io.acp4j.schema.tool.ToolKind;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Requests for permission that are about no tool call, and which of them the client is told that the work waits for. */
class PermissionQuestionTest {

    private static final List<PermissionOption> OPTIONS = List.of(PermissionOption.allowOnce("yes", "Yes"));
    private static final String YES = "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"yes\"}}";

    private static AcpAgent asking(Function<SessionId, RequestPermissionRequest.Builder> question) {
        return agent(turn -> turn.say(String.valueOf(turn.client()
                .requestPermission(question.apply(turn.session().id()).build())
                .isAllowed())));
    }

    private static AcpAgent agent(PromptHandler handler) {
        return new ScriptedAgent()
                .builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onPrompt(handler)
                .build();
    }

    private static RequestPermissionRequest.Builder titled(SessionId session) {
        return RequestPermissionRequest.builder(session, OPTIONS).title("Go on?");
    }

    private static RequestPermissionRequest.Builder command(SessionId session) {
        return RequestPermissionRequest.builder(session, OPTIONS)
                .description("Frees space")
                .subject(CommandPermissionSubject.builder("rm -r build", "/project")
                        .toolCallId(new ToolCallId("clean"))
                        .build());
    }

    @Test
    void optionsWithOneIdAreNotSent() {
        AcpAgent agent = agent(turn -> assertThatIllegalArgumentException()
                .isThrownBy(() -> turn.requestPermission(
                        turn.toolCall("rm", ToolKind.DELETE),
                        PermissionOption.allowOnce("x", "Yes"),
                        PermissionOption.rejectOnce("x", "No")))
                .withMessage("the ID of a permission option must be unique, but two options have the ID x"));
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "go");
            client.awaitEnds(session, 1);
            assertThat(client.wire().log(session)).last().asString().startsWith("idle end_turn");
        }
    }

    @Test
    void aCommandIsAskedForWithItsOwnTitle() {
        try (V2Client client = V2Client.of(asking(PermissionQuestionTest::command))) {
            String session = client.newSession();
            client.prompt(session, "go");
            JsonNode question = client.question();
            assertThat(question.at("/params/title").asText()).isEqualTo("rm -r build");
            assertThat(question.at("/params/description").asText()).isEqualTo("Frees space");
            assertThat(question.at("/params/subject"))
                    .isEqualTo(
                            json("{'type':'command','command':'rm -r build','cwd':'/project','toolCallId':'clean'}"));
            client.awaitState(session, "requires_action");
            client.raw().respond(question, YES);
            client.awaitEnds(session, 1);
            assertThat(client.wire().texts(session)).endsWith("agent_message:true");
            assertThat(client.wire().log(session))
                    .containsSubsequence("running", "requires_action", "running", "idle end_turn");
        }
    }

    @Test
    void aQuestionOfATitleOnlyIsWithdrawnWithItsWork() {
        AcpAgent agent = asking(PermissionQuestionTest::titled);
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "go");
            JsonNode question = client.question();
            assertThat(question.at("/params/title").asText()).isEqualTo("Go on?");
            assertThat(question.at("/params").has("subject")).isFalse();
            client.raw().cancel(session);
            client.awaitEnds(session, 1);
            assertThat(client.wire().isWithdrawn(question.get("id").asInt())).isTrue();
            assertThat(client.wire().ends(session)).containsExactly("cancelled");
        }
    }

    @Test
    void version1IsAskedAboutAToolCall() {
        try (RawClient client = RawClient.initialized(asking(PermissionQuestionTest::command))) {
            client.prompt(client.newSession(), "go");
            JsonNode question = client.next();
            assertThat(question.get("method").asText()).isEqualTo("session/request_permission");
            JsonNode call = question.at("/params/toolCall");
            assertThat(call.get("toolCallId").asText()).isEqualTo("clean");
            assertThat(call.get("title").asText()).isEqualTo("rm -r build");
            assertThat(call.get("kind").asText()).isEqualTo("execute");
            assertThat(call.get("rawInput")).isEqualTo(json("{'command':'rm -r build','cwd':'/project'}"));
            assertThat(call.at("/content/0/content/text").asText()).isEqualTo("Frees space");
            assertThat(question.get("params").has("subject")).isFalse();
            client.respond(question, YES);
        }
        AcpAgent brief = asking(PermissionQuestionTest::titled);
        try (RawClient client = RawClient.initialized(brief)) {
            client.prompt(client.newSession(), "go");
            JsonNode question = client.next();
            assertThat(question.at("/params/toolCall/title").asText()).isEqualTo("Go on?");
            assertThat(question.at("/params/toolCall/toolCallId").asText()).isNotEmpty();
            client.respond(question, YES);
        }
    }

    @Test
    void aQuestionOfAnotherSessionOrWithoutAnythingIsRefusedBeforeItIsSent() {
        AcpAgent agent = agent(turn -> {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> turn.client()
                            .requestPermission(RequestPermissionRequest.builder(new SessionId("other"), OPTIONS)
                                    .title("Go on?")
                                    .build()));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> turn.client()
                            .requestPermission(
                                    RequestPermissionRequest.of(turn.session().id(), OPTIONS)));
        });
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "go");
            client.awaitEnds(session, 1);
            assertThat(client.wire().ends(session)).containsExactly("end_turn");
        }
    }

    @Test
    void aQuestionBesideOtherWorkDoesNotSayThatTheSessionWaits() {
        CountDownLatch worked = new CountDownLatch(1);
        AcpAgent agent = agent(turn -> {
            CompletableFuture<PermissionDecision> decision = turn.client()
                    .requestPermissionAsync(command(turn.session().id()).build());
            turn.say("working");
            assertThat(worked.await(60, TimeUnit.SECONDS)).isTrue();
            turn.client().requireAction(decision).get(60, TimeUnit.SECONDS);
        });
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.prompt(session, "go");
            JsonNode question = client.question();
            client.until(() -> client.wire().texts(session).contains("agent_message:working"));
            client.settle();
            assertThat(client.wire().state(session)).isEqualTo("running");
            worked.countDown();
            client.awaitState(session, "requires_action");
            client.raw().respond(question, YES);
            client.awaitEnds(session, 1);
            assertThat(client.wire().log(session))
                    .containsSubsequence("running", "requires_action", "running", "idle end_turn");
        }
    }
}
