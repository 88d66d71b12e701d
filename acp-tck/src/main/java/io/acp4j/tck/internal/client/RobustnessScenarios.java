package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.AGENT;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.client.Stage.responders;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.TextNode;
import io.acp4j.tck.internal.jsonrpc.Malformed;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Responders;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Agents that are wrong, and agents that go. */
final class RobustnessScenarios {

    private static final int DEPTH = 1000;

    static final List<Scenario> ALL = List.of(
            play("robust/not-json", "CLI-HARD-001", RobustnessScenarios::notJson),
            play("robust/no-message", "CLI-HARD-002", RobustnessScenarios::noMessage),
            play("robust/long-message", "CLI-HARD-003", RobustnessScenarios::longMessage),
            play("robust/second-response", "CLI-HARD-004", RobustnessScenarios::secondAnswer),
            play("robust/unasked-response", "CLI-HARD-005", RobustnessScenarios::unaskedAnswer),
            play("robust/broken-updates", "CLI-HARD-006", RobustnessScenarios::brokenUpdates),
            play("robust/agent-goes", "CLI-HARD-007", RobustnessScenarios::agentGoes),
            play(
                    "robust/agent-never-comes",
                    "CLI-HARD-008",
                    agent -> responders(agent, obj()).on("initialize", Responder.never()),
                    RobustnessScenarios::agentNeverComes),
            play("robust/deep", "CLI-HARD-009", RobustnessScenarios::deep),
            play(
                    "robust/broken-response",
                    "CLI-HARD-010",
                    RobustnessScenarios::brokenAnswers,
                    RobustnessScenarios::brokenAnswer));

    private RobustnessScenarios() {}

    private static void notJson(Stage stage) throws InterruptedException {
        for (byte[] line : Malformed.NOT_JSON) {
            // A WebSocket itself ends on text that is no UTF-8.
            if (stage.link().isStream() || isText(line)) {
                stage.link().sendRaw(line);
            }
        }
        stage.check("CLI-HARD-001", stage.isAlive(), "a client that goes on", "no response");
    }

    private static boolean isText(byte[] bytes) {
        return Arrays.equals(new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8), bytes);
    }

    private static void noMessage(Stage stage) throws InterruptedException {
        Malformed.NO_MESSAGE.forEach(stage.link()::sendRaw);
        stage.check("CLI-HARD-002", stage.isAlive(), "a client that goes on", "no response");
    }

    private static void longMessage(Stage stage) throws InterruptedException {
        Reply reply = stage.call("_acp4j/ping", obj("text", "x".repeat(600_000)));
        stage.check("CLI-HARD-003", reply.came(), "a response", reply);
    }

    private static void secondAnswer(Stage stage) throws InterruptedException {
        Entry last = stage.last();
        String session = stage.session();
        Entry call = stage.needCall(last, "session/new");
        stage.link().respond(call, Stage.result("sessionId", "another"));
        Turn turn = stage.prompt(session, "hello");
        stage.check("CLI-HARD-004", turn.prompt().session().equals("sess-1"), "the first response's id", turn.prompt());
        turn.end("end_turn");
    }

    private static void unaskedAnswer(Stage stage) throws InterruptedException {
        stage.link().send(obj("jsonrpc", "2.0", "id", 424_242, "result", obj("sessionId", "sess-0")));
        stage.link().send(obj("jsonrpc", "2.0", "id", "x", "error", obj("code", -32603, "message", "unasked")));
        Driver.Told told = stage.ask("newSession", "cwd", stage.link().cwd());
        stage.check("CLI-HARD-005", told.isResult(), "a session", told);
    }

    private static void brokenUpdates(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "hello").say("before-1", "before");
        turn.update(AGENT, "messageId", "broken-1")
                .update(AGENT, "messageId", "broken-2", "content", "text")
                .update(AGENT, "messageId", 42, "content", obj("type", "text"))
                .update(stage.agent().announcement(), "title", 7)
                .update(stage.agent().version() == 1 ? "plan" : "plan_update", "entries", "none");
        stage.send(obj("sessionId", turn.session()));
        stage.send(obj("sessionId", turn.session(), "update", "what"));
        stage.send(obj("update", obj("sessionUpdate", AGENT)));
        turn.say("after-1", "after");
        Driver.Told told = turn.end("end_turn");
        List<String> shown = told.isResult() ? stage.shown(turn.session()) : List.of(told.toString());
        stage.check(
                "CLI-HARD-006",
                shown.contains("agent:before") && shown.contains("agent:after"),
                "the messages before and after",
                shown);
    }

    private static boolean isReported(Driver.Told told) {
        return told.isError() || told.absence().startsWith("the driver is gone");
    }

    private static void agentGoes(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "hello").say("m1", "I have to");
        stage.link().closeInput();
        Driver.Told told = turn.command().await();
        stage.check("CLI-HARD-007", isReported(told), "a failure", told);
    }

    private static void agentNeverComes(Stage stage) throws InterruptedException {
        stage.link().closeInput();
        Driver.Told told = stage.ask("newSession", "cwd", stage.link().cwd());
        stage.check("CLI-HARD-008", isReported(told), "a failure, or the end of the client", told);
    }

    private static void deep(Stage stage) throws InterruptedException {
        String nested = "[".repeat(DEPTH) + "]".repeat(DEPTH);
        stage.link().sendRaw("{\"jsonrpc\":\"2.0\",\"method\":\"_acp4j/deep\",\"params\":{\"a\":" + nested + "}}");
        stage.check("CLI-HARD-009", stage.isAlive(), "a client that goes on", "no response");
    }

    private static Responders brokenAnswers(PlayedAgent agent) {
        Responders answers = responders(agent, obj());
        return answers.on("session/new", request -> {
            answers.on("session/new", next -> obj("result", TextNode.valueOf("sess-1")));
            return obj("result", obj());
        });
    }

    private static void brokenAnswer(Stage stage) throws InterruptedException {
        for (String shape : List.of("{}", "text")) {
            Driver.Told told = stage.ask("newSession", "cwd", stage.link().cwd());
            stage.check("CLI-HARD-010", told.isError(), "a failure for the response " + shape, told);
        }
    }
}
