package io.acp4j.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What only version 2 tells of an agent's work. */
class ConsoleWorkTest {

    @Test
    void terminalsAndBackgroundWorkAreShownAndStopped() {
        PipedConsole.Run run = PipedConsole.run(
                WorkingAgent.class,
                List.of("--protocol", "2"),
                "/stop",
                "run",
                "/stop",
                "/stop other",
                "/stop 1",
                "on");
        assertThat(run.lines())
                .containsSubsequence(
                        "no running call or terminal",
                        "$ make all",
                        "  one",
                        "  two",
                        "  three",
                        "  (exit code 2)",
                        "$ serve",
                        "in the background:",
                        "  $ serve",
                        "There is no running call or terminal \"other\"; /stop lists them.",
                        "  (signal TERM)",
                        "nothing is running in the background",
                        "You said: on")
                .anyMatch(line -> line.startsWith("  1  serve ["));
        assertThat(run.exitCode()).isEqualTo(ChatCommand.FAILED);
    }

    @Test
    void thereIsNothingToStopInVersion1() {
        PipedConsole.Run run = PipedConsole.run(WorkingAgent.class, List.of(), "hi", "/stop");
        assertThat(run.lines()).endsWith("You said: hi", "no running call or terminal");
    }
}
