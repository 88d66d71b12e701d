package io.acp4j.client.versions;

import static io.acp4j.client.testing.RawAgent.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.AcpClient;
import io.acp4j.client.AcpClientBuilder;
import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.testing.RawAgent;
import io.acp4j.rpc.ConnectionOptions;
import io.acp4j.schema.permission.RequestPermissionResponse;
import io.acp4j.schema.prompt.PromptResponse;
import io.acp4j.schema.prompt.StopReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to close, delete or archive a session that fail while a turn is in progress: the turn continues. */
class RefusedCloseTest {

    private static final String CAPABILITIES = "{'close':{},'archive':{},'delete':{}}";

    private final RawAgent agent = new RawAgent();
    private AcpClient client;
    private ClientSession session;
    private PromptTurn turn;
    private JsonNode prompt;

    @AfterEach
    void close() {
        client.close();
    }

    private void begin(int version, Duration cancelTimeout, Duration requestTimeout) {
        ConnectionOptions.Builder options = ConnectionOptions.builder();
        for (String how : new String[] {"close", "delete", "archive"}) {
            options.requestTimeout("session/" + how, requestTimeout);
        }
        client = agent.connectTo(
                version == 1
                        ? "{'protocolVersion':1,'agentCapabilities':{'sessionCapabilities':" + CAPABILITIES + "}}"
                        : V2Fixture.response("{'session':" + CAPABILITIES + "}"),
                (AcpClientBuilder builder) -> builder.protocolVersions(V2Fixture.V2, V2Fixture.V1)
                        .options(options.build())
                        .cancelTimeout(cancelTimeout)
                        .onPermission((request, context) -> RequestPermissionResponse.selected(
                                request.options().get(0).optionId())));
        session = V2Fixture.open(client, agent, "s1");
        turn = session.startTurn("work");
        prompt = agent.expect("session/prompt");
        if (version == 2) {
            V2Fixture.insert(agent, prompt, "u1");
            V2Fixture.running(agent, "s1");
            get(turn.inserted());
        }
    }

    private void finish(int version) {
        if (version == 1) {
            agent.result(prompt, "{'stopReason':'end_turn'}");
        } else {
            V2Fixture.idle(agent, "s1", "end_turn");
        }
        PromptResponse end = get(turn.result());
        assertThat(end.stopReason()).isEqualTo(StopReason.END_TURN);
        assertThat(PromptTurn.isUnconfirmed(end)).isFalse();
    }

    private CompletableFuture<Void> end(String how) {
        return switch (how) {
            case "close" -> session.closeAsync();
            case "delete" -> session.deleteAsync();
            case "archive" -> client.unstable().archiveSessionAsync(session.id());
            case "close and wait" -> CompletableFuture.runAsync(session::close);
            default -> CompletableFuture.runAsync(session::delete);
        };
    }

    @ParameterizedTest
    @CsvSource({
        "1, close, error", "1, close, timeout", "1, delete, error", "1, delete, timeout",
        "1, archive, error", "1, archive, timeout", "1, close and wait, error", "1, delete and wait, timeout",
        "2, close, error", "2, close, timeout", "2, delete, error", "2, delete, timeout",
        "2, archive, error", "2, archive, timeout", "2, close and wait, error", "2, delete and wait, timeout"
    })
    void turnContinuesAndItsPermissionRequestsReachTheApplication(int version, String how, String failure) {
        boolean timeout = failure.equals("timeout");
        begin(version, Duration.ofMinutes(5), timeout ? Duration.ofMillis(100) : Duration.ofMinutes(5));
        CompletableFuture<Void> ending = end(how);
        JsonNode request = agent.expect("session/" + how.split(" ")[0]);
        if (timeout) {
            assertThat(agent.expect("$/cancel_request").at("/params/requestId")).isEqualTo(request.get("id"));
        } else {
            agent.error(request, -32603, "The session is busy");
        }
        assertThatThrownBy(() -> get(ending)).isNotNull();

        agent.request(
                "7",
                "session/request_permission",
                "{'sessionId':'s1','title':'t','subject':{'type':'tool_call','toolCall':{'toolCallId':'c1'}},"
                        + "'toolCall':{'toolCallId':'c1'},"
                        + "'options':[{'optionId':'yes','name':'Yes','kind':'allow_once'}]}");
        assertThat(agent.next().at("/result/outcome/outcome").asText()).isEqualTo("selected");
        finish(version);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void turnDoesNotEndAfterTheTimeoutForACancellation(int version) {
        Duration cancelTimeout = Duration.ofSeconds(4);
        begin(version, cancelTimeout, Duration.ofMinutes(5));
        CompletableFuture<Void> ending = session.closeAsync();
        agent.error(agent.expect("session/close"), -32603, "The session is busy");
        assertThatThrownBy(() -> get(ending)).isNotNull();
        // Such delays end in the order of their times.
        get(CompletableFuture.runAsync(
                () -> {}, CompletableFuture.delayedExecutor(cancelTimeout.toMillis() + 500, TimeUnit.MILLISECONDS)));
        assertThat(turn.isDone()).isFalse();
        finish(version);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void cancellationDuringTheRequestRemains(int version) {
        begin(version, Duration.ofMillis(500), Duration.ofMinutes(5));
        CompletableFuture<Void> ending = session.closeAsync();
        JsonNode request = agent.expect("session/close");
        session.cancel();
        agent.expect("session/cancel");
        agent.error(request, -32603, "The session is busy");
        assertThatThrownBy(() -> get(ending)).isNotNull();
        assertThat(PromptTurn.isUnconfirmed(get(turn.result()))).isTrue();
    }
}
