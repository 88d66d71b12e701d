package io.acp4j.agent.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.AgentTerminal;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.agent.Turn;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.Conversations;
import io.acp4j.agent.tree.NewNode;
import io.acp4j.agent.tree.PathQuery;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.ToolCallId;
import io.acp4j.schema.init.ProtocolVersion;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.TerminalOutputChunk;
import io.acp4j.schema.update.TerminalUpdate;
import io.acp4j.schema.update.ToolCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Terminals in stored sessions: each version replays the stored output, and refers to no terminal that the client does not know. */
public abstract class StoredTerminalContract {

    private static final String OUTPUT = "\\u001b[32mok\\u001b[0m\\r\\n\\u00e9";
    private static final String SHOWN = "\u001b[32mok\u001b[0m\r\n\u00e9";
    private static final String MISSING = "(The output of this terminal was not stored.)";

    private final ScriptedAgent script = new ScriptedAgent();
    private final AtomicReference<RemoteTerminal> left = new AtomicReference<>();
    private Conversations conversations;
    private AcpAgent agent;

    /** Opens an empty store. */
    protected abstract SessionStore open();

    @BeforeEach
    void start() {
        conversations = Conversations.over(open());
        agent = script.step("run", turn -> run(turn, true))
                .step("leave", turn -> run(turn, false))
                .step("own", StoredTerminalContract::runOwn)
                .step(
                        "again",
                        turn -> call(turn)
                                .content(ToolCallContent.terminal(left.get().id()))
                                .complete("done"))
                .step("release", turn -> left.get().release())
                .step("keep", StoredTerminalContract::keep)
                .step("flood", StoredTerminalContract::flood)
                .builder()
                .protocolVersions(ProtocolVersion.V1, ProtocolVersion.V2)
                .conversations(conversations, ScriptedAgent.UNTITLED)
                .build();
    }

    @AfterEach
    void end() {
        conversations.close();
    }

    private static ToolCallHandle call(Turn turn) {
        return turn.toolCall(ToolCall.builder(new ToolCallId(turn.userMessageId() + ".run"), "Run")
                .kind(ToolKind.EXECUTE)
                .build());
    }

    private void run(Turn turn, boolean releases) {
        ToolCallHandle call = call(turn);
        RemoteTerminal terminal = turn.client().createTerminal("make", "all");
        call.content(ToolCallContent.terminal(terminal.id()));
        left.set(terminal);
        if (releases) {
            terminal.release();
            call.complete("done");
        }
    }

    /** Completes the tool call of a terminal that stays open. */
    private static void keep(Turn turn) {
        ToolCallHandle call = call(turn);
        RemoteTerminal terminal = turn.client().createTerminal("make", "all");
        call.content(ToolCallContent.terminal(terminal.id()));
        call.complete("done");
    }

    private static void runOwn(Turn turn) {
        AgentTerminal terminal = turn.session().openTerminal("make all", "/project");
        ToolCallHandle call = call(turn);
        call.content(terminal.content());
        terminal.write(SHOWN.getBytes(StandardCharsets.UTF_8));
        terminal.exited(2);
        call.complete("done");
    }

    /** Writes 20 parts of output of 10,000 bytes, each of which is stored before the next one is written. */
    private static void flood(Turn turn) {
        AgentTerminal terminal = turn.session().openTerminal("make all", "/project");
        ToolCallHandle call = call(turn);
        call.content(terminal.content());
        for (int i = 0; i < 20; i++) {
            terminal.write(("%02d".formatted(i) + "x".repeat(9_998)).getBytes(StandardCharsets.UTF_8));
            turn.session()
                    .tree()
                    .append(List.of(NewNode.of(TerminalOutputChunk.ofBytes(
                            terminal.id(),
                            ("%02d".formatted(i) + "y".repeat(9_998)).getBytes(StandardCharsets.UTF_8)))));
        }
        terminal.exited(0);
        call.complete("done");
    }

    /** A client of version 1 that has one terminal, with a given response to requests for its output. */
    private final class TerminalClient implements AutoCloseable {
        private final RawClient raw = RawClient.initialized(agent, "{\"terminal\":true}");
        private final List<String> methods = new ArrayList<>();
        private final List<JsonNode> updates = new ArrayList<>();
        private String output;
        private String session = "";

        TerminalClient(String output) {
            this.output = output;
        }

        /** Sends a prompt and responds to requests until a frame has arrived. */
        void prompt(String text, String last) {
            if (session.isEmpty()) {
                session = raw.newSession();
            }
            int id = raw.prompt(session, text);
            serveUntil(last, id);
        }

        private void serveUntil(String last, int id) {
            while (true) {
                JsonNode frame = raw.next();
                String method = frame.path("method").asText("response");
                if (method.startsWith("terminal/")) {
                    methods.add(method);
                }
                switch (method) {
                    case "session/update" -> updates.add(frame.at("/params/update"));
                    case "terminal/create" -> raw.respond(frame, "{\"terminalId\":\"term-1\"}");
                    case "terminal/output" -> {
                        if (output.isEmpty()) {
                            raw.respondError(frame, -32603, "no output");
                        } else {
                            raw.respond(frame, output);
                        }
                    }
                    case "response" -> assertThat(frame.path("id").asInt()).isEqualTo(id);
                    default -> raw.respond(frame, "{}");
                }
                if (method.equals(last)) {
                    return;
                }
            }
        }

        @Override
        public void close() {
            raw.closeAndWait();
        }
    }

    private static String output(String text, boolean truncated, String exit) {
        return "{\"output\":\"" + text + "\",\"truncated\":" + truncated
                + (exit.isEmpty() ? "" : ",\"exitStatus\":{\"exitCode\":" + exit + "}") + "}";
    }

    private boolean isOutputStored(String session) {
        return storedOutputs(session) > 0;
    }

    private long storedOutputs(String session) {
        return conversations.look(new SessionId(session)).page(PathQuery.first(100)).nodes().stream()
                .flatMap(node -> node.updates().stream())
                .filter(update -> update instanceof TerminalUpdate terminal
                        && terminal.output().value() != null)
                .count();
    }

    private List<JsonNode> replay(String session, int version) {
        if (version == 1) {
            try (StoredClient client = StoredClient.of(agent)) {
                return client.replay(session);
            }
        }
        try (V2Client client = V2Client.of(agent)) {
            client.result(client.request(
                    "session/resume",
                    "{'sessionId':'" + session + "','cwd':'/project','replayFrom':{'type':'start'}}"));
            return client.updates(session);
        }
    }

    private static String text(JsonNode data) {
        return new String(Base64.getDecoder().decode(data.asText()), StandardCharsets.UTF_8);
    }

    /** A terminal as a replay leaves it. */
    private record Shown(String text, String exit, boolean truncated) {}

    /** Returns the terminals of a replay in the order of their tool calls, however the version reports them. */
    private static List<Shown> terminals(List<JsonNode> updates) {
        Map<String, JsonNode> contents = new LinkedHashMap<>();
        Map<String, Shown> own = new HashMap<>();
        for (JsonNode update : updates) {
            if (update.path("content").isArray()) {
                contents.put(update.path("toolCallId").asText(), update.get("content"));
            } else if (update.path("sessionUpdate").asText().equals("terminal_output_chunk")) {
                own.computeIfPresent(
                        update.get("terminalId").asText(),
                        (id, before) -> new Shown(text(update.get("data")), before.exit(), before.truncated()));
            } else if (update.path("sessionUpdate").asText().equals("terminal_update")) {
                Shown before = own.getOrDefault(update.get("terminalId").asText(), new Shown(MISSING, "", false));
                own.put(
                        update.get("terminalId").asText(),
                        new Shown(
                                update.has("output") ? text(update.at("/output/data")) : before.text(),
                                update.at("/exitStatus/exitCode").asText(),
                                update.at("/_meta/acp4j~1terminal/truncated").asBoolean()));
            }
        }
        List<Shown> shown = new ArrayList<>();
        contents.values().forEach(content -> {
            for (JsonNode each : content) {
                JsonNode mark = each.at("/_meta/acp4j~1terminal");
                if (each.path("type").asText().equals("terminal")) {
                    shown.add(own.getOrDefault(
                            each.get("terminalId").asText(),
                            new Shown("unknown terminal " + each.get("terminalId"), "", false)));
                } else if (mark.isObject()) {
                    shown.add(new Shown(
                            each.at("/content/text").asText(),
                            mark.at("/exitStatus/exitCode").asText(),
                            mark.path("truncated").asBoolean()));
                }
            }
        });
        return shown;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void outputOfAReleasedTerminalIsReplayed(int version) {
        String session;
        try (TerminalClient client = new TerminalClient(output(OUTPUT, false, "3"))) {
            client.prompt("run", "response");
            session = client.session;
            assertThat(client.methods).containsExactly("terminal/create", "terminal/output", "terminal/release");
            assertThat(client.updates)
                    .last()
                    .extracting(update -> update.at("/content/0/terminalId").asText())
                    .isEqualTo("term-1");
        }
        assertThat(terminals(replay(session, version))).containsExactly(new Shown(SHOWN, "3", false));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aForkReplaysTheOutputOfItsSource(int version) {
        try (TerminalClient client = new TerminalClient(output(OUTPUT, false, "0"))) {
            client.prompt("run", "response");
            client.raw.request("session/fork", "{\"sessionId\":\"" + client.session + "\",\"cwd\":\"/project\"}");
            String fork = "";
            while (fork.isEmpty()) {
                fork = client.raw.next().at("/result/sessionId").asText();
            }
            client.raw.result(client.raw.request("session/close", "{\"sessionId\":\"" + fork + "\"}"));
            assertThat(terminals(replay(fork, version))).containsExactly(new Shown(SHOWN, "0", false));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void outputSoFarOfARunningTerminalIsStoredAtTheEndOfTheTurn(int version) {
        try (TerminalClient client = new TerminalClient(output("half", true, ""))) {
            client.prompt("leave", "response");
            if (!client.methods.contains("terminal/output")) {
                client.serveUntil("terminal/output", -1);
            }
            // The connection still has the terminal, so its own replay refers to it.
            int load = client.raw.request(
                    "session/load",
                    "{\"sessionId\":\"" + client.session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}");
            client.updates.clear();
            client.serveUntil("response", load);
            assertThat(client.updates.toString()).contains("\"term-1\"").doesNotContain("acp4j/terminal");
            await().atMost(Duration.ofMinutes(1)).until(() -> isOutputStored(client.session));
            assertThat(terminals(replay(client.session, version))).containsExactly(new Shown("half", "", true));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aTerminalThatWasRunningWhenTheConnectionEndedIsMarkedAsNotStored(int version) {
        String session;
        try (TerminalClient client = new TerminalClient(output(OUTPUT, false, ""))) {
            client.prompt("leave;wait never", "terminal/create");
            client.serveUntil("session/update", -1);
            session = client.session;
        }
        List<JsonNode> replayed = replay(session, version);
        assertThat(terminals(replayed))
                .allMatch(shown -> shown.text().equals(MISSING) && shown.exit().isEmpty());
        assertThat(replayed.toString()).doesNotContain("term-1");
        assertThat(replayed)
                .filteredOn(update -> update.path("sessionUpdate").asText().equals("terminal_update"))
                .allMatch(update -> update.has("exitStatus"));
    }

    @ParameterizedTest
    @CsvSource({"1,true", "2,true", "1,false", "2,false"})
    void aLongOutputIsCutAtALine(int version, boolean hasLines) {
        String text = (hasLines ? "x".repeat(99) + "\\n" : "\\u00e9".repeat(50)).repeat(1_000);
        String session;
        try (TerminalClient client = new TerminalClient(output(text, false, "0"))) {
            client.prompt("run", "response");
            session = client.session;
        }
        List<Shown> shown = terminals(replay(session, version));
        assertThat(shown).hasSize(1);
        assertThat(shown.get(0).truncated()).isTrue();
        assertThat(shown.get(0).text().getBytes(StandardCharsets.UTF_8)).hasSizeBetween(65_000, 64 * 1024);
        assertThat(shown.get(0).text()).matches(hasLines ? "(?s)(x{99}\n)+" : "\u00e9+");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void terminalsOfDifferentConnectionsWithTheSameIdAreKeptApart(int version) {
        String session;
        try (TerminalClient client = new TerminalClient(output("first", false, "0"))) {
            client.prompt("run", "response");
            session = client.session;
        }
        try (TerminalClient client = new TerminalClient(output("second", false, "1"))) {
            client.session = session;
            client.raw.result(
                    client.raw.request("session/resume", "{\"sessionId\":\"" + session + "\",\"cwd\":\"/project\"}"));
            client.prompt("run", "response");
        }
        assertThat(terminals(replay(session, version)))
                .containsExactly(new Shown("first", "0", false), new Shown("second", "1", false));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aClientThatReturnsNoOutputIsStillToldToReleaseTheTerminal(int version) {
        String session;
        try (TerminalClient client = new TerminalClient("")) {
            client.prompt("run", "response");
            session = client.session;
            assertThat(client.methods).endsWith("terminal/output", "terminal/release");
        }
        assertThat(terminals(replay(session, version))).containsExactly(new Shown(MISSING, "", false));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theOutputOfATerminalOfTheAgentIsReplayed(int version) {
        String session;
        try (V2Client client = V2Client.of(agent)) {
            session = client.newSession();
            client.result(client.prompt(session, "own"));
            client.awaitEnds(session, 1);
        }
        List<JsonNode> replayed = replay(session, version);
        assertThat(terminals(replayed)).containsExactly(new Shown(SHOWN, "2", false));
        assertThat(replayed.toString().contains("\"type\":\"terminal\"")).isEqualTo(version == 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSessionThatIsLoadedAfterItsCloseRefersToNoTerminalOfBefore(int version) {
        try (TerminalClient client = new TerminalClient(output("half", false, ""))) {
            client.prompt("leave", "response");
            if (!client.methods.contains("terminal/output")) {
                client.serveUntil("terminal/output", -1);
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> isOutputStored(client.session));
            client.serveUntil(
                    "response", client.raw.request("session/close", "{\"sessionId\":\"" + client.session + "\"}"));
            client.updates.clear();
            client.serveUntil(
                    "response",
                    client.raw.request(
                            "session/load",
                            "{\"sessionId\":\"" + client.session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}"));
            assertThat(client.updates.toString()).doesNotContain("\"term-1\"");
            assertThat(terminals(client.updates)).containsExactly(new Shown("half", "", false));
            assertThat(terminals(replay(client.session, version))).containsExactly(new Shown("half", "", false));
        }
    }

    @Test
    void theOutputOfAnOpenTerminalIsStoredWhenTheSessionIsClosed() {
        try (TerminalClient client = new TerminalClient(output("half", false, ""))) {
            client.prompt("leave", "response");
            if (!client.methods.contains("terminal/output")) {
                client.serveUntil("terminal/output", -1);
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> isOutputStored(client.session));
            client.output = output("whole", false, "0");
            client.serveUntil(
                    "response", client.raw.request("session/close", "{\"sessionId\":\"" + client.session + "\"}"));
            assertThat(terminals(replay(client.session, 1))).containsExactly(new Shown("whole", "0", false));
        }
    }

    @Test
    void theOutputOfATerminalThatStaysOpenIsNotStoredAgainAtTheEndOfEachTurn() {
        try (TerminalClient client = new TerminalClient(output("half", false, ""))) {
            client.prompt("leave", "response");
            if (!client.methods.contains("terminal/output")) {
                client.serveUntil("terminal/output", -1);
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> isOutputStored(client.session));
            client.prompt("say next", "response");
            client.prompt("say next", "response");
            client.serveUntil(
                    "response", client.raw.request("session/close", "{\"sessionId\":\"" + client.session + "\"}"));
            assertThat(client.methods).containsExactly("terminal/create", "terminal/output", "terminal/output");
            assertThat(storedOutputs(client.session)).isEqualTo(1);
        }
    }

    @Test
    void aTerminalThatTheClientNoLongerHasIsReplacedWithTheStoredOutput() {
        try (TerminalClient client = new TerminalClient("")) {
            client.prompt("leave", "response");
            if (!client.methods.contains("terminal/output")) {
                client.serveUntil("terminal/output", -1);
            }
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                client.updates.clear();
                client.serveUntil(
                        "response",
                        client.raw.request(
                                "session/load",
                                "{\"sessionId\":\"" + client.session + "\",\"cwd\":\"/project\",\"mcpServers\":[]}"));
                assertThat(terminals(client.updates)).containsExactly(new Shown(MISSING, "", false));
            });
        }
    }

    @Test
    void aLostOutputDoesNotChangeTheTruncationOfWhatIsStored() {
        String session;
        try (TerminalClient client = new TerminalClient(output("half", true, ""))) {
            client.prompt("leave", "response");
            if (!client.methods.contains("terminal/output")) {
                client.serveUntil("terminal/output", -1);
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> isOutputStored(client.session));
            client.output = "";
            client.prompt("release", "response");
            session = client.session;
        }
        assertThat(terminals(replay(session, 1))).containsExactly(new Shown("half", "", true));
    }

    @Test
    void aReplaySendsTheEndOfALongOutputOnce() {
        String session;
        try (V2Client client = V2Client.of(agent)) {
            session = client.newSession();
            client.result(client.prompt(session, "flood"));
            client.awaitEnds(session, 1);
        }
        List<JsonNode> replayed = replay(session, 1);
        List<Shown> shown = terminals(replayed);
        assertThat(shown).hasSize(1);
        assertThat(shown.get(0).truncated()).isTrue();
        assertThat(shown.get(0).exit()).isEqualTo("0");
        assertThat(shown.get(0).text().length()).isEqualTo(64 * 1024);
        assertThat(replayed)
                .filteredOn(update -> update.toString().length() > 10_000)
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void lateOutputIsNotStoredOnAnotherBranch() {
        try (TerminalClient client = new TerminalClient(output("half", false, ""))) {
            client.prompt("say one", "response");
            client.prompt("leave", "response");
            if (!client.methods.contains("terminal/output")) {
                client.serveUntil("terminal/output", -1);
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> isOutputStored(client.session));
            navigateTo(client, 1);
            client.output = output("whole", false, "0");
            client.prompt("release", "response");
            assertThat(storedOutputs(client.session)).isZero();
        }
    }

    @Test
    void aTerminalIsStoredAgainOnABranchWithoutIt() {
        try (TerminalClient client = new TerminalClient(output("half", false, ""))) {
            client.prompt("say one", "response");
            client.prompt("leave", "response");
            if (!client.methods.contains("terminal/output")) {
                client.serveUntil("terminal/output", -1);
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> isOutputStored(client.session));
            navigateTo(client, 1);
            client.prompt("again;release", "response");
            client.serveUntil(
                    "response", client.raw.request("session/close", "{\"sessionId\":\"" + client.session + "\"}"));
            assertThat(terminals(replay(client.session, 1))).containsExactly(new Shown("half", "", false));
        }
    }

    @Test
    void outputIsStoredAgainOnABranchThatContainsOnlyTheTerminal() {
        try (TerminalClient client = new TerminalClient(output("half", false, ""))) {
            client.prompt("keep;say left", "response");
            if (!client.methods.contains("terminal/output")) {
                client.serveUntil("terminal/output", -1);
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> isOutputStored(client.session));
            navigateTo(client, 1);
            client.prompt("say right", "response");
            client.serveUntil(
                    "response", client.raw.request("session/close", "{\"sessionId\":\"" + client.session + "\"}"));
            assertThat(terminals(replay(client.session, 1))).containsExactly(new Shown("half", "", false));
        }
    }

    /** Continues the session from one of its messages. */
    private static void navigateTo(TerminalClient client, int index) {
        JsonNode tree = client.raw.result(
                client.raw.request("_acp4j/session/tree", "{\"sessionId\":\"" + client.session + "\"}"));
        String message = tree.get("messages").get(index).get("messageId").asText();
        client.raw.result(client.raw.request(
                "_acp4j/session/navigate",
                "{\"sessionId\":\"" + client.session + "\",\"messageId\":\"" + message + "\"}"));
    }

    @ParameterizedTest
    @CsvSource({"1,forward", "2,forward", "1,backward", "2,backward"})
    void eachPageContainsTheOutputOfTheTerminalsOfItsToolCalls(int version, String direction) {
        String session;
        try (TerminalClient client = new TerminalClient(output("half", false, ""))) {
            client.prompt("leave", "response");
            if (!client.methods.contains("terminal/output")) {
                client.serveUntil("terminal/output", -1);
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> isOutputStored(client.session));
            client.output = output(OUTPUT, false, "0");
            client.prompt("release", "response");
            client.prompt("again", "response");
            session = client.session;
        }
        List<List<Shown>> pages = pages(session, version, direction);
        assertThat(pages).hasSizeGreaterThan(2);
        assertThat(pages.stream().filter(page -> !page.isEmpty()))
                .containsExactly(List.of(new Shown(SHOWN, "0", false)), List.of(new Shown(SHOWN, "0", false)));
    }

    /** Returns the terminals of each page of one message. */
    private List<List<Shown>> pages(String session, int version, String direction) {
        List<List<Shown>> pages = new ArrayList<>();
        try (StoredClient first = StoredClient.of(agent);
                V2Client second = V2Client.of(agent)) {
            String cursor = "";
            do {
                String params = "{'sessionId':'" + session + "','limit':1,'direction':'" + direction + "'"
                        + (cursor.isEmpty() ? "" : ",'cursor':'" + cursor + "'") + "}";
                JsonNode page = version == 1
                        ? first.call("_acp4j/session/path", params)
                        : second.result(second.request("_acp4j/session/path", params));
                List<JsonNode> updates = new ArrayList<>();
                page.get("messages").forEach(entry -> entry.get("updates").forEach(updates::add));
                pages.add(terminals(updates));
                cursor = page.path("nextCursor").asText("");
            } while (!cursor.isEmpty());
        }
        return pages;
    }

    @Test
    void pagesOfMessagesContainTheOutput() {
        String session;
        try (TerminalClient client = new TerminalClient(output(OUTPUT, false, "0"))) {
            client.prompt("run", "response");
            session = client.session;
        }
        try (StoredClient client = StoredClient.of(agent)) {
            List<JsonNode> updates = new ArrayList<>();
            client.call("_acp4j/session/path", "{'sessionId':'" + session + "'}")
                    .get("messages")
                    .forEach(entry -> entry.get("updates").forEach(updates::add));
            assertThat(terminals(updates)).containsExactly(new Shown(SHOWN, "0", false));
        }
    }
}
