package io.acp4j.client;

import static io.acp4j.client.testing.RawAgent.get;
import static io.acp4j.client.testing.RawAgent.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.McpServerAcpId;
import io.acp4j.schema.ProviderId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.auth.AuthAccount;
import io.acp4j.schema.auth.AuthState;
import io.acp4j.schema.auth.AuthStatusResponse;
import io.acp4j.schema.auth.AuthStatusUpdateNotification;
import io.acp4j.schema.mcp.McpServerAcp;
import io.acp4j.schema.provider.LlmProtocol;
import io.acp4j.schema.provider.ProviderInfo;
import io.acp4j.schema.provider.SetProviderRequest;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.NewSessionRequest;
import io.acp4j.schema.session.SessionArchiveFilter;
import io.acp4j.schema.session.SessionStatus;
import io.acp4j.schema.session.SessionStatusResponse;
import io.acp4j.schema.session.SystemPrompt;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnstableCallsTest {

    private static final String EVERYTHING = "{'auth':{'status':{}},'providers':{},'mcpCapabilities':{'acp':true},"
            + "'sessionCapabilities':{'list':{},'archive':{},'status':{},'title':{},"
            + "'systemPrompt':{'mode':{'override':{}}}}}";
    private static final SessionId SESSION = new SessionId("s");

    private final RawAgent agent = new RawAgent();
    private AcpClient client;

    @AfterEach
    void close() {
        client.close();
    }

    private void connect(String capabilities) {
        client = agent.connect(capabilities, builder -> {});
    }

    static Stream<Arguments> calls() {
        ProviderId main = new ProviderId("main");
        return Stream.of(
                call(
                        "auth/status",
                        "{}",
                        "{'state':'authenticated','accounts':[{'label':'Key'}]}",
                        UnstableCalls::authStatusAsync,
                        AuthStatusResponse.of(AuthState.AUTHENTICATED, AuthAccount.of("Key"))),
                call(
                        "providers/list",
                        "{}",
                        "{'providers':[{'providerId':'main','supported':['openai'],'required':true}]}",
                        UnstableCalls::listProvidersAsync,
                        List.of(new ProviderInfo(main, List.of(LlmProtocol.OPENAI), true, null, null))),
                call(
                        "providers/set",
                        "{'providerId':'main','apiType':'openai','baseUrl':'https://m.example'}",
                        "{}",
                        calls -> calls.setProviderAsync(
                                SetProviderRequest.of(main, LlmProtocol.OPENAI, "https://m.example")),
                        null),
                call(
                        "providers/disable",
                        "{'providerId':'main'}",
                        "{}",
                        calls -> calls.disableProviderAsync(main),
                        null),
                call("session/archive", "{'sessionId':'s'}", "{}", calls -> calls.archiveSessionAsync(SESSION), null),
                call(
                        "session/unarchive",
                        "{'sessionId':'s'}",
                        "{}",
                        calls -> calls.unarchiveSessionAsync(SESSION),
                        null),
                call(
                        "session/status",
                        "{'sessionId':'s'}",
                        "{'status':'open'}",
                        calls -> calls.sessionStatusAsync(SESSION),
                        SessionStatusResponse.of(SessionStatus.OPEN)),
                call(
                        "session/set_title",
                        "{'sessionId':'s','title':' Tea '}",
                        "{'title':'Tea'}",
                        calls -> calls.setSessionTitleAsync(SESSION, " Tea "),
                        "Tea"));
    }

    private static Arguments call(
            String method,
            String params,
            String answer,
            Function<UnstableCalls, CompletableFuture<?>> call,
            Object expected) {
        return argumentSet(method, method, params, answer, call, expected);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void callIsSentAndItsAnswerGiven(
            String method,
            String params,
            String answer,
            Function<UnstableCalls, CompletableFuture<?>> call,
            Object expected) {
        connect(EVERYTHING);

        CompletableFuture<?> result = call.apply(client.unstable());
        JsonNode request = agent.expect(method);
        agent.result(request, answer);

        assertThat(request.get("params")).isEqualTo(json(params));
        assertThat((Object) get(result)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("calls")
    void callThatTheAgentHasNotAdvertisedIsRefusedBeforeItIsSent(
            String method,
            String params,
            String answer,
            Function<UnstableCalls, CompletableFuture<?>> call,
            Object expected) {
        connect("{'sessionCapabilities':{'list':{}}}");

        assertThatThrownBy(() -> call.apply(client.unstable()))
                .isInstanceOf(UnsupportedCapabilityException.class)
                .hasMessageContaining(method);
    }

    static Stream<Arguments> refusedByParameters() {
        NewSessionRequest.Builder setup = NewSessionRequest.builder("/w");
        return Stream.of(
                argumentSet("filter", (Consumer<AcpClient>)
                        all -> all.listSessions(ListSessionsRequest.ALL.archived(SessionArchiveFilter.ONLY))),
                argumentSet("filter of a stream", (Consumer<AcpClient>)
                        all -> all.storedSessions(ListSessionsRequest.ALL.archived(SessionArchiveFilter.ONLY))),
                argumentSet("server over the connection", (Consumer<AcpClient>) all ->
                        all.newSession(setup.mcpServers(List.of(McpServerAcp.of("n", new McpServerAcpId("i"))))
                                .build())),
                argumentSet("system prompt", (Consumer<AcpClient>) all -> all.newSession(NewSessionRequest.builder("/w")
                        .systemPrompt(SystemPrompt.append("Be brief"))
                        .build())));
    }

    @ParameterizedTest
    @MethodSource("refusedByParameters")
    void parameterThatTheAgentHasNotAdvertisedIsRefusedBeforeItIsSent(Consumer<AcpClient> call) {
        connect("{'sessionCapabilities':{'list':{}}}");

        assertThatThrownBy(() -> call.accept(client)).isInstanceOf(UnsupportedCapabilityException.class);
    }

    @Test
    void overridingSystemPromptNeedsMoreThanAnAppendedOne() {
        connect("{'sessionCapabilities':{'systemPrompt':{}}}");
        NewSessionRequest.Builder setup = NewSessionRequest.builder("/w");

        assertThatThrownBy(() -> client.newSessionAsync(
                        setup.systemPrompt(SystemPrompt.override("Be kind")).build(), null))
                .isInstanceOf(UnsupportedCapabilityException.class)
                .hasMessageContaining("override");
        var opening = client.newSessionAsync(
                setup.systemPrompt(SystemPrompt.append("Be brief")).build(), null);
        JsonNode request = agent.expect("session/new");
        agent.result(request, "{'sessionId':'s'}");

        assertThat(request.at("/params/systemPrompt"))
                .isEqualTo(json("{'mode':'append','content':[{'type':'text','text':'Be brief'}]}"));
        assertThat(get(opening).parameters().systemPrompt()).isEqualTo(SystemPrompt.append("Be brief"));
    }

    @Test
    void archivedSessionIsForgotten() {
        connect(EVERYTHING);
        var opening = client.newSessionAsync(NewSessionRequest.builder("/w").build(), null);
        agent.result(agent.expect("session/new"), "{'sessionId':'s'}");
        ClientSession session = get(opening);

        CompletableFuture<Void> archiving = CompletableFuture.runAsync(session::archive);
        agent.result(agent.expect("session/archive"), "{}");
        get(archiving);

        assertThat(client.session(SESSION)).isNull();
    }

    @Test
    void changedAuthenticationIsTold() throws InterruptedException {
        BlockingQueue<AuthStatusUpdateNotification> told = new LinkedBlockingQueue<>();
        client = agent.connect("{}", builder -> builder.onAuthStatus(told::add));

        agent.notification("auth/status_update", "{'state':'unauthenticated'}");

        assertThat(told.poll(60, TimeUnit.SECONDS))
                .isEqualTo(AuthStatusUpdateNotification.of(AuthState.UNAUTHENTICATED));
    }
}
