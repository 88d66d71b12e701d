package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.RequestMethod;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.ForkSessionRequest;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.SessionInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that have shown who they are see their own sessions and no others. */
class PrincipalsOverWebSocketTest {

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private WsServer server;

    @BeforeEach
    void serve() {
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(turn -> turn.say("for " + turn.client().principal()))
                .sessions(repository)
                .build();
        server = WsServer.builder(agent::serve)
                .authenticator(WsAuthenticator.bearerTokens(
                        Map.of("token of alice", "alice", "token of bob", "bob", "new token of bob", "bob")))
                .start();
    }

    @AfterEach
    void stop() {
        server.close();
        repository.close();
    }

    private AcpClient client(String token) {
        return AcpClient.builder(
                        WsTransport.builder(server.uri()).bearerToken(token).connect())
                .connect();
    }

    private static List<SessionId> list(AcpClient client) {
        return client
                .request(Methods.SESSION_LIST, ListSessionsRequest.builder().build())
                .sessions()
                .stream()
                .map(SessionInfo::sessionId)
                .toList();
    }

    private static <P, R> String refusal(AcpClient client, RequestMethod<P, R> method, P params, SessionId id) {
        AcpErrorException refused = catchThrowableOfType(AcpErrorException.class, () -> client.request(method, params));
        String data = new String(refused.error().data().toBytes(), StandardCharsets.UTF_8);
        return (refused.code() + " " + refused.error().message() + " " + data).replace(id.value(), "ID");
    }

    @Test
    void sessionsBelongToWhoMadeThem() {
        try (AcpClient alice = client("token of alice");
                AcpClient bob = client("token of bob");
                AcpClient bobAgain = client("new token of bob")) {
            SessionId session = alice.newSession(Path.of("/")).id();
            SessionId unknown = new SessionId("nobody");
            assertThat(list(alice)).containsExactly(session);
            assertThat(list(bob)).isEmpty();
            assertThat(refusal(bob, Methods.SESSION_LOAD, load(session), session))
                    .contains("unknown_session")
                    .isEqualTo(refusal(bob, Methods.SESSION_LOAD, load(unknown), unknown));
            assertThat(refusal(bob, Methods.SESSION_FORK, fork(session), session))
                    .contains("unknown_session")
                    .isEqualTo(refusal(bob, Methods.SESSION_FORK, fork(unknown), unknown));
            SessionId own = bob.newSession(Path.of("/")).id();
            assertThat(list(bobAgain)).containsExactly(own);
            assertThat(repository.find(own).principal()).isEqualTo("bob");
            bobAgain.request(Methods.SESSION_LOAD, load(own));
            assertThat(list(alice)).containsExactly(session);
        }
    }

    private static LoadSessionRequest load(SessionId id) {
        return LoadSessionRequest.builder(id, "/").build();
    }

    private static ForkSessionRequest fork(SessionId id) {
        return ForkSessionRequest.builder(id, "/").build();
    }
}
