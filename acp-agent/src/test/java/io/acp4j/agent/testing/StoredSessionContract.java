package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.NodeKind;
import io.acp4j.agent.store.SessionAttribute;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.rpc.transport.Transport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.session.NewSessionResponse;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Stored sessions over the protocol: message ids, replay, lists, lineage, deletion; on any store. */
public abstract class StoredSessionContract {

    private final ScriptedAgent script = new ScriptedAgent();
    private SessionRepository repository;
    private AcpAgent agent;
    private StoredClient client;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void connect() {
        repository = SessionRepository.over(open());
        agent = script.builder().sessions(repository, ScriptedAgent.UNTITLED).build();
        client = another();
    }

    private StoredClient another() {
        return StoredClient.of(agent);
    }

    @AfterEach
    void disconnect() {
        client.close();
        repository.close();
    }

    @Test
    @DisplayName("49, 50, 52: one message has one id, the next one another, a thought its own")
    void messagesHaveIds() {
        String session = client.newSession();
        List<JsonNode> updates = client.prompt(session, "think hm;think hm;say a;say b;end;say c");
        List<String> ids =
                updates.stream().map(update -> update.get("messageId").asText()).toList();
        assertThat(ids.get(0)).isEqualTo(ids.get(1));
        assertThat(ids.get(2)).isEqualTo(ids.get(3)).isNotIn(ids.get(0), ids.get(4));
        assertThat(client.transcript(session)).endsWith("thought:hmhm", "agent:ab", "agent:c");
        assertThat(client.ids(session)).endsWith(ids.get(0), ids.get(3), ids.get(4));
    }

    @Test
    @DisplayName("56: loading twice gives the same ids, and a resumed session is not replayed")
    void idsStayTheSame() {
        String session = client.newSession();
        client.prompt(session, "say a;tool t;done t;say b");
        List<JsonNode> first = client.replay(session);
        assertThat(client.replay(session)).isEqualTo(first);
        client.call("session/resume", "{'sessionId':'" + session + "','cwd':'/project'}");
        client.raw().expectSilence();
        assertThat(client.say(session, "history")).contains("agent:a|tool|tool|agent:b");
    }

    @Test
    @DisplayName("57: an echoed prompt has the id that the replay repeats, and is stored once")
    void echoHasTheStoredId() {
        client.close();
        client = StoredClient.of(script.builder()
                .echoUserMessages(true)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build());
        String session = client.newSession();
        String echoed = client.prompt(session, "hi").get(0).get("messageId").asText();
        assertThat(client.ids(session)).hasSize(2).startsWith(echoed);
    }

    @Test
    @DisplayName("60: no id repeats in a session of a forest of forks")
    void idsDoNotRepeat() {
        String session = client.newSession();
        for (int i = 0; i < 20; i++) {
            client.prompt(session, "say a;end;say b;think c;say d");
            session = i % 2 == 0 ? client.fork(session) : session;
        }
        assertThat(client.ids(session)).hasSize(100).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName(
            "a message is in the store before anything after it is sent, a tool call when it is announced and settled")
    void messagesAreStoredAsTheyEnd() {
        String session = client.newSession();
        int turn = client.raw().prompt(session, "say a;think b;tool t;progress t;done t;wait go");
        for (int i = 0; i < 6; i++) {
            client.raw().update();
        }
        SessionTree tree = client.raw().agent().session(new SessionId(session)).tree();
        assertThat(tree.path())
                .extracting(node -> node.kind())
                .containsExactly(NodeKind.USER, NodeKind.AGENT, NodeKind.THOUGHT, NodeKind.TOOL, NodeKind.TOOL);
        script.open("go");
        client.raw().updatesBefore(turn);
        List<JsonNode> replay = client.replay(session);
        assertThat(replay.get(4).get("status").asText()).isEqualTo("completed");
        assertThat(replay.get(4).get("content")).as("what changed on the way").hasSize(2);
    }

    @Test
    @DisplayName("commands and usage stand in no history; the title is that of the list")
    void titleIsThatOfTheList() {
        String session = client.newSession();
        client.prompt(session, "usage;commands go;title Green things;say a");
        assertThat(client.info(session).get("title").asText()).isEqualTo("Green things");
        assertThat(client.info(session).get("updatedAt").asText()).isNotEmpty();
        assertThat(client.transcript(session))
                .containsExactly("user:usage;commands go;title Green things;say a", "agent:a");
    }

    @Test
    @DisplayName("commands, usage and titles do not divide a message, live or stored")
    void updatesOutsideTheConversationDoNotDivideMessages() {
        String session = client.newSession();
        List<JsonNode> updates = client.prompt(session, "say a;commands go;say b;usage;say c;title Green;say d");
        assertThat(updates.stream()
                        .filter(update -> update.has("messageId"))
                        .map(update -> update.get("messageId").asText())
                        .distinct())
                .hasSize(1);
        assertThat(client.transcript(session)).endsWith("agent:abcd").hasSize(2);
    }

    @Test
    @DisplayName(
            "commands and usage are there again after load and resume, also after a restart, and commands in forks")
    void commandsAndUsageAreShownAgain() {
        String session = client.newSession();
        client.prompt(session, "commands stop;commands go;usage;say a");
        for (String method : List.of("session/load", "session/resume")) {
            client.close();
            client = another();
            client.raw().updatesBefore(client.raw().request(method, params(session)));
            JsonNode commands = client.raw().update();
            assertThat(commands.get("sessionUpdate").asText()).as(method).isEqualTo("available_commands_update");
            assertThat(commands.at("/availableCommands/0/name").asText()).isEqualTo("go");
            JsonNode usage = client.raw().update();
            assertThat(usage.get("sessionUpdate").asText()).as(method).isEqualTo("usage_update");
            assertThat(usage.get("used").asInt()).isEqualTo(1);
            client.raw().expectSilence();
        }
        client.fork(session);
        assertThat(client.raw().update().at("/availableCommands/0/name").asText())
                .isEqualTo("go");
        client.raw().expectSilence();
    }

    @Test
    @DisplayName("in version 2, too, where the response may tell the commands")
    void inVersion2CommandsAndUsageAreThereAgain() {
        String session = client.newSession();
        client.prompt(session, "commands go;usage;say a");
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build();
        for (String replay : List.of("", ",'replayFrom':{'type':'start'}")) {
            try (RawClient newer = RawClient.ofVersion2(agent, Transport.ANONYMOUS)) {
                int unused = newer.request(
                        "session/resume",
                        ("{'sessionId':'" + session + "','cwd':'/project'" + replay + "}").replace('\'', '"'));
                boolean commands = false;
                boolean usage = false;
                while (!commands || !usage) {
                    JsonNode frame = newer.next();
                    commands |= frame.toString().contains("\"name\":\"go\"");
                    usage |= frame.at("/params/update/used").asInt() == 1;
                }
            }
        }
    }

    private static String params(String session) {
        return "{'sessionId':'%s','cwd':'/project','mcpServers':[]}"
                .formatted(session)
                .replace('\'', '"');
    }

    @Test
    @DisplayName("the list has pages, and only the directory that was asked for")
    void listHasPages() {
        client.close();
        client = StoredClient.of(script.builder()
                .sessions(
                        repository,
                        ScriptedAgent.UNTITLED.toBuilder().pageSize(3).build())
                .build());
        Set<String> made = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            made.add(client.newSession());
        }
        String other = client.call("session/new", "{'cwd':'/other','mcpServers':[]}")
                .get("sessionId")
                .asText();
        assertThat(client.call("session/list", "{}").get("sessions")).hasSize(3);
        assertThat(client.list()).hasSize(11).doesNotHaveDuplicates().containsAll(made);
        assertThat(client.call("session/list", "{'cwd':'/other'}").get("sessions"))
                .hasSize(1);
        assertThat(client.call("session/list", "{'cwd':'/other'}")
                        .at("/sessions/0/sessionId")
                        .asText())
                .isEqualTo(other);
        JsonNode error = client.refused("session/list", "{'cursor':'none of ours'}");
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
    }

    @Test
    @DisplayName("unknown sessions are not found, whatever is asked of them")
    void unknownSessionsAreNotFound() {
        for (String method : List.of("session/load", "session/resume", "session/close", "_acp4j/session/tree")) {
            JsonNode error = client.refused(method, "{'sessionId':'nobody','cwd':'/project','mcpServers':[]}");
            assertThat(error.get("code").asInt()).as(method).isEqualTo(-32002);
            assertThat(error.at("/data/sessionId").asText()).as(method).isEqualTo("nobody");
        }
    }

    @Test
    @DisplayName("75: a fork has parent, point, depth and label in the list, also after a restart; titles are numbered")
    void lineageIsListed() {
        String session = client.newSession();
        client.prompt(session, "title Tea;say a");
        client.prompt(session, "two");
        String point = client.ids(session).get(3);
        JsonNode answer = client.call(
                "session/fork",
                StoredClient.forkOf(session, ",'messageId':'" + point + "','_meta':{'acp4j/fork':{'label':'alt'}}"));
        String fork = answer.get("sessionId").asText();
        JsonNode lineage = RawClient.json(
                "{'parentSessionId':'" + session + "','forkMessageId':'" + point + "','forkDepth':4,'label':'alt'}");
        assertThat(answer.at("/_meta/acp4j~1lineage")).isEqualTo(lineage);
        String second = client.fork(session);
        String third = client.fork(session);
        client.close();
        client = another();
        assertThat(client.info(fork).at("/_meta/acp4j~1lineage")).isEqualTo(lineage);
        assertThat(client.info(fork).get("title").asText()).isEqualTo("alt");
        assertThat(client.info(second).get("title").asText()).isEqualTo("Tea (fork)");
        assertThat(client.info(third).get("title").asText()).isEqualTo("Tea (fork 2)");
    }

    @Test
    @DisplayName("75b: a session of a kind that is not forked says so, and a forced request is refused")
    void subagentsAreNotForked() {
        client.close();
        client = StoredClient.of(script.builder()
                .sessions(repository, ScriptedAgent.UNTITLED)
                .onNewSession((request, setup) -> {
                    setup.tree().attribute(SessionAttribute.KIND, SessionAttribute.own(SessionAttribute.SUBAGENT));
                    return NewSessionResponse.builder(setup.sessionId()).build();
                })
                .build());
        JsonNode made = client.call("session/new", "{'cwd':'/project','mcpServers':[]}");
        assertThat(made.at("/_meta/acp4j~1session/kind").asText()).isEqualTo("subagent");
        String session = made.get("sessionId").asText();
        assertThat(client.info(session).at("/_meta/acp4j~1session/kind").asText())
                .isEqualTo("subagent");
        JsonNode error = client.refused("session/fork", StoredClient.forkOf(session, ""));
        assertThat(error.get("code").asInt()).isEqualTo(-32602);
        assertThat(error.at("/data/reason").asText()).isEqualTo("not_forkable");
    }

    @Test
    @DisplayName(
            "76, 77: what was forked from a deleted session loads in full, is listed at the top and can be forked again")
    void forksOutliveTheirSource() {
        String parent = client.newSession();
        client.prompt(parent, "one");
        String child = client.fork(parent);
        client.prompt(child, "two");
        String grandchild = client.fork(child);
        client.call("session/delete", "{'sessionId':'" + parent + "'}");
        client.call("session/delete", "{'sessionId':'" + child + "'}");
        assertThat(client.list()).containsExactly(grandchild);
        assertThat(client.info(grandchild).at("/_meta/acp4j~1lineage").has("parentSessionId"))
                .isFalse();
        assertThat(client.transcript(client.fork(grandchild)))
                .containsExactly("user:one", "agent:re: one", "user:two", "agent:re: two");
    }

    @Test
    @DisplayName("78: deleting what does not exist succeeds, and so does deleting what is open and busy")
    void deletingSucceeds() {
        client.call("session/delete", "{'sessionId':'nobody'}");
        String session = client.newSession();
        int turn = client.raw().prompt(session, "say a;wait forever");
        client.raw().update();
        int delete = client.raw().request("session/delete", "{\"sessionId\":\"" + session + "\"}");
        assertThat(client.raw().result(turn).get("stopReason").asText()).isEqualTo("cancelled");
        client.raw().result(delete);
        assertThat(client.list()).isEmpty();
        client.call("session/delete", "{'sessionId':'" + session + "'}");
    }

    @Test
    @DisplayName("81: a list of one directory shows a fork whose parent is elsewhere")
    void forkIsListedWithoutItsParent() {
        String session = client.newSession();
        String fork = client.call("session/fork", "{'sessionId':'" + session + "','cwd':'/other'}")
                .get("sessionId")
                .asText();
        JsonNode page = client.call("session/list", "{'cwd':'/other'}");
        assertThat(page.at("/sessions/0/sessionId").asText()).isEqualTo(fork);
        assertThat(page.get("sessions")).hasSize(1);
    }

    @Test
    @DisplayName(
            "a session that is loaded on another connection ends the turn here with an error, and is forgotten here")
    void sessionIsTakenOver() {
        String session = client.newSession();
        client.prompt(session, "one");
        int turn = client.raw().prompt(session, "say begun;plan next;wait forever");
        client.raw().update();
        // What comes behind a message is sent when that is stored.
        client.raw().update();
        try (StoredClient other = another()) {
            assertThat(other.transcript(session)).contains("user:one");
            JsonNode error = client.raw().error(turn);
            assertThat(error.at("/data/reason").asText()).isEqualTo("taken_over");
            assertThat(client.refused(
                                    "session/prompt",
                                    "{'sessionId':'" + session + "','prompt':[{'type':'text','text':'x'}]}")
                            .get("code")
                            .asInt())
                    .isEqualTo(-32002);
            assertThat(other.say(session, "history")).contains("agent:begun").endsWith("user:history");
        }
    }

    @Test
    @DisplayName("the end of a connection ends its turns in the store and lets others open its sessions")
    void endOfConnectionReleasesSessions() {
        String session = client.newSession();
        client.raw().prompt(session, "say half;wait forever");
        client.raw().update();
        client.close();
        assertThat(repository.find(new SessionId(session)).turn()).isNull();
        assertThat(repository.find(new SessionId(session)).lease().holder()).isEmpty();
        client = another();
        assertThat(client.transcript(session)).endsWith("agent:half");
        SessionTree tree = client.raw().agent().session(new SessionId(session)).tree();
        assertThat(tree.page(PathQuery.last(1)).items().get(0).stopReason().value())
                .isEqualTo("cancelled");
    }

    @Test
    @DisplayName("a prompt whose handler fails is stored as such, and the session goes on")
    void failedTurnIsStored() {
        String session = client.newSession();
        int turn = client.raw().prompt(session, "say a;tool t;fail");
        for (int i = 0; i < 3; i++) {
            client.raw().update();
        }
        assertThat(client.raw().error(turn).at("/data/reason").asText()).isEqualTo("scripted");
        assertThat(client.transcript(session)).endsWith("agent:a", "tool:pending", "tool:failed");
        assertThat(client.say(session, "next")).isEqualTo("re: next");
    }
}
