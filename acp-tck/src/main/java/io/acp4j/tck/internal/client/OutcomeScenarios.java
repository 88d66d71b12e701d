package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which outcome becomes of which request for permission, and that there is one at all. */
final class OutcomeScenarios {

    private static final String PERMISSION = "session/request_permission";

    private static final int METHOD_NOT_FOUND = -32601;

    private static final String STRANGE_ID = " Jä/☃ \"%20\\ ";

    static final List<Scenario> ALL = List.of(
            play("permission/opaque-ids", "CLI-PERM-007", OutcomeScenarios::opaque),
            play("permission/all-cancelled", "CLI-PERM-008", OutcomeScenarios::allCancelled),
            play("permission/other-session", "CLI-PERM-009", OutcomeScenarios::otherSession),
            play("permission/crossing", "CLI-PERM-012", OutcomeScenarios::crossing),
            play("permission/served", "CLI-PERM-010", stage -> {
                String session = stage.session();
                served(
                        stage,
                        "CLI-PERM-010",
                        PERMISSION,
                        stage.agent().question(session, "t1", arr(option("yes", "allow_once"))));
            }),
            play("elicitation/served", "CLI-ELIC-007", OutcomeScenarios::elicited));

    private OutcomeScenarios() {}

    private static ObjectNode option(String id, String kind) {
        return obj("optionId", id, "name", "Option " + id, "kind", kind);
    }

    private static Call ask(Turn turn, String tool, ArrayNode options) {
        turn.tool(tool);
        return turn.stage().link().start(PERMISSION, turn.stage().agent().question(turn.session(), tool, options));
    }

    private static Call ask(Turn turn, String tool) {
        return ask(turn, tool, arr(option("yes", "allow_once"), option("no", "reject_once")));
    }

    private static JsonNode outcome(Reply reply) {
        return reply.at("/result/outcome");
    }

    private static boolean isCancelled(Reply reply) {
        return outcome(reply).path("outcome").asText().equals("cancelled");
    }

    private static void opaque(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "write");
        // Ids that say the opposite of what they stand for.
        ArrayNode options = arr(
                option("allow_once", "reject_once"),
                option("reject_once", "allow_once"),
                option("allow_always", "reject_always"),
                option(STRANGE_ID, "allow_always"));
        for (Map.Entry<String, String> each : List.of(
                Map.entry("allow_once", "reject_once"),
                Map.entry("reject_once", "allow_once"),
                Map.entry("allow_always", STRANGE_ID))) {
            stage.ask("permit", "choice", each.getKey()).need("permit");
            Reply reply = ask(turn, "t-" + each.getKey(), options).await();
            stage.check(
                    "CLI-PERM-007",
                    outcome(reply).path("optionId").asText().equals(each.getValue()),
                    "the id of the option of the kind " + each.getKey() + ": " + each.getValue(),
                    reply);
        }
        turn.end("end_turn");
    }

    private static void allCancelled(Stage stage) throws InterruptedException {
        PermissionScenarios.leaveUndecided(stage);
        Turn turn = stage.prompt(stage.session(), "write three times");
        List<Call> calls = new ArrayList<>();
        for (String tool : List.of("t1", "t2", "t3")) {
            calls.add(ask(turn, tool));
        }
        stage.link().settle();
        if (PermissionScenarios.decidesAlone(stage, calls.get(0), "CLI-PERM-008")) {
            turn.end("end_turn");
            return;
        }
        stage.ask("cancel", "session", turn.session()).need("cancel");
        for (Call call : calls) {
            Reply reply = call.await();
            stage.check("CLI-PERM-008", isCancelled(reply), "the outcome cancelled for each of three requests", reply);
        }
        turn.end("cancelled");
    }

    /** The agent asks before it has read the cancellation: nobody else ends its question. */
    private static void crossing(Stage stage) throws InterruptedException {
        stage.ask("permit", "choice", "wait").need("permit");
        Turn turn = stage.prompt(stage.session(), "write");
        Entry last = stage.last();
        stage.ask("cancel", "session", turn.session()).need("cancel");
        stage.needCall(last, "session/cancel");
        Reply reply = ask(turn, "t1").await();
        stage.check("CLI-PERM-012", isCancelled(reply), "the outcome cancelled", reply);
        turn.end("cancelled");
    }

    private static void otherSession(Stage stage) throws InterruptedException {
        stage.ask("permit", "choice", "wait").need("permit");
        Turn cancelled = stage.prompt(stage.session(), "write here");
        Turn other = stage.prompt(stage.session(), "write there");
        // Each session may have a stream of its own: what comes on one says nothing about the other.
        Call here = ask(cancelled, "t1");
        stage.link().settle();
        Call there = ask(other, "t1");
        stage.link().settle();
        stage.ask("cancel", "session", cancelled.session()).need("cancel");
        here.await();
        stage.link().settle();
        stage.check(
                "CLI-PERM-009",
                !there.isAnswered(),
                "no response for the session " + other.session(),
                "a response, although only " + cancelled.session() + " was cancelled");
        cancelled.end("cancelled");
        stage.ask("cancel", "session", other.session()).need("cancel");
        there.await();
        other.end("cancelled");
    }

    /** A client that asks its user has not decided yet; one that does not know the method has. */
    private static void served(Stage stage, String requirement, String method, ObjectNode params)
            throws InterruptedException {
        Call call = stage.link().start(method, params);
        stage.link().settle();
        boolean answered = call.isAnswered();
        stage.check(
                requirement,
                !answered || !call.await().isError(METHOD_NOT_FOUND),
                "anything but " + METHOD_NOT_FOUND + " for " + method,
                answered ? call.await() : "no response yet");
        if (!answered) {
            stage.link().notify("$/cancel_request", obj("requestId", call.id()));
        }
    }

    private static void elicited(Stage stage) throws InterruptedException {
        String session = stage.session();
        if (stage.probe().has("elicitation.form")) {
            ObjectNode schema = obj("type", "object", "properties", obj("name", obj("type", "string")));
            served(
                    stage,
                    "CLI-ELIC-007",
                    "elicitation/create",
                    obj("sessionId", session, "mode", "form", "message", "Who are you?", "requestedSchema", schema));
        }
        if (stage.probe().has("elicitation.url")) {
            served(stage, "CLI-ELIC-007", "elicitation/create", ElicitationScenarios.address(session));
        }
    }
}
