package io.acp4j.tck.internal.client;

import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;

/** What becomes of the commands in a client's terminals: all that they print, and all that they start. */
final class CommandScenarios {

    /** Starts a process beside itself, and waits for it, longer than any scenario takes. */
    private static final String FAMILY = "sleep 120 & printf $! >pid; wait";

    static final List<Scenario> ALL = List.of(
            TerminalScenarios.in("standard-error", "CLI-TERM-012", (work, shell) -> {
                String terminal = shell.made(shell.script("echo to-output; echo to-errors >&2"));
                shell.call("terminal/wait_for_exit", terminal);
                Reply output = shell.call("terminal/output", terminal);
                String text = output.at("/result/output").asText();
                shell.check(
                        "CLI-TERM-012",
                        text.contains("to-output") && text.contains("to-errors"),
                        "what went to standard output, and what went to standard error",
                        output);
            }),
            TerminalScenarios.in("output-meanwhile", "CLI-TERM-013", (work, shell) -> {
                String terminal = shell.made(shell.script("echo begun; printf $$ >pid; exec sleep 120")
                        .put("cwd", work.path()));
                shell.awaitPid(work);
                boolean shown = shell.awaitOutput(terminal, "begun");
                Reply output = shell.call("terminal/output", terminal);
                shell.check("CLI-TERM-013", shown, "the output so far: begun", output);
                shell.call("terminal/release", terminal);
            }),
            TerminalScenarios.in(
                    "kill-family",
                    "CLI-TERM-014",
                    (work, shell) -> family(work, shell, "CLI-TERM-014", "terminal/kill")),
            TerminalScenarios.in(
                    "release-family",
                    "CLI-TERM-015",
                    (work, shell) -> family(work, shell, "CLI-TERM-015", "terminal/release")));

    private CommandScenarios() {}

    private static void family(Workspace work, Shell shell, String requirement, String method)
            throws InterruptedException {
        String terminal = shell.made(shell.script(FAMILY).put("cwd", work.path()));
        long child = shell.awaitPid(work);
        Reply reply = shell.call(method, terminal);
        boolean ended = shell.ends(child);
        shell.check(
                requirement,
                ended,
                "the end of the process that the command had started",
                "after " + method + " (" + reply + ") process " + child + " is alive");
        if (method.equals("terminal/kill")) {
            shell.call("terminal/release", terminal);
        }
    }
}
