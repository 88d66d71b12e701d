package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.client.Stage.responders;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.node;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Link;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Questions to the user that wait, are decided, or are taken back. */
final class PermissionScenarios {

    private static final String METHOD = "session/request_permission";

    static final List<Scenario> ALL = List.of(
            play("permission/choice", "CLI-PERM-001 CLI-PERM-002", PermissionScenarios::choice),
            play("permission/cancelled", "CLI-PERM-003", PermissionScenarios::cancelled),
            play("permission/unknown-kind", "CLI-PERM-004", PermissionScenarios::unknownKind),
            play("permission/two", "CLI-PERM-005", PermissionScenarios::two),
            play("permission/meanwhile", "CLI-PERM-006", PermissionScenarios::meanwhile),
            play("permission/of-a-sub-agent", "CLI-PERM-011", PermissionScenarios::ofSubagent),
            play("cancel/waiting", "CLI-CANCEL-001 CLI-CANCEL-004", PermissionScenarios::takenBack),
            play("cancel/unknown", "CLI-CANCEL-002", PermissionScenarios::nothingToCancel),
            play(
                    "cancel/by-client",
                    "CLI-CANCEL-003",
                    agent -> responders(agent, obj()).on("session/new", Responder.never()),
                    PermissionScenarios::withdrawn));

    private PermissionScenarios() {}

    private static ArrayNode options() {
        return arr(
                option("yes", "allow_once"),
                option("always", "allow_always"),
                option("no", "reject_once"),
                option("never", "reject_always"));
    }

    private static ObjectNode option(String id, String kind) {
        return obj("optionId", id, "name", "Option " + id, "kind", kind);
    }

    private static Call ask(Turn turn, String tool, ArrayNode options) {
        turn.tool(tool);
        return turn.stage().link().start(METHOD, turn.stage().agent().question(turn.session(), tool, options));
    }

    private static String chosen(Reply reply) {
        JsonNode outcome = reply.result().path("outcome");
        return outcome.path("outcome").asText("") + ":"
                + outcome.path("optionId").asText("");
    }

    private static void choice(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "write");
        for (List<String> each : List.of(
                List.of("reject_once", "no"),
                List.of("allow_once", "yes"),
                List.of("allow_always", "always"),
                List.of("reject_always", "never"))) {
            stage.ask("permit", "choice", each.get(0)).need("permit");
            Reply reply = ask(turn, "t-" + each.get(1), options()).await();
            String chosen = chosen(reply);
            stage.check(
                    "CLI-PERM-001",
                    chosen.equals("cancelled:") || chosen.matches("selected:(yes|always|no|never)"),
                    "an offered option, or cancelled",
                    reply);
            if (chosen.matches("selected:(yes|always|no|never)|cancelled:.*")) {
                stage.check(
                        "CLI-PERM-002", chosen.equals("selected:" + each.get(1)), "the option " + each.get(1), reply);
            }
        }
        turn.end("end_turn");
    }

    /** Has the user leave undecided what comes; users whom no driver commands leave it so until somebody is there. */
    static void leaveUndecided(Stage stage) throws InterruptedException {
        if (stage.probe().has("driver:permit")) {
            stage.ask("permit", "choice", "wait").need("permit");
        }
    }

    /** Returns whether a client that no driver tells how to decide has done so, which leaves nothing to be cancelled. */
    static boolean decidesAlone(Stage stage, Call call, String requirement) {
        boolean alone = !stage.probe().has("driver:permit") && call.isAnswered();
        if (alone) {
            stage.probe().skip(requirement, "the client does not wait for its user");
        }
        return alone;
    }

    private static void cancelled(Stage stage) throws InterruptedException {
        String session = stage.session();
        leaveUndecided(stage);
        Turn turn = stage.prompt(session, "write");
        Call call = ask(turn, "t1", options());
        stage.link().settle();
        if (decidesAlone(stage, call, "CLI-PERM-003")) {
            turn.end("end_turn");
            return;
        }
        stage.ask("cancel", "session", session).need("cancel");
        Reply reply = call.await();
        stage.check("CLI-PERM-003", chosen(reply).equals("cancelled:"), "the outcome cancelled", reply);
        turn.end("cancelled");
    }

    private static void unknownKind(Stage stage) throws InterruptedException {
        stage.ask("permit", "choice", "allow_once").need("permit");
        Turn turn = stage.prompt(stage.session(), "write");
        Reply reply = ask(turn, "t1", arr(option("later", "ask_tomorrow"), option("yes", "allow_once")))
                .await();
        stage.check("CLI-PERM-004", chosen(reply).equals("selected:yes"), "the option yes", reply);
        turn.end("end_turn");
    }

    private static void two(Stage stage) throws InterruptedException {
        stage.ask("permit", "choice", "allow_once").need("permit");
        Turn turn = stage.prompt(stage.session(), "write twice");
        Call one = ask(turn, "t1", arr(option("one", "allow_once"), option("no", "reject_once")));
        Call two = ask(turn, "t2", arr(option("two", "allow_once"), option("no", "reject_once")));
        Reply second = two.await();
        Reply first = one.await();
        stage.check("CLI-PERM-005", first.isResult() && second.isResult(), "two responses", first + " and " + second);
        turn.end("end_turn");
    }

    private static void meanwhile(Stage stage) throws InterruptedException {
        String session = stage.session();
        stage.ask("permit", "choice", "wait").need("permit");
        Turn turn = stage.prompt(session, "write");
        Call call = ask(turn, "t1", options());
        Reply ping = stage.link().ping();
        stage.check("CLI-PERM-006", ping.came(), "a response", ping);
        stage.ask("cancel", "session", session);
        stage.link().notify("$/cancel_request", obj("requestId", call.id()));
        call.await();
        turn.end("cancelled");
    }

    /** A sub-agent asks in the session of its own, and the user decides all the same. */
    private static void ofSubagent(Stage stage) throws InterruptedException {
        String parent = stage.session();
        Turn turn = stage.prompt(parent, "have somebody write");
        String child = parent + "-child";
        stage.send(Stage.update(
                parent, "subagent_update", "sessionId", child, "title", "helper", "state", obj("state", "running")));
        for (List<String> each : List.of(List.of("reject_once", "stop"), List.of("allow_once", "go"))) {
            stage.ask("permit", "choice", each.get(0)).need("permit");
            String tool = "t-" + each.get(1);
            stage.send(Stage.update(
                    child, "tool_call", "toolCallId", tool, "title", "Write", "kind", "edit", "status", "pending"));
            Reply reply = stage.call(
                    METHOD,
                    stage.agent()
                            .question(child, tool, arr(option("go", "allow_once"), option("stop", "reject_once"))));
            stage.check(
                    "CLI-PERM-011",
                    chosen(reply).equals("selected:" + each.get(1)),
                    "the option " + each.get(1) + ", which the user chose",
                    reply);
        }
        stage.send(Stage.update(
                parent, "subagent_update", "sessionId", child, "title", "helper", "state", obj("state", "idle")));
        turn.end("end_turn");
    }

    private static void takenBack(Stage stage) throws InterruptedException {
        String session = stage.session();
        stage.ask("permit", "choice", "wait").need("permit");
        Turn turn = stage.prompt(session, "write");
        Call call = ask(turn, "t1", options());
        stage.link().settle();
        stage.link().notify("$/cancel_request", obj("requestId", call.id()));
        boolean ended = stage.link().settleUntilDue(call::isAnswered);
        stage.check("CLI-CANCEL-004", ended, "the end of the cancelled request", "no response");
        if (!ended) {
            turn.end("end_turn");
            stage.probe().skip("CLI-CANCEL-001", "the client does not act on $/cancel_request, which is optional");
            return;
        }
        Reply reply = call.await();
        stage.check("CLI-CANCEL-001", reply.isResult() || reply.isError(-32800), "a result or -32800", reply);
        turn.end("end_turn");
    }

    private static void nothingToCancel(Stage stage) throws InterruptedException {
        Link link = stage.link();
        Entry last = stage.last();
        for (JsonNode id : List.of(node(123456), node("no-such-request"))) {
            link.notify("$/cancel_request", obj("requestId", id));
        }
        Reply fence = link.settle();
        List<Entry> answers = link.since(last).stream()
                .filter(entry -> entry.kind() == Entry.Kind.RESPONSE && entry.index() != fence.index())
                .toList();
        stage.check(
                "CLI-CANCEL-002",
                fence.came() && answers.isEmpty(),
                "no response",
                answers.isEmpty() ? fence : answers);
    }

    private static void withdrawn(Stage stage) throws InterruptedException {
        Entry last = stage.last();
        Driver.Command command =
                stage.driver().start("newSession", "cwd", stage.link().cwd());
        Entry request = stage.needCall(last, "session/new");
        stage.ask("withdraw", "command", command.id()).need("withdraw");
        Entry call = stage.needCall(request, "$/cancel_request");
        stage.check(
                "CLI-CANCEL-003",
                call.kind() == Entry.Kind.NOTIFICATION
                        && call.at("/params/requestId").equals(request.at("/id")),
                "a notification that names the request " + request.at("/id"),
                call);
        stage.link().respond(request, obj("error", obj("code", -32800, "message", "Request cancelled")));
    }
}
