package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.NotTestable;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Commands that a client runs for its agent. The kit and the client are on the same machine. */
final class TerminalScenarios {

    /** Longer than any scenario, and no longer than an orphan may live. */
    private static final String LONG = "exec sleep 120";

    static final List<Scenario> ALL = List.of(
            in("create", "CLI-TERM-001", (work, shell) -> {
                Reply reply = shell.create(shell.script(LONG));
                boolean made = reply.result().path("terminalId").isTextual();
                shell.check("CLI-TERM-001", made, "a terminal id at once", reply);
                if (made) {
                    String terminal = reply.result().path("terminalId").asText();
                    Reply output = shell.call("terminal/output", terminal);
                    JsonNode status = output.result().path("exitStatus");
                    shell.check(
                            "CLI-TERM-001",
                            output.isResult() && (status.isMissingNode() || status.isNull()),
                            "output without an exit status",
                            output);
                    shell.call("terminal/release", terminal);
                }
            }),
            in("arguments", "CLI-TERM-002", (work, shell) -> {
                String terminal = shell.made(obj("command", "printf", "args", arr("<%s>", "a b", "$HOME", "\"q\" *")));
                String output = shell.outputAtEnd(terminal);
                shell.check("CLI-TERM-002", output.equals("<a b><$HOME><\"q\" *>"), "<a b><$HOME><\"q\" *>", output);
            }),
            in("variables", "CLI-TERM-003", (work, shell) -> {
                ObjectNode script = shell.script("printf %s \"$ACP_TCK_VALUE\"");
                script.set("env", arr(obj("name", "ACP_TCK_VALUE", "value", "some value")));
                String output = shell.outputAtEnd(shell.made(script));
                shell.check("CLI-TERM-003", output.equals("some value"), "some value", output);
            }),
            in("directory", "CLI-TERM-004", (work, shell) -> {
                work.write("here.txt", "found");
                ObjectNode script = shell.script("cat here.txt").put("cwd", work.path());
                String output = shell.outputAtEnd(shell.made(script));
                shell.check("CLI-TERM-004", output.equals("found"), "found", output);
            }),
            in("exit-code", "CLI-TERM-005 CLI-TERM-006", (work, shell) -> {
                String terminal = shell.made(shell.script("echo out; exit 7"));
                Reply exit = shell.call("terminal/wait_for_exit", terminal);
                shell.check("CLI-TERM-005", exit.result().path("exitCode").asInt(-1) == 7, "exit code 7", exit);
                Reply output = shell.call("terminal/output", terminal);
                shell.check(
                        "CLI-TERM-006",
                        output.at("/result/exitStatus/exitCode").asInt(-1) == 7
                                && output.at("/result/output").asText().strip().equals("out"),
                        "the output and the exit status 7",
                        output);
            }),
            in("limit", "CLI-TERM-007", (work, shell) -> {
                // Ten characters of three bytes each: a limit of ten bytes has room for three of them.
                ObjectNode script = shell.script("printf '☃☃☃☃☃☃☃☃☃☃'").put("outputByteLimit", 10);
                String terminal = shell.made(script);
                shell.call("terminal/wait_for_exit", terminal);
                Reply output = shell.call("terminal/output", terminal);
                String text = output.at("/result/output").asText();
                shell.check(
                        "CLI-TERM-007",
                        output.at("/result/truncated").asBoolean(false)
                                && text.matches("☃{1,3}")
                                && text.getBytes(StandardCharsets.UTF_8).length <= 10,
                        "the last characters that fit into ten bytes, truncated",
                        output);
            }),
            in("kill", "CLI-TERM-008", (work, shell) -> {
                String terminal = shell.made(shell.script("echo begun; " + LONG));
                Call exit = shell.start("terminal/wait_for_exit", terminal);
                Reply killed = shell.call("terminal/kill", terminal);
                Reply ended = exit.await();
                Reply output = shell.call("terminal/output", terminal);
                shell.check(
                        "CLI-TERM-008",
                        killed.isResult() && ended.isResult() && output.isResult(),
                        "the end of the command, and its output",
                        killed + ", " + ended + ", " + output);
            }),
            in("release", "CLI-TERM-009", (work, shell) -> {
                String terminal = shell.made(shell.script("echo short"));
                shell.call("terminal/wait_for_exit", terminal);
                Reply released = shell.call("terminal/release", terminal);
                Reply output = shell.call("terminal/output", terminal);
                shell.check(
                        "CLI-TERM-009",
                        released.isResult() && output.isError(),
                        "an error for the released terminal",
                        released + ", " + output);
            }),
            in("release-running", "CLI-TERM-010", (work, shell) -> {
                shell.made(shell.script("printf $$ >pid; " + LONG).put("cwd", work.path()));
                long pid = shell.awaitPid(work);
                shell.call("terminal/release", shell.last());
                shell.check("CLI-TERM-010", shell.ends(pid), "the end of the command", "process " + pid + " is alive");
            }),
            in("unknown", "CLI-TERM-011", (work, shell) -> {
                for (String method : List.of("terminal/output", "terminal/wait_for_exit")) {
                    Reply reply = shell.call(method, "no-such-terminal");
                    shell.check("CLI-TERM-011", reply.isError(), "an error", reply);
                }
            }));

    private TerminalScenarios() {}

    /** What is done with commands in a workspace of their own. */
    interface Work {
        void run(Workspace work, Shell shell) throws InterruptedException;
    }

    static Scenario in(String name, String requirements, Work body) {
        return Stage.play("terminal/" + name, requirements, stage -> {
            if (File.separatorChar != '/') {
                throw new NotTestable("The commands of this scenario need a POSIX system");
            }
            try (Workspace work = new Workspace()) {
                body.run(work, new Shell(stage, stage.session(work.path())));
            }
        });
    }
}
