package io.acp4j.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.testing.RawClient;
import io.acp4j.agent.testing.ScriptedAgent;
import io.acp4j.agent.tree.BranchException;
import io.acp4j.agent.tree.HistoryEntry;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.agent.tree.SessionTree;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client learns of the changes that its agent makes by itself to the tree of a session, and what is stored of them. */
class AgentMovesTest {

    private static final String FOLLOWS =
            "{'_meta':{'acp4j/branching':{'version':1,'methods':['_acp4j/session/moved']}}}";

    private final SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
    private final Map<SessionId, AgentSession> opened = new ConcurrentHashMap<>();
    private volatile @Nullable MessageId goesTo;
    private RawClient client;
    private int version;
    private SessionId session;
    private List<MessageId> ids;

    @AfterEach
    void close() {
        client.close();
        repository.close();
    }

    private AcpAgent agent() {
        return new ScriptedAgent()
                .builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .sessions(repository, ScriptedAgent.UNTITLED)
                .modes(mode("ask"), mode("code"))
                .onSetMode((request, open) -> {})
                .sessionListener((open, origin) -> {
                    opened.put(open.id(), open);
                    MessageId to = goesTo;
                    if (to != null) {
                        open.tree().navigate(to);
                    }
                })
                .build();
    }

    private static SessionMode mode(String id) {
        return new SessionMode(new SessionModeId(id), id, null, null);
    }

    private void connect(int ofVersion, String capabilities) {
        version = ofVersion;
        client = RawClient.connect(agent());
        String ofClient =
                version == 1 ? "'clientCapabilities':" : "'info':{'name':'raw','version':'1'},'capabilities':";
        client.response(
                "initialize",
                "{'protocolVersion':%d,%s%s}"
                        .formatted(version, ofClient, capabilities)
                        .replace('\'', '"'));
    }

    /** Makes a session of two turns, and a branch that is not active behind its first one. */
    private void branch(int ofVersion, String capabilities) {
        connect(ofVersion, capabilities);
        session = new SessionId(client.response("session/new", "{\"cwd\":\"/project\",\"mcpServers\":[]}")
                .at("/result/sessionId")
                .asText());
        turn("one");
        turn("dead");
        ids = messages();
        tree().navigate(ids.get(1));
        turn("two");
        ids = new ArrayList<>(ids);
        ids.addAll(messages().subList(2, 4));
        sent();
    }

    private void turn(String text) {
        int prompt = client.prompt(session.value(), text);
        boolean ended = false;
        boolean responded = false;
        while (!ended || !responded) {
            JsonNode frame = client.next();
            responded |= !frame.has("method") && frame.path("id").asInt(-1) == prompt;
            ended |= version == 1 || frame.at("/params/update/state").asText().equals("idle");
        }
    }

    private AgentSession open() {
        return Objects.requireNonNull(opened.get(session));
    }

    private SessionTree tree() {
        return open().tree();
    }

    private List<MessageId> messages() {
        return tree().path().stream()
                .filter(node -> node.kind().isMessage())
                .map(HistoryEntry::messageId)
                .toList();
    }

    /** Takes what has been sent: updates by their kind, everything else by its method and head. */
    private List<String> sent() {
        List<String> sent = new ArrayList<>();
        for (JsonNode frame : client.updatesBefore(client.request("_silence", "{}"))) {
            sent.add(
                    frame.has("method")
                            ? frame.get("method").asText() + " "
                                    + frame.at("/params/head").asText("none")
                            : frame.path("sessionUpdate").asText());
        }
        return sent;
    }

    private SessionTree.Summary summary() {
        return new SessionTree.Summary(new MessageId("own"), "in sum");
    }

    private void change(String change) {
        MessageId own = new MessageId("own");
        switch (change) {
            case "navigate to an answer" -> tree().navigate(ids.get(1));
            case "navigate to a prompt" -> tree().navigate(ids.get(4));
            case "navigate to the first prompt" -> tree().navigate(ids.get(0));
            case "navigate to another branch" -> tree().navigate(ids.get(3));
            case "navigate to where it is" -> tree().navigate(ids.get(5));
            case "navigate to what there is not" ->
                assertThatThrownBy(() -> tree().navigate(new MessageId("gone"))).isInstanceOf(BranchException.class);
            case "navigate for another version" ->
                assertThatThrownBy(() -> tree().expecting(-1).navigate(ids.get(1)))
                        .isInstanceOf(BranchException.class);
            case "append" -> tree().append(List.of(HistoryEntry.Draft.agent(own, "by itself")));
            case "append at the head" ->
                tree().append(HistoryEntry.Draft.agent(own, "by itself"), SessionTree.Position.AT_HEAD);
            case "append elsewhere" ->
                tree().append(HistoryEntry.Draft.agent(own, "by itself"), SessionTree.Position.after(ids.get(1)));
            case "append nothing" -> tree().append(List.of());
            case "graft" -> tree().graft(ids.get(3), null, summary());
            case "graft elsewhere" -> tree().graft(ids.get(5), ids.get(3), summary());
            case "prune" -> tree().prune(ids.get(2));
            case "label" -> tree().label(ids.get(1), "here");
            default -> throw new AssertionError(change);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "navigate to an answer, _acp4j/session/moved 1",
        "navigate to a prompt, _acp4j/session/moved 1",
        "navigate to the first prompt, _acp4j/session/moved none",
        "navigate to another branch, _acp4j/session/moved 3",
        "navigate to where it is, ''",
        "navigate to what there is not, ''",
        "navigate for another version, ''",
        "append, _acp4j/session/moved own",
        "append at the head, _acp4j/session/moved own",
        "append elsewhere, _acp4j/session/moved own",
        "append nothing, ''",
        "graft, agent_message_chunk",
        "graft elsewhere, ''",
        "prune, ''",
        "label, ''"
    })
    void clientThatFollowsIsToldWhereTheSessionGoesOn(String change, String told) {
        for (int each : new int[] {1, 2}) {
            branch(each, FOLLOWS);
            change(change);
            String expected = told;
            if (told.matches(".*moved \\d")) {
                int end = told.length() - 1;
                expected = told.substring(0, end) + ids.get(Integer.parseInt(told.substring(end)));
            }
            assertThat(sent()).as("version %s", each).isEqualTo(told.isEmpty() ? List.of() : List.of(expected));
            client.close();

            branch(each, "{}");
            change(change);
            assertThat(sent())
                    .as("version %s, not advertised", each)
                    .isEqualTo(told.startsWith("agent") ? List.of(told) : List.of());
            client.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void clientIsNotToldOfWhatItHasAskedFor(int each) {
        branch(each, FOLLOWS);
        client.result(client.request(
                "_acp4j/session/navigate", "{\"sessionId\":\"" + session + "\",\"messageId\":\"" + ids.get(1) + "\"}"));
        assertThat(messages()).hasSize(2);
        assertThat(sent()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'_meta':{'acp4j/branching':{'version':2,'methods':['_acp4j/session/moved']}}}",
                "{'_meta':{'acp4j/branching':{'version':1,'methods':['_acp4j/session/path']}}}",
                "{'_meta':{'acp4j/branching':true}}"
            })
    void clientOfAnotherDialectIsNotTold(String capabilities) {
        for (int each : new int[] {1, 2}) {
            branch(each, capabilities);
            tree().navigate(ids.get(1));
            assertThat(sent()).isEmpty();
            client.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void clientIsToldBehindTheResponseOfWhatHappensWhenASessionIsOpened(int each) {
        branch(each, FOLLOWS);
        goesTo = ids.get(1);
        int opening = client.request(
                each == 1 ? "session/load" : "session/resume",
                "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}");
        assertThat(client.updatesBefore(opening)).noneMatch(frame -> frame.has("method"));
        JsonNode frame = client.next();
        while (!frame.path("method").asText().equals("_acp4j/session/moved")) {
            assertThat(frame.path("method").asText()).isEqualTo("session/update");
            frame = client.next();
        }
        assertThat(frame.at("/params/head").asText()).isEqualTo(ids.get(1).value());
    }

    @Test
    void messageThatIsBeingSaidEndsWhereItBegan() {
        branch(2, FOLLOWS);
        open().startTurn(work -> {
                    work.say("be");
                    work.say("fore");
                    tree().navigate(ids.get(1));
                    work.say("be");
                    work.say("hind");
                })
                .toCompletableFuture()
                .join();
        assertThat(tree().path().stream()
                        .filter(node -> node.kind().isMessage())
                        .map(HistoryEntry::text))
                .endsWith("re: one", "behind")
                .hasSize(3);
        tree().navigate(ids.get(5));
        tree().navigate(tree().leaves(null, 10).items().get(1).messageId());
        assertThat(tree().path().stream()
                        .filter(node -> node.kind().isMessage())
                        .map(HistoryEntry::text))
                .endsWith("re: two", "before");
    }

    private void say(String what) {
        switch (what) {
            case "prompt" -> turn("three");
            case "silent prompt" -> turn("title silent");
            case "update" -> {
                open().update(AgentMessageChunk.text(null, "said"));
                open().tree().label(ids.get(1), "ends nothing");
            }
            case "tool call" ->
                open().toolCall(ToolCall.builder(new ToolCallId("call"), "call")
                                .kind(ToolKind.READ)
                                .build())
                        .complete();
            case "same mode" ->
                client.response(
                        version == 1 ? "session/set_mode" : "session/set_config_option",
                        version == 1
                                ? "{\"sessionId\":\"" + session + "\",\"modeId\":\"code\"}"
                                : "{\"sessionId\":\"" + session
                                        + "\",\"configId\":\"mode\",\"type\":\"id\",\"value\":\"code\"}");
            case "work" ->
                open().startTurn(turn -> turn.say("worked"))
                        .toCompletableFuture()
                        .join();
            case "thinking work" ->
                open().startTurn(turn -> turn.think("hm")).toCompletableFuture().join();
            case "calling work" ->
                open().startTurn(turn -> turn.toolCall("call", ToolKind.READ).complete())
                        .toCompletableFuture()
                        .join();
            case "silent work" ->
                open().startTurn(turn -> {}).toCompletableFuture().join();
            case "failing work" -> {
                var unused = open().startTurn(work -> {
                            work.say("worked");
                            throw new IllegalStateException("fails as told");
                        })
                        .toCompletableFuture()
                        .handle((done, failure) -> done)
                        .join();
            }
            case "graft" -> change("graft");
            case "append" -> change("append");
            case "graft and a prompt" -> {
                change("graft");
                turn("three");
            }
            case "append and a prompt" -> {
                change("append");
                turn("three");
            }
            case "nothing" -> {}
            default -> throw new AssertionError(what);
        }
    }

    /** The mode of a session that has gone elsewhere, when it is opened again after something was said or done there. */
    @ParameterizedTest
    @CsvSource({
        "1, prompt, code",
        "1, silent prompt, code",
        "1, update, code",
        "1, tool call, code",
        "1, same mode, code",
        "1, graft, ask",
        "1, append, ask",
        "1, graft and a prompt, code",
        "1, append and a prompt, code",
        "1, nothing, ask",
        "2, prompt, code",
        "2, silent prompt, code",
        "2, update, code",
        "2, tool call, code",
        "2, same mode, code",
        "2, work, code",
        "2, thinking work, code",
        "2, calling work, code",
        "2, silent work, code",
        "2, failing work, code",
        "2, graft, ask",
        "2, append, ask",
        "2, graft and a prompt, code",
        "2, append and a prompt, code",
        "2, nothing, ask"
    })
    void modeIsStoredWithWhatIsSaidBehindANavigation(int each, String what, String mode) {
        branch(each, FOLLOWS);
        open().setMode(new SessionModeId("code"));
        tree().navigate(ids.get(1));
        say(what);
        client.response("session/close", "{\"sessionId\":\"" + session + "\"}");
        client.response(
                each == 1 ? "session/load" : "session/resume",
                "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}");
        assertThat(Objects.requireNonNull(open().modes()).currentModeId()).isEqualTo(new SessionModeId(mode));
    }
}
