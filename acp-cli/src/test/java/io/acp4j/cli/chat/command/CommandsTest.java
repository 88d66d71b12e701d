package io.acp4j.cli.chat.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.store.SessionStore;
import io.acp4j.agent.tree.SessionRepository;
import io.acp4j.cli.chat.screen.PlainScreen;
import io.acp4j.cli.chat.session.Chat;
import io.acp4j.cli.chat.session.ChatException;
import io.acp4j.client.AcpClient;
import io.acp4j.client.transcript.TranscriptOptions;
import io.acp4j.rpc.transport.InMemoryTransport;
import io.acp4j.schema.tool.ToolKind;
import io.acp4j.schema.update.AvailableCommand;
import io.acp4j.schema.update.AvailableCommandsUpdate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands, at an agent that stores its sessions, lists them, and tells where forks come from. */
class CommandsTest {

    @TempDir
    Path directory;

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final Commands commands = new Commands();
    private final AcpAgent agent = AcpAgent.builder()
            .info("storing-agent", "1")
            .sessions(SessionRepository.over(SessionStore.inMemory()))
            .onPrompt(turn -> {
                turn.update(AvailableCommandsUpdate.of(List.of(AvailableCommand.of("compact", "Sums up"))));
                if (turn.text().startsWith("look")) {
                    turn.toolCall("Looks", ToolKind.READ).complete("found");
                }
                turn.say("heard " + turn.text());
            })
            .build();
    private AcpClient client;
    private Chat chat;

    @BeforeEach
    void connect() {
        try (AcpClient before = client()) {
            before.newSession(directory).prompt("from yesterday");
        }
        client = client();
        PlainScreen screen = new PlainScreen(
                new ByteArrayInputStream(new byte[0]), new PrintStream(shown, true, StandardCharsets.UTF_8));
        chat = new Chat(client, screen, directory);
    }

    private AcpClient client() {
        InMemoryTransport.Pair pair = InMemoryTransport.pair();
        agent.serve(pair.agent());
        return AcpClient.builder(pair.client())
                .transcripts(TranscriptOptions.KEEP_ALL)
                .connect();
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    private List<String> run(String... lines) throws Exception {
        shown.reset();
        for (String line : lines) {
            assertThat(commands.run(line, chat)).isTrue();
        }
        return shown.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void sessionThatTheAgentStoredIsListedLoadedAndGoneOnWith() throws Exception {
        assertThat(run("/sessions")).hasSize(1);

        assertThat(run("/switch 1", "and today"))
                .containsExactly(
                        "session 1 · from yesterday", "> from yesterday", "heard from yesterday", "heard and today");
    }

    @Test
    void toolCallsAreShownAgainWithTheMessagesBetweenWhichTheyStand() throws Exception {
        for (int i = 1; i <= 2; i++) {
            run("look " + i, "go " + i, "/new");
        }
        List<String> sessions = run("/sessions");
        String first = sessions.stream()
                .filter(line -> line.contains("look 1"))
                .map(line -> line.replaceFirst("^\\*? *(\\d+) .*", "$1"))
                .findFirst()
                .orElseThrow();
        assertThat(run("/switch " + first)).endsWith("> look 1", "✓ Looks", "heard look 1", "> go 1", "heard go 1");
        run("more", "look again", "yet more");
        assertThat(run("/switch " + first))
                .contains("✓ Looks")
                .as("those before the last messages are not shown")
                .containsOnlyOnce("✓ Looks")
                .endsWith(
                        "> more",
                        "heard more",
                        "> look again",
                        "✓ Looks",
                        "heard look again",
                        "> yet more",
                        "heard yet more");
    }

    @Test
    void forksStandBelowTheirOriginsAsTheAgentTells() throws Exception {
        run("a", "b", "/fork 2", "c", "/fork", "d");

        List<String> tree = run("/tree");

        assertThat(tree).anyMatch(line -> line.matches("  \\d  .*"));
        assertThat(tree).anyMatch(line -> line.matches("    \\d  fork@2"));
        assertThat(tree).anyMatch(line -> line.matches("\\*     \\d  fork@4"));
    }

    @Test
    void documentOfAForkHasWhatItInherited() throws Exception {
        run("a", "b", "/fork 2", "c");

        assertThat(String.join("\n", run("/export")))
                .endsWith("## You\n\na\n\n## Agent\n\nheard a\n\n## You\n\nc\n\n## Agent\n\nheard c");
    }

    @Test
    void sessionInWhichNothingWasSaidIsNotLeftBehind() throws Exception {
        run("/sessions", "/tree", "/help");
        assertThat(client.storedSessions()).hasSize(1);

        run("/messages", "/new", "/messages");
        chat.leave();

        assertThat(client.storedSessions()).hasSize(1);
        run("said");
        chat.leave();
        assertThat(client.storedSessions()).hasSize(2);
    }

    @Test
    void newSessionBeginsWithTheNextPrompt() throws Exception {
        run("a", "/new", "b");

        assertThat(run("/messages")).hasSize(2).first().asString().endsWith("b");
        assertThat(run("/sessions")).anyMatch(line -> line.startsWith("* 2  b"));
    }

    @Test
    void branchThatWasMadeElsewhereShowsUp() throws Exception {
        run("a");
        try (AcpClient other = client()) {
            other.forkSession(chat.current().id());
        }

        assertThat(run("b")).anyMatch(line -> line.startsWith("new branch: session 2"));
        assertThat(run("c")).noneMatch(line -> line.startsWith("new branch"));
    }

    @Test
    void branchesInsideASessionAreShownLabelledAndWalked() throws Exception {
        run("a", "b", "/label 2 start");
        chat.current().branches().navigate(chat.messages().get(1).id());
        run("c");

        List<String> branches = run("/branches");
        assertThat(branches)
                .hasSize(2)
                .anyMatch(line -> line.startsWith("* "))
                .anyMatch(line -> line.contains("heard b"));
        int other = branches.get(0).startsWith("* ") ? 2 : 1;
        assertThat(run("/go " + other))
                .as("what was said on the branch is shown once")
                .contains("> a", "heard a")
                .doesNotHaveDuplicates();
        assertThat(run("/branches").get(other - 1)).startsWith("* ");
        assertThatThrownBy(() -> run("/go 9")).isInstanceOf(ChatException.class);
        assertThatThrownBy(() -> run("/go")).isInstanceOf(ChatException.class);
        assertThatThrownBy(() -> run("/label 1 in\u200bvisible"))
                .isInstanceOf(ChatException.class)
                .hasMessageContaining("label");
    }

    @Test
    void deletedSessionIsGone() throws Exception {
        run("a", "/fork", "b");

        assertThat(run("/delete 2")).containsExactly("deleted session 2");
        assertThat(client.storedSessions()).hasSize(2);
        assertThatThrownBy(() -> run("/delete")).isInstanceOf(ChatException.class);
    }

    @Test
    void fileThatExistsIsNotOverwritten() throws Exception {
        Path file = directory.resolve("talk.md");
        run("a", "/export " + file);

        assertThatThrownBy(() -> run("/export " + file))
                .isInstanceOf(ChatException.class)
                .hasMessageContaining("exists already");
        assertThatThrownBy(() -> run("/export " + directory.resolve("none/talk.md")))
                .isInstanceOf(ChatException.class)
                .hasMessageContaining("cannot be written");
    }

    @Test
    void commandOfTheAgentIsSentAsItIsAndAnUnknownOneIsNot() throws Exception {
        assertThat(run("first", "/compact now")).containsExactly("heard first", "heard /compact now");
        assertThat(run("/help")).anyMatch(line -> line.startsWith("/compact"));

        assertThatThrownBy(() -> run("/unknown")).isInstanceOf(ChatException.class);
    }

    @Test
    void messagesAreNamedByTheirNumbersAndKinds() throws Exception {
        run("a");

        assertThatThrownBy(() -> run("/edit 2 x"))
                .isInstanceOf(ChatException.class)
                .hasMessageContaining("agent");
        assertThatThrownBy(() -> run("/regenerate 1"))
                .isInstanceOf(ChatException.class)
                .hasMessageContaining("yours");
        assertThatThrownBy(() -> run("/fork 3"))
                .isInstanceOf(ChatException.class)
                .hasMessageContaining("no message");
        assertThatThrownBy(() -> run("/fork x")).isInstanceOf(ChatException.class);
        assertThatThrownBy(() -> run("/switch")).isInstanceOf(ChatException.class);
    }

    @Test
    void quitLeavesAndEmptyLinesSayNothing() throws Exception {
        assertThat(run("", "  ")).isEmpty();
        assertThat(commands.run("/quit", chat)).isFalse();
        assertThat(commands.words()).contains("/quit", "/help", "/fork");
    }
}
