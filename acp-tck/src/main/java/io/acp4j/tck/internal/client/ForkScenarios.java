package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.client.Stage.responders;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Responder;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Forks, and what a client must not ask for. */
final class ForkScenarios {

    static final List<Scenario> ALL = List.of(
            play("fork/not-offered", "CLI-FORK-001", stage -> refuses(stage, "CLI-FORK-001", "fork")),
            play("fork/null", "CLI-FORK-005", fork(null), stage -> refuses(stage, "CLI-FORK-005", "fork")),
            play("fork/at-not-offered", "CLI-FORK-002", fork(obj()), stage -> namesNoMessage(stage, "CLI-FORK-002")),
            play(
                    "fork/at-false",
                    "CLI-FORK-003",
                    fork(obj("atMessageId", false)),
                    stage -> namesNoMessage(stage, "CLI-FORK-003")),
            play(
                    "fork/at",
                    "CLI-FORK-004",
                    fork(obj("atMessageId", true)),
                    stage -> namesTheMessage(stage, "CLI-FORK-004")),
            play(
                    "fork/unknown-members",
                    "CLI-FORK-009",
                    fork(obj("atMessageId", true, "sharpness", 7, "_meta", obj("x", obj()))),
                    stage -> namesTheMessage(stage, "CLI-FORK-009")),
            play("fork/whole", "CLI-FORK-006 CLI-FORK-007", fork(obj("atMessageId", true)), ForkScenarios::whole),
            play(
                    "fork/refused",
                    "CLI-FORK-008",
                    agent -> responders(agent, fork(obj())).on("session/fork", Responder.error(-32602, "no fork here")),
                    ForkScenarios::refused));

    private ForkScenarios() {}

    private static ObjectNode fork(@Nullable ObjectNode capability) {
        return obj("fork", capability);
    }

    /** Has the agent say two messages whose chunks come in turns, after a thought. */
    private static String talk(Stage stage) throws InterruptedException {
        String session = stage.session();
        stage.prompt(session, "talk")
                .think("t-1", "hm")
                .say("m-1", "a")
                .say("m-2", "x")
                .say("m-1", "b")
                .say("m-2", "y")
                .end("end_turn")
                .need("prompt");
        return session;
    }

    private static void refuses(Stage stage, String requirement, String command) throws InterruptedException {
        String session = talk(stage);
        Driver.Told told = stage.ask(command, "session", session);
        List<Entry> calls = stage.calls("session/fork");
        stage.check(
                requirement,
                told.came() && calls.isEmpty(),
                "a refusal without a call",
                calls.isEmpty() ? told : calls);
    }

    private static void namesNoMessage(Stage stage, String requirement) throws InterruptedException {
        String session = talk(stage);
        Driver.Told told = stage.ask("forkAt", "session", session, "message", position(stage, session));
        List<Entry> named = stage.calls("session/fork").stream()
                .filter(call -> call.at("/params").has("messageId"))
                .toList();
        stage.check(requirement, told.came() && named.isEmpty(), "no messageId", named.isEmpty() ? told : named);
    }

    /** Returns where the first message of the agent is among what the client shows. */
    private static int position(Stage stage, String session) throws InterruptedException {
        JsonNode messages = stage.messages(session);
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).path("role").asText().equals("agent")) {
                return i;
            }
        }
        return 0;
    }

    private static void namesTheMessage(Stage stage, String requirement) throws InterruptedException {
        String session = talk(stage);
        Driver.Told told = stage.ask("forkAt", "session", session, "message", position(stage, session));
        List<Entry> calls = stage.calls("session/fork");
        stage.check(
                requirement,
                calls.size() == 1
                        && calls.get(0).session().equals(session)
                        && calls.get(0).at("/params/messageId").asText().equals("m-1"),
                "session/fork with the messageId m-1",
                calls.isEmpty() ? told : calls);
    }

    private static void whole(Stage stage) throws InterruptedException {
        String session = talk(stage);
        Driver.Told told = stage.ask("fork", "session", session);
        List<Entry> calls = stage.calls("session/fork");
        JsonNode params = calls.isEmpty() ? obj() : calls.get(0).at("/params");
        stage.check(
                "CLI-FORK-006",
                told.isResult()
                        && calls.size() == 1
                        && params.path("sessionId").asText().equals(session)
                        && params.path("cwd").isTextual()
                        && (params.path("messageId").isMissingNode()
                                || params.path("messageId").isNull()),
                "session/fork of " + session + " with a cwd and no message",
                calls.isEmpty() ? told : calls);
        String fork = told.need("fork").text("/session");
        Entry last = stage.last();
        Driver.Command command = stage.driver().start("prompt", "session", fork, "text", "hello, fork");
        Entry prompt = stage.needCall(last, "session/prompt");
        stage.check("CLI-FORK-007", prompt.session().matches("fork-\\d+"), "the id of the fork", prompt);
        stage.finish(fork, prompt);
        command.await();
    }

    private static void refused(Stage stage) throws InterruptedException {
        String session = talk(stage);
        Driver.Told told = stage.ask("fork", "session", session);
        stage.check("CLI-FORK-008", told.isError(), "a failure", told);
        Driver.Told next = stage.turn(session, "go on");
        stage.check("CLI-FORK-008", next.isResult(), "the next turn", next);
    }
}
