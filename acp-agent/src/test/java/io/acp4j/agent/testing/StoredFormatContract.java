package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.Lease;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.NodeRef;
import io.acp4j.agent.store.Segment;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.store.StoreTransaction;
import io.acp4j.agent.store.StoredFormat;
import io.acp4j.agent.store.StoredNode;
import io.acp4j.agent.store.StoredSession;
import io.acp4j.agent.store.testing.Conversions;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.NewSession;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.prompt.StopReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The format of what is stored: what the first one is, and that a later one is refused and left alone; on any store. */
public abstract class StoredFormatContract {

    private static final int LATER = StoredFormat.CURRENT + 1;

    private final ScriptedAgent script = new ScriptedAgent();
    private AcpAgent agent;
    private SessionStore store;
    private SessionRepository repository;
    private StoredClient client;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void connect() {
        store = open();
        repository = SessionRepository.over(new SharedStore(store));
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository)
                .build();
        client = StoredClient.of(agent);
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
        store.close();
    }

    /** A session with two turns that is not open. */
    private String closed() {
        String session = client.newSession();
        client.prompt(session, "say one");
        client.prompt(session, "say two");
        client.call("session/close", "{'sessionId':'" + session + "'}");
        return session;
    }

    private StoredSession change(String session, int format, Map<String, SessionAttribute> attributes) {
        return store.write(tx -> {
            StoredSession changed =
                    Conversions.of(Objects.requireNonNull(tx.lockSession(new SessionId(session))), format, attributes);
            tx.update(changed);
            return changed;
        });
    }

    private StoredSession row(String session) {
        return Objects.requireNonNull(store.read(view -> view.session(new SessionId(session))));
    }

    private void assertRefused(String what, String method, String params) {
        JsonNode error = client.refused(method, params);
        assertThat(error.get("code").asInt()).as(method).isEqualTo(-32603);
        assertThat(error.at("/data/reason").asText()).as(method).isEqualTo("unsupported_format");
        assertThat(error.at("/data/retry").asBoolean()).isFalse();
        assertThat(error.get("message").asText())
                .as(method)
                .contains(what)
                .contains("format " + LATER)
                .contains("formats up to " + StoredFormat.CURRENT)
                .contains("open it with the version that has stored it, or a later one");
    }

    @Test
    void aSessionOfALaterFormatIsRefusedAndLeftAsItIs() {
        String known = closed();
        String later = closed();
        // What the later version may have made of an attribute that this one would read.
        StoredSession row = change(
                later,
                LATER,
                Map.of("acp4j.archived", new SessionAttribute(RawJson.parse("{\"since\":\"yesterday\"}"), true)));
        String about = "{'sessionId':'" + later + "'";
        String setup = about + ",'cwd':'/project','mcpServers':[]}";

        assertRefused("session " + later, "session/load", setup);
        assertRefused("session " + later, "session/resume", setup);
        assertRefused("session " + later, "session/fork", setup);
        assertRefused("session " + later, "session/fork", setup.replace("}", ",'messageId':'x'}"));
        assertRefused("session " + later, "session/delete", about + "}");
        assertRefused("session " + later, "_acp4j/session/tree", about + "}");
        assertRefused("session " + later, "_acp4j/session/path", about + "}");

        assertThat(client.list()).containsExactly(known);
        assertThat(row(later)).isEqualTo(row);
        assertThat(client.transcript(known)).contains("agent:one", "agent:two");
    }

    /** Another process, of a later version, opens a session and stores it in its format. */
    private StoredSession takenOverByALaterVersion(String session) {
        return store.write(tx -> {
            StoredSession ours = Objects.requireNonNull(tx.lockSession(new SessionId(session)));
            Lease theirs =
                    new Lease("elsewhere", ours.lease().token() + 1, tx.now().plusSeconds(3600));
            StoredSession taken = Conversions.of(ours.toBuilder().lease(theirs).build(), LATER, ours.attributes());
            tx.update(taken);
            return taken;
        });
    }

    @Test
    void aSessionThatALaterVersionTakesOverIsLostHereAndLeftAsItIs() {
        String idle = client.newSession();
        client.prompt(idle, "say one");
        String running = client.newSession();
        int turn = client.raw().prompt(running, "say one;end;wait gate;say two");
        awaitText("one");
        List<StoredSession> theirs = List.of(takenOverByALaterVersion(idle), takenOverByALaterVersion(running));

        script.open("gate");
        assertThat(lastOf(turn).at("/error/data/reason").asText()).isEqualTo("taken_over");
        assertThat(client.refused("session/prompt", prompt(idle))
                        .at("/data/reason")
                        .asText())
                .isEqualTo("taken_over");
        for (String lost : List.of(idle, running)) {
            // Not that it can be loaded again, nor held up by the lease of the other process.
            assertRefused("session " + lost, "session/prompt", prompt(lost));
            assertRefused(
                    "session " + lost, "session/load", "{'sessionId':'" + lost + "','cwd':'/project','mcpServers':[]}");
        }
        assertThat(client.list()).isEmpty();
        client.close();

        assertThat(theirs)
                .allSatisfy(taken -> assertThat(row(taken.id().value())).isEqualTo(taken));
    }

    private static String prompt(String session) {
        return "{'sessionId':'" + session + "','prompt':[{'type':'text','text':'say two'}]}";
    }

    private void awaitText(String text) {
        while (!client.raw().next().at("/params/update/content/text").asText().equals(text)) {
            // Its title, or what else comes before.
        }
    }

    @Test
    void inVersion2TheWorkOfASessionThatALaterVersionTakesOverEndsWithThatError() {
        try (V2Client draft = V2Client.of(agent)) {
            String session = draft.newSession();
            draft.result(draft.prompt(session, "say one;end;wait gate;say two"));
            draft.until(() -> draft.wire().texts(session).stream().anyMatch(text -> text.endsWith(":one")));
            StoredSession theirs = takenOverByALaterVersion(session);
            script.open("gate");
            draft.awaitEnds(session, 1);

            List<JsonNode> updates = draft.updates(session);
            JsonNode end = updates.get(updates.size() - 1);
            assertThat(end.path("stopReason").asText()).isEqualTo("error");
            assertThat(end.at("/error/data/reason").asText()).isEqualTo("taken_over");
            JsonNode error = draft.error(draft.request(
                    "session/resume",
                    "{'sessionId':'" + session + "','cwd':'/project','replayFrom':{'type':'start'}}"));
            assertThat(error.at("/data/reason").asText()).isEqualTo("unsupported_format");
            assertThat(row(session)).isEqualTo(theirs);
        }
    }

    @Test
    void aNodeOfALaterFormatIsRefusedAndWhatComesBeforeItIsNot() {
        String session = closed();
        List<String> ids = client.ids(session);
        client.call("session/close", "{'sessionId':'" + session + "'}");
        StoredSession row = row(session);
        NodeRef head = Objects.requireNonNull(row.head());
        NodeRef next = new NodeRef(head.segment(), head.index() + 1);
        store.write(tx -> {
            Segment segment = Objects.requireNonNull(tx.segment(head.segment()));
            insert(tx, segment, next, NodeKind.AGENT, "later", LATER, "[{\"sessionUpdate\":\"agent_message\"}]");
            tx.update(row.toBuilder().head(next).changedAt(row.updatedAt()).build());
            return next;
        });
        String setup = "{'sessionId':'" + session + "','cwd':'/project','mcpServers':[]}";

        int load = client.raw().request("session/load", setup.replace('\'', '"'));
        JsonNode error = lastOf(load).get("error");
        assertThat(error.at("/data/reason").asText()).isEqualTo("unsupported_format");
        assertThat(error.get("message").asText()).contains("node " + next).contains("format " + LATER);
        assertRefused("node " + next, "_acp4j/session/path", "{'sessionId':'" + session + "'}");

        String fork = client.forkAt(session, ids.get(1));
        assertThat(client.transcript(fork)).containsExactly("user:say one", "agent:one");
    }

    private JsonNode lastOf(int request) {
        while (true) {
            JsonNode frame = client.raw().next();
            if (!frame.has("method") && frame.path("id").asInt(-1) == request) {
                return frame;
            }
        }
    }

    private static void insert(
            StoreTransaction tx, Segment segment, NodeRef at, NodeKind kind, String id, int format, String content) {
        StoredNode.Header header = new StoredNode.Header(
                at, kind, id.isEmpty() ? null : new MessageId(id), 1, tx.sequence(1), Instant.EPOCH);
        tx.insert(List.of(new StoredNode(header, format, RawJson.parse(content))));
        tx.update(new Segment(
                segment.id(),
                segment.tree(),
                segment.parent(),
                segment.owner(),
                at.index() + 1,
                segment.lastMessage(),
                header.sequence(),
                true));
    }

    /** The contents of nodes in the first format: what has been stored so must be read for ever. */
    private static final Map<String, NodeKind> FIRST_FORMAT = new LinkedHashMap<>();

    static {
        FIRST_FORMAT.put(
                "[{'sessionUpdate':'user_message_chunk','content':{'type':'text','text':'é — 😀'},'messageId':'M'},"
                        + "{'sessionUpdate':'user_message_chunk','content':{'type':'image','data':'AA==','mimeType':'image/png'},"
                        + "'messageId':'M'}]",
                NodeKind.USER);
        FIRST_FORMAT.put(
                "[{'sessionUpdate':'agent_message_chunk','content':{'type':'resource_link','name':'n','uri':'file:///f'},"
                        + "'messageId':'M','_meta':{'k':[1]}}]",
                NodeKind.AGENT);
        FIRST_FORMAT.put(
                "[{'sessionUpdate':'agent_thought_chunk','content':{'type':'text','text':'hm'},'messageId':'M'}]",
                NodeKind.THOUGHT);
        FIRST_FORMAT.put(
                "[{'sessionUpdate':'tool_call','toolCallId':'t','title':'Read','kind':'read','status':'in_progress',"
                        + "'content':[{'type':'diff','path':'/a','oldText':'x','newText':'y'}],'locations':[{'path':'/a','line':3}],"
                        + "'rawInput':{'p':1}}]",
                NodeKind.TOOL);
        FIRST_FORMAT.put(
                "[{'sessionUpdate':'tool_call_update','toolCallId':'t','status':'completed',"
                        + "'content':[{'type':'content','content':{'type':'text','text':'done'}}]}]",
                NodeKind.TOOL);
        FIRST_FORMAT.put(
                "[{'sessionUpdate':'plan','entries':[{'content':'c','priority':'high','status':'pending'}]}]",
                NodeKind.PLAN);
        FIRST_FORMAT.put("[{'sessionUpdate':'current_mode_update','currentModeId':'code'}]", NodeKind.MODE);
        FIRST_FORMAT.put(
                "[{'sessionUpdate':'config_option_update','configOptions':[{'id':'o','name':'O','type':'boolean',"
                        + "'currentValue':true}]}]",
                NodeKind.CONFIG);
        FIRST_FORMAT.put(
                "[{'sessionUpdate':'compaction_update','compactionId':'c','status':'completed'}]", NodeKind.COMPACTION);
        FIRST_FORMAT.put("[{'sessionUpdate':'notice','severity':'info','title':'T'}]", NodeKind.OTHER);
    }

    @Test
    void theFirstFormatIsReadAndWrittenAsItAlwaysWas() {
        SessionId id = new SessionId("first");
        List<StoredNode> written;
        List<JsonNode> expected = new ArrayList<>();
        try (SessionTree tree = repository.create(NewSession.of(id, "/project"))) {
            long segment = store.write(tx -> {
                Segment made = Segment.empty(tx.newSegment(), tree.session().tree(), null, id);
                tx.insert(made);
                int index = 0;
                for (Map.Entry<String, NodeKind> node : FIRST_FORMAT.entrySet()) {
                    String message = node.getKey().contains("'M'") ? "M" + index : "";
                    insert(
                            tx,
                            made,
                            new NodeRef(made.id(), index),
                            node.getValue(),
                            message,
                            1,
                            json(node.getKey(), "M" + index++));
                }
                insert(
                        tx,
                        made,
                        new NodeRef(made.id(), index),
                        NodeKind.TURN_END,
                        "",
                        1,
                        json("{'stopReason':'max_tokens','interrupted':true}", ""));
                tx.update(Objects.requireNonNull(tx.lockSession(id)).toBuilder()
                        .head(new NodeRef(made.id(), index))
                        .changedAt(Instant.EPOCH)
                        .build());
                return made.id();
            });

            tree.path().forEach(node -> {
                if (node.kind() == NodeKind.TURN_END) {
                    assertThat(node.stopReason()).isEqualTo(StopReason.MAX_TOKENS);
                    assertThat(node.isInterruption()).isTrue();
                } else {
                    MessageId message = node.messageId() == null ? null : new MessageId("new " + node.messageId());
                    JsonNode content = store.read(view -> view.nodes(
                                    segment, node.ref().index(), node.ref().index() + 1))
                            .get(0)
                            .content()
                            .toTree();
                    expected.add(content);
                    tree.append(List.of(new HistoryEntry.Draft(node.kind(), message, node.updates())));
                }
            });
            written = store.read(view -> view.nodes(segment, FIRST_FORMAT.size() + 1, 100));
        }

        assertThat(expected).hasSize(FIRST_FORMAT.size());
        assertThat(written).extracting(node -> node.content().toTree()).isEqualTo(expected);
        assertThat(written).extracting(StoredNode::format).containsOnly(1);
        assertThat(row("first").format()).isEqualTo(1);
    }

    @Test
    void settingsOfTheFirstFormatAreReadAsTheyAlwaysWere() {
        String session = closed();
        Consumer<Map<String, SessionAttribute>> settings = attributes -> {
            attributes.put(
                    "acp4j.modes",
                    attribute(
                            "{'currentModeId':'ask','availableModes':[{'id':'ask','name':'Ask'},{'id':'go','name':'Go'}]}"));
            attributes.put(
                    "acp4j.configOptions",
                    attribute(
                            "[{'id':'o','name':'O','type':'select','currentValue':'a','options':[{'value':'a','name':'A'}]}]"));
            attributes.put("acp4j.commands", attribute("{'availableCommands':[{'name':'fix','description':'does'}]}"));
            attributes.put("acp4j.usage", attribute("{'used':5,'size':10}"));
        };
        Map<String, SessionAttribute> kept = new LinkedHashMap<>();
        settings.accept(kept);
        change(session, 1, kept);

        int load = client.raw()
                .request("session/load", "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}");
        JsonNode response = lastOf(load);
        List<JsonNode> updates = List.of(
                client.raw().next("session/update").at("/params/update"),
                client.raw().next("session/update").at("/params/update"));

        assertThat(response.at("/result/modes/availableModes/1/id").asText()).isEqualTo("go");
        assertThat(response.at("/result/configOptions/0/options/0/value").asText())
                .isEqualTo("a");
        assertThat(updates)
                .anySatisfy(update -> assertThat(
                                update.at("/availableCommands/0/name").asText())
                        .isEqualTo("fix"))
                .anySatisfy(update -> assertThat(update.path("used").asInt()).isEqualTo(5));
    }

    private static SessionAttribute attribute(String json) {
        return new SessionAttribute(RawJson.parse(json(json, "")), true);
    }

    private static String json(String text, String message) {
        return text.replace("'M'", "'" + message + "'").replace('\'', '"');
    }
}
