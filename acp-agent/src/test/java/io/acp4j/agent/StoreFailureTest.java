package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.SessionStoreException;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoreView;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.testing.StoredClient;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.config.SessionConfigBoolean;
import io.acp4j.schema.init.ProtocolVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoreFailureTest {

    /** A store whose disk is full now and then. */
    private static final class FullStore implements SessionStore {
        private final SessionStore store = SessionStore.inMemory();
        private volatile boolean full;
        private volatile boolean unreadable;
        private volatile boolean unwritable;

        @Override
        public <T> T read(Function<? super StoreView, T> action) {
            if (unreadable) {
                throw new SessionStoreException("the disk of the test store is gone", null);
            }
            return store.read(action);
        }

        @Override
        public <T> T write(Function<? super StoreTransaction, T> action) {
            if (unwritable) {
                throw new SessionStoreException.UnwritableException("the disk of the test store is read-only", null);
            }
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
    private final SessionRepository repository = SessionRepository.over(store);
    private AcpAgent agent;
    private StoredClient client;
    private String session;
    private String message = "m";

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
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onSetMode((request, session) -> {})
                .onSetConfigOption(
                        (request, session) -> List.of(SessionConfigBoolean.builder(new SessionConfigId("c"), "C", true)
                                .build()))
                .sessions(repository)
                .build();
        client = StoredClient.of(agent);
        session = client.newSession();
        client.prompt(session, "one");
    }

    @AfterEach
    void disconnect() {
        store.full = false;
        store.unreadable = false;
        store.unwritable = false;
        client.close();
        repository.close();
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

    @ParameterizedTest
    @ValueSource(strings = {"the same connection", "another connection", "a new process"})
    void aSessionOfAFullDiskIsShownAndContinuesWhenThereIsRoom(String where) {
        if (where.equals("a new process")) {
            client.call("session/close", "{'sessionId':'" + session + "'}");
        }
        store.unwritable = true;
        try (StoredClient other = StoredClient.of(agent)) {
            StoredClient reader = where.equals("the same connection") ? client : other;
            assertThat(reader.transcript(session)).containsExactly("user:one", "agent:re: one");
            JsonNode error = reader.raw().error(reader.raw().prompt(session, "say a"));
            assertThat(error.at("/data/reason").asText()).isEqualTo("store_failed");
            assertThat(reader.transcript(session)).containsExactly("user:one", "agent:re: one");

            store.unwritable = false;
            assertThat(reader.say(session, "say a")).isEqualTo("a");
            assertThat(reader.transcript(session))
                    .containsExactly("user:one", "agent:re: one", "user:say a", "agent:a");
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

    /** Each method that needs the store, with parameters for a session that is open, and whether reading is enough for it. */
    private Map<String, String> methods() {
        String id = "'sessionId':'" + session + "'";
        String setup = id + ",'cwd':'/project','mcpServers':[]";
        Map<String, String> methods = new LinkedHashMap<>();
        methods.put("session/new", "'cwd':'/project','mcpServers':[]");
        methods.put("session/load", setup);
        methods.put("session/resume", setup);
        methods.put("session/fork", setup);
        methods.put("session/list", "");
        methods.put("session/prompt", id + ",'prompt':[{'type':'text','text':'x'}]");
        methods.put("session/set_mode", id + ",'modeId':'m'");
        methods.put("session/set_config_option", id + ",'configId':'c','value':'v'");
        methods.put("session/delete", id);
        methods.put("session/archive", id);
        methods.put("session/unarchive", id);
        methods.put("session/status", id);
        methods.put("session/set_title", id + ",'title':'t'");
        methods.put("_acp4j/session/tree", id);
        methods.put("_acp4j/session/branches", id);
        methods.put("_acp4j/session/path", id);
        methods.put("_acp4j/session/compare", id + ",'left':'" + message + "','right':'" + message + "'");
        methods.put("_acp4j/session/graft", id + ",'summary':'s','from':'" + message + "'");
        methods.put("_acp4j/session/prune", id + ",'messageId':'" + message + "'");
        methods.put("_acp4j/session/label", id + ",'label':'l','messageId':'" + message + "'");
        methods.put("_acp4j/session/navigate", id + ",'messageId':'" + message + "'");
        return methods;
    }

    /** Unarchiving what is not archived writes nothing either. */
    private static final Set<String> READING = Set.of(
            "session/list",
            "session/status",
            "session/unarchive",
            "_acp4j/session/tree",
            "_acp4j/session/branches",
            "_acp4j/session/path",
            "_acp4j/session/compare");

    @TestFactory
    @DisplayName("every method × a store that cannot be written or read: store_failed, and then it works again")
    List<DynamicTest> everyMethodSaysThatTheStoreFails() {
        List<DynamicTest> tests = new ArrayList<>();
        methods().keySet().forEach(method -> {
            if (!READING.contains(method)) {
                tests.add(dynamicTest("full: " + method, () -> assertStoreFails(method, () -> store.full = true)));
            }
            tests.add(dynamicTest(
                    "gone: " + method,
                    () -> assertStoreFails(method, () -> {
                        store.full = true;
                        store.unreadable = true;
                    })));
        });
        return tests;
    }

    @TestFactory
    @DisplayName("in version 2, too")
    List<DynamicTest> everyMethodOfVersion2SaysThatTheStoreFails() {
        List<DynamicTest> tests = new ArrayList<>();
        methods().keySet().forEach(method -> {
            if (!method.equals("session/load") && !method.equals("session/set_mode")) {
                tests.add(dynamicTest(method, () -> assertStoreFailsInVersion2(method)));
            }
        });
        return tests;
    }

    private void assertStoreFailsInVersion2(String method) {
        try (RawClient newer = RawClient.ofVersion2(agent, Transport.ANONYMOUS)) {
            session = newer.sessionWithATurn();
            message = newer.response("_acp4j/session/tree", "{\"sessionId\":\"" + session + "\"}")
                    .at("/result/messages/0/messageId")
                    .asText();
            store.full = true;
            store.unreadable = true;
            String params = "{" + methods().get(method) + "}";
            JsonNode response = newer.response(
                    method, params.replace("'value'", "'type':'id','value'").replace('\'', '"'));
            store.full = false;
            store.unreadable = false;
            assertThat(response.at("/error/code").asInt()).as("%s", response).isEqualTo(-32603);
            assertThat(response.at("/error/data/reason").asText()).isEqualTo("store_failed");
            assertThat(newer.response(
                                    "session/resume",
                                    "{\"sessionId\":\"" + session
                                            + "\",\"cwd\":\"/project\",\"replayFrom\":{\"type\":\"start\"}}")
                            .has("result"))
                    .isTrue();
        }
    }

    private void assertStoreFails(String method, Runnable failing) {
        session = client.newSession();
        client.prompt(session, "one");
        message = client.ids(session).get(0);
        failing.run();
        JsonNode error = client.refused(method, "{" + methods().get(method) + "}");
        assertThat(error.get("code").asInt()).isEqualTo(-32603);
        assertThat(error.at("/data/reason").asText()).isEqualTo("store_failed");
        assertThat(error.at("/data/sessionId").asText(""))
                .isEqualTo(methods().get(method).contains("sessionId") ? session : "");
        assertThat(error.get("message").asText()).contains("Try again").doesNotContain("disk");
        store.full = false;
        store.unreadable = false;
        client.call("session/resume", "{'sessionId':'" + session + "','cwd':'/project'}");
        assertThat(client.say(session, "next")).isEqualTo("re: next");
    }
}
