package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.Conversations;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class StoreFailureTest {

    /** A store whose disk is full now and then. */
    private static final class FullStore implements SessionStore {
        private final SessionStore store = SessionStore.inMemory();
        private volatile boolean full;

        @Override
        public <T> T read(Function<? super StoreView, T> action) {
            return store.read(action);
        }

        @Override
        public <T> T write(Function<? super StoreTransaction, T> action) {
            if (full) {
                throw new SessionStoreException("the disk of the test store is full", null);
            }
            return store.write(action);
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private final FullStore store = new FullStore();
    private final Conversations conversations = Conversations.over(store);
    private StoredClient client;
    private String session;

    @BeforeEach
    void connect() {
        ScriptedAgent script = new ScriptedAgent()
                .step("fill", turn -> store.full = true)
                .step("free", turn -> store.full = false)
                .step("stubborn", turn -> {
                    try {
                        turn.endMessage();
                    } catch (RuntimeException ignored) {
                        store.full = false;
                    }
                });
        client = StoredClient.of(script.builder().conversations(conversations).build());
        session = client.newSession();
        client.prompt(session, "one");
    }

    @AfterEach
    void disconnect() {
        store.full = false;
        client.close();
        conversations.close();
    }

    private JsonNode fail(String script) {
        int turn = client.raw().prompt(session, script);
        while (true) {
            JsonNode frame = client.raw().next();
            if (frame.path("id").asInt(-1) == turn && !frame.has("method")) {
                assertThat(frame.has("error")).as("an error: " + frame).isTrue();
                return frame.get("error");
            }
        }
    }

    @Test
    @DisplayName("86: a turn that cannot be stored fails with a typed error, and the session goes on when it can")
    void turnFails() {
        JsonNode error = fail("say a;fill;tool t;say b");
        assertThat(error.get("code").asInt()).isEqualTo(-32603);
        assertThat(error.at("/data/reason").asText()).isEqualTo("store_failed");
        assertThat(error.at("/data/sessionId").asText()).isEqualTo(session);
        store.full = false;
        assertThat(client.say(session, "next")).isEqualTo("re: next");
        assertThat(client.transcript(session))
                .startsWith("user:one", "agent:re: one")
                .endsWith("user:next", "agent:re: next");
    }

    @Test
    void turnThatCannotBeBegunDoesNotReachItsHandler() {
        store.full = true;
        assertThat(fail("free;say a").at("/data/reason").asText()).isEqualTo("store_failed");
        assertThat(store.full).isTrue();
    }

    @Test
    @DisplayName("a handler that passes over the failure does not hide it")
    void failureIsNotSwallowed() {
        assertThat(fail("say a;fill;stubborn").at("/data/reason").asText()).isEqualTo("store_failed");
    }

    @Test
    @DisplayName("86: a fork that cannot be stored is refused, nothing is listed, and the source can be written later")
    void forkFails() {
        store.full = true;
        JsonNode error = client.refused("session/fork", StoredClient.forkOf(session, ""));
        assertThat(error.get("code").asInt()).isEqualTo(-32603);
        assertThat(client.list()).containsExactly(session);
        store.full = false;
        assertThat(client.say(client.fork(session), "next")).isEqualTo("re: next");
        assertThat(client.say(session, "next")).isEqualTo("re: next");
    }
}
