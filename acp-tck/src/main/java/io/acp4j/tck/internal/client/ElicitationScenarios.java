package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Reply;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;

/** Forms and addresses that are put to the user. */
final class ElicitationScenarios {

    static final List<Scenario> ALL = List.of(
            play("elicitation/accept", "CLI-ELIC-001", ElicitationScenarios::accept),
            play("elicitation/decline", "CLI-ELIC-002", stage -> refuse(stage, "CLI-ELIC-002", "decline")),
            play("elicitation/cancel", "CLI-ELIC-003", stage -> refuse(stage, "CLI-ELIC-003", "cancel")),
            play("elicitation/url", "CLI-ELIC-004", ElicitationScenarios::url),
            play("elicitation/not-offered", "CLI-ELIC-005", ElicitationScenarios::notOffered),
            play("elicitation/unknown-completion", "CLI-ELIC-006", ElicitationScenarios::unknownCompletion));

    private ElicitationScenarios() {}

    private static ObjectNode form(String session) {
        return obj(
                "sessionId",
                session,
                "mode",
                "form",
                "message",
                "Who are you?",
                "requestedSchema",
                obj(
                        "type",
                        "object",
                        "properties",
                        obj("name", obj("type", "string"), "age", obj("type", "integer", "minimum", 0)),
                        "required",
                        arr("name")));
    }

    static ObjectNode address(String session) {
        return obj(
                "sessionId",
                session,
                "mode",
                "url",
                "message",
                "Please sign in",
                "elicitationId",
                "el-1",
                "url",
                "https://example.com/sign-in");
    }

    private static void accept(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "ask me");
        stage.ask("elicit", "action", "accept", "content", obj("name", "Zoë", "age", 7))
                .need("elicit");
        Reply reply = stage.call("elicitation/create", form(turn.session()));
        stage.check(
                "CLI-ELIC-001",
                reply.result().path("action").asText().equals("accept")
                        && reply.at("/result/content/name").asText().equals("Zoë")
                        && reply.at("/result/content/age").asInt() == 7,
                "accept, with the name Zoë and the age 7",
                reply);
        turn.end("end_turn");
    }

    private static void refuse(Stage stage, String requirement, String action) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "ask me");
        stage.ask("elicit", "action", action).need("elicit");
        Reply reply = stage.call("elicitation/create", form(turn.session()));
        stage.check(requirement, reply.result().path("action").asText().equals(action), action, reply);
        turn.end("end_turn");
    }

    private static void url(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "sign me in");
        for (String action : List.of("accept", "decline")) {
            stage.ask("elicit", "action", action).need("elicit");
            Reply reply = stage.call("elicitation/create", address(turn.session()));
            stage.check("CLI-ELIC-004", reply.result().path("action").asText().equals(action), action, reply);
        }
        turn.end("end_turn");
    }

    private static void notOffered(Stage stage) throws InterruptedException {
        String session = stage.session();
        for (ObjectNode request : List.of(form(session), address(session))) {
            Reply reply = stage.call("elicitation/create", request);
            stage.check("CLI-ELIC-005", reply.isError(), "an error", reply);
        }
    }

    private static void unknownCompletion(Stage stage) throws InterruptedException {
        stage.link().notify("elicitation/complete", obj("elicitationId", "never-made"));
        stage.check("CLI-ELIC-006", stage.isAlive(), "a client that goes on", "no response");
    }
}
