package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.SharedStore;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.SessionId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A client that goes away: what becomes of its turns and its sessions. The lease is so long that nobody waits for its end. */
class DisconnectTest {

    private static final SessionRepositoryOptions LONG_LEASE =
            SessionRepositoryOptions.builder().lease(Duration.ofHours(1)).build();

    private final SessionStore store = SessionStore.inMemory();
    private final SessionRepository repository = SessionRepository.over(new SharedStore(store), LONG_LEASE);
    private final SessionRepository elsewhere = SessionRepository.over(new SharedStore(store), LONG_LEASE);
    private final CountDownLatch stuck = new CountDownLatch(1);
    private final CompletableFuture<Throwable> refused = new CompletableFuture<>();

    private final ScriptedAgent script = new ScriptedAgent().step("stubborn", this::ignoreCancellation);

    private void ignoreCancellation(PromptTurn turn) {
        boolean interrupted = false;
        while (stuck.getCount() > 0) {
            try {
                assertThat(stuck.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        try {
            turn.say("too late");
            refused.complete(new AssertionError("was sent"));
        } catch (RuntimeException e) {
            refused.complete(e);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void close() {
        stuck.countDown();
        repository.close();
        elsewhere.close();
        store.close();
    }

    private StoredClient connect(Duration grace) {
        return StoredClient.of(script.builder()
                .disconnectGrace(grace)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build());
    }

    /** Opens a session as another process does, as soon as nobody has it. */
    private List<HistoryEntry> openedElsewhere(String session) {
        SessionTree tree = await().atMost(Duration.ofSeconds(60))
                .ignoreException(io.acp4j.agent.tree.BranchException.class)
                .until(() -> elsewhere.open(new SessionId(session)), opened -> true);
        return tree.path();
    }

    @Test
    @DisplayName("a turn that waits in silence ends with its client's input, and its session can be opened elsewhere")
    void silentTurnEnds() throws Exception {
        StoredClient client = connect(Duration.ZERO);
        String session = client.newSession();
        String idle = client.newSession();
        int turn = client.raw().prompt(session, "say a;wait forever");
        client.raw().update();
        client.raw().hangUp();
        List<HistoryEntry> path = openedElsewhere(session);
        assertThat(path)
                .extracting(HistoryEntry::kind)
                .containsExactly(NodeKind.USER, NodeKind.AGENT, NodeKind.TURN_END);
        assertThat(path.get(2).stopReason().value()).isEqualTo("cancelled");
        assertThat(openedElsewhere(idle)).isEmpty();
        assertThat(client.raw().result(turn).get("stopReason").asText()).isEqualTo("cancelled");
        client.raw().agent().awaitClosed();
    }

    @Test
    @DisplayName("a handler that ignores the cancellation keeps no session, and what it writes later is refused")
    void stubbornHandlerKeepsNoSession() throws Exception {
        StoredClient client = connect(Duration.ZERO);
        String session = client.newSession();
        client.raw().prompt(session, "say a;end;stubborn");
        client.raw().update();
        client.raw().hangUp();
        List<HistoryEntry> path = openedElsewhere(session);
        assertThat(path.get(path.size() - 1).kind()).isEqualTo(NodeKind.TURN_END);
        client.raw().agent().awaitClosed();
        stuck.countDown();
        assertThat(refused.get(60, TimeUnit.SECONDS)).hasMessageContaining(session);
        assertThat(elsewhere.open(new SessionId(session)).path()).hasSameSizeAs(path);
    }

    @Test
    @DisplayName(
            "a prompt that arrives just before the end of input is answered as cancelled, other requests are served")
    void whatArrivesLastIsAnswered() throws Exception {
        for (int round = 0; round < 50; round++) {
            StoredClient client = connect(Duration.ZERO);
            String session = client.newSession();
            int turn = client.raw().prompt(session, "wait " + round);
            int list = client.raw().request("session/list", "{}");
            client.raw().hangUp();
            List<String> answers = List.of(answer(client.raw()), answer(client.raw()));
            assertThat(answers)
                    .anySatisfy(answer -> assertThat(answer).contains("\"id\":" + turn, "cancelled"))
                    .anySatisfy(answer -> assertThat(answer).contains("\"id\":" + list, session));
            client.raw().agent().awaitClosed();
        }
    }

    private static String answer(RawClient client) {
        return client.next().toString();
    }

    @Test
    @DisplayName("with a grace period a turn goes on for a client that still reads")
    void turnGoesOnWithGrace() throws Exception {
        StoredClient client = connect(Duration.ofMinutes(1));
        String session = client.newSession();
        int turn = client.raw().prompt(session, "say a;wait go;say b");
        client.raw().update();
        client.raw().hangUp();
        script.open("go");
        assertThat(client.raw().update().at("/content/text").asText()).isEqualTo("b");
        assertThat(client.raw().result(turn).get("stopReason").asText()).isEqualTo("end_turn");
        client.raw().agent().awaitClosed();
        assertThat(openedElsewhere(session)).hasSize(3);
    }

    @Test
    @DisplayName("a session that is loaded while the client goes away is given back, too")
    void sessionThatIsBeingOpenedIsGivenBack() throws Exception {
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        String session;
        try (StoredClient client = connect(Duration.ZERO)) {
            session = client.newSession();
            client.prompt(session, "one");
        }
        StoredClient client = StoredClient.of(script.builder()
                .sessions(repository, ScriptedAgent.UNTITLED)
                .onResumeSession((request, setup) -> {
                    opening.countDown();
                    assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                    return io.acp4j.schema.session.ResumeSessionResponse.EMPTY;
                })
                .build());
        client.raw().request("session/resume", "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\"}");
        assertThat(opening.await(60, TimeUnit.SECONDS)).isTrue();
        client.raw().hangUp();
        go.countDown();
        assertThat(openedElsewhere(session)).hasSize(3);
        client.raw().agent().awaitClosed();
    }
}
