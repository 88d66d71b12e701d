package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.ForkSpec;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.agent.tree.TreeView;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.branching.ForkPoint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Branches inside a session over the protocol, on any store: M1 to M6 in a row, M7 and M8 behind M2. */
public abstract class StoredBranchContract {

    private final ScriptedAgent script = new ScriptedAgent();
    private final List<String> stored = new CopyOnWriteArrayList<>();
    private SessionRepository repository;
    private AcpAgent agent;
    private StoredClient client;
    private String session;
    private List<String> ids;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void branch() {
        repository = SessionRepository.over(open());
        repository.onStored(branch -> stored.add(String.join(
                "|",
                branch.path().stream()
                        .filter(node -> node.kind().isMessage())
                        .map(HistoryEntry::text)
                        .toList())));
        agent = script.builder().sessions(repository).build();
        client = StoredClient.of(agent);
        session = client.newSession();
        client.prompt(session, "1");
        client.prompt(session, "3");
        client.prompt(session, "5");
        ids = new ArrayList<>(client.ids(session));
        navigate(ids.get(1));
        client.prompt(session, "7");
        ids.addAll(client.ids(session).subList(2, 4));
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    private String m(int number) {
        return ids.get(number - 1);
    }

    private JsonNode call(String method, String more) {
        return client.call("_acp4j/session/" + method, "{'sessionId':'" + session + "'" + more + "}");
    }

    private JsonNode refused(String method, String more) {
        return client.refused("_acp4j/session/" + method, "{'sessionId':'" + session + "'" + more + "}");
    }

    private JsonNode navigate(String message) {
        return call("navigate", ",'messageId':'" + message + "'");
    }

    private static List<String> texts(JsonNode array, String member) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.at(member).asText()));
        return texts;
    }

    @Test
    @DisplayName("61: the leaves are M6 at depth 6 and M8 at depth 4, also page by page")
    void leavesAreListed() {
        JsonNode leaves = call("branches", "").get("leaves");
        assertThat(texts(leaves, "/messageId")).containsExactly(m(6), m(8));
        assertThat(texts(leaves, "/depth")).containsExactly("6", "4");
        assertThat(texts(leaves, "/active")).containsExactly("false", "true");
        JsonNode first = call("branches", ",'limit':1");
        assertThat(texts(first.get("leaves"), "/messageId")).containsExactly(m(6));
        JsonNode second = call(
                "branches", ",'limit':1,'cursor':'" + first.get("nextCursor").asText() + "'");
        assertThat(texts(second.get("leaves"), "/messageId")).containsExactly(m(8));
        assertThat(second.has("nextCursor")).isFalse();
    }

    @Test
    @DisplayName("62, 63: the path to M8, and the one that is active, is M1 M2 M7 M8")
    void pathIsThatOfTheBranch() {
        for (String leaf : List.of("", ",'messageId':'" + m(8) + "'")) {
            assertThat(texts(call("path", leaf).get("messages"), "/message/messageId"))
                    .containsExactly(m(1), m(2), m(7), m(8));
        }
        assertThat(texts(call("path", ",'messageId':'" + m(3) + "'").get("messages"), "/message/messageId"))
                .containsExactly(m(1), m(2), m(3));
    }

    @Test
    @DisplayName("a path is read page by page from either end")
    void pathHasPages() {
        for (boolean backward : List.of(false, true)) {
            List<String> all = new ArrayList<>();
            List<String> parents = new ArrayList<>();
            String cursor = "";
            do {
                JsonNode page = call(
                        "path",
                        ",'limit':1,'messageId':'" + m(6) + "'" + (backward ? ",'direction':'backward'" : "") + cursor);
                JsonNode entry = page.at("/messages/0");
                assertThat(entry.get("updates")).hasSize(1);
                all.add(
                        backward ? 0 : all.size(),
                        entry.at("/message/messageId").asText());
                parents.add(
                        backward ? 0 : parents.size(),
                        entry.at("/message/parentId").asText());
                cursor = page.has("nextCursor")
                        ? ",'cursor':'" + page.get("nextCursor").asText() + "'"
                        : null;
            } while (cursor != null);
            assertThat(all).isEqualTo(ids.subList(0, 6));
            assertThat(parents).containsExactly("", m(1), m(2), m(3), m(4), m(5));
        }
    }

    @Test
    @DisplayName("the tree has the messages of all branches in the order in which they were stored, also page by page")
    void treeIsListed() {
        JsonNode tree = call("tree", "");
        assertThat(texts(tree.get("messages"), "/messageId")).isEqualTo(ids);
        assertThat(texts(tree.get("messages"), "/parentId"))
                .containsExactly("", m(1), m(2), m(3), m(4), m(5), m(2), m(7));
        assertThat(texts(tree.get("messages"), "/preview")).startsWith("1", "re: 1", "3");
        assertThat(tree.get("head").asText()).isEqualTo(m(8));
        List<String> paged = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = call("tree", ",'limit':3" + cursor);
            paged.addAll(texts(page.get("messages"), "/messageId"));
            cursor = page.has("nextCursor")
                    ? ",'cursor':'" + page.get("nextCursor").asText() + "'"
                    : null;
        } while (cursor != null);
        assertThat(paged).isEqualTo(ids);
    }

    @Test
    @DisplayName("a fork's tree has what it inherited and what it added")
    void treeOfAForkIsItsOwn() {
        String fork = client.forkAt(session, m(4));
        client.prompt(fork, "9");
        JsonNode tree = client.call("_acp4j/session/tree", "{'sessionId':'" + fork + "'}");
        assertThat(texts(tree.get("messages"), "/messageId")).hasSize(6).startsWith(m(1), m(2), m(3), m(4));
        assertThat(texts(tree.get("messages"), "/parentId"))
                .endsWith(m(3), m(4), tree.at("/messages/4/messageId").asText());
    }

    @Test
    @DisplayName("65: messages that are not the session's are refused, and nothing is stored")
    void foreignMessagesAreRefused() {
        JsonNode before = call("tree", "");
        String other = client.newSession();
        client.prompt(other, "elsewhere");
        String foreign = client.ids(other).get(0);
        for (String id : List.of(foreign, "", "x".repeat(10_000), "\uD83D\uDE00")) {
            for (String method : List.of("navigate", "label", "prune")) {
                JsonNode error = refused(method, ",'label':'l','messageId':'" + id + "'");
                assertThat(error.get("code").asInt()).isEqualTo(-32602);
                assertThat(error.at("/data/reason").asText()).isEqualTo("unknown_message");
            }
        }
        assertThat(call("tree", "")).isEqualTo(before);
    }

    @Test
    @DisplayName(
            "68, 69: at a message of the user the head is its parent and its text comes back, also after a restart")
    void navigationIsRemembered() {
        JsonNode moved = navigate(m(5));
        assertThat(moved.get("head").asText()).isEqualTo(m(4));
        assertThat(moved.get("text").asText()).isEqualTo("5");
        client.close();
        client = StoredClient.of(
                new ScriptedAgent().builder().sessions(repository).build());
        assertThat(client.ids(session)).containsExactly(m(1), m(2), m(3), m(4));
        assertThat(client.say(session, "history")).isEqualTo("user:1|agent:re: 1|user:3|agent:re: 3|user:history");
        assertThat(navigate(m(1)).has("head")).isFalse();
        assertThat(client.transcript(session)).isEmpty();
    }

    @Test
    @DisplayName("70: a turn sees nothing of sibling branches")
    void turnSeesItsBranchOnly() {
        assertThat(client.say(session, "history")).isEqualTo("user:1|agent:re: 1|user:7|agent:re: 7|user:history");
        navigate(m(6));
        assertThat(client.say(session, "history"))
                .isEqualTo("user:1|agent:re: 1|user:3|agent:re: 3|user:5|agent:re: 5|user:history");
    }

    @Test
    @DisplayName("71: a listener gets the branch of the message that was stored")
    void listenerGetsTheBranch() {
        assertThat(stored)
                .containsExactly(
                        "1",
                        "1|re: 1",
                        "1|re: 1|3",
                        "1|re: 1|3|re: 3",
                        "1|re: 1|3|re: 3|5",
                        "1|re: 1|3|re: 3|5|re: 5",
                        "1|re: 1|7",
                        "1|re: 1|7|re: 7");
    }

    @Test
    @DisplayName("72: navigating while a turn runs is refused as busy")
    void navigatingIsRefusedWhileBusy() {
        int turn = client.raw().prompt(session, "say a;wait go");
        client.raw().update();
        JsonNode error = refused("navigate", ",'messageId':'" + m(2) + "'");
        assertThat(error.get("code").asInt()).isEqualTo(-32600);
        assertThat(error.at("/data/reason").asText()).isEqualTo("turn_in_progress");
        script.open("go");
        client.raw().result(turn);
    }

    @Test
    @DisplayName("73: a label is shown in the tree, also after a restart, and changes nothing else")
    void labelIsShown() {
        JsonNode leaves = call("branches", "").get("leaves");
        call("label", ",'messageId':'" + m(6) + "','label':'good one'");
        client.close();
        client = StoredClient.of(agent);
        client.replay(session);
        assertThat(call("tree", "").at("/messages/5/label").asText()).isEqualTo("good one");
        assertThat(call("branches", "").at("/leaves/0/label").asText()).isEqualTo("good one");
        call("label", ",'messageId':'" + m(6) + "'");
        assertThat(call("branches", "").get("leaves")).isEqualTo(leaves);
        JsonNode error = refused("label", ",'messageId':'" + m(6) + "','label':'" + "x".repeat(1001) + "'");
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
    }

    @Test
    @DisplayName("74: M6 and M8 part at M2")
    void branchesAreCompared() {
        JsonNode compared = call("compare", ",'left':'" + m(6) + "','right':'" + m(8) + "'");
        assertThat(compared.get("common").asText()).isEqualTo(m(2));
        assertThat(texts(compared.get("left"), "/messageId")).containsExactly(m(3), m(4), m(5), m(6));
        assertThat(texts(compared.get("right"), "/messageId")).containsExactly(m(7), m(8));
        assertThat(texts(compared.get("left"), "/parentId")).containsExactly(m(2), m(3), m(4), m(5));
    }

    @Test
    @DisplayName("a branch is grafted as a summary that the model sees, and pruned when nothing needs it")
    void branchIsGraftedAndPruned() {
        graftHere("it led nowhere");
        assertThat(client.say(session, "history")).contains("summary:it led nowhere");
        assertThat(refused("prune", ",'messageId':'" + m(7) + "'")
                        .at("/data/reason")
                        .asText())
                .isEqualTo("in_use");
        assertThat(call("prune", ",'messageId':'" + m(3) + "'").get("removed").asInt())
                .isEqualTo(4);
        assertThat(texts(call("tree", "").get("messages"), "/messageId"))
                .doesNotContain(m(3), m(6))
                .contains(m(8));
    }

    /** Grafts onto the active branch, which the client is shown before the response, and gives the summary's id. */
    private String graftHere(String summary) {
        int request = client.raw()
                .request(
                        "_acp4j/session/graft",
                        "{\"sessionId\":\"%s\",\"from\":\"%s\",\"summary\":\"%s\"}".formatted(session, m(6), summary));
        JsonNode shown = client.raw().update();
        assertThat(shown.get("sessionUpdate").asText()).isEqualTo("agent_message_chunk");
        assertThat(shown.at("/content/text").asText()).isEqualTo(summary);
        assertThat(shown.at("/_meta/acp4j~1mergedFrom/messageId").asText()).isEqualTo(m(6));
        String id = client.raw().result(request).get("messageId").asText();
        assertThat(shown.get("messageId").asText()).isEqualTo(id);
        return id;
    }

    @Test
    @DisplayName(
            "a summary on the active branch is the next message for the client, the model, lists, forks and a load")
    void summaryOnTheActiveBranchIsAMessage() {
        String summary = graftHere("gist");
        assertThat(texts(call("tree", "").get("messages"), "/messageId")).endsWith(m(8), summary);
        assertThat(call("tree", "").get("head").asText()).isEqualTo(summary);
        assertThat(texts(call("branches", "").get("leaves"), "/messageId")).containsExactly(m(6), summary);
        assertThat(texts(call("branches", "").get("leaves"), "/depth")).containsExactly("6", "5");
        assertThat(texts(call("path", "").get("messages"), "/message/messageId"))
                .containsExactly(m(1), m(2), m(7), m(8), summary);
        assertThat(client.transcript(session))
                .containsExactly("user:1", "agent:re: 1", "user:7", "agent:re: 7", "agent:gist");
        JsonNode fork = client.call("session/fork", StoredClient.forkOf(session, ",'messageId':'" + summary + "'"));
        assertThat(fork.at("/_meta/acp4j~1lineage/forkDepth").asInt()).isEqualTo(5);
        assertThat(client.transcript(fork.get("sessionId").asText())).hasSize(5).endsWith("agent:gist");
        repository.fork(ForkSpec.builder(new SessionId(session), new SessionId("counted"))
                .at(ForkPoint.first(5))
                .build());
        assertThat(client.transcript("counted")).hasSize(5).endsWith("agent:gist");
        assertThat(client.say(session, "history"))
                .isEqualTo("user:1|agent:re: 1|user:7|agent:re: 7|summary:gist|user:history");
    }

    @Test
    @DisplayName("a summary on another branch is a leaf there, and the model sees it once that is the active branch")
    void summaryOnAnotherBranchIsNotLost() {
        String summary = call("graft", ",'from':'" + m(8) + "','into':'" + m(6) + "','summary':'gist'")
                .get("messageId")
                .asText();
        client.raw().expectSilence();
        assertThat(texts(call("branches", "").get("leaves"), "/messageId")).containsExactly(m(8), summary);
        assertThat(texts(call("tree", "").get("messages"), "/messageId")).endsWith(m(8), summary);
        assertThat(texts(call("tree", "").get("messages"), "/parentId")).endsWith(m(7), m(6));
        assertThat(texts(call("path", ",'messageId':'" + summary + "'").get("messages"), "/message/messageId"))
                .containsExactly(m(1), m(2), m(3), m(4), m(5), m(6), summary);
        assertThat(client.say(session, "history")).doesNotContain("gist");
        assertThat(navigate(summary).get("head").asText()).isEqualTo(summary);
        assertThat(client.say(session, "history")).endsWith("agent:re: 5|summary:gist|user:history");
        assertThat(client.transcript(session)).contains("agent:gist");
    }

    @Test
    @DisplayName("a branch that the agent itself grafts is shown to the client, too")
    void summaryOfTheAgentIsShown() {
        SessionTree tree = client.raw().agent().session(new SessionId(session)).tree();
        tree.graft(new MessageId(m(6)), null, new SessionTree.Summary(new MessageId("gist"), "gist"));
        assertThat(client.raw().update().get("messageId").asText()).isEqualTo("gist");
        tree.graft(new MessageId(m(8)), new MessageId(m(6)), new SessionTree.Summary(new MessageId("other"), "other"));
        client.raw().expectSilence();
    }

    @Test
    @DisplayName("44, 45: a fork before a compaction has none; one after it has the same context as its source")
    void compactionIsInheritedFromBehindIt() {
        client.prompt(session, "compact all of it;say ok");
        String before = client.forkAt(session, m(8));
        assertThat(client.say(before, "history")).isEqualTo("user:1|agent:re: 1|user:7|agent:re: 7|user:history");
        String after = client.fork(session);
        assertThat(client.say(after, "history"))
                .isEqualTo("compaction|user:compact all of it;say ok|agent:ok|user:history");
        assertThat(client.say(session, "history"))
                .isEqualTo("compaction|user:compact all of it;say ok|agent:ok|user:history");
        assertThat(client.transcript(after)).startsWith("user:1", "agent:re: 1", "user:7");
    }

    @Test
    @DisplayName("a session that is not open can be looked at, and stays as it is; to be changed it must be open")
    void closedSessionIsLookedAt() {
        Map<String, String> reads = Map.of(
                "tree", "", "branches", "", "path", "", "compare", ",'left':'" + m(6) + "','right':'" + m(8) + "'");
        Map<String, JsonNode> open = new HashMap<>();
        reads.forEach((method, more) -> open.put(method, call(method, more)));
        client.call("session/close", "{'sessionId':'" + session + "'}");
        StoredSession stored = repository.find(new SessionId(session));

        reads.forEach(
                (method, more) -> assertThat(call(method, more)).as(method).isEqualTo(open.get(method)));
        Map<String, String> changes = Map.of(
                "navigate", ",'messageId':'" + m(2) + "'",
                "label", ",'messageId':'" + m(2) + "','label':'x'",
                "graft", ",'from':'" + m(6) + "','summary':'x'",
                "prune", ",'messageId':'" + m(3) + "'");
        changes.forEach((method, more) ->
                assertThat(refused(method, more).get("code").asInt()).as(method).isEqualTo(-32002));
        assertThat(repository.find(new SessionId(session))).isEqualTo(stored);
        session = "nobody";
        assertThat(refused("tree", "").get("code").asInt()).isEqualTo(-32002);
    }

    @Test
    @DisplayName("a session that another process has open can be looked at, and that process keeps it")
    void sessionThatIsOpenElsewhereIsLookedAt() {
        SessionTree elsewhere = repository.open(new SessionId(conversationsOf("elsewhere")));
        TreeView view = repository.look(elsewhere.id());
        assertThat(view.path()).isEmpty();
        elsewhere.append(List.of(HistoryEntry.Draft.agent(new MessageId("hello"), "hello")));
        assertThat(view.headMessage()).isEqualTo(new MessageId("hello"));
        assertThat(view.leaves(null, 10).items()).hasSize(1);
        repository.delete(elsewhere.id());
        assertThatThrownBy(view::path).isInstanceOf(BranchException.class);
        assertThatThrownBy(view::labels).isInstanceOf(BranchException.class);
        assertThatThrownBy(() -> repository.look(elsewhere.id())).isInstanceOf(BranchException.class);
    }

    private String conversationsOf(String id) {
        repository.create(NewSession.of(new SessionId(id), "/project")).close();
        return id;
    }

    @Test
    @DisplayName("a label is one line with something to see in it")
    void malformedLabelsAreRefused() {
        for (String label : List.of(
                "", " ", "\\n", "a\\nb", "a\\rb", "a\\u0000b", "\\u001b[31m", "\\u2028", "a\\u202eb", "\\u200b")) {
            JsonNode error = refused("label", ",'messageId':'" + m(6) + "','label':'" + label + "'");
            assertThat(error.get("code").asInt()).as(label).isEqualTo(-32602);
            assertThat(error.at("/data/reason").asText()).as(label).isEqualTo("malformed_label");
        }
        assertThat(call("tree", "").at("/messages/5/label").isMissingNode()).isTrue();
        call("label", ",'messageId':'" + m(6) + "','label':'\uD83D\uDC69\u200D\uD83D\uDCBB good'");
        assertThat(call("tree", "").at("/messages/5/label").asText()).endsWith(" good");
    }
}
