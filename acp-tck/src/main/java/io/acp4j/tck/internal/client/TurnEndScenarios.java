package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.play;

import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** When a turn is over: when the agent says so, and not before. */
final class TurnEndScenarios {

    static final List<Scenario> ALL = List.of(
            play("turn/lasts", "CLI-TURN-007", TurnEndScenarios::lasts),
            play("turn/lasts-when-cancelled", "CLI-TURN-008", TurnEndScenarios::lastsWhenCancelled));

    private TurnEndScenarios() {}

    /** Sends what looks like the end of the work. */
    private static void lasts(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "work");
        turn.tool("t1")
                .plan("high", "completed")
                .update("tool_call_update", "toolCallId", "t1", "status", "completed")
                .update("session_info_update", "title", "Done")
                .say("m1", "That was all. Done.");
        isOpen(turn, "CLI-TURN-007");
        turn.say("m2", "One more thing.");
        Driver.Told told = turn.end("end_turn");
        stage.check("CLI-TURN-007", told.text("/stopReason").equals("end_turn"), "end_turn", told);
    }

    private static void lastsWhenCancelled(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "work").tool("t1");
        Entry last = stage.last();
        stage.ask("cancel", "session", turn.session()).need("cancel");
        stage.needCall(last, "session/cancel");
        isOpen(turn, "CLI-TURN-008");
        turn.update("tool_call_update", "toolCallId", "t1", "status", "failed");
        turn.end("cancelled");
    }

    /** What a client does too early is seen when it has done all that it was asked for before. */
    private static void isOpen(Turn turn, String requirement) throws InterruptedException {
        Stage stage = turn.stage();
        stage.link().settle();
        if (stage.probe().has("driver:messages")) {
            stage.ask("messages", "session", turn.session());
        }
        Driver.Told early = turn.command().toldSoFar();
        stage.check(requirement, !early.came(), "no end of the turn before the response to its prompt", early);
    }
}
