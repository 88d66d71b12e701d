package io.acp4j.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.acp4j.client.ClientSession;
import io.acp4j.client.PromptTurn;
import io.acp4j.client.transcript.Conversation;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.client.transcript.TranscriptToolCall;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.ConnectionClosedException;
import io.acp4j.schema.SessionConfigId;
import io.acp4j.schema.SessionConfigValueId;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.config.SessionConfigValue;
import io.acp4j.schema.prompt.StopReason;
import io.acp4j.schema.session.SessionInfo;
import io.acp4j.schema.tool.Diff;
import io.acp4j.schema.tool.FileChanges;
import io.acp4j.schema.tool.Terminal;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.update.AgentMessageChunk;
import io.acp4j.schema.update.AvailableCommand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleAgentTest {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    private static Stream<Arguments> clients() {
        return Stream.of(Arguments.of(1, true), Arguments.of(1, false), Arguments.of(2, true), Arguments.of(2, false));
    }

    @ParameterizedTest(name = "version {0}, client offers everything: {1}")
    @MethodSource("clients")
    void everyCommandIsAnsweredWithoutAFinding(int version, boolean offersEverything) throws Exception {
        try (SampleClient client = new SampleClient(directory, version, offersEverything)) {
            for (ScenarioCatalog.Entry command : ScenarioCatalog.ENTRIES) {
                switch (command.name()) {
                    case "crash" -> {} // Ends the connection; see below.
                    case "hang" -> {
                        PromptTurn turn = client.session().startTurn("/hang");
                        await().atMost(LIMIT)
                                .until(() ->
                                        client.shownFrom(0).contains("other: Wait for a cancellation: in_progress"));
                        turn.cancel();
                        assertThat(turn.await().stopReason()).isEqualTo(StopReason.CANCELLED);
                    }
                    case "error" ->
                        assertThatThrownBy(() -> client.session().prompt("/error No luck"))
                                .isInstanceOf(AcpErrorException.class)
                                .hasMessageContaining("No luck");
                    default ->
                        assertThat(client.ask("/" + command.name()))
                                .as("/" + command.name())
                                .hasSizeGreaterThan(1);
                }
            }
            assertThat(client.ask("What is a session?")).last().asString().contains("A session is one conversation");
            assertThat(client.findings()).isEmpty();
        }
    }

    @ParameterizedTest(name = "version {0}, client offers everything: {1}")
    @MethodSource("clients")
    void contentIsTheSameEachTime(int version, boolean offersEverything) throws Exception {
        List<String> commands = List.of("Hello", "/tour", "/markdown", "/tools", "/commands");
        try (SampleClient first = new SampleClient(directory.resolve("."), version, offersEverything);
                SampleClient second = new SampleClient(directory, version, offersEverything)) {
            for (String command : commands) {
                assertThat(second.ask(command)).isEqualTo(first.ask(command));
            }
        }
    }

    @Test
    void commandsHaveDescriptionsAndHints() throws Exception {
        try (SampleClient client = new SampleClient(directory, 1, true)) {
            await().atMost(LIMIT).until(() -> !commands(client).isEmpty());
            assertThat(commands(client))
                    .extracting(AvailableCommand::name)
                    .containsExactlyElementsOf(ScenarioCatalog.ENTRIES.stream()
                            .map(ScenarioCatalog.Entry::name)
                            .toList());
            assertThat(commands(client))
                    .noneMatch(command -> command.description().isBlank());
            assertThat(ScenarioCatalog.find("flood"))
                    .extracting(ScenarioCatalog.Entry::hint)
                    .isEqualTo("number of updates");
        }
    }

    private static List<AvailableCommand> commands(SampleClient client) {
        return client.session().transcript().snapshot().commands();
    }

    @Test
    void plainTextNamesCommandsAndTheEarlierQuestions() throws Exception {
        try (SampleClient client = new SampleClient(directory, 1, true)) {
            assertThat(client.ask("Hello").get(1)).contains("Question 1. Try `/permission`");
            assertThat(client.ask("How do I list them?").get(1)).contains("Before it you asked: Hello");
            assertThat(client.ask("/unknown").get(1)).contains("There is no command `/unknown`", "`/tour`");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void forkAtAMessageHasHeardOnlyWhatPrecedesIt(int version) throws Exception {
        try (SampleClient client = new SampleClient(directory, version, true)) {
            client.ask("one");
            client.ask("two");
            TranscriptMessage answer =
                    client.session().transcript().snapshot().messages().get(1);
            ClientSession fork =
                    client.session().forks().fork(client.session().forks().at(answer));
            fork.prompt("three");

            List<TranscriptMessage> messages = fork.transcript().snapshot().messages();
            assertThat(messages.get(messages.size() - 1).text()).contains("Question 2. Before it you asked: one");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void storedSessionIsListedLoadedResumedAndForkedWithoutAFinding(int version) throws Exception {
        Path sessions = directory.resolve("sessions");
        SessionId id;
        List<String> said;
        try (SampleClient client =
                new SampleClient(directory, version, true, SampleAgent.builder().directory(sessions))) {
            id = client.session().id();
            for (String command :
                    List.of("Hello", "/think", "/plan", "/steps", "/diff", "/permission", "/media", "/terminal")) {
                client.ask(command);
            }
            said = client.shownFrom(0);
        }
        try (SampleClient client =
                new SampleClient(directory, version, true, SampleAgent.builder().directory(sessions))) {
            assertThat(client.client().storedSessions())
                    .extracting(SessionInfo::sessionId)
                    .contains(id);
            ClientSession loaded = client.client().loadSession(id, directory);
            assertThat(SampleClient.shown(loaded)).containsExactlyElementsOf(said);
            TranscriptMessage first = loaded.transcript().snapshot().messages().get(1);
            loaded.forks().fork(loaded.forks().at(first)).prompt("Another way");
            loaded.close();
            ClientSession resumed = client.client().resumeSession(id, directory);
            resumed.prompt("And again");
            assertThat(client.findings()).isEmpty();
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "allow: completed: You allowed the deletion once",
                "always: completed: You allowed it always",
                "reject: failed: You rejected the deletion",
                "never: failed: You rejected the deletion"
            })
    void decisionDeterminesTheAnswer(String expected) throws Exception {
        String[] words = expected.split(": ");
        try (SampleClient client = new SampleClient(directory, 1, true)) {
            client.permission = words[0];
            List<String> shown = client.ask("/permission");
            assertThat(shown.get(2)).isEqualTo("delete: Delete build: " + words[1]);
            assertThat(shown.get(3)).contains(words[2]);
            assertThat(client.ask("/permission"))
                    .last()
                    .asString()
                    .contains(words[0].equals("always") ? "no permission is necessary" : words[2]);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void diffHas500ChangedLines(int version) throws Exception {
        try (SampleClient client = new SampleClient(directory, version, false)) {
            client.ask("/diff");
            ToolCallContent content = call(client).call().content().get(0);
            if (content instanceof Diff diff) {
                List<String> before = Objects.requireNonNull(diff.oldText(), "the file existed")
                        .lines()
                        .toList();
                List<String> after = diff.newText().lines().toList();
                assertThat(diff.path())
                        .isEqualTo(directory.resolve("src/Inventory.java").toString());
                assertThat(before).filteredOn(line -> !after.contains(line)).hasSize(250);
                assertThat(after).filteredOn(line -> !before.contains(line)).hasSize(250);
            } else {
                String patch = Objects.requireNonNull(((FileChanges) content).patch(), "a patch")
                        .text();
                assertThat(patch.lines())
                        .filteredOn(line -> line.startsWith("-    static final int"))
                        .hasSize(250);
                assertThat(patch.lines())
                        .filteredOn(line -> line.startsWith("+    static final Item"))
                        .hasSize(250);
            }
        }
    }

    private static TranscriptToolCall call(SampleClient client) {
        return client.entries().stream()
                .filter(TranscriptToolCall.class::isInstance)
                .map(TranscriptToolCall.class::cast)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void terminalShowsColours(int version) throws Exception {
        try (SampleClient client = new SampleClient(directory, version, true)) {
            client.ask("/terminal");
            TranscriptToolCall call = call(client);
            assertThat(call.call().content().get(0)).isInstanceOf(Terminal.class);
            String output = version == 1
                    ? Objects.requireNonNull(call.call().rawOutput(), "the output")
                            .toTree()
                            .path("output")
                            .asText()
                    : client.session().transcript().snapshot().terminals().values().stream()
                            .map(Conversation.TerminalState::text)
                            .findFirst()
                            .orElseThrow();
            assertThat(output).contains("\u001b[32mPASS\u001b[0m InventoryTest", "100 %");
        }
    }

    @Test
    void nestedCallsNameTheirParent() throws Exception {
        try (SampleClient client = new SampleClient(directory, 1, true)) {
            client.ask("/steps");
            List<TranscriptToolCall> calls = client.entries().stream()
                    .filter(TranscriptToolCall.class::isInstance)
                    .map(TranscriptToolCall.class::cast)
                    .toList();
            String parent = calls.get(0).id().value();
            assertThat(calls.subList(1, calls.size()))
                    .hasSize(4)
                    .allMatch(nested -> Objects.requireNonNull(nested.call().meta(), "metadata")
                            .members()
                            .get("claudeCode")
                            .toJson()
                            .equals("{\"parentToolUseId\":\"" + parent + "\"}"));
        }
    }

    @Test
    void floodSendsAsManyUpdatesAsRequested() throws Exception {
        try (SampleClient client = new SampleClient(directory, 1, true)) {
            client.ask("/flood");
            assertThat(client.updates())
                    .filteredOn(AgentMessageChunk.class::isInstance)
                    .hasSize(2_000);
            assertThatThrownBy(() -> client.ask("/flood 0"))
                    .isInstanceOf(AcpErrorException.class)
                    .hasMessageContaining("from 1 to 200000");
        }
    }

    @Test
    void settingsChangeTheAnswer() throws Exception {
        try (SampleClient client = new SampleClient(directory, 2, true)) {
            client.session().setConfigOption(new SessionConfigId("thoughts"), SessionConfigValue.of(true));
            client.session()
                    .setConfigOption(
                            new SessionConfigId("model"), SessionConfigValue.of(new SessionConfigValueId("detailed")));
            List<String> shown = client.ask("Hello");
            assertThat(shown.get(1)).startsWith("THOUGHT: ");
            assertThat(shown.get(2)).contains("| mode | Ask |");
        }
    }

    @Test
    void crashEndsTheConnection() throws Exception {
        try (SampleClient client = new SampleClient(directory, 1, true)) {
            assertThatThrownBy(() -> client.session().prompt("/crash")).isInstanceOf(ConnectionClosedException.class);
            assertThat(client.findings()).isEmpty();
        }
    }
}
