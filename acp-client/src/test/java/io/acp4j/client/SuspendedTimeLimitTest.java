package io.acp4j.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.rpc.RequestTimeoutException;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.NewSessionRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time limit of a request is suspended while the agent waits for a person. */
class SuspendedTimeLimitTest {

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Executor THREADS = task -> new Thread(task, "test-request").start();
    private static final RequestMethod<RawJson, RawJson> CLOCK =
            RequestMethod.extension("_clock", RawJson.CODEC, RawJson.CODEC);
    private static final RequestMethod<RawJson, RawJson> EXTENSION =
            RequestMethod.extension("_extension", RawJson.CODEC, RawJson.CODEC);

    private static final String PERMISSION_OF_A =
            "{'jsonrpc':'2.0','id':1,'method':'session/request_permission','params':{'sessionId':'a',"
                    + "'toolCall':{'toolCallId':'t'},'options':[]}}";

    private final RawAgent agent = new RawAgent();
    private final CompletableFuture<RawJson> person = new CompletableFuture<>();
    private final AcpClient client = agent.connect(
            "{'sessionCapabilities':{'list':{}}}",
            builder -> builder.options(ConnectionOptions.builder()
                            .requestTimeout(REQUEST_TIMEOUT)
                            .build())
                    .onRequestAsync(EXTENSION, (params, context) -> person)
                    .onRequestAsync(Methods.TERMINAL_WAIT_FOR_EXIT, (params, context) -> new CompletableFuture<>())
                    .onPermissionAsync(
                            (request, context) -> person.thenApply(any -> RequestPermissionResponse.cancelled())));
    private final AcpClient clock = new RawAgent()
            .connect(
                    "{}",
                    builder -> builder.options(ConnectionOptions.builder()
                            .requestTimeout(REQUEST_TIMEOUT.multipliedBy(2))
                            .build()));

    @AfterEach
    void close() {
        client.close();
        clock.close();
    }

    /** Waits for twice the limit: for a timeout on a connection without questions. */
    private void letTwiceTheLimitPass() {
        assertThatThrownBy(() -> clock.request(CLOCK, RawJson.EMPTY_OBJECT))
                .isInstanceOf(RequestTimeoutException.class);
    }

    private CompletableFuture<SessionId> open(boolean async) {
        NewSessionRequest request = NewSessionRequest.builder("/project").build();
        return async
                ? client.newSessionAsync(request, null).thenApply(ClientSession::id)
                : CompletableFuture.supplyAsync(() -> client.newSession(request).id(), THREADS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theAgentMayAskAPersonWhileItCreatesASession(boolean async) {
        CompletableFuture<SessionId> opening = open(async);
        JsonNode request = agent.expect("session/new");
        agent.send("{'jsonrpc':'2.0','id':1,'method':'_extension','params':{}}");

        letTwiceTheLimitPass();
        assertThat(opening).isNotDone();
        person.complete(RawJson.EMPTY_OBJECT);
        agent.result(request, "{'sessionId':'s'}");

        assertThat(opening).succeedsWithin(PATIENCE).hasToString("s");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theLimitAppliesAgainAfterTheQuestion(boolean async) {
        CompletableFuture<SessionId> opening = open(async);
        agent.expect("session/new");
        agent.send("{'jsonrpc':'2.0','id':1,'method':'_extension','params':{}}");
        letTwiceTheLimitPass();
        person.complete(RawJson.EMPTY_OBJECT);

        assertThat(opening)
                .failsWithin(PATIENCE)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RequestTimeoutException.class);
    }

    @Test
    void aQuestionAboutAnotherSessionDoesNotSuspendTheLimit() {
        SessionOpeningTest.open(client, agent, "a");
        ClientSession b = SessionOpeningTest.open(client, agent, "b");
        agent.send(PERMISSION_OF_A);

        assertThatThrownBy(() -> b.setMode(new SessionModeId("ask"))).isInstanceOf(RequestTimeoutException.class);
        assertThat(person).isNotDone();
    }

    @Test
    void aPendingCommandOfAnAgentDoesNotSuspendTheLimit() {
        ClientSession session = SessionOpeningTest.open(client, agent, "a");
        agent.send(
                "{'jsonrpc':'2.0','id':1,'method':'terminal/wait_for_exit','params':{'sessionId':'a','terminalId':'t'}}");

        assertThatThrownBy(() -> client.listSessions(ListSessionsRequest.ALL))
                .isInstanceOf(RequestTimeoutException.class);
        assertThatThrownBy(() -> session.setMode(new SessionModeId("ask"))).isInstanceOf(RequestTimeoutException.class);
    }

    @Test
    void aQuestionAboutAnOpenSessionDoesNotSuspendTheLimitOfARequestAboutNone() {
        SessionOpeningTest.open(client, agent, "a");
        agent.send(PERMISSION_OF_A);

        assertThatThrownBy(() -> client.listSessions(ListSessionsRequest.ALL))
                .isInstanceOf(RequestTimeoutException.class);
        assertThat(person).isNotDone();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aQuestionAboutASessionThatIsBeingCreatedSuspendsTheLimit(boolean async) {
        CompletableFuture<SessionId> opening = open(async);
        JsonNode request = agent.expect("session/new");
        agent.send(PERMISSION_OF_A);

        letTwiceTheLimitPass();
        assertThat(opening).isNotDone();
        person.complete(RawJson.EMPTY_OBJECT);
        agent.result(request, "{'sessionId':'a'}");

        assertThat(opening).succeedsWithin(PATIENCE).hasToString("a");
    }

    private static final String UNNAMED_ERROR =
            "{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'Parse error'}}";

    @Test
    void aPendingCommandDoesNotExtendTheWaitAfterAnErrorWithoutAnId() {
        ClientSession a = SessionOpeningTest.open(client, agent, "a");
        ClientSession b = SessionOpeningTest.open(client, agent, "b");
        request(
                "{'jsonrpc':'2.0','id':1,'method':'terminal/wait_for_exit','params':{'sessionId':'a','terminalId':'t'}}");
        List<CompletableFuture<PromptResponse>> prompts = List.of(prompt(a), prompt(b));

        agent.send(UNNAMED_ERROR);

        assertThat(prompts)
                .allSatisfy(prompt -> assertThat(prompt)
                        .failsWithin(PATIENCE)
                        .withThrowableOfType(ExecutionException.class)
                        .withMessageContaining("Parse error"));
    }

    @Test
    void aQuestionToAPersonExtendsTheWaitAfterAnErrorWithoutAnId() {
        ClientSession a = SessionOpeningTest.open(client, agent, "a");
        ClientSession b = SessionOpeningTest.open(client, agent, "b");
        request(PERMISSION_OF_A);
        CompletableFuture<PromptResponse> asking = prompt(a);
        CompletableFuture<PromptResponse> other = prompt(b);

        agent.send(UNNAMED_ERROR);

        assertThat(other).failsWithin(PATIENCE);
        letTwiceTheLimitPass();
        assertThat(asking).isNotDone();
    }

    /** Sends a request of the agent that is pending when the method returns. */
    private void request(String request) {
        agent.send(request);
        agent.request("'later'", "_unknown", "{}");
        assertThat(agent.next().path("id").asText()).isEqualTo("later");
    }

    private CompletableFuture<PromptResponse> prompt(ClientSession session) {
        CompletableFuture<PromptResponse> prompt = session.promptAsync("Go");
        agent.expect("session/prompt");
        return prompt;
    }
}
