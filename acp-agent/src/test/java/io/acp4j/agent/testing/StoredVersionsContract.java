package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.schema.MessageId;
import io.acp4j.schema.Meta;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.TerminalId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.content.ContentBlock;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.json.Patch;
import io.acp4j.schema.json.RawJson;
import io.acp4j.schema.mode.SessionMode;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AgentMessage;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCallUpdate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Stored sessions under either version of the protocol, and a session of one under the other; on any store. */
public abstract class StoredVersionsContract {

    private static final List<String> STEPS = List.of(
            "say a",
            "say b",
            "think hm",
            "end",
            "plan x",
            "tool t;done t",
            "tool u;progress u;done u",
            "usage",
            "compact s");

    private static final Set<String> ONLY_SECOND = Set.of(
            "user_message",
            "agent_message",
            "agent_thought",
            "state_update",
            "tool_call_content_chunk",
            "terminal_update",
            "terminal_output_chunk");

    private final ScriptedAgent script = new ScriptedAgent();
    private SessionRepository repository;
    private AcpAgent agent;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void start() {
        repository = SessionRepository.over(open());
        agent = script.builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .modes(mode("ask"), mode("code"))
                .sessions(repository, ScriptedAgent.UNTITLED)
                .build();
    }

    private static SessionMode mode(String id) {
        return SessionMode.of(new SessionModeId(id), id);
    }

    @AfterEach
    void end() {
        repository.close();
    }

    private static int resume(V2Client client, String session, String more) {
        return client.request("session/resume", "{'sessionId':'" + session + "','cwd':'/project'" + more + "}");
    }

    private static void replay(V2Client client, String session) {
        client.result(resume(client, session, ",'replayFrom':{'type':'start'}"));
    }

    /** Returns what is comparable of a replay: messages with their ids, ends of tool calls, plans. */
    private static List<String> essence(List<JsonNode> updates) {
        List<String> lines = new ArrayList<>();
        for (JsonNode update : updates) {
            String kind = update.path("sessionUpdate").asText();
            switch (kind) {
                case "user_message_chunk", "agent_message_chunk", "agent_thought_chunk" ->
                    lines.add(kind + " " + update.get("messageId").asText() + " "
                            + update.at("/content/text").asText());
                case "tool_call", "tool_call_update" ->
                    lines.add("tool " + update.get("toolCallId").asText() + " "
                            + update.path("status").asText("pending") + " "
                            + update.path("title").asText());
                case "plan" -> lines.add("plan " + update.get("entries"));
                case "plan_update" -> lines.add("plan " + update.at("/plan/entries"));
                case "compaction_update", "compaction_summary_chunk" -> lines.add(kind);
                default -> {}
            }
        }
        return lines;
    }

    private List<String> underFirst(String session) {
        return essence(replayUnderFirst(session));
    }

    private List<String> underSecond(String session) {
        return essence(replayUnderSecond(session));
    }

    /** Seeds of random conversations: always the same, and with {@code -Dacp.test.seeds=N} so many more. */
    static LongStream seeds() {
        return LongStream.rangeClosed(1, 12L + Integer.getInteger("acp.test.seeds", 0));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aConversationIsTheSameUnderBothVersionsHoweverTheyTakeTurns(long seed) {
        Random random = new Random(seed);
        RandomUpdates updates = new RandomUpdates(seed);
        script.step("anything", updates::play);
        ShownConversation live = new ShownConversation();
        String session;
        try (StoredClient client = StoredClient.of(agent)) {
            session = client.newSession();
        }
        for (int turns = 0; turns < 5; turns++) {
            if (random.nextInt(3) == 0) {
                try (StoredClient client = StoredClient.of(agent)) {
                    client.replay(session);
                    client.prompt(session, steps(random)).forEach(live::apply);
                }
            } else {
                try (V2Client client = V2Client.of(agent)) {
                    client.result(resume(client, session, ""));
                    String more = random.nextInt(4) == 0 ? "" : ";anything";
                    client.result(client.prompt(session, steps(random) + more));
                    client.awaitEnds(session, 1);
                    client.updates(session).forEach(live::apply);
                }
            }
        }
        List<JsonNode> second = replayUnderSecond(session);
        Map<String, JsonNode> shown = ShownConversation.of(second).entries();
        // Version 1 does not send a prompt back.
        shown.keySet()
                .removeIf(key ->
                        key.startsWith("user_message ") && !live.entries().containsKey(key));
        assertThat(shown).containsExactlyInAnyOrderEntriesOf(live.entries());
        List<JsonNode> first = replayUnderFirst(session);
        assertThat(ShownConversation.of(first).entries()).containsExactlyInAnyOrderEntriesOf(withoutLosses(second));
        assertThat(essence(first)).isNotEmpty();
    }

    private static String steps(Random random) {
        List<String> steps = new ArrayList<>();
        for (int step = 0; step < 1 + random.nextInt(4); step++) {
            steps.add(STEPS.get(random.nextInt(STEPS.size())));
        }
        return String.join(";", steps);
    }

    /** Returns what version 1 shows of a replay: no update of a kind that only version 2 has, and nothing cleared but lists. */
    private static Map<String, JsonNode> withoutLosses(List<JsonNode> second) {
        ShownConversation shown = new ShownConversation();
        for (JsonNode update : second) {
            if (!ONLY_SECOND.contains(update.path("sessionUpdate").asText())) {
                ObjectNode kept = update.deepCopy();
                if (kept.path("sessionUpdate").asText().equals("tool_call_update")) {
                    kept.properties()
                            .removeIf(member -> member.getValue().isNull()
                                    && !Set.of("content", "locations").contains(member.getKey()));
                }
                shown.apply(kept);
            }
        }
        return shown.entries();
    }

    private List<JsonNode> replayUnderFirst(String session) {
        try (StoredClient client = StoredClient.of(agent)) {
            return client.replay(session);
        }
    }

    private List<JsonNode> replayUnderSecond(String session) {
        try (V2Client client = V2Client.of(agent)) {
            replay(client, session);
            return client.updates(session);
        }
    }

    @Test
    void extraDataIsPatchedByNameAlsoBehindWhatIsStoredAlready() {
        script.step("meta", turn -> {
            ToolCallId call = new ToolCallId(turn.userMessageId() + ".call");
            turn.update(ToolCallUpdate.builder(call).meta(Meta.of("kept", 0)).build());
            turn.update(ToolCallUpdate.builder(call)
                    .meta(Meta.of("a", 1).with("gone", 1))
                    .build());
            turn.update(ToolCallUpdate.builder(call)
                    .meta(Meta.of("b", 2).with("gone", RawJson.NULL))
                    .build());
            TerminalId terminal = new TerminalId(turn.userMessageId() + ".terminal");
            turn.update(TerminalUpdate.builder(terminal).meta(Meta.of("a", 1)).build());
            turn.update(TerminalUpdate.builder(terminal).meta(Meta.of("b", 2)).build());
            MessageId message = turn.say("pending");
            turn.update(new AgentMessage(message, Patch.unchanged(), Patch.of(Meta.of("a", 1))));
            turn.update(new AgentMessage(
                    message, Patch.of(List.of(ContentBlock.text("better"))), Patch.of(Meta.of("b", 2))));
        });
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.result(client.prompt(session, "meta"));
            client.awaitEnds(session, 1);
            client.result(client.about("session/close", session));
            Map<String, JsonNode> shown =
                    ShownConversation.of(replayUnderSecond(session)).entries(key -> !key.startsWith("user"));
            assertThat(shown.values())
                    .extracting(entry -> entry.path("_meta").toString())
                    .containsExactlyInAnyOrder(
                            "{\"kept\":0,\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":2}");
        }
    }

    @Test
    void resumingReportsWhatTheSessionDoesAfterTheReplayAndBeforeTheResponse() {
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.result(client.prompt(session, "say a"));
            client.awaitEnds(session, 1);
            client.result(client.about("session/close", session));
            replay(client, session);
            List<String> log = client.wire().log(session);
            assertThat(log)
                    .contains("user_message_chunk", "agent_message_chunk")
                    .endsWith("idle");
            client.result(client.about("session/close", session));
            client.result(resume(client, session, ""));
            assertThat(client.wire().log(session)).containsExactly("idle");
            client.result(client.prompt(session, "say b"));
            client.awaitEnds(session, 1);
        }
    }

    @Test
    void anotherCursorAndAnUnknownSessionAreRefused() {
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            assertThat(client.error(resume(client, session, ",'replayFrom':{'type':'message','messageId':'m'}"))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32602);
            JsonNode unknown = client.error(resume(client, "nobody", ",'replayFrom':{'type':'start'}"));
            assertThat(unknown.get("code").asInt()).isEqualTo(-32002);
            assertThat(unknown.at("/data/sessionId").asText()).isEqualTo("nobody");
        }
    }

    @Test
    void sessionsAreListedArchivedNamedAndDeletedAsOften() {
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.result(client.prompt(session, "wait gate"));
            assertThat(client.result(client.about("session/status", session))
                            .at("/state/state")
                            .asText())
                    .isEqualTo("running");
            script.open("gate");
            client.awaitEnds(session, 1);
            assertThat(client.result(client.request("session/set_title", "{'sessionId':'" + session + "','title':'T'}"))
                            .get("title")
                            .asText())
                    .isEqualTo("T");
            client.result(client.about("session/archive", session));
            client.result(client.about("session/archive", session));
            assertThat(client.result(client.request("session/list", "{}")).get("sessions"))
                    .isEmpty();
            client.result(client.about("session/unarchive", session));
            assertThat(client.result(client.request("session/list", "{}"))
                            .at("/sessions/0/title")
                            .asText())
                    .isEqualTo("T");
            client.result(client.about("session/delete", session));
            client.result(client.about("session/delete", session));
            assertThat(client.error(client.about("session/archive", session))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32002);
        }
    }

    @Test
    void forksEndWhereTheyAreToUnderBothVersions() {
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.result(client.prompt(session, "say one"));
            client.awaitEnds(session, 1);
            client.result(client.prompt(session, "say two"));
            client.awaitEnds(session, 2);
            List<JsonNode> said = client.updates(session).stream()
                    .filter(update -> update.path("sessionUpdate").asText().equals("agent_message_chunk"))
                    .toList();
            String first = said.get(0).get("messageId").asText();
            String about = "{'sessionId':'" + session + "','cwd':'/project'";
            for (String point : List.of(
                    ",'messageId':'" + first + "'}",
                    ",'_meta':{'jetbrains':{'air':{'version':1,'fork':{'version':1,'messageId':'" + first + "'}}}}}")) {
                JsonNode response = client.result(client.request("session/fork", about + point));
                String fork = response.get("sessionId").asText();
                assertThat(response.at("/configOptions/0/configId").asText()).isEqualTo("mode");
                client.result(client.about("session/close", fork));
                assertThat(underFirst(fork)).hasSize(2).isEqualTo(underSecond(fork));
            }
            JsonNode whole = client.result(client.request("session/fork", about + "}"));
            String fork = whole.get("sessionId").asText();
            client.result(client.prompt(fork, "history"));
            client.awaitEnds(fork, 1);
            assertThat(client.wire().texts(fork)).last().asString().contains("agent:one", "agent:two");
            JsonNode path = client.result(client.request("_acp4j/session/path", "{'sessionId':'" + session + "'}"));
            assertThat(path.get("messages")).hasSize(4);
        }
    }

    @Test
    void aForkEndsAtAMessageBehindAToolCallThatWasCancelled() {
        script.step("stop", turn -> {
            ToolCallHandle call = turn.toolCall("Builds", ToolKind.EXECUTE);
            call.onCancel(() -> {});
            call.cancelled("not needed any more");
        });
        try (V2Client client = V2Client.of(agent)) {
            String session = client.newSession();
            client.result(client.prompt(session, "stop;say after"));
            client.awaitEnds(session, 1);
            List<JsonNode> updates = client.updates(session);
            assertThat(updates)
                    .anyMatch(update -> update.path("status").asText().equals("cancelled"));
            String after = updates.stream()
                    .filter(update -> update.path("sessionUpdate").asText().equals("agent_message_chunk"))
                    .findFirst()
                    .orElseThrow()
                    .get("messageId")
                    .asText();
            String fork = client.result(client.request(
                            "session/fork",
                            "{'sessionId':'" + session + "','cwd':'/project','messageId':'" + after + "'}"))
                    .get("sessionId")
                    .asText();
            client.result(client.about("session/close", fork));
            assertThat(underSecond(fork))
                    .hasSameSizeAs(underFirst(fork))
                    .last()
                    .asString()
                    .endsWith("after");
        }
    }

    @Test
    void aModeIsAnOptionAndStaysWhicheverVersionChoseIt() {
        String session;
        try (V2Client client = V2Client.of(agent)) {
            JsonNode opened = client.result(client.request("session/new", "{'cwd':'/project'}"));
            session = opened.get("sessionId").asText();
            assertThat(opened.has("modes")).isFalse();
            assertThat(opened.at("/configOptions/0/category").asText()).isEqualTo("mode");
            assertThat(opened.at("/configOptions/0/currentValue").asText()).isEqualTo("ask");
            String choice = "{'sessionId':'" + session + "','configId':'mode','type':'id','value':'%s'}";
            assertThat(client.error(client.request("session/set_config_option", choice.formatted("none")))
                            .get("code")
                            .asInt())
                    .isEqualTo(-32602);
            assertThat(client.result(client.request("session/set_config_option", choice.formatted("code")))
                            .at("/configOptions/0/currentValue")
                            .asText())
                    .isEqualTo("code");
            client.result(client.prompt(session, "mode ask"));
            client.awaitEnds(session, 1);
            assertThat(client.wire().log(session)).contains("config_option_update");
            client.result(client.request("session/set_config_option", choice.formatted("code")));
        }
        try (StoredClient client = StoredClient.of(agent)) {
            assertThat(client.call("session/resume", "{'sessionId':'" + session + "','cwd':'/project'}")
                            .at("/modes/currentModeId")
                            .asText())
                    .isEqualTo("code");
        }
    }

    @Test
    void whatIsReplacedAndWhatATerminalShowedComesAgainUnderVersion2AndIsLeftOutUnderVersion1() {
        script.step("replace", turn -> {
            MessageId message = turn.say("first");
            turn.endMessage();
            turn.update(new AgentMessage(message, Patch.of(List.of(ContentBlock.text("better"))), Patch.unchanged()));
            turn.update(new AgentMessage(
                    new MessageId(message + "_whole"),
                    Patch.of(List.of(ContentBlock.text("whole"))),
                    Patch.unchanged()));
            TerminalId terminal = new TerminalId(message + "_terminal");
            turn.update(TerminalUpdate.builder(terminal).command("ls").build());
            for (String part : List.of("a", "b")) {
                turn.update(TerminalOutputChunk.ofBytes(terminal, part.getBytes(StandardCharsets.UTF_8)));
            }
            turn.update(TerminalUpdate.builder(terminal)
                    .exitStatus(TerminalExitStatus.exited(0))
                    .build());
        });
        String session;
        try (V2Client client = V2Client.of(agent)) {
            session = client.newSession();
            client.result(client.prompt(session, "replace"));
            client.awaitEnds(session, 1);
            assertThat(client.wire().ends(session)).containsExactly("end_turn");
            client.result(client.about("session/close", session));
            replay(client, session);
            List<JsonNode> updates = client.updates(session);
            List<JsonNode> again =
                    updates.subList(updates.size() - client.wire().log(session).size(), updates.size());
            assertThat(again)
                    .extracting(update -> update.get("sessionUpdate").asText())
                    .containsSubsequence(
                            "agent_message_chunk", "agent_message", "agent_message_chunk", "terminal_update");
            JsonNode terminal = ShownConversation.of(again)
                    .entries(key -> key.startsWith("terminal "))
                    .values()
                    .iterator()
                    .next();
            assertThat(terminal.get("output").asText()).isEqualTo("YWI=");
            assertThat(terminal.at("/exitStatus/exitCode").asInt()).isZero();
        }
        assertThat(underFirst(session)).hasSize(3).last().asString().endsWith("whole");
    }
}
