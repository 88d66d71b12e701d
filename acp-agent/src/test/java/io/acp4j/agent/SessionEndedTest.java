package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.SharedStore;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.testing.V2Client;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.ForkSessionResponse;
import io.acp4j.schema.session.NewSessionResponse;
import io.acp4j.schema.update.AgentMessageChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The handler for the end of sessions is called once for each, whatever ends it. */
class SessionEndedTest {

    /** What is attached to each session, so that it is seen that the handler gets the one that was opened. */
    private record Attached(SessionId session, int opening) {}

    /** The ways in which a client, the agent or somebody else ends an open session. */
    private enum Way {
        CLOSED,
        DELETED,
        ARCHIVED,
        OPENED_AGAIN,
        TAKEN_OVER,
        TAKEN_OVER_BY_ANOTHER_PROCESS,
        CLIENT_GONE,
        CONNECTION_CLOSED
    }

    private final SessionStore store = SessionStore.inMemory();
    private final SessionRepository repository = SessionRepository.over(new SharedStore(store));
    private final BlockingQueue<Attached> ended = new LinkedBlockingQueue<>();
    private final CountDownLatch go = new CountDownLatch(1);
    private final CompletableFuture<Boolean> turnEnded = new CompletableFuture<>();
    private final Queue<StoredClient> clients = new ConcurrentLinkedQueue<>();
    private @Nullable AcpAgent served;
    private int openings;

    private final ScriptedAgent script = new ScriptedAgent()
            .step("stubborn", turn -> awaitGo())
            .step("loiter", turn -> {
                AtomicBoolean cancelled = new AtomicBoolean();
                CountDownLatch cancel = new CountDownLatch(1);
                try (var unused = turn.cancellation().onCancel(() -> {
                    cancelled.set(true);
                    cancel.countDown();
                })) {
                    await(cancel);
                }
                turnEnded.complete(cancelled.get());
            });

    @AfterEach
    void close() {
        go.countDown();
        clients.forEach(StoredClient::close);
        repository.close();
        store.close();
    }

    private AcpAgentBuilder agent() {
        return agent(session -> ended.add(Objects.requireNonNull(session.attachment(Attached.class))));
    }

    private AcpAgentBuilder agent(Consumer<AgentSession> closing) {
        return script.builder().sessionListener(new SessionListener() {
            @Override
            public void opened(AgentSession session, SessionOrigin origin) {
                session.attach(Attached.class, new Attached(session.id(), ++openings));
            }

            @Override
            public void closed(AgentSession session) {
                closing.accept(session);
            }
        });
    }

    private StoredClient stored(AcpAgentBuilder agent) {
        served = agent.sessions(repository, ScriptedAgent.UNTITLED).build();
        return StoredClient.of(served);
    }

    private static String about(String session) {
        return "{'sessionId':'" + session + "','cwd':'/project','mcpServers':[]}";
    }

    private void end(Way way, StoredClient client, String session) {
        switch (way) {
            case CLOSED -> request(client, "session/close", session);
            case DELETED -> request(client, "session/delete", session);
            case ARCHIVED -> request(client, "session/archive", session);
            // The session that is opened has to be there, to end with its client.
            case OPENED_AGAIN -> client.call("session/resume", about(session));
            case TAKEN_OVER -> {
                StoredClient other = StoredClient.of(Objects.requireNonNull(served));
                clients.add(other);
                other.call("session/resume", about(session));
            }
            case TAKEN_OVER_BY_ANOTHER_PROCESS -> {
                store.write(transaction -> {
                    StoredSession ours = Objects.requireNonNull(transaction.lockSession(new SessionId(session)));
                    Lease theirs = new Lease(
                            "elsewhere",
                            ours.lease().token() + 1,
                            transaction.now().plusSeconds(3600));
                    transaction.update(ours.toBuilder().lease(theirs).build());
                    return theirs;
                });
                client.raw().prompt(session, "notice it");
            }
            case CLIENT_GONE -> client.raw().hangUp();
            case CONNECTION_CLOSED -> client.raw().agent().close();
        }
    }

    private static void request(StoredClient client, String method, String session) {
        client.raw().request(method, about(session).replace('\'', '"'));
    }

    private Attached nextEnded() throws InterruptedException {
        return Objects.requireNonNull(ended.poll(60, TimeUnit.SECONDS), "no session has ended");
    }

    @ParameterizedTest
    @EnumSource
    void everyEndIsToldOnce(Way way) throws Exception {
        StoredClient client = stored(agent());
        String session = client.newSession();
        String other = client.newSession();

        end(way, client, session);

        boolean all = way == Way.CLIENT_GONE || way == Way.CONNECTION_CLOSED;
        if (!all) {
            assertThat(nextEnded()).isEqualTo(new Attached(new SessionId(session), 1));
        }
        client.close();
        clients.forEach(StoredClient::close);
        List<Attached> rest = new ArrayList<>(List.of(new Attached(new SessionId(other), 2)));
        if (all) {
            rest.add(new Attached(new SessionId(session), 1));
        } else if (way == Way.OPENED_AGAIN || way == Way.TAKEN_OVER) {
            rest.add(new Attached(new SessionId(session), 3));
        }
        assertThat(ended).containsExactlyInAnyOrderElementsOf(rest);
    }

    @ParameterizedTest
    @EnumSource(names = {"CLOSED", "DELETED", "ARCHIVED"})
    void responseWaitsForTheHandler(Way way) {
        AtomicBoolean returned = new AtomicBoolean();
        CountDownLatch called = new CountDownLatch(1);
        StoredClient client = stored(agent(session -> {
            called.countDown();
            awaitGo();
            returned.set(true);
        }));
        String session = client.newSession();
        end(way, client, session);
        await(called);
        client.raw().expectSilence();
        go.countDown();
        assertThat(client.raw().next().path("result").isObject()).isTrue();
        assertThat(returned).isTrue();
        client.close();
    }

    @Test
    @DisplayName("in version 2 of the protocol, too")
    void versionTwo() throws Exception {
        try (V2Client client = V2Client.of(agent().protocolVersions(ProtocolVersion.V2)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build())) {
            String closed = client.newSession();
            String open = client.newSession();
            client.result(client.about("session/close", closed));
            assertThat(nextEnded().session().value()).isEqualTo(closed);
            client.raw().hangUp();
            assertThat(nextEnded().session().value()).isEqualTo(open);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Way.class,
            names = {"OPENED_AGAIN", "TAKEN_OVER_BY_ANOTHER_PROCESS"}, // neither waits for a turn
            mode = EnumSource.Mode.EXCLUDE)
    void turnHasEndedBefore(Way way) throws Exception {
        CompletableFuture<Boolean> before = new CompletableFuture<>();
        StoredClient client = stored(agent(session -> before.complete(turnEnded.isDone())));
        String session = client.newSession();
        client.raw().prompt(session, "say a;loiter");
        client.raw().update();

        end(way, client, session);

        assertThat(before).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo(true);
        assertThat(turnEnded).isCompletedWithValue(true);
        client.close();
    }

    @Test
    @DisplayName("a turn that ignores the cancellation does not keep the handler from being called")
    void stubbornTurn() throws Exception {
        StoredClient client = stored(agent());
        String session = client.newSession();
        client.raw().prompt(session, "say a;end;stubborn");
        client.raw().update();
        client.raw().hangUp();
        assertThat(nextEnded().session().value()).isEqualTo(session);
        assertThat(go.getCount()).isOne();
        client.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("a session that is refused later than by the listener has ended; one that this refuses has not begun")
    void refusedSessions(boolean byHandler) {
        AcpAgentBuilder builder = agent().onNewSession((request, setup) ->
                NewSessionResponse.builder(new SessionId("one")).build());
        if (byHandler) {
            builder.sessionListener((session, origin) -> {
                throw AcpErrorException.authRequired();
            });
        }
        try (RawClient client = RawClient.initialized(builder.build())) {
            String params = "{\"cwd\":\"/project\",\"mcpServers\":[]}";
            if (byHandler) {
                client.error(client.request("session/new", params));
                assertThat(ended).isEmpty();
            } else {
                client.result(client.request("session/new", params));
                client.error(client.request("session/new", params));
                assertThat(ended).containsExactly(new Attached(new SessionId("one"), 2));
            }
        }
    }

    @Test
    @DisplayName("nothing can be sent any more, and what the handler throws changes nothing for the client")
    void failingHandler() {
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        StoredClient client = stored(agent(session -> {
            try {
                session.update(AgentMessageChunk.text(null, "late"));
            } catch (IllegalStateException e) {
                refused.complete(e);
            }
            throw new IllegalStateException("as told");
        }));
        String session = client.newSession();
        JsonNode response = client.call("session/close", "{'sessionId':'" + session + "'}");
        assertThat(response.isObject()).isTrue();
        assertThat(refused).isCompleted();
        assertThat(client.raw()
                        .result(client.raw().request("session/list", "{}"))
                        .get("sessions"))
                .hasSize(1);
        client.close();
    }

    @Test
    @DisplayName("without a store, closing waits for the handlers as well")
    void notStored() throws Exception {
        RawClient client = RawClient.initialized(agent(session -> {
                    awaitGo();
                    ended.add(Objects.requireNonNull(session.attachment(Attached.class)));
                })
                .onForkSession((request, setup) ->
                        ForkSessionResponse.builder(setup.sessionId()).build())
                .build());
        String session = client.newSession();
        client.close();
        assertThat(client.agent().closed().toCompletableFuture().isDone()).isFalse();
        go.countDown();
        client.agent().awaitClosed();
        assertThat(ended).extracting(attached -> attached.session().value()).containsExactly(session);
    }

    @Test
    @DisplayName("a handler that does not return does not keep the connection from ending")
    void stuckHandler() throws Exception {
        RawClient client = RawClient.initialized(agent(session -> awaitGo()).build());
        client.newSession();
        client.close();
        client.agent().awaitClosed();
        assertThat(go.getCount()).isOne();
    }

    private void awaitGo() {
        await(go);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }
}
