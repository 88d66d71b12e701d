package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.SharedStore;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.schema.SessionId;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrphanedSessionsTest {

    private final SessionStore store = SessionStore.inMemory();
    private final SessionRepository repository = SessionRepository.over(
            store,
            SessionRepositoryOptions.builder().lease(Duration.ofSeconds(9)).build());
    private final StoredClient client =
            StoredClient.of(new ScriptedAgent().builder().sessions(repository).build());

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    private String closedSession() {
        String session = client.newSession();
        client.prompt(session, "one");
        client.call("session/close", "{'sessionId':'" + session + "'}");
        return session;
    }

    private void lease(String session, Duration duration) {
        store.write(tx -> {
            tx.update(tx.lockSession(new SessionId(session)).toBuilder()
                    .lease(new Lease("another process", 100, tx.now().plus(duration)))
                    .build());
            return true;
        });
    }

    @Test
    void sessionOfADeadProcessIsOpenedWhenItsLeaseEnds() {
        String session = closedSession();
        lease(session, Duration.ofMillis(500));
        assertThat(client.transcript(session)).containsExactly("user:one", "agent:re: one");
    }

    @Test
    void sessionOfALivingProcessIsRefusedAtItsFirstSignOfLife() {
        String session = closedSession();
        SessionId id = new SessionId(session);
        try (SessionRepository other = SessionRepository.over(
                new SharedStore(store),
                SessionRepositoryOptions.builder().lease(Duration.ofSeconds(6)).build())) {
            var unused = other.open(id);
            var error =
                    client.refused("session/load", "{'sessionId':'" + session + "','cwd':'/project','mcpServers':[]}");
            assertThat(error.at("/data/reason").asText()).isEqualTo("session_in_use");
        }
        assertThat(client.transcript(session)).hasSize(2);
    }
}
