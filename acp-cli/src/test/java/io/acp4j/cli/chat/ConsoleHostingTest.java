package io.acp4j.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.agent.AcpAgent;
import io.acp4j.agent.PromptTurn;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.transport.stdio.StdioTransport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --files} and {@code --commands} let an agent do, and what the person is asked before. */
class ConsoleHostingTest {

    @TempDir
    private Path directory;

    private Path project;

    @BeforeEach
    void files() throws Exception {
        project = Files.createDirectory(directory.resolve("project"));
        Files.writeString(project.resolve("notes.txt"), "as it was");
        Files.writeString(directory.resolve("secret.txt"), "not for agents");
    }

    private PipedConsole.Run run(List<String> options, String... lines) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of("--cwd", project.toString()));
        return PipedConsole.run(Worker.class, all, lines);
    }

    @Test
    void nothingIsOfferedUnlessAskedFor() throws Exception {
        PipedConsole.Run run = run(List.of(), "read notes.txt", "write notes.txt", "run cat notes.txt");

        assertThat(run.lines())
                .containsExactly("connected to worker-agent", "not offered", "not offered", "not offered");
        assertThat(project.resolve("notes.txt")).hasContent("as it was");
    }

    @Test
    void filesAreReadUnaskedAndWrittenWhenThePersonSaysYes() {
        PipedConsole.Run run = run(
                List.of("--files"),
                "read notes.txt",
                "write notes.txt",
                "y",
                "read notes.txt",
                "write new.txt",
                "YES",
                "run cat notes.txt");

        assertThat(run.lines())
                .containsExactly(
                        "connected to worker-agent",
                        "read as it was",
                        "Write " + project.resolve("notes.txt") + ", 7 characters?",
                        "written",
                        "read changed",
                        "Write " + project.resolve("new.txt") + ", 7 characters?",
                        "written",
                        "not offered");
        assertThat(project.resolve("notes.txt")).hasContent("changed");
        assertThat(project.resolve("new.txt")).hasContent("changed");
    }

    @Test
    void whatThePersonDoesNotAllowIsNotDone() {
        for (String answer : List.of("n", "", "yes please")) {
            PipedConsole.Run run =
                    run(List.of("--files", "--commands"), "write notes.txt", answer, "run touch x", answer);

            assertThat(run.lines())
                    .as("answered \"%s\"", answer)
                    .contains("Write " + project.resolve("notes.txt") + ", 7 characters?", "Run touch x?")
                    .doesNotContain("written")
                    .filteredOn(line -> line.startsWith("refused"))
                    .hasSize(2);
        }
        assertThat(project.resolve("notes.txt")).hasContent("as it was");
        assertThat(project.resolve("x")).doesNotExist();
    }

    @Test
    void endOfInputAllowsNothing() {
        assertThat(run(List.of("--files"), "write notes.txt").lines())
                .doesNotContain("written")
                .anyMatch(line -> line.startsWith("refused"));
        assertThat(project.resolve("notes.txt")).hasContent("as it was");
    }

    @Test
    void filesOutsideTheDirectoryAreNeitherReadNorAskedAbout() {
        PipedConsole.Run run = run(List.of("--files"), "read ../secret.txt", "write ../secret.txt", "hello");

        assertThat(run.lines())
                .noneMatch(line -> line.contains("not for agents") || line.startsWith("Write"))
                .filteredOn(line -> line.startsWith("refused"))
                .hasSize(2);
        assertThat(run.lines()).endsWith("nothing to do");
        assertThat(directory.resolve("secret.txt")).hasContent("not for agents");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void commandsRunInTheDirectoryWhenThePersonSaysYes() {
        PipedConsole.Run run = run(List.of("--commands"), "run cat notes.txt", "y", "read notes.txt");

        assertThat(run.lines())
                .containsSubsequence(
                        "connected to worker-agent",
                        "Run cat notes.txt?",
                        "$ cat notes.txt",
                        "  as it was",
                        "ran as it was",
                        "not offered")
                .contains("  (exit code 0)")
                .hasSize(7);
    }

    /** An agent that does what it is told with its client's files and commands. */
    public static final class Worker {
        private Worker() {}

        public static void main(String[] args) throws InterruptedException {
            AcpAgent.builder()
                    .info("worker-agent", "1")
                    .onPrompt(Worker::work)
                    .build()
                    .serve(StdioTransport.ofProcessStreams())
                    .awaitClosed();
        }

        private static void work(PromptTurn turn) {
            String[] words = turn.text().split(" ", -1);
            try {
                turn.say(done(turn, words));
            } catch (UnsupportedCapabilityException e) {
                turn.say("not offered");
            } catch (AcpErrorException e) {
                turn.say("refused: " + e.getMessage());
            }
        }

        private static String done(PromptTurn turn, String... words) {
            switch (words[0]) {
                case "read" -> {
                    return "read " + turn.client().readTextFile(file(turn, words[1]));
                }
                case "write" -> {
                    turn.client().writeTextFile(file(turn, words[1]), "changed");
                    return "written";
                }
                case "run" -> {
                    try (RemoteTerminal terminal = turn.client().createTerminal(words[1], words[2])) {
                        terminal.waitForExit();
                        return "ran " + terminal.output().output();
                    }
                }
                default -> {
                    return "nothing to do";
                }
            }
        }

        private static String file(PromptTurn turn, String name) {
            return turn.session().cwd() + "/" + name;
        }
    }
}
