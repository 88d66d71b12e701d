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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console client with the sample agent, and with an agent that cannot be launched. */
class SampleAgentChatIT {

    @TempDir
    private Path directory;

    private int exitCode;

    private List<String> run(String input, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("chat"));
        all.addAll(List.of(arguments));
        Path out = directory.resolve("out");
        ProcessBuilder builder = new ProcessBuilder(ChildJvm.java(Main.class, all.toArray(String[]::new)))
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("XDG_STATE_HOME", directory.toString());
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        exitCode = process.exitValue();
        return Files.readAllLines(out);
    }

    @Test
    void startsTheSampleAgentAndItsCommandsWorkFromTheFirstLine() throws Exception {
        List<String> shown = run("/permission\n3\nWhat is a session?\n");

        assertThat(shown)
                .startsWith(
                        "connected to acp4j-sample-agent",
                        "Type a question, or a command such as /tour, /permission or /diff; /commands lists all.")
                .containsSubsequence(
                        "The agent asks: Delete build",
                        "✗ Delete build",
                        "You rejected the deletion. The directory stays, and I leave the build as it is.",
                        "Question 2. Before it you asked: /permission");
        assertThat(exitCode).isZero();
        assertThat(directory.resolve("acp/sample-agent/sessions.db")).exists();
    }

    @Test
    void offersTheSampleAgentInsteadOfOneThatCannotBeLaunched() throws Exception {
        List<String> shown = run("", "--", "no-such-agent");

        assertThat(shown).hasSize(2).last().isEqualTo("To start the sample agent, run acp chat without an agent.");
        assertThat(shown.get(0)).contains("could not launch \"no-such-agent\"");
        assertThat(exitCode).isEqualTo(ChatCommand.LOST);
    }
}
