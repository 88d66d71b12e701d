package io.acp4j.client.fork;

import static io.acp4j.client.testing.RawAgent.get;
import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.client.ClientSession;
import io.acp4j.client.SessionForks;
import io.acp4j.rpc.AcpErrorException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ForkScopeTest {

    private ForkFixture fixture = new ForkFixture(ForkFixture.ALL);

    private void agentWith(String sessionCapabilities) {
        fixture.close();
        fixture = new ForkFixture("{'sessionCapabilities':" + sessionCapabilities + "}");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private SessionForks.TemporaryFork temporaryFork(ClientSession session) {
        CompletableFuture<SessionForks.TemporaryFork> opening = supplyAsync(session.forks()::temporaryFork);
        fixture.answerNext("session/fork", "{'sessionId':'aside'}");
        return get(opening);
    }

    @Test
    @DisplayName("24: a throw-away fork is closed and deleted, and its source hears nothing of it")
    void scopeClosesAndDeletesItsSession() {
        ClientSession session = fixture.session();
        CompletableFuture<Void> aside = runAsync(() -> {
            try (SessionForks.TemporaryFork scope = session.forks().temporaryFork()) {
                scope.session().prompt("what if?");
            }
        });
        fixture.answerNext("session/fork", "{'sessionId':'aside'}");
        JsonNode prompt = fixture.answerNext("session/prompt", "{'stopReason':'end_turn'}");
        JsonNode closed = fixture.answerNext("session/close", "{}");
        JsonNode deleted = fixture.answerNext("session/delete", "{}");
        get(aside);

        assertThat(prompt.path("sessionId").asText()).isEqualTo("aside");
        assertThat(closed.path("sessionId").asText()).isEqualTo("aside");
        assertThat(deleted.path("sessionId").asText()).isEqualTo("aside");
        assertThat(fixture.client.sessions()).containsExactly(session);
    }

    @Test
    void scopeThatIsClosedTwiceEndsOnce() {
        ClientSession session = fixture.session();
        SessionForks.TemporaryFork scope = temporaryFork(session);
        CompletableFuture<Void> closing = runAsync(scope::close);
        fixture.answerNext("session/close", "{}");
        fixture.answerNext("session/delete", "{}");
        get(closing);

        scope.close();

        fixture.agent.expectNothingBefore(session::cancel, "session/cancel");
    }

    @Test
    void onlyWhatTheAgentAdvertisesIsAskedOfIt() {
        agentWith("{'fork':{}}");
        ClientSession session = fixture.session();
        SessionForks.TemporaryFork scope = temporaryFork(session);
        CompletableFuture<?> turn = scope.session().promptAsync("what if?");
        JsonNode prompt = fixture.agent.expect("session/prompt");

        scope.close();

        assertThat(fixture.agent
                        .expect("session/cancel")
                        .at("/params/sessionId")
                        .asText())
                .isEqualTo("aside");
        fixture.agent.result(prompt, "{'stopReason':'cancelled'}");
        get(turn);
        assertThat(fixture.client.sessions()).containsExactly(session);
        fixture.agent.expectNothingBefore(session::cancel, "session/cancel");
    }

    @Test
    void agentThatDeletesButDoesNotCloseIsAskedToDelete() {
        agentWith("{'fork':{},'delete':{}}");
        ClientSession session = fixture.session();
        SessionForks.TemporaryFork scope = temporaryFork(session);
        CompletableFuture<Void> closing = runAsync(scope::close);
        fixture.answerNext("session/delete", "{}");
        get(closing);

        assertThat(fixture.client.sessions()).containsExactly(session);
    }

    @Test
    void deletionIsTriedThoughClosingFails() {
        ClientSession session = fixture.session();
        SessionForks.TemporaryFork scope = temporaryFork(session);
        CompletableFuture<Void> closing = runAsync(scope::close);
        fixture.agent.error(fixture.agent.expect("session/close"), -32603, "stuck");
        fixture.answerNext("session/delete", "{}");

        assertThatThrownBy(() -> get(closing))
                .isInstanceOf(AcpErrorException.class)
                .hasMessageContaining("stuck");
        assertThat(fixture.client.sessions()).containsExactly(session);
    }
}
