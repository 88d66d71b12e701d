package io.acp4j.cli.sample;

import io.acp4j.agent.AgentTerminal;
import io.acp4j.agent.RemoteTerminal;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.rpc.UnsupportedCapabilityException;
import io.acp4j.schema.terminal.TerminalExitStatus;
import io.acp4j.schema.tool.ToolCallContent;
import io.acp4j.schema.tool.ToolKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Runs a command with coloured output: in a terminal of the client in version 1 of the protocol, in one of the agent in version 2. If the
 * client offers no terminals, the output is text of the tool call.
 */
final class TerminalScenario implements Scenario {

    private static final String TITLE = "Run the tests";
    private static final String PLAIN =
            "PASS InventoryTest\nPASS ItemTest\nSKIP NetworkTest\nFAIL ShelfTest\n4 tests, 1 failure\n";

    /** The output with colours, a line that is overwritten, and text in several styles. */
    private static final List<String> COLOURED = List.of(
            "\u001b[1mRunning 4 tests\u001b[0m\r\n",
            "\u001b[2m25 %\u001b[0m\r",
            "\u001b[2m50 %\u001b[0m\r",
            "\u001b[2m100 %\u001b[0m\r\n",
            "\u001b[32mPASS\u001b[0m InventoryTest\r\n",
            "\u001b[32mPASS\u001b[0m ItemTest\r\n",
            "\u001b[33mSKIP\u001b[0m NetworkTest\r\n",
            "\u001b[97;41mFAIL\u001b[0m ShelfTest \u001b[4mline 17\u001b[0m\r\n",
            "\u001b[1;31m4 tests, 1 failure\u001b[0m\r\n");

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        turn.sayMessage("I run a command whose output has colours.");
        if (turn.hasAgentTerminals()) {
            inAgent(turn);
        } else {
            inClient(turn);
        }
    }

    private static void inAgent(ScenarioTurn turn) throws InterruptedException {
        AgentTerminal terminal =
                turn.session().openTerminal("inventory-tests", turn.session().cwd());
        terminal.size(80, 24);
        ToolCallHandle call = turn.turn().toolCall(TITLE, ToolKind.EXECUTE);
        call.content(terminal.content());
        call.inProgress();
        boolean ended = false;
        try {
            for (String part : COLOURED) {
                terminal.write(part.getBytes(StandardCharsets.UTF_8));
                turn.pauseStep();
            }
            terminal.exited(1);
            ended = true;
        } finally {
            if (!ended) {
                terminal.killed("SIGTERM");
            }
        }
        call.fail("The command ended with exit code 1.");
        turn.say("One test failed, as planned. The terminal belongs to the agent.");
    }

    private static void inClient(ScenarioTurn turn) throws InterruptedException {
        ToolCallHandle call = turn.turn().toolCall(TITLE, ToolKind.EXECUTE);
        try (RemoteTerminal terminal = start(turn)) {
            call.content(ToolCallContent.terminal(terminal.id()));
            call.inProgress();
            TerminalExitStatus status = terminal.waitForExit();
            call.rawOutput(Map.of("output", terminal.output().output()));
            call.fail("The command ended with exit code " + status.exitCode() + ".");
            turn.say("One test failed, as planned. The command ran in a terminal of the client.");
        } catch (UnsupportedCapabilityException | AcpErrorException e) {
            turn.turn().cancellation().throwIfCancelled();
            call.inProgress();
            turn.pauseStep();
            call.fail(PLAIN);
            turn.say(
                    e instanceof UnsupportedCapabilityException
                            ? "The client does not offer terminals, so the output is text of the tool call."
                            : "The client did not run the command, so the output is text of the tool call.");
        }
    }

    private static RemoteTerminal start(ScenarioTurn turn) {
        // The client may run on another system than the agent; its paths show which one.
        if (turn.session().cwd().contains("\\")) {
            String lines = String.join("& echo ", PLAIN.split("\n"));
            return turn.turn().client().createTerminal("cmd", "/c", "echo " + lines + "& exit 1");
        }
        StringBuilder script = new StringBuilder();
        for (String part : COLOURED) {
            script.append("printf '")
                    .append(part.replace("\u001b", "\\033")
                            .replace("%", "%%")
                            .replace("\r", "\\r")
                            .replace("\n", "\\n"))
                    .append("'\n");
            if (turn.isPaced()) {
                script.append("sleep 0.3\n");
            }
        }
        return turn.turn()
                .client()
                .createTerminal("sh", "-c", script.append("exit 1").toString());
    }
}
