package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.elicitation.ElicitationSchema;
import io.acp4j.schema.elicitation.ElicitationScope;
import io.acp4j.schema.elicitation.FormElicitationRequest;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.tool.ToolKind;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The behaviour of a minimal agent with clients that lack a feature, and the remedies in its log. */
class AgentDefaultsTest {

    /** Warnings of all agents of this JVM; tests look for names that only they use. */
    private static final class Warnings extends AppenderBase<ILoggingEvent> {

        private final List<String> lines = new CopyOnWriteArrayList<>();

        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().equals(Level.WARN)) {
                lines.add(event.getFormattedMessage());
            }
        }

        List<String> about(String name) {
            return lines.stream().filter(line -> line.contains(name)).toList();
        }
    }

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.acp4j.agent");
    private final Warnings warnings = new Warnings();

    @BeforeEach
    void listen() {
        warnings.start();
        logger.addAppender(warnings);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(warnings);
        warnings.stop();
    }

    private static AcpAgent agent(String session, PromptHandler handler) {
        return AcpAgent.builder()
                .info("ten-lines", "1")
                .sessionIds(() -> new SessionId(session))
                .onPrompt(handler)
                .build();
    }

    private static String said(RawClient client) {
        return client.update().at("/content/text").asText();
    }

    @Test
    void aClientWithoutPermissionRequestsCancelsEachDecisionAndTheTurnContinues() {
        String session = "defaults-permission";
        AcpAgent agent = agent(session, turn -> {
            ToolCallHandle call = turn.toolCall("Delete", ToolKind.DELETE);
            turn.requestPermission(call, PermissionOption.allowOnce("yes", "Allow"));
            PermissionDecision decision = turn.requestPermission(call, PermissionOption.allowOnce("yes", "Allow"));
            call.fail("refused");
            turn.say(decision.isAllowed() + " " + decision.isCancelled());
        });
        try (RawClient client = RawClient.initialized(agent)) {
            client.newSession();
            int prompt = client.prompt(session, "Hi");
            client.update();
            client.respondError(client.next("session/request_permission"), -32601, "Method not found");
            client.respondError(client.next("session/request_permission"), -32601, "Method not found");
            client.update();
            assertThat(said(client)).isEqualTo("false true");
            assertThat(client.result(prompt).get("stopReason").asText()).isEqualTo("end_turn");
        }
        assertThat(warnings.about(session))
                .singleElement()
                .asString()
                .contains("session/request_permission", "onPermission");
    }

    @Test
    void anotherErrorOfAPermissionRequestFailsIt() {
        String session = "defaults-permission-error";
        AcpAgent agent = agent(session, turn -> {
            ToolCallHandle call = turn.toolCall("Delete", ToolKind.DELETE);
            turn.requestPermission(call, PermissionOption.allowOnce("yes", "Allow"));
        });
        try (RawClient client = RawClient.initialized(agent)) {
            client.newSession();
            int prompt = client.prompt(session, "Hi");
            client.update();
            client.respondError(client.next("session/request_permission"), -32603, "Internal error");
            client.updatesBefore(prompt);
            assertThat(warnings.about(session)).isEmpty();
        }
    }

    private static void missing(Consumer<PromptTurn> use, String capability) {
        AcpAgent agent = agent("defaults-capability", turn -> {
            try {
                use.accept(turn);
                turn.say("nothing is missing");
            } catch (UnsupportedCapabilityException e) {
                turn.say(e.getMessage());
            }
        });
        try (RawClient client = RawClient.initialized(agent)) {
            client.newSession();
            int prompt = client.prompt("defaults-capability", "Hi");
            assertThat(said(client)).contains(capability, "Client.supports");
            assertThat(client.result(prompt).get("stopReason").asText()).isEqualTo("end_turn");
        }
    }

    @Test
    void aFileRequestToAClientWithoutFilesNamesTheCapabilityAndTheCheck() {
        missing(turn -> turn.client().readTextFile("/project/pom.xml"), "clientCapabilities.fs.readTextFile");
    }

    @Test
    void aTerminalOfAClientWithoutTerminalsNamesTheCapabilityAndTheCheck() {
        missing(turn -> turn.client().createTerminal("ls"), "clientCapabilities.terminal");
    }

    @Test
    void aQuestionToAClientWithoutElicitationNamesTheCapabilityAndTheCheck() {
        missing(
                turn -> turn.client()
                        .elicit(FormElicitationRequest.of(
                                ElicitationScope.of(turn.session().id()),
                                "Which one?",
                                ElicitationSchema.builder().build())),
                "clientCapabilities.elicitation.form");
    }

    @Test
    void anUnknownExtensionGetsAnErrorThatNamesItAndTheConnectionContinues() {
        AcpAgent agent = agent("defaults-extension", turn -> turn.say("still here"));
        try (RawClient client = RawClient.initialized(agent)) {
            JsonNode error = client.error(client.request("_example/unknown", "{}"));
            assertThat(error.get("code").asInt()).isEqualTo(-32601);
            assertThat(error.at("/data/method").asText()).isEqualTo("_example/unknown");
            client.newSession();
            client.prompt("defaults-extension", "Hi");
            assertThat(said(client)).isEqualTo("still here");
        }
    }

    @Test
    void authenticationThatNoClientCanProvideIsReportedOnce() {
        RequestMethod<RawJson, RawJson> method =
                RequestMethod.extension("_example/needs-a-user", RawJson.CODEC, RawJson.CODEC);
        AcpAgent agent = AcpAgent.builder()
                .info("ten-lines", "1")
                .onPrompt(turn -> {})
                .onRequest(method, (request, context) -> {
                    throw AcpErrorException.authRequired();
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            for (int i = 0; i < 2; i++) {
                JsonNode error = client.error(client.request("_example/needs-a-user", "{}"));
                assertThat(error.get("code").asInt()).isEqualTo(-32000);
            }
        }
        assertThat(warnings.about("_example/needs-a-user"))
                .singleElement()
                .asString()
                .contains("onAuthenticate");
    }

    @Test
    void twoSessionsTakePromptsAtOnce() {
        List<String> ids = new CopyOnWriteArrayList<>(List.of("defaults-first", "defaults-second"));
        AcpAgent agent = AcpAgent.builder()
                .info("ten-lines", "1")
                .sessionIds(() -> new SessionId(ids.remove(0)))
                .onPrompt(turn -> {
                    if (turn.text().equals("wait")) {
                        ToolCallHandle call = turn.toolCall("Wait", ToolKind.OTHER);
                        turn.requestPermission(call, PermissionOption.allowOnce("yes", "Allow"));
                        call.complete();
                    }
                    turn.say(turn.session().id().value());
                })
                .build();
        try (RawClient client = RawClient.initialized(agent)) {
            String first = client.newSession();
            String second = client.newSession();
            int waiting = client.prompt(first, "wait");
            client.update();
            JsonNode question = client.next("session/request_permission");
            int other = client.prompt(second, "Hi");
            assertThat(said(client)).isEqualTo(second);
            client.result(other);
            client.respond(question, "{\"outcome\":{\"outcome\":\"selected\",\"optionId\":\"yes\"}}");
            client.update();
            assertThat(said(client)).isEqualTo(first);
            client.result(waiting);
        }
    }

    @Test
    void aPromptForAnUnknownSessionIsRefusedAndTheLogNamesTheStore() {
        AcpAgent agent = agent("defaults-known", turn -> {});
        try (RawClient client = RawClient.initialized(agent)) {
            JsonNode error = client.error(client.prompt("defaults-unknown", "Hi"));
            assertThat(error.get("code").asInt()).isEqualTo(-32002);
            assertThat(error.at("/data/reason").asText()).isEqualTo("unknown_session");
        }
        assertThat(warnings.about("defaults-unknown"))
                .singleElement()
                .asString()
                .contains("AcpAgentBuilder.sessions");
    }
}
