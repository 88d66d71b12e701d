package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.SessionServiceOptions;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Sessions belong to the principal that has made them, and no other one can tell them from unknown ones; on any store. */
public abstract class StoredPrincipalContract {

    private static final String ALICE = "alice";
    private static final String BOB = "bob";
    private static final String ANONYMOUS = "";
    private static final String NOBODY = "nobody";

    private final ScriptedAgent script = new ScriptedAgent();
    private final Map<String, StoredClient> clients = new LinkedHashMap<>();
    private final Map<String, RawClient> newer = new LinkedHashMap<>();
    private final List<String> asked = new ArrayList<>();
    private SessionRepository repository;
    private AcpAgent agent;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void connect() {
        repository = SessionRepository.over(open());
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .onSetMode((request, session) -> {})
                .onSetConfigOption((request, session) -> List.of())
                .onDeleteSession((request, context) -> {
                    if (repository.find(request.sessionId()) == null) {
                        throw AcpErrorException.notFound(
                                "session", request.sessionId().value());
                    }
                })
                .sessions(
                        repository,
                        SessionServiceOptions.builder()
                                .pageSize(2)
                                .forkPolicy((request, source, client) -> {
                                    asked.add(client.principal());
                                })
                                .build())
                .build();
        for (String principal : List.of(ALICE, BOB, ANONYMOUS)) {
            clients.put(principal, another(principal));
            newer.put(principal, RawClient.ofVersion2(agent, principal));
        }
    }

    private StoredClient another(String principal) {
        return StoredClient.of(agent, principal);
    }

    private StoredClient client(String principal) {
        return clients.get(principal);
    }

    @AfterEach
    void disconnect() {
        clients.values().forEach(StoredClient::close);
        newer.values().forEach(RawClient::close);
        repository.close();
    }

    private static String with(String session, String more) {
        return "{'sessionId':'" + session + "'" + more + "}";
    }

    /** The parameters of each method, for a session with a message. */
    private static Map<String, String> methods(String session, String message) {
        String setup = with(session, ",'cwd':'/project','mcpServers':[]");
        Map<String, String> methods = new LinkedHashMap<>();
        methods.put("session/prompt", with(session, ",'prompt':[{'type':'text','text':'x'}]"));
        methods.put("session/set_mode", with(session, ",'modeId':'m'"));
        methods.put("session/set_config_option", with(session, ",'configId':'c','value':'v'"));
        methods.put("session/load", setup);
        methods.put("session/resume", setup);
        methods.put("session/fork", setup);
        methods.put("session/archive", with(session, ""));
        methods.put("session/unarchive", with(session, ""));
        methods.put("session/status", with(session, ""));
        methods.put("session/set_title", with(session, ",'title':'stolen'"));
        methods.put("_acp4j/session/tree", with(session, ""));
        methods.put("_acp4j/session/branches", with(session, ""));
        methods.put("_acp4j/session/path", with(session, ""));
        methods.put("_acp4j/session/navigate", with(session, ",'messageId':'" + message + "'"));
        methods.put("_acp4j/session/label", with(session, ",'label':'l','messageId':'" + message + "'"));
        methods.put("_acp4j/session/compare", with(session, ",'left':'" + message + "','right':'" + message + "'"));
        methods.put("_acp4j/session/graft", with(session, ",'from':'" + message + "','summary':'s'"));
        methods.put("_acp4j/session/prune", with(session, ",'messageId':'" + message + "'"));
        methods.put("session/close", with(session, ""));
        methods.put("session/delete", with(session, ""));
        return methods;
    }

    /** Returns what a client is told, with the id of the session it asked about replaced. */
    private static String told(RawClient client, String method, String session, String message) {
        JsonNode frame =
                client.response(method, methods(session, message).get(method).replace('\'', '"'));
        JsonNode said = frame.has("error") ? frame.get("error") : frame.get("result");
        return (frame.has("error") ? "error " : "result ") + said.toString().replace(session, "SESSION");
    }

    @TestFactory
    @DisplayName("every method × owner × another principal: as of an unknown session, and nothing happens to it")
    List<DynamicTest> sessionsOfOthersAreUnknown() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String owner : List.of(ALICE, ANONYMOUS)) {
            for (String asker : List.of(ALICE, BOB, ANONYMOUS)) {
                for (String method : methods("s", "m").keySet()) {
                    if (!owner.equals(asker)) {
                        String name = method + " of " + name(owner) + " by " + name(asker);
                        tests.add(dynamicTest(
                                name,
                                () -> assertUnknown(method, owner, client(asker).raw())));
                        tests.add(dynamicTest(
                                name + " in version 2", () -> assertUnknown(method, owner, newer.get(asker))));
                    }
                }
            }
        }
        return tests;
    }

    private static String name(String principal) {
        return principal.isEmpty() ? "anonymous" : principal;
    }

    private void assertUnknown(String method, String owner, RawClient asker) {
        StoredClient own = client(owner);
        String session = own.newSession();
        own.prompt(session, "title Mine;say a");
        String message = own.ids(session).get(1);
        StoredSession before = found(session);
        assertThat(told(asker, method, session, message)).isEqualTo(told(asker, method, NOBODY, message));
        assertThat(found(session)).isEqualTo(before);
        assertThat(own.say(session, "still mine")).isEqualTo("re: still mine");
    }

    /** A session as it is stored, save the end of its lease, which is prolonged in the background. */
    private StoredSession found(String session) {
        StoredSession found = repository.find(new SessionId(session));
        Lease lease = found.lease();
        return found.toBuilder()
                .lease(new Lease(lease.holder(), lease.token(), Instant.EPOCH))
                .build();
    }

    @TestFactory
    @DisplayName("every method × owner on another connection: the session is there")
    List<DynamicTest> ownSessionsAreKnownOnEveryConnection() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String owner : List.of(ALICE, ANONYMOUS)) {
            for (String method : methods("s", "m").keySet()) {
                tests.add(dynamicTest(method + " by " + name(owner), () -> {
                    StoredClient own = client(owner);
                    String session = own.newSession();
                    own.prompt(session, "title Mine;say a");
                    String message = own.ids(session).get(1);
                    try (StoredClient other = another(owner)) {
                        assertThat(told(other.raw(), method, session, message)).doesNotContain("unknown_session");
                    }
                }));
            }
        }
        return tests;
    }

    @Test
    @DisplayName("lists show one's own sessions in pages, and cursors neither tell of others nor work for them")
    void listsShowOnesOwn() {
        Map<String, List<String>> made = new LinkedHashMap<>();
        for (int i = 0; i < 5; i++) {
            for (String principal : clients.keySet()) {
                made.computeIfAbsent(principal, any -> new ArrayList<>())
                        .add(0, client(principal).newSession());
            }
        }
        clients.forEach((principal, client) ->
                assertThat(client.list()).as(name(principal)).isEqualTo(made.get(principal)));
        String cursor =
                client(ALICE).call("session/list", "{}").get("nextCursor").asText();
        assertThat(cursor).doesNotMatch("\\d+");
        assertThat(client(BOB).refused("session/list", "{'cursor':'" + cursor + "'}"))
                .isEqualTo(client(BOB).refused("session/list", "{'cursor':'none'}"));
        assertThat(client(ALICE)
                        .call("session/list", "{'cwd':'/project','cursor':'" + cursor + "'}")
                        .get("sessions"))
                .hasSize(2);
    }

    @Test
    @DisplayName("cursors of trees are sealed, too, and go on")
    void cursorsOfTreesGoOn() {
        String session = client(ALICE).newSession();
        for (int i = 0; i < 3; i++) {
            client(ALICE).prompt(session, "turn");
        }
        for (String method : List.of("_acp4j/session/tree", "_acp4j/session/path")) {
            List<String> ids = new ArrayList<>();
            String cursor = "";
            while (cursor != null) {
                String from = cursor.isEmpty() ? "" : ",'cursor':'" + cursor + "'";
                JsonNode page = client(ALICE).call(method, with(session, ",'limit':2" + from));
                (page.has("messages") ? page.get("messages") : page.get("entries"))
                        .forEach(entry -> ids.add(entry.toString()));
                cursor = page.path("nextCursor").asText(null);
                assertThat(cursor == null || cursor.length() > 20).isTrue();
            }
            assertThat(ids).as(method).hasSizeGreaterThanOrEqualTo(6).doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("a fork belongs to who forks, and the policy sees who asks")
    void forksBelongToWhoForks() {
        String session = client(ALICE).newSession();
        client(ALICE).prompt(session, "one");
        String fork = client(ALICE).fork(session);
        assertThat(asked).containsExactly(ALICE);
        assertThat(repository.find(new SessionId(fork)).principal()).isEqualTo(ALICE);
        assertThat(client(BOB).list()).isEmpty();
        assertThat(client(ALICE).list()).containsExactly(fork, session);
    }

    @Test
    @DisplayName("a new session that names somebody else's as its parent has none")
    void parentOfSomebodyElseIsUnknown() {
        String session = client(ALICE).newSession();
        for (String parent : List.of(session, NOBODY)) {
            JsonNode made = client(BOB)
                    .call(
                            "session/new",
                            "{'cwd':'/project','mcpServers':[],'_meta':{'acp4j/lineage':{'parentSessionId':'" + parent
                                    + "','forkDepth':0}}}");
            assertThat(made.has("_meta")).as(parent).isFalse();
        }
    }

    @Test
    @DisplayName("a fork that the program makes for somebody else shows nothing of its source, nor do keys and numbers")
    void forkForSomebodyElseShowsNothingOfItsSource() {
        String session = client(ALICE).newSession();
        client(ALICE).prompt(session, "title Tea;say a");
        client(ALICE).fork(session);
        client(ALICE).fork(session);
        SessionId given = new SessionId("given to bob");
        repository.fork(
                ForkSpec.builder(new SessionId(session), given).principal(BOB).build());
        JsonNode info = client(BOB).info(given.value());
        assertThat(info.get("title").asText()).isEqualTo("Tea (fork)");
        assertThat(info.toString()).doesNotContain(session);
        String keyed = StoredClient.forkOf(given.value(), ",'_meta':{'acp4j/fork':{'idempotencyKey':'k'}}");
        String first = client(BOB).call("session/fork", keyed).get("sessionId").asText();
        assertThat(client(BOB).call("session/fork", keyed).get("sessionId").asText())
                .isEqualTo(first);
        assertThat(client(BOB).info(first).get("title").asText()).isEqualTo("Tea (fork 2)");
    }
}
