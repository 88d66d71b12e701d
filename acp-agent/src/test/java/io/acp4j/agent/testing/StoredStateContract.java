package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionRepositoryOptions;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What is said of a session that is not there: the same code and reason, whatever is asked of it; on any store. */
public abstract class StoredStateContract {

    private static final String OK = "ok";

    /** That of the other process; long enough to be prolonged in time on a busy machine. */
    private static final Duration LEASE = Duration.ofSeconds(9);

    /** What each reason is called as an error. */
    private static final Map<String, Integer> CODES =
            Map.of("unknown_session", -32002, "closed", -32002, "taken_over", -32002, "session_in_use", -32600);

    private final ScriptedAgent script = new ScriptedAgent();
    private SessionStore store;
    private SessionRepository repository;
    private SessionRepository otherProcess;
    private AcpAgent agent;
    private StoredClient client;

    /** The client that asks, of either version. */
    private RawClient raw;

    private boolean newer;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void connect() {
        store = open();
        repository = SessionRepository.over(new SharedStore(store));
        otherProcess = SessionRepository.over(
                new SharedStore(store),
                SessionRepositoryOptions.builder().lease(LEASE).build());
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onSetMode((request, session) -> {})
                .onSetConfigOption((request, session) -> List.of())
                .sessions(repository)
                .build();
        client = StoredClient.of(agent);
        raw = client.raw();
    }

    @AfterEach
    void disconnect() {
        client.close();
        raw.close();
        otherProcess.close();
        repository.close();
        store.close();
    }

    private JsonNode response(String method, String params) {
        return raw.response(method, params.replace('\'', '"'));
    }

    private String made() {
        if (newer) {
            return raw.sessionWithATurn();
        }
        String session = client.newSession();
        client.prompt(session, "one");
        return session;
    }

    private String closed() {
        String session = made();
        assertThat(response("session/close", about(session)).has("result")).isTrue();
        return session;
    }

    private String deleted() {
        String session = made();
        assertThat(response("session/delete", about(session)).has("result")).isTrue();
        return session;
    }

    /** Returns a session that was open here when another connection did something to it. */
    private String elsewhere(String method) {
        String session = made();
        try (StoredClient other = StoredClient.of(agent)) {
            other.call(method, about(session));
        }
        return session;
    }

    private String takenAndDeleted() {
        String session = made();
        try (StoredClient other = StoredClient.of(agent)) {
            other.transcript(session);
            other.call("session/delete", about(session));
        }
        return session;
    }

    private String takenBackAndClosed() {
        String session = taken();
        String setup = with(session, "'cwd':'/project','mcpServers':[]");
        assertThat(response("session/resume", setup).has("result")).isTrue();
        assertThat(response("session/close", about(session)).has("result")).isTrue();
        return session;
    }

    private String deletedByAnotherProcess() {
        String session = made();
        otherProcess.delete(new SessionId(session));
        return session;
    }

    /** Opened on another connection while it was idle here. */
    private String taken() {
        String session = made();
        try (StoredClient other = StoredClient.of(agent)) {
            other.transcript(session);
        }
        return session;
    }

    /** Opened by another process while it was idle here and its lease was not prolonged. */
    private String takenByAnotherProcess() {
        String session = made();
        store.write(tx -> {
            Lease mine = tx.lockSession(new SessionId(session)).lease();
            Lease theirs = new Lease("", mine.token() + 1, tx.now());
            tx.update(tx.lockSession(new SessionId(session)).toBuilder()
                    .lease(theirs)
                    .build());
            return true;
        });
        return session;
    }

    private String inUse() {
        String session = closed();
        var unused = otherProcess.open(new SessionId(session));
        return session;
    }

    private static String about(String session) {
        return "{'sessionId':'" + session + "'}";
    }

    private static String with(String session, String more) {
        return "{'sessionId':'" + session + "'," + more + "}";
    }

    /** The parameters of each method, for a session. */
    private static Map<String, String> methods(String session) {
        String setup = with(session, "'cwd':'/project','mcpServers':[]");
        Map<String, String> methods = new LinkedHashMap<>();
        methods.put("session/prompt", with(session, "'prompt':[{'type':'text','text':'x'}]"));
        methods.put("session/set_mode", with(session, "'modeId':'m'"));
        methods.put("session/set_config_option", with(session, "'configId':'c','value':'v'"));
        methods.put("session/close", about(session));
        methods.put("session/load", setup);
        methods.put("session/resume", setup);
        methods.put("session/fork", setup);
        methods.put("session/delete", about(session));
        methods.put("session/archive", about(session));
        methods.put("session/unarchive", about(session));
        methods.put("session/status", about(session));
        methods.put("session/set_title", with(session, "'title':'t'"));
        methods.put("_acp4j/session/tree", about(session));
        methods.put("_acp4j/session/branches", about(session));
        methods.put("_acp4j/session/path", about(session));
        methods.put("_acp4j/session/navigate", with(session, "'messageId':'m'"));
        methods.put("_acp4j/session/label", with(session, "'messageId':'m','label':'l'"));
        methods.put("_acp4j/session/graft", with(session, "'from':'m','summary':'s'"));
        methods.put("_acp4j/session/prune", with(session, "'messageId':'m'"));
        return methods;
    }

    private Map<String, String> askedMethods(String session) {
        Map<String, String> methods = methods(session);
        if (newer) {
            methods.remove("session/load");
            methods.remove("session/set_mode");
            methods.put("session/set_config_option", with(session, "'configId':'c','type':'id','value':'v'"));
        }
        return methods;
    }

    /** Returns what a method says of a session in a state. */
    private String expected(String method, String state) {
        boolean gone = state.equals("unknown_session");
        if (newer && method.equals("session/close")) {
            return OK;
        }
        return switch (method) {
            case "session/load", "session/resume" -> gone || state.equals("session_in_use") ? state : OK;
            case "session/delete" -> OK;
            case "session/fork",
                    "session/archive",
                    "session/unarchive",
                    "session/status",
                    "session/set_title",
                    "_acp4j/session/tree",
                    "_acp4j/session/branches",
                    "_acp4j/session/path" -> gone ? state : OK;
            case "session/close" -> state.equals("closed") || state.equals("session_in_use") ? OK : state;
            default -> state.equals("session_in_use") ? "closed" : state;
        };
    }

    @TestFactory
    @DisplayName("every method × unknown, closed, deleted, taken over, in use: one code and one reason")
    List<DynamicTest> statesHaveOneReasonEach() {
        return states();
    }

    @TestFactory
    @DisplayName("in version 2, too, where closing what is not open does nothing")
    List<DynamicTest> inVersion2TheyHaveTheSame() {
        raw = RawClient.ofVersion2(agent, Transport.ANONYMOUS);
        newer = true;
        return states();
    }

    private List<DynamicTest> states() {
        Map<String, Supplier<String>> makers = new LinkedHashMap<>();
        makers.put("unknown", () -> "nobody");
        makers.put("closed", this::closed);
        makers.put("deleted", this::deleted);
        makers.put("deleted on another connection", () -> elsewhere("session/delete"));
        makers.put("archived on another connection", () -> elsewhere("session/archive"));
        makers.put("taken over and deleted", this::takenAndDeleted);
        makers.put("taken back and closed", this::takenBackAndClosed);
        makers.put("deleted by another process", this::deletedByAnotherProcess);
        makers.put("taken over", this::taken);
        makers.put("taken over by another process", this::takenByAnotherProcess);
        makers.put("in use", this::inUse);
        Map<String, String> states = Map.ofEntries(
                Map.entry("unknown", "unknown_session"),
                Map.entry("closed", "closed"),
                Map.entry("deleted", "unknown_session"),
                Map.entry("deleted on another connection", "unknown_session"),
                Map.entry("archived on another connection", "closed"),
                Map.entry("taken over and deleted", "unknown_session"),
                Map.entry("taken back and closed", "closed"),
                Map.entry("deleted by another process", "unknown_session"),
                Map.entry("taken over", "taken_over"),
                Map.entry("taken over by another process", "taken_over"),
                Map.entry("in use", "session_in_use"));
        List<DynamicTest> tests = new ArrayList<>();
        makers.forEach((name, maker) -> askedMethods("any").keySet().forEach(method -> {
            String reason = expected(method, states.get(name));
            tests.add(dynamicTest(name + ": " + method + " → " + reason, () -> {
                String session = maker.get();
                check(method, session, reason);
                if (!reason.equals(OK) || method.startsWith("_") || (newer && method.equals("session/close"))) {
                    check(method, session, reason);
                }
            }));
        }));
        return tests;
    }

    private void check(String method, String session, String reason) {
        JsonNode frame = response(method, askedMethods(session).get(method));
        if (reason.equals(OK)) {
            assertThat(frame.has("result")).as("a result: %s", frame).isTrue();
            return;
        }
        assertThat(frame.at("/error/data/reason").asText()).as("%s", frame).isEqualTo(reason);
        assertThat(frame.at("/error/data/sessionId").asText()).isEqualTo(session);
        assertThat(frame.at("/error/code").asInt()).isEqualTo(CODES.get(reason));
    }

    @Test
    @DisplayName("a prompt whose session another process deletes ends cancelled when the client cancels it")
    void cancelledPromptOfADeletedSessionEndsCancelled() {
        String session = made();
        int turn = client.raw().prompt(session, "say a;end;say b;wait forever");
        client.raw().update();
        client.raw().update();
        otherProcess.delete(new SessionId(session));
        client.raw().cancel(session);
        assertThat(client.raw().result(turn).get("stopReason").asText()).isEqualTo("cancelled");
        check("session/prompt", session, "unknown_session");
    }

    @Test
    @DisplayName("a prompt whose session is deleted meanwhile is not called an invalid request")
    void promptOfADeletedSessionIsNoInvalidRequest() {
        String session = made();
        int turn = client.raw().prompt(session, "say a;end;wait go;say b");
        client.raw().update();
        otherProcess.delete(new SessionId(session));
        script.open("go");
        JsonNode frame = client.raw().next();
        while (frame.has("method")) {
            frame = client.raw().next();
        }
        assertThat(frame.get("id").asInt()).isEqualTo(turn);
        assertThat(frame.at("/error/code").asInt()).isEqualTo(-32002);
        assertThat(frame.at("/error/data/reason").asText()).isEqualTo("unknown_session");
    }
}
