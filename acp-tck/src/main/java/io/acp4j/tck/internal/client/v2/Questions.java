package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.introduced;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.client.Driver;
import io.acp4j.tck.internal.client.PlayedAgent;
import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.client.Turn;
import io.acp4j.tck.internal.probe.Call;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Responders;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked of the user: what it is about, and how it is withdrawn. */
final class Questions {

    private static final String PERMISSION = "session/request_permission";

    private static final int INVALID_PARAMS = -32602;

    private static final int CANCELLED = -32800;

    static final List<Scenario> ALL = List.of(
            play("v2-permission/no-subject", "V2-CLI-PERM-001", stage -> allows(stage, "V2-CLI-PERM-001", null)),
            play(
                    "v2-permission/command",
                    "V2-CLI-PERM-002",
                    stage ->
                            allows(stage, "V2-CLI-PERM-002", obj("type", "command", "command", "make", "cwd", "/tmp"))),
            play("v2-permission/unknown-subject", "V2-CLI-PERM-003", Questions::unknownSubject),
            play("v2-permission/withdrawn", "V2-CLI-PERM-004 V2-CLI-PERM-005", Questions::withdrawn),
            play("v2-permission/background", "V2-CLI-PERM-006", Questions::background),
            play("v2-permission/other-session", "V2-CLI-PERM-007", Questions::otherSession),
            play("v2-permission/no-title", "V2-CLI-PERM-008", stage -> {
                ObjectNode question = question(stage.session(), null);
                question.remove("title");
                Reply reply = stage.call(PERMISSION, question);
                stage.check("V2-CLI-PERM-008", reply.isError(INVALID_PARAMS), "error -32602", reply);
            }),
            play("v2-elicitation/request", "V2-CLI-ELIC-001", Questions::locked, Questions::duringLogin),
            play("v2-elicitation/tool-call", "V2-CLI-ELIC-002", stage -> {
                stage.ask("elicit", "action", "accept", "content", obj("name", "Zoë"))
                        .need("elicit");
                Turn turn = stage.prompt(stage.session(), "ask me").tool("t1");
                Reply reply = stage.call("elicitation/create", form("sessionId", turn.session(), "toolCallId", "t1"));
                accepts(stage, "V2-CLI-ELIC-002", reply);
                turn.end("end_turn");
            }),
            play("v2-elicitation/unknown-mode", "V2-CLI-ELIC-003", stage -> {
                stage.ask("elicit", "action", "accept", "content", obj()).need("elicit");
                Turn turn = stage.prompt(stage.session(), "ask me");
                ObjectNode odd = form("sessionId", turn.session()).put("mode", "_hologram");
                Reply reply = stage.call("elicitation/create", odd);
                stage.check(
                        "V2-CLI-ELIC-003",
                        reply.came() && !reply.result().path("action").asText().equals("accept"),
                        "anything but accept",
                        reply);
                turn.end("end_turn");
            }));

    private Questions() {}

    private static ObjectNode question(String session, @Nullable ObjectNode subject) {
        ObjectNode question = obj(
                "sessionId",
                session,
                "title",
                "May I?",
                "description",
                "It does no harm.",
                "options",
                arr(
                        obj("optionId", "no", "name", "No", "kind", "reject_once"),
                        obj("optionId", "yes", "name", "Yes", "kind", "allow_once")));
        if (subject != null) {
            question.set("subject", subject);
        }
        return question;
    }

    private static ObjectNode about(String tool) {
        return obj("type", "tool_call", "toolCall", obj("toolCallId", tool, "title", "Write"));
    }

    private static String outcome(Reply reply) {
        JsonNode outcome = reply.result().path("outcome");
        return outcome.path("outcome").asText() + ":" + outcome.path("optionId").asText("");
    }

    private static void allows(Stage stage, String requirement, @Nullable ObjectNode subject)
            throws InterruptedException {
        stage.ask("permit", "choice", "allow_once").need("permit");
        Turn turn = stage.prompt(stage.session(), "work");
        Reply reply = stage.call(PERMISSION, question(turn.session(), subject));
        stage.check(requirement, outcome(reply).equals("selected:yes"), "the option yes", reply);
        turn.end("end_turn");
    }

    private static void unknownSubject(Stage stage) throws InterruptedException {
        stage.ask("permit", "choice", "allow_once").need("permit");
        Turn turn = stage.prompt(stage.session(), "work");
        Reply reply = stage.call(PERMISSION, question(turn.session(), obj("type", "_teleport", "to", "the moon")));
        stage.check(
                "V2-CLI-PERM-003",
                outcome(reply).matches("selected:yes|cancelled:"),
                "the option yes, or cancelled",
                reply);
        turn.end("end_turn");
    }

    /** Has a client whose user is undecided cancel its work, as the agent does then: each request is withdrawn. */
    private static void withdrawn(Stage stage) throws InterruptedException {
        stage.ask("permit", "choice", "wait").need("permit");
        Turn turn = stage.prompt(stage.session(), "work three times");
        List<Call> calls = new ArrayList<>();
        for (String tool : List.of("t1", "t2", "t3")) {
            turn.tool(tool);
            calls.add(stage.link().start(PERMISSION, question(turn.session(), about(tool))));
        }
        stage.link().settle();
        Entry last = stage.last();
        stage.ask("cancel", "session", turn.session()).need("cancel");
        stage.needCall(last, "session/cancel");
        calls.forEach(call -> stage.link().notify("$/cancel_request", obj("requestId", call.id())));
        for (Call call : calls) {
            Reply reply = call.await();
            boolean cancelled = outcome(reply).equals("cancelled:");
            stage.check(
                    "V2-CLI-PERM-004",
                    cancelled || reply.isError(CANCELLED),
                    "the outcome cancelled or the error -32800 for each of three requests",
                    reply);
            if (reply.isError(CANCELLED) || cancelled) {
                stage.check("V2-CLI-PERM-005", cancelled, "the outcome cancelled", reply);
            }
        }
        turn.end("cancelled");
    }

    private static void background(Stage stage) throws InterruptedException {
        stage.ask("permit", "choice", "wait").need("permit");
        Turn turn = stage.prompt(stage.session(), "work").tool("bg1", "title", "Build", "status", "in_progress");
        Object listed = arr(obj("type", "tool_call", "toolCallId", "bg1"));
        Moves.state(stage, turn.session(), "running", "background", listed);
        Call call = stage.link().start(PERMISSION, question(turn.session(), about("bg1")));
        stage.link().settle();
        Entry last = stage.last();
        stage.ask("cancel", "session", turn.session()).need("cancel");
        stage.needCall(last, "session/cancel");
        Moves.state(stage, turn.session(), "idle", "stopReason", "cancelled", "background", listed);
        turn.command().await();
        stage.link().settle();
        stage.check(
                "V2-CLI-PERM-006",
                !call.isAnswered(),
                "no response, as the tool call goes on in the background",
                call.isAnswered() ? call.await() : "none");
        stage.link().notify("$/cancel_request", obj("requestId", call.id()));
        call.await();
    }

    private static void otherSession(Stage stage) throws InterruptedException {
        stage.ask("permit", "choice", "wait").need("permit");
        Turn cancelled = stage.prompt(stage.session(), "work here").tool("t1");
        Turn other = stage.prompt(stage.session(), "work there").tool("t1");
        Call here = stage.link().start(PERMISSION, question(cancelled.session(), about("t1")));
        Call there = stage.link().start(PERMISSION, question(other.session(), about("t1")));
        stage.link().settle();
        Entry last = stage.last();
        stage.ask("cancel", "session", cancelled.session()).need("cancel");
        stage.needCall(last, "session/cancel");
        stage.link().notify("$/cancel_request", obj("requestId", here.id()));
        here.await();
        stage.link().settle();
        stage.check(
                "V2-CLI-PERM-007",
                !there.isAnswered(),
                "no response for the session " + other.session(),
                "a response, although only " + cancelled.session() + " was cancelled");
        cancelled.end("cancelled");
        stage.link().notify("$/cancel_request", obj("requestId", there.id()));
        there.await();
        other.end("end_turn");
    }

    private static ObjectNode form(Object... scope) {
        ObjectNode form = obj(
                "mode",
                "form",
                "message",
                "Who are you?",
                "requestedSchema",
                obj("type", "object", "properties", obj("name", obj("type", "string")), "required", arr("name")));
        form.setAll(obj(scope));
        return form;
    }

    private static void accepts(Stage stage, String requirement, Reply reply) {
        stage.check(
                requirement,
                reply.result().path("action").asText().equals("accept")
                        && reply.at("/result/content/name").asText().equals("Zoë"),
                "accept, with the name Zoë",
                reply);
    }

    private static Responders locked(PlayedAgent agent) {
        ObjectNode introduction = agent.introduction(obj());
        introduction.set("authMethods", arr(agent.authMethod("token", "Token")));
        return introduced(agent, introduction).on("auth/login", Responder.never());
    }

    private static void duringLogin(Stage stage) throws InterruptedException {
        stage.ask("elicit", "action", "accept", "content", obj("name", "Zoë")).need("elicit");
        Entry last = stage.last();
        Driver.Command command = stage.driver().start("authenticate", "method", "token");
        Entry login = stage.needCall(last, "auth/login");
        Reply reply = stage.call("elicitation/create", form("requestId", login.at("/id")));
        accepts(stage, "V2-CLI-ELIC-001", reply);
        stage.link().respond(login, obj("result", obj()));
        command.await();
    }
}
