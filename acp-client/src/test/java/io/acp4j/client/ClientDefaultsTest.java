package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.internal.session.UnhandledCallLogger;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.schema.elicitation.CreateElicitationResponse;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.NewSessionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** A client without any handler. Other tests log at the same time, so lines are found by their text. */
class ClientDefaultsTest {

    private static final String PERMISSION = "{'sessionId':'s1','toolCall':{'toolCallId':'t1','title':'rm'},'options':["
            + "{'optionId':'yes','name':'Yes','kind':'allow_once'}]}";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    /** The lines of the client while it is open. */
    private static final class Lines extends AppenderBase<ILoggingEvent> implements AutoCloseable {

        private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
        private final Logger logger = (Logger) LoggerFactory.getLogger("io.acp4j.client");

        Lines() {
            // The configuration of tests drops what is less than a warning. Several tests need the level at once, so it
            // stays.
            ((Logger) LoggerFactory.getLogger(UnhandledCallLogger.class)).setLevel(Level.INFO);
            start();
            logger.addAppender(this);
        }

        @Override
        protected void append(ILoggingEvent event) {
            events.add(event);
        }

        List<String> with(Level level, String text) {
            return events.stream()
                    .filter(event -> event.getLevel().equals(level))
                    .map(ILoggingEvent::getFormattedMessage)
                    .filter(line -> line.contains(text))
                    .toList();
        }

        @Override
        public void close() {
            logger.detachAppender(this);
            stop();
        }
    }

    private JsonNode response(String method, String params) {
        agent.request("1", method, params);
        return agent.next();
    }

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void permissionIsCancelledAndTheLogNamesTheHandler() {
        try (Lines log = new Lines()) {
            client = agent.connect();

            assertThat(response("session/request_permission", PERMISSION).get("result"))
                    .isEqualTo(json("{'outcome':{'outcome':'cancelled'}}"));
            assertThat(log.with(Level.WARN, "a permission request got the outcome cancelled"))
                    .isNotEmpty()
                    .allMatch(line ->
                            line.contains("AcpClientBuilder.onPermission") && line.contains("PermissionBroker"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "fs/read_text_file, AcpClientBuilder.onReadTextFile, FileSystemService",
        "fs/write_text_file, AcpClientBuilder.onWriteTextFile, FileSystemService",
        "terminal/create, AcpClientBuilder.onTerminal, TerminalService",
        "terminal/kill, AcpClientBuilder.onTerminal, TerminalService",
        "elicitation/create, AcpClientBuilder.onFormElicitation, ElicitationForms",
        "_first_day/unknown, AcpClientBuilder.onRequest, onOtherRequest"
    })
    void requestWithoutHandlerIsRefusedAndTheLogNamesTheHandlerAndTheService(
            String method, String handler, String service) {
        try (Lines log = new Lines()) {
            client = agent.connect();

            JsonNode error = response(method, "{'sessionId':'s'}").get("error");
            assertThat(error.get("code").asInt()).isEqualTo(-32601);
            assertThat(error.at("/data/method").asText()).isEqualTo(method);
            assertThat(log.with(Level.WARN, "the agent requested " + method + ","))
                    .isNotEmpty()
                    .allMatch(line -> line.contains(handler) && line.contains(service));
        }
    }

    @Test
    void elicitationInAModeWithoutHandlerIsRefusedAndTheLogNamesTheHandler() {
        try (Lines log = new Lines()) {
            client = agent.connect(
                    "{}",
                    builder -> builder.onUrlElicitation((request, context) -> CreateElicitationResponse.cancelled()));

            JsonNode error = response(
                            "elicitation/create",
                            "{'sessionId':'s','mode':'form','message':'m','requestedSchema':{'type':'object','properties':{}}}")
                    .get("error");
            assertThat(error.at("/data/reason").asText()).isEqualTo("unsupported_mode");
            assertThat(log.with(Level.WARN, "AcpClientBuilder.onFormElicitation"))
                    .isNotEmpty();
        }
    }

    @Test
    void requestWithoutHandlerIsRefusedWhileAnUpdateOfItsSessionIsHandled() throws InterruptedException {
        CountDownLatch handling = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(1);
        client = agent.connect(
                "{}",
                builder -> builder.onUpdate((session, update) -> {
                    handling.countDown();
                    refused.await();
                }));
        CompletableFuture<ClientSession> opening =
                client.newSessionAsync(NewSessionRequest.builder("/project").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s'}");
        opening.join();
        agent.update("s", "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'x'}}");
        handling.await();

        assertThat(response("_first_day/unknown", "{'sessionId':'s'}")
                        .at("/error/code")
                        .asInt())
                .isEqualTo(-32601);
        refused.countDown();
    }

    @Test
    void eachMethodIsLoggedOnce() {
        try (Lines log = new Lines()) {
            client = agent.connect();

            for (int i = 0; i < 3; i++) {
                agent.send("{'jsonrpc':'2.0','method':'_first_day/news','params':{}}");
                response("_first_day/repeated", "{}");
            }
            assertThat(log.with(Level.WARN, "_first_day/repeated")).hasSize(1);
            assertThat(log.with(Level.INFO, "_first_day/news"))
                    .singleElement()
                    .asString()
                    .contains("AcpClientBuilder.onNotification");
        }
    }

    @Test
    void agentCannotFillTheLogWithMethodNames() {
        try (Lines log = new Lines()) {
            client = agent.connect();

            for (int i = 0; i < 100; i++) {
                response("_first_day_flood/" + i, "{}");
            }
            assertThat(log.with(Level.WARN, "_first_day_flood/")).hasSize(32);
        }
    }

    @Test
    void handlerOfOtherRequestsTakesThePlaceOfTheDefault() {
        try (Lines log = new Lines()) {
            client = agent.connect(
                    "{}",
                    builder -> builder.onOtherRequest(
                            (method, params, context) -> RawJson.parse("{\"by\":\"" + method + "\"}")));

            assertThat(response("_first_day/own", "{}").get("result")).isEqualTo(json("{'by':'_first_day/own'}"));
            assertThat(log.with(Level.WARN, "_first_day/own")).isEmpty();
        }
    }

    @Test
    void twoSessionsRunSideBySideAndEachHasItsOwnUpdates() {
        List<String> seen = new CopyOnWriteArrayList<>();
        client = agent.connect(
                "{}",
                builder -> builder.onUpdate(
                        (session, update) -> seen.add(session.id().value())));
        ClientSession first = SessionOpeningTest.open(client, agent, "s1");
        ClientSession second = SessionOpeningTest.open(client, agent, "s2");

        CompletableFuture<PromptResponse> one = first.promptAsync("one");
        JsonNode firstPrompt = agent.expect("session/prompt");
        CompletableFuture<PromptResponse> two = second.promptAsync("two");
        JsonNode secondPrompt = agent.expect("session/prompt");
        String chunk = "{'sessionUpdate':'agent_message_chunk','content':{'type':'text','text':'x'}}";
        agent.update("s2", chunk);
        agent.result(secondPrompt, "{'stopReason':'end_turn'}");
        get(two);
        assertThat(first.isTurnInProgress()).isTrue();
        agent.update("s1", chunk);
        agent.result(firstPrompt, "{'stopReason':'end_turn'}");
        get(one);

        assertThat(new ArrayList<>(seen)).containsExactly("s2", "s1");
    }
}
