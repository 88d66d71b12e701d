package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.client.Driver;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.client.Turn;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The terminals of an agent, as a client shows them, and how they are cancelled. */
final class Terminals {

    private static final String CANCEL = "terminal/cancel";

    static final List<Scenario> ALL = List.of(
            shows(
                    "bytes",
                    "V2-CLI-TERM-001",
                    turn -> chunk(
                            chunk(terminal(turn), Moves.base64((byte) 'a', (byte) 0xC3)),
                            Moves.base64((byte) 0xA9, (byte) 'z')),
                    shown -> shown.path("output").asText().equals("aéz"),
                    "the output aéz"),
            shows(
                    "replaced",
                    "V2-CLI-TERM-002",
                    turn -> update(
                            chunk(terminal(turn), Moves.base64("old")), "output", obj("data", Moves.base64("new"))),
                    shown -> shown.path("output").asText().equals("new"),
                    "the output new"),
            shows(
                    "cleared",
                    "V2-CLI-TERM-003",
                    turn -> update(chunk(terminal(turn), Moves.base64("gone")), "output", null),
                    shown -> shown.path("output").asText().isEmpty(),
                    "no output"),
            shows(
                    "exit",
                    "V2-CLI-TERM-004",
                    turn -> update(chunk(terminal(turn), Moves.base64("done")), "exitStatus", obj("exitCode", 3)),
                    shown -> shown.path("exitCode").asInt() == 3
                            && shown.path("output").asText().equals("done"),
                    "the exit code 3 and the output done"),
            shows(
                    "kept",
                    "V2-CLI-TERM-005",
                    turn -> update(terminal(turn), "size", obj("cols", 80, "rows", 24)),
                    shown -> shown.path("command").asText().equals("make"),
                    "the command make"),
            play("v2-terminal/cancel-not-offered", "V2-CLI-TERM-006", stage -> {
                stage.link().on(CANCEL, Responder.result(obj()));
                Turn turn = terminal(stage.prompt(stage.session(), "work"));
                stage.link().settle();
                Moves.refuses(
                        stage,
                        "V2-CLI-TERM-006",
                        CANCEL,
                        "cancelTerminal",
                        "session",
                        turn.session(),
                        "terminal",
                        "term-1");
                turn.end("end_turn");
            }),
            play("v2-terminal/cancel", "V2-CLI-TERM-007", Terminals::cancel),
            play("v2-terminal/no-base64", "V2-CLI-TERM-008", stage -> {
                Turn turn = terminal(stage.prompt(stage.session(), "work").say("before-1", "before"));
                Driver.Told told =
                        chunk(turn, "no base64 at all!").say("after-1", "after").end("end_turn");
                List<String> shown = told.isResult() ? stage.shown(turn.session()) : List.of(told.toString());
                stage.check(
                        "V2-CLI-TERM-008",
                        shown.contains("agent:before") && shown.contains("agent:after"),
                        "the messages before and after",
                        shown);
            }));

    private Terminals() {}

    private interface Script {
        Turn tell(Turn turn);
    }

    private interface Expectation {
        boolean isMet(JsonNode terminal);
    }

    private static Scenario shows(
            String name, String requirement, Script script, Expectation expectation, String expected) {
        return play("v2-terminal/" + name, requirement, stage -> {
            Turn turn = script.tell(stage.prompt(stage.session(), "work"));
            turn.end("end_turn").need("prompt");
            stage.link().settle();
            JsonNode shown = Moves.item(stage, "terminals", "terminals", turn.session(), "term-1");
            stage.check(
                    requirement,
                    shown.isObject() && expectation.isMet(shown),
                    expected,
                    shown.isMissingNode() ? "no such terminal" : shown);
        });
    }

    /** Shows a terminal as part of a tool call. */
    private static Turn terminal(Turn turn) {
        ObjectNode shown = obj("type", "terminal", "terminalId", "term-1");
        return turn.update("terminal_update", "terminalId", "term-1", "command", "make", "cwd", "/tmp")
                .tool("t1", "title", "make", "kind", "execute", "status", "in_progress", "content", arr(shown));
    }

    private static Turn chunk(Turn turn, String data) {
        return turn.update("terminal_output_chunk", "terminalId", "term-1", "data", data);
    }

    private static Turn update(Turn turn, String member, @Nullable Object value) {
        return turn.update("terminal_update", "terminalId", "term-1", member, value);
    }

    private static void cancel(Stage stage) throws InterruptedException {
        stage.link().on(CANCEL, Responder.result(obj()));
        Turn turn = update(terminal(stage.prompt(stage.session(), "work")), "capabilities", obj("cancel", obj()));
        stage.link().settle();
        Driver.Told told = stage.ask("cancelTerminal", "session", turn.session(), "terminal", "term-1");
        List<Entry> calls = stage.calls(CANCEL);
        stage.check(
                "V2-CLI-TERM-007",
                told.isResult()
                        && calls.size() == 1
                        && calls.get(0).session().equals(turn.session())
                        && calls.get(0).at("/params/terminalId").asText().equals("term-1"),
                CANCEL + " of term-1 in " + turn.session(),
                calls.isEmpty() ? told : calls);
        update(turn, "exitStatus", obj("signal", "SIGTERM")).end("end_turn");
    }
}
