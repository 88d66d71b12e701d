package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgentBuilder;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.update.AvailableCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits of the work of each request in a store: transactions, SQL statements and the classes that a fork passes through. */
public abstract class StoreAccessContract {

    /** Work after a response may end after the request. Of several requests it is counted for all but the last. */
    private static final int REPETITIONS = 4;

    private static final int MAX_FORK_CLASSES = 9;

    private final ScriptedAgent script = new ScriptedAgent();
    private MeteredStore store;
    private SessionRepository repository;
    private StoredClient client;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    /** Returns the number of SQL statements so far, with those that begin and end transactions. */
    protected long statements() {
        return 0;
    }

    /** Returns the classes from the handler of a request to the row, for each session that was inserted. */
    protected List<Set<String>> insertions() {
        return store.insertions();
    }

    /** Returns the maximum number of SQL statements for each request; empty for a store without SQL. */
    protected Map<String, Integer> maxStatements() {
        return Map.of();
    }

    @BeforeEach
    void connect() {
        store = new MeteredStore(open());
        repository = SessionRepository.over(store);
        client = connected(script.builder());
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    private StoredClient connected(AcpAgentBuilder agent) {
        return StoredClient.of(
                agent.sessions(repository, ScriptedAgent.UNTITLED).build());
    }

    private AcpAgentBuilder configured() {
        return script.builder()
                .modes(mode("ask"), mode("code"))
                .onSetMode((request, session) -> {})
                .commands(AvailableCommand.of("review", "reviews changes"));
    }

    private static SessionMode mode(String id) {
        return new SessionMode(new SessionModeId(id), id, null, null);
    }

    private void assertCost(String request, int maxTransactions, Runnable action) {
        settle();
        store.takeTransactions();
        long before = statements();
        for (int i = 0; i < REPETITIONS; i++) {
            action.run();
            settle();
        }
        int transactions = store.takeTransactions();
        long used = statements() - before;
        assertThat(transactions).as("transactions of " + request).isBetween(REPETITIONS, REPETITIONS * maxTransactions);
        Integer maxStatements = maxStatements().get(request);
        assertThat(maxStatements().isEmpty() || maxStatements != null)
                .as("statements of " + request + " have a limit")
                .isTrue();
        if (maxStatements != null) {
            assertThat(used).as("statements of " + request).isBetween(1L, (long) REPETITIONS * maxStatements);
        }
    }

    /** Waits until the agent has responded to everything. */
    private void settle() {
        JsonNode unused = response("_settle", "{}");
    }

    private JsonNode call(String method, String params) {
        JsonNode response = response(method, params);
        assertThat(response.has("result")).as(response.toString()).isTrue();
        return response.get("result");
    }

    /** Sends a request and returns its response; what is sent before it does not matter. */
    private JsonNode response(String method, String params) {
        int id = client.raw().request(method, params.replace('\'', '"'));
        JsonNode frame;
        do {
            frame = client.raw().next();
        } while (frame.has("method") || frame.path("id").asInt(-1) != id);
        return frame;
    }

    private String newSession() {
        return call("session/new", "{'cwd':'/project','mcpServers':[]}")
                .get("sessionId")
                .asText();
    }

    private void prompt(String session, String text) {
        call("session/prompt", "{'sessionId':'" + session + "','prompt':[{'type':'text','text':'" + text + "'}]}");
    }

    private String fork(String session, String more) {
        return call("session/fork", StoredClient.forkOf(session, more))
                .get("sessionId")
                .asText();
    }

    private void reopen(String method, String session, String more) {
        call(
                method,
                "{'sessionId':'" + session + "','mcpServers':[]" + (more.contains("'cwd'") ? "" : ",'cwd':'/project'")
                        + more + "}");
    }

    private String conversation() {
        String session = newSession();
        prompt(session, "title A conversation;plan first;say one");
        prompt(session, "plan second;say two");
        return session;
    }

    /** Returns several conversations that no connection has open. */
    private List<String> closedConversations() {
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < REPETITIONS; i++) {
            String session = conversation();
            call("session/close", "{'sessionId':'" + session + "'}");
            sessions.add(session);
        }
        return sessions;
    }

    @Test
    void newSessionIsStoredInOneTransaction() {
        assertCost("session/new", 1, () -> newSession());
    }

    @Test
    void newSessionWithModesAndCommandsIsStoredInTwoTransactions() {
        client.close();
        client = connected(configured());
        assertCost("session/new with settings", 2, () -> newSession());
    }

    @Test
    void promptIsStoredInTwoTransactions() {
        String session = conversation();
        assertCost("session/prompt", 2, () -> prompt(session, "hello"));
    }

    @Test
    void sessionsAreListedInOneTransaction() {
        closedConversations();
        assertCost("session/list", 1, () -> call("session/list", "{}"));
    }

    @Test
    void forkReadsAndWritesOnce() {
        String session = conversation();
        assertCost("session/fork", 2, () -> fork(session, ""));
    }

    @Test
    void forkOfAForkReadsAndWritesOnce() {
        String fork = fork(fork(conversation(), ""), "");
        prompt(fork, "hello");
        String deep = fork(fork, "");
        assertCost("session/fork of a fork", 2, () -> fork(deep, ""));
    }

    @Test
    void forkAtAMessageReadsAndWritesOnce() {
        String session = conversation();
        String message = repository
                .look(new SessionId(session))
                .path()
                .get(2)
                .messageId()
                .value();
        assertCost("session/fork at a message", 2, () -> fork(session, ",'messageId':'" + message + "'"));
    }

    @Test
    void forkWithAKeyReadsAndWritesOnce() {
        String session = conversation();
        List<String> keys = new ArrayList<>(List.of("a", "b", "c", "d"));
        assertCost(
                "session/fork with a key",
                2,
                () -> fork(
                        session, ",'_meta':{'acp4j/fork':{'idempotencyKey':'" + keys.remove(0) + "','label':'mine'}}"));
    }

    @Test
    void forkOfASessionWithModesAndCommandsReadsAndWritesOnce() {
        client.close();
        client = connected(configured());
        String session = conversation();
        call("session/set_mode", "{'sessionId':'" + session + "','modeId':'code'}");
        prompt(session, "say three");
        assertCost("session/fork with settings", 2, () -> fork(session, ""));
    }

    @Test
    void closedSessionIsLoadedInOneTransaction() {
        List<String> sessions = closedConversations();
        assertCost("session/load", 1, () -> reopen("session/load", sessions.remove(0), ""));
    }

    @Test
    void sessionIsLoadedInAnotherDirectoryInTwoTransactions() {
        List<String> sessions = closedConversations();
        assertCost(
                "session/load elsewhere", 2, () -> reopen("session/load", sessions.remove(0), ",'cwd':'/elsewhere'"));
    }

    @Test
    void openSessionIsLoadedInOneTransaction() {
        String session = conversation();
        assertCost("session/load again", 1, () -> reopen("session/load", session, ""));
    }

    @Test
    void closedSessionIsResumedInOneTransaction() {
        List<String> sessions = closedConversations();
        assertCost("session/resume", 1, () -> reopen("session/resume", sessions.remove(0), ""));
    }

    @Test
    void openSessionIsResumedInOneTransaction() {
        String session = conversation();
        assertCost("session/resume again", 1, () -> reopen("session/resume", session, ""));
    }

    @Test
    void sessionWithModesAndCommandsIsResumedInOneTransaction() {
        client.close();
        client = connected(configured());
        List<String> sessions = closedConversations();
        assertCost("session/resume with settings", 1, () -> reopen("session/resume", sessions.remove(0), ""));
    }

    @Test
    void forkPassesThroughFewClasses() {
        String session = conversation();
        store.takeTransactions();
        fork(session, "");
        assertThat(insertions()).isNotEmpty();
        for (Set<String> classes : insertions()) {
            assertThat(classes).hasSizeLessThanOrEqualTo(MAX_FORK_CLASSES);
        }
    }

    @Test
    void noBuilderIsOnTheWayToTheStore() {
        String session = conversation();
        store.takeTransactions();
        List<StackTraceElement> inHandler = new ArrayList<>();
        script.step("trace", turn -> inHandler.addAll(List.of(new Throwable().getStackTrace())));
        prompt(session, "trace");
        fork(session, "");
        reopen("session/load", session, "");
        newSession();
        call("session/list", "{}");
        assertThat(inHandler).isNotEmpty();
        assertThat(store.stacks()).hasSizeGreaterThan(4);
        assertNoBuilder(inHandler);
        store.stacks().forEach(StoreAccessContract::assertNoBuilder);
    }

    private static void assertNoBuilder(List<StackTraceElement> stack) {
        assertThat(stack)
                .extracting(frame -> frame.getClassName().replaceFirst("\\$\\$Lambda.*", ""))
                .noneMatch(name -> name.endsWith("Builder"));
    }
}
