package io.acp4j.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.client.AcpClient;
import io.acp4j.schema.SessionId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A client that is gone in mid-turn keeps no session, also when the handler ignores that. */
class DisconnectOverWebSocketTest {

    @Test
    void sessionIsGivenBackUnderAHandlerThatGoesOn() throws Exception {
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
                WsServer server = WsServer.builder(agent::serve).start()) {
            AcpClient client = AcpClient.builder(
                            WsTransport.builder(server.uri()).connect())
                    .connect();
            var session = client.newSession(Path.of("/"));
            SessionId id = session.id();
            var unused = session.promptAsync("hi");
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            client.close();
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> repository.find(id).lease().holder().isEmpty());
            try (var tree = repository.open(id)) {
                assertThat(tree.path())
                        .extracting(node -> node.kind())
                        .containsExactly(NodeKind.USER, NodeKind.AGENT, NodeKind.TURN_END);
                go.countDown();
                assertThat(refused.get(60, TimeUnit.SECONDS)).isTrue();
                assertThat(tree.path()).hasSize(3);
            }
        }
    }
}
