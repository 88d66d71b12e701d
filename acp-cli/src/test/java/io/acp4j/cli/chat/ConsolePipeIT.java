package io.acp4j.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import io.acp4j.cli.ChildJvm;
import io.acp4j.cli.Main;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A script at a pipe: the client as a process, its agent as a child process of it. */
@Tag("full")
class ConsolePipeIT {

    @TempDir
    Path directory;

    private int exitCode;

    private List<String> run(Class<?> agent, String input) throws Exception {
        return run(1, agent, input);
    }

    private List<String> run(int version, Class<?> agent, String input) throws Exception {
        List<String> args = new ArrayList<>(List.of("chat", "--protocol", String.valueOf(version), "--"));
        args.addAll(ChildJvm.java(agent));
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(ChildJvm.java(Main.class, args.toArray(String[]::new)))
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        exitCode = process.exitValue();
        return Files.readAllLines(out);
    }

    /** What has no title yet is named by its first prompt, which comes from the agent in version 2 of the protocol. */
    @ParameterizedTest(name = "version {0}")
    @ValueSource(ints = {1, 2})
    void eitherVersionShowsTheSameConversation(int version) throws Exception {
        List<String> shown = run(version, HistoryAgent.class, "héllo\n\n/fork\nagain\n/tree\n/messages\n");

        assertThat(shown)
                .containsExactly(
                        "connected to history-agent",
                        "Question 1. I have heard: héllo",
                        "session 2 · héllo",
                        "Question 2. I have heard: héllo | again",
                        "  1  héllo",
                        "*   2  fork@2",
                        "1  you    héllo",
                        "2  agent  Question 1. I have heard: héllo",
                        "3  you    again",
                        "4  agent  Question 2. I have heard: héllo | again");
        assertThat(exitCode).isZero();
    }

    @Test
    void linesArePromptsAndCommandsAndOutputIsPlain() throws Exception {
        List<String> shown =
                run(HistoryAgent.class, "héllo\n\n/fork\nagain\n/tree\n/edit 1\nbetter\n/messages\n//tree\n");

        assertThat(shown)
                .containsExactly(
                        "connected to history-agent",
                        "Question 1. I have heard: héllo",
                        "session 2 · héllo",
                        "Question 2. I have heard: héllo | again",
                        "  1  héllo",
                        "*   2  fork@2",
                        "session 3 · better",
                        "Question 1. I have heard: better",
                        "1  you    better",
                        "2  agent  Question 1. I have heard: better",
                        "Question 2. I have heard: better | /tree");
        assertThat(exitCode).isZero();
    }

    @Test
    void answerToAPermissionIsTheNextLineAndMarkdownIsLeftAsItIs() throws Exception {
        List<String> shown = run(AskingAgent.class, "edit\n2\n");

        assertThat(shown)
                .containsSubsequence(
                        "▸ Edit a.txt", "  -two", "  +2", "The agent asks: Edit a.txt", "✗ Edit a.txt", "# Result")
                .endsWith("It is **left**.")
                .noneMatch(line -> line.contains("\u001B"));
    }

    @Test
    void failedCommandIsToldAndShowsInTheExitCode() throws Exception {
        List<String> shown = run(HistoryAgent.class, "/switch 9\n/regenerate\nstill here\n");

        assertThat(shown)
                .contains(
                        "There is no session \"9\"; /sessions lists them.",
                        "The agent has not answered anything in this session.",
                        "Question 1. I have heard: still here");
        assertThat(exitCode).isEqualTo(ChatCommand.FAILED);
    }
}
