package io.acp4j.cli.chat;

import io.acp4j.cli.ChildJvm;
import io.acp4j.cli.chat.screen.PlainScreen;
import io.acp4j.cli.chat.screen.Screen;
import io.acp4j.cli.usage.UsageErrors;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** The console client at a pipe, in this process; its agent is a child process. */
final class PipedConsole {

    private PipedConsole() {}

    /** What a run has shown, and its exit code. */
    record Run(int exitCode, List<String> lines) {}

    /** Returns the command on a screen, as the program configures it. */
    static CommandLine commandLine(Screen screen) {
        return new CommandLine(new ChatCommand(screen))
                .setStopAtPositional(true)
                .setParameterExceptionHandler(UsageErrors::print);
    }

    /** Enters lines until they end. */
    static Run run(Class<?> agent, List<String> options, String... lines) {
        List<String> args = new ArrayList<>(options);
        args.add("--");
        args.addAll(ChildJvm.java(agent));
        String input = String.join("\n", lines) + "\n";
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PlainScreen screen = new PlainScreen(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(shown, true, StandardCharsets.UTF_8));
        int exitCode = commandLine(screen).execute(args.toArray(String[]::new));
        return new Run(exitCode, shown.toString(StandardCharsets.UTF_8).lines().toList());
    }
}
