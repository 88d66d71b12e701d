package io.acp4j.transport.ws.jakarta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.method.Methods;
import io.acp4j.schema.session.ListSessionsRequest;
import io.acp4j.schema.session.LoadSessionRequest;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.transport.ws.WsTransport;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The user whom a container has authenticated is the principal to whom the sessions of a connection belong. */
class JakartaPrincipalsTest {

    private static AcpClient client(AuthenticatingContainer container, String user) {
        return AcpClient.builder(
                        WsTransport.builder(container.uri()).bearerToken(user).connect())
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

    @Test
    void sessionsBelongToTheUserWhoMadeThem() throws Exception {
        try (SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
            AcpAgent agent = AcpAgent.builder()
                    .info("agent", "1")
                    .onPrompt(turn -> turn.say("for " + turn.client().principal()))
                    .sessions(repository)
                    .build();
            try (AuthenticatingContainer container = new AuthenticatingContainer(agent::serve);
                    AcpClient alice = client(container, "alice");
                    AcpClient bob = client(container, "bob");
                    AcpClient bobAgain = client(container, "bob")) {
                var session = alice.newSession(Path.of("/"));
                session.prompt("hi");
                assertThat(repository.find(session.id()).principal()).isEqualTo("alice");
                assertThat(list(alice)).containsExactly(session.id());
                assertThat(list(bob)).isEmpty();
                LoadSessionRequest load =
                        LoadSessionRequest.builder(session.id(), "/").build();
                assertThatThrownBy(() -> bob.request(Methods.SESSION_LOAD, load))
                        .isInstanceOfSatisfying(
                                AcpErrorException.class,
                                refused -> assertThat(refused.code().value()).isEqualTo(-32002));
                SessionId own = bob.newSession(Path.of("/")).id();
                assertThat(list(bobAgain)).containsExactly(own);
            }
        }
    }

    private static String principal(String user) throws Exception {
        CompletableFuture<String> principal = new CompletableFuture<>();
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(turn -> turn.say("hi"))
                .build();
        try (AuthenticatingContainer container = new AuthenticatingContainer(transport -> {
                    principal.complete(transport.principal());
                    agent.serve(transport);
                });
                AcpClient client = client(container, user)) {
            assertThat(client.newSession(Path.of("/")).id()).isNotNull();
            return principal.get(60, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "256, 256", "257, 71"})
    void nameThatIsTooLongIsDigested(int length, int expected) throws Exception {
        String user = "n".repeat(length);
        String principal = principal(user);
        assertThat(principal).hasSize(expected);
        assertThat(principal.equals(user)).isEqualTo(length <= 256);
        assertThat(principal(user)).isEqualTo(principal);
    }

    @Test
    void nobodyIsNamedWithoutAuthentication() throws Exception {
        Tyrus.Accepted accepted = new Tyrus.Accepted();
        try (Tyrus server = Tyrus.serving(accepted, builder -> builder)) {
            JakartaTransport client = server.client(server.uri()).connect();
            assertThat(client.principal()).isEqualTo(Transport.ANONYMOUS);
            assertThat(accepted.next().principal()).isEqualTo(Transport.ANONYMOUS);
            client.close();
        }
    }
}
