package io.acp4j.transport.ws.jakarta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.client.AcpClient;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.transport.ws.FaultProxy;
import io.acp4j.transport.ws.WsTransport;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A client in a container's care that is gone in mid-turn keeps no session. The lease is so long that nobody waits for its end. */
class JakartaDisconnectTest {

    /** How the client goes away. */
    private enum Leaving {
        CLOSE,
        RESET
    }

    private static Transport connect(Tyrus server, URI uri, boolean ofContainer) {
        return ofContainer
                ? server.client(uri).connect()
                : WsTransport.builder(uri).connect();
    }

    @ParameterizedTest
    @CsvSource({
        "CLOSE, true, false",
        "CLOSE, false, false",
        "CLOSE, false, true",
        "RESET, true, false",
        "RESET, false, true"
    })
    void sessionIsGivenBackAtOnce(Leaving leaving, boolean clientOfContainer, boolean stubborn) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<Boolean> refused = new CompletableFuture<>();
        SessionRepositoryOptions longLease =
                SessionRepositoryOptions.builder().lease(Duration.ofHours(1)).build();
        SessionRepository repository = SessionRepository.over(SessionStore.inMemory(), longLease);
        AcpAgent agent = AcpAgent.builder()
                .info("agent", "1")
                .onPrompt(turn -> {
                    turn.say("begun");
                    turn.endMessage();
                    begun.countDown();
                    if (!stubborn) {
                        turn.cancellation().onCancel(go::countDown);
                        assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                        refused.complete(true);
                        return;
                    }
                    assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                    try {
                        turn.say("too late");
                        refused.complete(false);
                    } catch (RuntimeException e) {
                        refused.complete(true);
                    }
                })
                .sessions(repository)
                .build();
        try (repository;
                Tyrus server = Tyrus.serving(agent::serve, builder -> builder);
                FaultProxy proxy = FaultProxy.to(server.port())) {
            AcpClient client = AcpClient.builder(connect(server, Tyrus.uri(proxy.port()), clientOfContainer))
                    .connect();
            var session = client.newSession(Path.of("/"));
            SessionId id = session.id();
            var unused = session.promptAsync("hi");
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            if (leaving == Leaving.CLOSE) {
                client.close();
            } else {
                proxy.reset();
            }
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> repository.find(id).lease().holder().isEmpty());
            try (var tree = repository.open(id)) {
                assertThat(tree.path().get(tree.path().size() - 1).kind()).isEqualTo(NodeKind.TURN_END);
                int length = tree.path().size();
                go.countDown();
                assertThat(refused.get(60, TimeUnit.SECONDS)).isTrue();
                assertThat(tree.path()).hasSize(length);
            }
            client.close();
        }
    }
}
