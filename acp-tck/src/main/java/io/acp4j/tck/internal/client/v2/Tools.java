package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.client.Driver;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.client.Turn;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** What becomes of tool calls that are told piece by piece, and how they are cancelled. */
final class Tools {

    private static final String UPDATE = "tool_call_update";

    private static final String CANCEL = "tool_call/cancel";

    static final List<Scenario> ALL = List.of(
            shows(
                    "first",
                    "V2-CLI-TOOL-001",
                    turn -> turn.tool("t ☃", "title", "Read a file"),
                    "t ☃",
                    call -> call.path("title").asText().equals("Read a file"),
                    "the title Read a file"),
            shows(
                    "kept",
                    "V2-CLI-TOOL-002",
                    turn -> turn.tool("t1", "title", "Read", "status", "pending", "content", arr(Moves.item("one")))
                            .update(UPDATE, "toolCallId", "t1", "status", "in_progress"),
                    "t1",
                    call -> call.path("title").asText().equals("Read")
                            && call.path("text").asText().equals("one")
                            && call.path("status").asText().equals("in_progress"),
                    "the title Read, the text one, the status in_progress"),
            shows(
                    "cleared-title",
                    "V2-CLI-TOOL-003",
                    turn -> turn.tool("t1", "title", "Read a secret").update(UPDATE, "toolCallId", "t1", "title", null),
                    "t1",
                    call -> !call.path("title").asText("").equals("Read a secret"),
                    "not the title that was cleared"),
            shows(
                    "replaced",
                    "V2-CLI-TOOL-004",
                    turn -> turn.tool("t1", "title", "Read", "content", arr(Moves.item("one"), Moves.item("two")))
                            .update(UPDATE, "toolCallId", "t1", "content", arr(Moves.item("three"))),
                    "t1",
                    call -> call.path("text").asText().equals("three"),
                    "the text three"),
            shows(
                    "chunks",
                    "V2-CLI-TOOL-005",
                    turn -> chunk(
                            chunk(turn.tool("t1", "title", "Read", "content", arr(Moves.item("one"))), "two"), "3"),
                    "t1",
                    call -> call.path("text").asText().equals("onetwo3"),
                    "the text onetwo3"),
            shows(
                    "cleared",
                    "V2-CLI-TOOL-006",
                    turn -> turn.tool("t1", "title", "Read", "content", arr(Moves.item("gone")))
                            .update(UPDATE, "toolCallId", "t1", "content", null),
                    "t1",
                    call -> call.path("text").asText().isEmpty(),
                    "no text"),
            play("v2-tool/states", "V2-CLI-TOOL-007", Tools::states),
            play("v2-tool/permission", "V2-CLI-TOOL-008", Tools::permission),
            play("v2-tool/late", "V2-CLI-TOOL-009", Tools::late),
            play("v2-tool/cancel-not-offered", "V2-CLI-TOOL-010", stage -> {
                Turn turn = stage.prompt(stage.session(), "work").tool("t1", "title", "Build", "status", "in_progress");
                refuses(turn, "V2-CLI-TOOL-010");
            }),
            play("v2-tool/cancel", "V2-CLI-TOOL-011", Tools::cancel),
            play("v2-tool/cancel-cleared", "V2-CLI-TOOL-012", stage -> {
                Turn turn = cancellable(stage).update(UPDATE, "toolCallId", "t1", "capabilities", null);
                refuses(turn, "V2-CLI-TOOL-012");
            }),
            play("v2-tool/cancel-accepted", "V2-CLI-TOOL-013", stage -> {
                stage.link().on(CANCEL, Responder.result(obj()));
                Turn turn = cancellable(stage);
                stage.link().settle();
                stage.ask("cancelToolCall", "session", turn.session(), "toolCall", "t1")
                        .need("cancelToolCall");
                JsonNode call = shown(turn, "t1");
                stage.check(
                        "V2-CLI-TOOL-013",
                        call.path("status").asText().equals("in_progress"),
                        "in_progress, until the agent says otherwise",
                        call);
                turn.update(UPDATE, "toolCallId", "t1", "status", "cancelled").end("end_turn");
            }));

    private Tools() {}

    private interface Script {
        Turn tell(Turn turn);
    }

    private interface Expectation {
        boolean isMet(JsonNode call);
    }

    private static Scenario shows(
            String name, String requirement, Script script, String id, Expectation expectation, String expected) {
        return play("v2-tool/" + name, requirement, stage -> {
            Turn turn = script.tell(stage.prompt(stage.session(), "work"));
            turn.end("end_turn").need("prompt");
            JsonNode call = shown(turn, id);
            stage.check(requirement, call.isObject() && expectation.isMet(call), expected, describe(call));
        });
    }

    private static Object describe(JsonNode call) {
        return call.isMissingNode() ? "no such tool call" : call;
    }

    private static JsonNode shown(Turn turn, String id) throws InterruptedException {
        turn.stage().link().settle();
        return Moves.item(turn.stage(), "toolCalls", "toolCalls", turn.session(), id);
    }

    private static Turn chunk(Turn turn, String text) {
        return turn.update("tool_call_content_chunk", "toolCallId", "t1", "content", Moves.item(text));
    }

    private static void states(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "work").tool("t1", "title", "Build", "status", "in_progress");
        for (String status : List.of("paused", "in_progress", "cancelled")) {
            turn.update(UPDATE, "toolCallId", "t1", "status", status);
            JsonNode call = shown(turn, "t1");
            stage.check("V2-CLI-TOOL-007", call.path("status").asText().equals(status), status, describe(call));
        }
        turn.end("end_turn");
    }

    private static void permission(Stage stage) throws InterruptedException {
        stage.ask("permit", "choice", "allow_once").need("permit");
        Turn turn = stage.prompt(stage.session(), "work").tool("t1", "title", "Write");
        stage.call(
                "session/request_permission",
                obj(
                        "sessionId",
                        turn.session(),
                        "title",
                        "May I?",
                        "subject",
                        obj("type", "tool_call", "toolCall", obj("toolCallId", "t1", "title", "Write all files")),
                        "options",
                        arr(obj("optionId", "yes", "name", "Yes", "kind", "allow_once"))));
        JsonNode call = shown(turn, "t1");
        stage.check(
                "V2-CLI-TOOL-008",
                call.path("title").asText().equals("Write all files"),
                "the title Write all files",
                describe(call));
        turn.end("end_turn");
    }

    private static void late(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "work").tool("t1", "title", "Build", "status", "in_progress");
        Entry last = stage.last();
        stage.ask("cancel", "session", turn.session()).need("cancel");
        stage.needCall(last, "session/cancel");
        turn.update(UPDATE, "toolCallId", "t1", "status", "completed");
        turn.end("cancelled");
        JsonNode call = shown(turn, "t1");
        stage.check("V2-CLI-TOOL-009", call.path("status").asText().equals("completed"), "completed", describe(call));
    }

    private static Turn cancellable(Stage stage) throws InterruptedException {
        return stage.prompt(stage.session(), "work")
                .tool("t1", "title", "Build", "status", "in_progress", "capabilities", obj("cancel", obj()));
    }

    private static void refuses(Turn turn, String requirement) throws InterruptedException {
        turn.stage().link().on(CANCEL, Responder.result(obj()));
        turn.stage().link().settle();
        Moves.refuses(turn.stage(), requirement, CANCEL, "cancelToolCall", "session", turn.session(), "toolCall", "t1");
        turn.end("end_turn");
    }

    private static void cancel(Stage stage) throws InterruptedException {
        stage.link().on(CANCEL, Responder.result(obj()));
        Turn turn = cancellable(stage);
        stage.link().settle();
        Driver.Told told = stage.ask("cancelToolCall", "session", turn.session(), "toolCall", "t1");
        List<Entry> calls = stage.calls(CANCEL);
        stage.check(
                "V2-CLI-TOOL-011",
                told.isResult()
                        && calls.size() == 1
                        && calls.get(0).session().equals(turn.session())
                        && calls.get(0).at("/params/toolCallId").asText().equals("t1"),
                CANCEL + " of t1 in " + turn.session(),
                calls.isEmpty() ? told : calls);
        turn.update(UPDATE, "toolCallId", "t1", "status", "cancelled").end("end_turn");
    }
}
