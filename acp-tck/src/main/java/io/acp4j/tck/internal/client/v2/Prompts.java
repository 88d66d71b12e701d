package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.client.Driver;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.client.Turn;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.List;

/** When a prompt is inserted, and when its turn is over. */
final class Prompts {

    static final List<Scenario> ALL = List.of(
            play("v2-prompt/inserted", "V2-CLI-PROMPT-001", stage -> {
                Turn turn = received(stage);
                Moves.inserted(turn, "u1");
                Moves.isOpen(turn, "V2-CLI-PROMPT-001", "a turn that goes on once its prompt is inserted");
                Moves.echo(turn, "u1");
                Moves.running(stage, turn.session());
                turn.end("end_turn");
            }),
            play("v2-prompt/early-idle", "V2-CLI-PROMPT-002", stage -> {
                Turn turn = received(stage);
                Moves.state(stage, turn.session(), "idle");
                stillEnds(turn, "V2-CLI-PROMPT-002", "a turn that goes on, as its prompt is not inserted yet");
            }),
            play("v2-prompt/echo-first", "V2-CLI-PROMPT-003", stage -> {
                Turn turn = received(stage);
                Moves.echo(turn, "u1");
                Moves.running(stage, turn.session());
                turn.say("m1", "Hello");
                Moves.inserted(turn, "u1");
                Moves.isOpen(turn, "V2-CLI-PROMPT-003", "a turn that goes on");
                Moves.idle(stage, turn.session(), "end_turn");
                Moves.isOver(turn, "V2-CLI-PROMPT-003", "end_turn");
            }),
            play("v2-prompt/end-first", "V2-CLI-PROMPT-004", stage -> {
                Turn turn = received(stage);
                Moves.echo(turn, "u1");
                Moves.running(stage, turn.session());
                turn.say("m1", "Hello");
                Moves.idle(stage, turn.session(), "max_tokens");
                Moves.inserted(turn, "u1");
                Moves.isOver(turn, "V2-CLI-PROMPT-004", "max_tokens");
            }),
            play("v2-prompt/running-first", "V2-CLI-PROMPT-005", stage -> {
                Turn turn = received(stage);
                Moves.running(stage, turn.session());
                Moves.insert(turn, "u1");
                Moves.isOpen(turn, "V2-CLI-PROMPT-005", "a turn that goes on");
                Moves.idle(stage, turn.session(), "max_turn_requests");
                Moves.isOver(turn, "V2-CLI-PROMPT-005", "max_turn_requests");
            }),
            play("v2-prompt/shown-once", "V2-CLI-PROMPT-006 V2-CLI-PROMPT-007", Prompts::shownOnce),
            play("v2-prompt/error", "V2-CLI-PROMPT-008 V2-CLI-PROMPT-009", Prompts::error),
            play("v2-prompt/no-reason", "V2-CLI-PROMPT-010", stage -> {
                Turn turn = stage.prompt(stage.session(), "work").say("m1", "Done");
                Moves.state(stage, turn.session(), "idle");
                Driver.Told told = turn.command().await();
                stage.check("V2-CLI-PROMPT-010", told.came(), "the end of the turn", told);
            }),
            play("v2-prompt/requires-action", "V2-CLI-PROMPT-011", stage -> {
                Turn turn = stage.prompt(stage.session(), "work");
                Moves.state(stage, turn.session(), "requires_action");
                Moves.isOpen(turn, "V2-CLI-PROMPT-011", "a turn that goes on");
                Moves.running(stage, turn.session());
                Moves.idle(stage, turn.session(), "end_turn");
                Moves.isOver(turn, "V2-CLI-PROMPT-011", "end_turn");
            }),
            play("v2-prompt/unknown-state", "V2-CLI-PROMPT-012", stage -> {
                Turn turn = stage.prompt(stage.session(), "work");
                Moves.state(stage, turn.session(), "_pondering", "depth", 3);
                Moves.isOpen(turn, "V2-CLI-PROMPT-012", "a turn that goes on");
                Moves.idle(stage, turn.session(), "end_turn");
                Moves.isOver(turn, "V2-CLI-PROMPT-012", "end_turn");
            }),
            play("v2-prompt/background", "V2-CLI-PROMPT-013", stage -> {
                Turn turn = stage.prompt(stage.session(), "work");
                turn.tool("bg1", "title", "Building", "status", "in_progress");
                Moves.state(
                        stage,
                        turn.session(),
                        "idle",
                        "stopReason",
                        "end_turn",
                        "background",
                        arr(obj("type", "tool_call", "toolCallId", "bg1")));
                Moves.isOver(turn, "V2-CLI-PROMPT-013", "end_turn");
            }),
            play("v2-prompt/repeated-idle", "V2-CLI-PROMPT-014", stage -> {
                String session = stage.session();
                stage.prompt(session, "work").end("end_turn").need("prompt");
                Turn turn = stage.received(session, "more work");
                Moves.idle(stage, session, "end_turn");
                stillEnds(turn, "V2-CLI-PROMPT-014", "a turn that goes on: what ended is the one before");
            }),
            play("v2-prompt/unprompted", "V2-CLI-PROMPT-015", stage -> {
                String session = stage.session();
                stage.prompt(session, "work").end("end_turn").need("prompt");
                Moves.running(stage, session);
                stage.send(Stage.chunk(session, Stage.AGENT, "w1", "By the way"));
                Turn turn = stage.received(session, "more work");
                Moves.idle(stage, session, "end_turn");
                stillEnds(turn, "V2-CLI-PROMPT-015", "a turn that goes on: what ended is work without a prompt");
            }),
            play("v2-prompt/lasts", "V2-CLI-PROMPT-016", stage -> {
                Turn turn = stage.prompt(stage.session(), "work");
                turn.tool("t1")
                        .plan("high", "completed")
                        .update("tool_call_update", "toolCallId", "t1", "status", "completed")
                        .update("session_info_update", "title", "Done")
                        .say("m1", "That was all. Done.");
                Moves.isOpen(turn, "V2-CLI-PROMPT-016", "no end of the turn before the session is idle");
                turn.say("m2", "One more thing.");
                Moves.idle(stage, turn.session(), "end_turn");
                Moves.isOver(turn, "V2-CLI-PROMPT-016", "end_turn");
            }),
            play("v2-prompt/lasts-when-cancelled", "V2-CLI-PROMPT-017", stage -> {
                Turn turn = stage.prompt(stage.session(), "work").tool("t1");
                Entry last = stage.last();
                stage.ask("cancel", "session", turn.session()).need("cancel");
                stage.needCall(last, "session/cancel");
                Moves.isOpen(turn, "V2-CLI-PROMPT-017", "no end of the turn before the session is idle");
                turn.update("tool_call_update", "toolCallId", "t1", "status", "cancelled");
                turn.end("cancelled");
            }),
            play("v2-prompt/other-session", "V2-CLI-PROMPT-018", stage -> {
                Turn turn = stage.prompt(stage.session(), "work");
                String other = stage.session();
                Moves.running(stage, other);
                Moves.idle(stage, other, "end_turn");
                Moves.isOpen(turn, "V2-CLI-PROMPT-018", "a turn that goes on");
                turn.end("end_turn");
            }));

    private Prompts() {}

    private static Turn received(Stage stage) throws InterruptedException {
        return stage.received(stage.session(), "work");
    }

    /** Checks that a turn is open, inserts its prompt, and ends it. */
    private static void stillEnds(Turn turn, String requirement, String expected) throws InterruptedException {
        if (!Moves.isOpen(turn, requirement, expected)) {
            return;
        }
        Moves.insert(turn, "u-late");
        Moves.running(turn.stage(), turn.session());
        Moves.idle(turn.stage(), turn.session(), "max_turn_requests");
        Moves.isOver(turn, requirement, "max_turn_requests");
    }

    private static void shownOnce(Stage stage) throws InterruptedException {
        Turn turn = received(stage);
        Moves.insert(turn, "user ☃ 1");
        Moves.running(stage, turn.session());
        turn.say("m1", "Hello").end("end_turn").need("prompt");
        List<JsonNode> said = new ArrayList<>();
        for (JsonNode message : stage.messages(turn.session())) {
            if (message.path("role").asText().equals("user")) {
                said.add(message);
            }
        }
        if (said.isEmpty()) {
            String reason = "the client does not show what its user said";
            stage.probe().skip("V2-CLI-PROMPT-006", reason);
            stage.probe().skip("V2-CLI-PROMPT-007", reason);
            return;
        }
        stage.check("V2-CLI-PROMPT-006", said.size() == 1, "one message of the user", said);
        stage.check(
                "V2-CLI-PROMPT-007",
                said.stream().anyMatch(each -> each.path("id").asText().equals("user ☃ 1")),
                "the id that the response to the prompt gave",
                said);
    }

    private static void error(Stage stage) throws InterruptedException {
        String session = stage.session();
        Turn turn = stage.prompt(session, "fail").say("m1", "I will try");
        Moves.state(
                stage,
                session,
                "idle",
                "stopReason",
                "error",
                "error",
                obj("code", -32603, "message", "the model is gone"));
        Driver.Told told = turn.command().await();
        stage.check(
                "V2-CLI-PROMPT-008",
                told.isError() || told.text("/stopReason").equals("error"),
                "a failure, or the stop reason error",
                told);
        Driver.Told next = stage.turn(session, "again");
        stage.check("V2-CLI-PROMPT-009", next.text("/stopReason").equals("end_turn"), "the next turn", next);
    }
}
