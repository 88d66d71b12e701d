package io.acp4j.cli.sample;

import io.acp4j.agent.PermissionDecision;
import io.acp4j.agent.ToolCallHandle;
import io.acp4j.rpc.AcpErrorException;
import io.acp4j.schema.permission.PermissionOption;
import io.acp4j.schema.permission.PermissionOptionKind;
import io.acp4j.schema.tool.ToolKind;
import java.util.Map;

/** Requests permission to delete a directory. The decision determines the answer. */
final class PermissionScenario implements Scenario {

    private static final String DIRECTORY = "build";

    @Override
    public void play(ScenarioTurn turn, String argument) throws InterruptedException {
        turn.sayMessage("The directory `build` contains only generated files. I would like to delete it.");
        ToolCallHandle call = turn.turn()
                .toolCall("Delete " + DIRECTORY, ToolKind.DELETE)
                .location(turn.path(DIRECTORY))
                .rawInput(Map.of("path", DIRECTORY, "recursive", true));
        if (SampleSettings.isAutomatic(turn.session())) {
            finish(turn, call, "The session is in mode Automatic, so no permission is necessary.");
            return;
        }
        PermissionDecision decision;
        try {
            decision = turn.turn()
                    .requestPermission(
                            call,
                            PermissionOption.allowOnce("allow", "Allow"),
                            PermissionOption.allowAlways("always", "Allow always"),
                            PermissionOption.rejectOnce("reject", "Reject"),
                            PermissionOption.rejectAlways("never", "Reject always"));
        } catch (AcpErrorException e) {
            turn.turn().cancellation().throwIfCancelled();
            call.fail("The client responded with error " + e.code().value() + ".");
            turn.say("The client did not decide, so the directory stays.");
            return;
        }
        PermissionOption option = decision.option();
        if (!decision.isAllowed()) {
            call.fail(decision.isCancelled() ? "The request was cancelled." : "The user rejected the deletion.");
            turn.say("You rejected the deletion. The directory stays, and I leave the build as it is.");
        } else if (option != null && option.kind().equals(PermissionOptionKind.ALLOW_ALWAYS)) {
            turn.session().setMode(SampleSettings.AUTOMATIC);
            finish(turn, call, "You allowed it always: the session is now in mode Automatic.");
        } else {
            finish(turn, call, "You allowed the deletion once. The next deletion needs permission again.");
        }
    }

    private static void finish(ScenarioTurn turn, ToolCallHandle call, String reason) throws InterruptedException {
        call.inProgress();
        turn.pauseStep();
        call.complete("Deleted 17 files. (Not really: this agent changes no files.)");
        turn.say(reason);
    }
}
