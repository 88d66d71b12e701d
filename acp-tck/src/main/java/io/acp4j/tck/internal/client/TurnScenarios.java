package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.AGENT;
import static io.acp4j.tck.internal.client.Stage.chunk;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.List;

/** Prompts, turns and how they end. */
final class TurnScenarios {

    private static final int FLOOD = 500;

    private static final String TEXT = "Grüße, ☃ \"quoted\" \\ \uD83D\uDE42\nsecond line";

    static final List<Scenario> ALL = List.of(
            play(
                    "prompt/image",
                    "CLI-PROMPT-002",
                    stage -> block(
                            stage, "CLI-PROMPT-002", obj("type", "image", "data", "AAAA", "mimeType", "image/png"))),
            play(
                    "prompt/audio",
                    "CLI-PROMPT-003",
                    stage -> block(
                            stage, "CLI-PROMPT-003", obj("type", "audio", "data", "AAAA", "mimeType", "audio/wav"))),
            play(
                    "prompt/resource",
                    "CLI-PROMPT-004",
                    stage -> block(
                            stage,
                            "CLI-PROMPT-004",
                            obj("type", "resource", "resource", obj("uri", "file:///a", "text", "a")))),
            play("prompt/text", "CLI-PROMPT-005 CLI-PROMPT-001", TurnScenarios::text),
            play("prompt/stop-reasons", "CLI-PROMPT-006", TurnScenarios::stopReasons),
            play("prompt/failure", "CLI-PROMPT-007", TurnScenarios::failure),
            play("prompt/unknown-stop-reason", "CLI-PROMPT-008", TurnScenarios::unknownStopReason),
            play("turn/order", "CLI-TURN-001", TurnScenarios::order),
            play("turn/cancel", "CLI-TURN-002 CLI-TURN-004", TurnScenarios::cancel),
            play("turn/late-updates", "CLI-TURN-003", TurnScenarios::lateUpdates),
            play("turn/outside", "CLI-TURN-005", TurnScenarios::outside),
            play("turn/large", "CLI-TURN-006", TurnScenarios::large));

    private TurnScenarios() {}

    private static void block(Stage stage, String requirement, ObjectNode block) throws InterruptedException {
        String session = stage.session();
        Entry last = stage.last();
        Driver.Command command = stage.driver().start("prompt", "session", session, "blocks", arr(block));
        stage.link().settle();
        List<Entry> prompts = stage.link().since(last).stream()
                .filter(entry -> entry.method().equals("session/prompt"))
                .toList();
        String type = block.path("type").asText();
        boolean sent = prompts.stream()
                .anyMatch(entry ->
                        entry.at("/params/prompt").findValuesAsText("type").contains(type));
        prompts.forEach(prompt -> stage.finish(session, prompt));
        Driver.Told told = command.await();
        List<Entry> late = stage.calls("session/prompt");
        boolean ever = sent
                || late.stream()
                        .anyMatch(entry -> entry.at("/params/prompt")
                                .findValuesAsText("type")
                                .contains(type));
        stage.check(requirement, told.came() && !ever, "no " + type, ever ? late : told);
    }

    private static void text(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), TEXT);
        JsonNode said = turn.prompt().at("/params/prompt");
        stage.check("CLI-PROMPT-005", PromptTextScenarios.holds(said, TEXT), TEXT, said);
        turn.end("end_turn");
    }

    private static void stopReasons(Stage stage) throws InterruptedException {
        String session = stage.session();
        for (String reason : List.of("end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled")) {
            Driver.Told told = stage.prompt(session, "end with " + reason).end(reason);
            stage.check("CLI-PROMPT-006", told.text("/stopReason").equals(reason), reason, told);
        }
    }

    private static void failure(Stage stage) throws InterruptedException {
        String session = stage.session();
        Driver.Told told = stage.received(session, "fail").refuse(-32603);
        stage.check("CLI-PROMPT-007", told.isError(), "a failure", told);
        Driver.Told next = stage.turn(session, "again");
        stage.check("CLI-PROMPT-007", next.isResult(), "the next turn", next);
    }

    private static void unknownStopReason(Stage stage) throws InterruptedException {
        String session = stage.session();
        Driver.Told told = stage.prompt(session, "tire").end("too_tired");
        stage.check("CLI-PROMPT-008", told.came(), "the end of the turn", told);
        Driver.Told next = stage.turn(session, "again");
        stage.check("CLI-PROMPT-008", next.isResult(), "the next turn", next);
    }

    /** Sends many updates and the response right after them, so that nothing but the client's own order keeps them apart. */
    private static void order(Stage stage) throws InterruptedException {
        String session = stage.session();
        Turn turn = stage.prompt(session, "much");
        StringBuilder expected = new StringBuilder("agent:");
        for (int i = 0; i < FLOOD; i++) {
            turn.say("m", i + " ");
            expected.append(i).append(' ');
        }
        turn.end("end_turn").need("prompt");
        List<String> shown = stage.shown(session);
        stage.check("CLI-TURN-001", shown.equals(List.of(expected.toString())), "all chunks in order", shown);
    }

    private static void cancel(Stage stage) throws InterruptedException {
        String session = stage.session();
        Turn turn = stage.prompt(session, "work");
        Entry last = stage.last();
        stage.ask("cancel", "session", session).need("cancel");
        Entry call = stage.link().await(last, entry -> entry.method().equals("session/cancel"));
        stage.check(
                "CLI-TURN-002",
                call != null
                        && call.kind() == Entry.Kind.NOTIFICATION
                        && call.session().equals(session),
                "the notification session/cancel, which names " + session,
                call == null ? "the driver has cancelled the turn, and no session/cancel came" : call);
        Driver.Told told = turn.end("cancelled");
        stage.check("CLI-TURN-004", told.text("/stopReason").equals("cancelled"), "cancelled", told);
        Driver.Told next = stage.turn(session, "go on");
        stage.check("CLI-TURN-004", next.text("/stopReason").equals("end_turn"), "the next turn", next);
    }

    private static void lateUpdates(Stage stage) throws InterruptedException {
        String session = stage.session();
        Turn turn = stage.prompt(session, "work").say("m1", "early ");
        Entry last = stage.last();
        stage.ask("cancel", "session", session).need("cancel");
        stage.needCall(last, "session/cancel");
        turn.say("m1", "late");
        turn.end("cancelled").need("prompt");
        List<String> shown = stage.shown(session);
        stage.check("CLI-TURN-003", shown.equals(List.of("agent:early late")), "[agent:early late]", shown);
    }

    private static void outside(Stage stage) throws InterruptedException {
        String session = stage.session();
        stage.send(chunk(session, AGENT, "w1", "Welcome!"));
        List<String> shown = stage.prompt(session, "hello").say("m1", "Hello").endAndShow();
        List<String> expected = List.of("agent:Welcome!", "agent:Hello");
        stage.check("CLI-TURN-005", shown.equals(expected), expected.toString(), shown);
    }

    private static void large(Stage stage) throws InterruptedException {
        String text = "0123456789".repeat(100_000);
        List<String> shown =
                stage.prompt(stage.session(), "much").say("m1", text).endAndShow();
        boolean whole = shown.equals(List.of("agent:" + text));
        stage.check(
                "CLI-TURN-006",
                whole,
                "a million characters",
                shown.stream().map(String::length).toList() + " characters");
    }
}
