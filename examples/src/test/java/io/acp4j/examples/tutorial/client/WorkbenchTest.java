package io.acp4j.examples.tutorial.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.client.AcpClient;
import io.acp4j.client.ClientSession;
import io.acp4j.client.transcript.TranscriptMessage;
import io.acp4j.examples.tutorial.agent.TutorialAgents;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.SessionId;
import io.acp4j.schema.SessionModeId;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.test.FakeAgent;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each part of the workbench, with scripted agents and with the agent of the other tutorial. */
class WorkbenchTest {

    @TempDir
    private Path directory;

    private Path project;
    private final Editors editors = new Editors();
    private Screen screen = new Screen(true);

    /** A view that keeps what it shows. */
    private record Screen(boolean confirming, Map<SessionId, List<String>> shown, Queue<String> asked)
            implements Workbench.View {

        Screen(boolean confirming) {
            this(confirming, new ConcurrentHashMap<>(), new ConcurrentLinkedQueue<>());
        }

        @Override
        public void show(SessionId session, List<String> lines) {
            shown.put(session, lines);
        }

        @Override
        public boolean confirms(String question) {
            asked.add(question);
            return confirming;
        }
    }

    @BeforeEach
    void resolve() throws Exception {
        // As the file service names files: without links.
        project = directory.toRealPath();
    }

    // snippet:test
    @Test
    void showsTheConversationAndAsksForPermission() {
        FakeAgent agent = FakeAgent.create().nextTurn(turn -> {
            turn.say("I will ", "clean up.");
            turn.callTool("1", "Delete build");
            turn.ask(
                    "1",
                    "Delete build",
                    PermissionOption.allowOnce("y", "Yes"),
                    PermissionOption.rejectOnce("n", "No"));
            turn.say("Done.");
        });

        try (agent;
                Workbench workbench = Workbench.connect(agent.client(), editors, screen)) {
            ClientSession session = workbench.begin(project);
            session.prompt("Clean up");

            assertThat(screen.shown().get(session.id()))
                    .containsExactly(
                            "USER: Clean up", "AGENT: I will clean up.", "[pending] Delete build", "AGENT: Done.");
            assertThat(screen.asked()).containsExactly("Delete build?");
        }
    }
    // end

    private Workbench connected(AcpAgent agent) {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(pair.agent());
        return Workbench.connect(AcpClient.builder(pair.client()), editors, screen);
    }

    @Test
    void theAgentReadsAndChangesWhatAnEditorShows() throws Exception {
        Path file = Files.writeString(project.resolve("a.txt"), "saved\n");
        editors.open(file, "not saved\n");
        try (var script = TutorialAgents.scripted()
                        .calls("edit_file", "{\"path\": \"a.txt\", \"old\": \"not\", \"new\": \"well\"}")
                        .says("Changed.");
                SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                Workbench workbench = connected(script.agent(repository))) {
            ClientSession session = workbench.begin(project);
            session.setMode(new SessionModeId("code"));
            session.prompt("Change it");

            assertThat(editors.text(file)).isEqualTo("well saved\n");
            assertThat(file).hasContent("saved\n");
            assertThat(screen.asked()).containsExactly("Edit a.txt?");
            assertThat(screen.shown().get(session.id())).contains("-not saved", "+well saved", "AGENT: Changed.");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void commandsOfTheAgentRunWhenTheUserHasConfirmedThem(boolean confirming) {
        screen = new Screen(confirming);
        AcpAgent agent = AcpAgent.builder()
                .info("builder", "1")
                .onPrompt(turn -> {
                    try (RemoteTerminal terminal = turn.client().createTerminal("touch", "built")) {
                        turn.say("exit code " + terminal.waitForExit().exitCode());
                    } catch (AcpErrorException e) {
                        turn.say("refused");
                    }
                })
                .build();

        try (Workbench workbench = connected(agent)) {
            ClientSession session = workbench.begin(project);
            session.prompt("Build it");

            assertThat(screen.asked()).containsExactly("Run touch built?");
            assertThat(screen.shown().get(session.id()))
                    .containsExactly("USER: Build it", confirming ? "AGENT: exit code 0" : "AGENT: refused");
            assertThat(Files.exists(project.resolve("built"))).isEqualTo(confirming);
        }
    }

    @Test
    void anEditedMessageMakesAForkThatTheTreeShowsBelowItsSource() {
        try (var script = TutorialAgents.scripted().says("One.").says("Two.").says("Other.");
                SessionRepository repository = SessionRepository.over(SessionStore.inMemory());
                Workbench workbench = connected(script.agent(repository))) {
            ClientSession session = workbench.begin(project);
            session.prompt("First");
            session.prompt("Second");
            TranscriptMessage second =
                    session.transcript().snapshot().messages().get(2);
            ClientSession fork = workbench.edit(session, second.id(), "Instead");

            assertThat(screen.shown().get(fork.id()))
                    .containsExactly("USER: First", "AGENT: One.", "USER: Instead", "AGENT: Other.");
            assertThat(screen.shown().get(session.id())).endsWith("AGENT: Two.");
            assertThat(workbench.tree(project)).hasSize(2).anyMatch(line -> line.startsWith("  "));
        }
    }

    @Test
    void aStoredSessionIsShownAgain() {
        try (var script = TutorialAgents.scripted().says("One.");
                SessionRepository repository = SessionRepository.over(SessionStore.inMemory())) {
            AcpAgent agent = script.agent(repository);
            SessionId id;
            try (Workbench workbench = connected(agent)) {
                ClientSession session = workbench.begin(project);
                session.prompt("First");
                id = session.id();
            }
            screen.shown().clear();
            try (Workbench workbench = connected(agent)) {
                workbench.reopen(id, project);

                assertThat(screen.shown().get(id)).containsExactly("USER: First", "AGENT: One.");
            }
        }
    }

    @Test
    void terminalShowsTheConversationAndAsks() throws Exception {
        FakeAgent agent = FakeAgent.create().nextTurn(turn -> {
            var decision = turn.ask(
                    "1",
                    "Delete build",
                    PermissionOption.allowOnce("y", "Yes"),
                    PermissionOption.rejectOnce("n", "No"));
            turn.say(decision.outcome().toString().contains("y") ? "Done." : "Left as it is.");
        });
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        try (agent) {
            TerminalWorkbench.run(
                    new BufferedReader(new StringReader("Clean up\ny\n")),
                    new PrintStream(out, true, UTF_8),
                    agent.client());
        }

        assertThat(out.toString(UTF_8).lines())
                .contains("USER: Clean up", "Delete build? [y/n]")
                .endsWith("AGENT: Done.");
    }
}
