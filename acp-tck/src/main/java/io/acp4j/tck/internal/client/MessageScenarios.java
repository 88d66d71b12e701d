package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.AGENT;
import static io.acp4j.tck.internal.client.Stage.THOUGHT;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;

/** Which chunks make up a message. */
final class MessageScenarios {

    static final List<Scenario> ALL = List.of(
            shows("same-id", "CLI-MSG-001", turn -> turn.say("m1", "a").say("m1", "b"), "agent:ab"),
            shows("next-id", "CLI-MSG-002", turn -> turn.say("m1", "a").say("m2", "b"), "agent:a", "agent:b"),
            shows(
                    "interleaved",
                    "CLI-MSG-003",
                    turn -> turn.say("m1", "a")
                            .say("m2", "x")
                            .say("m1", "b")
                            .say("m2", "y")
                            .say("m1", "c"),
                    "agent:abc",
                    "agent:xy"),
            shows("no-ids", "CLI-MSG-004", turn -> turn.say(null, "a").say(null, "b"), "agent:ab"),
            shows(
                    "no-ids-around-a-tool",
                    "CLI-MSG-005",
                    turn -> turn.say(null, "a").tool("t1").say(null, "b"),
                    "agent:a",
                    "agent:b"),
            shows(
                    "thoughts",
                    "CLI-MSG-006",
                    turn -> turn.think(null, "h")
                            .think(null, "m")
                            .say(null, "a")
                            .think("t2", "so")
                            .say("m2", "b"),
                    "thought:hm",
                    "agent:a",
                    "thought:so",
                    "agent:b"),
            shows(
                    "null-ids",
                    "CLI-MSG-007",
                    turn -> nullId(nullId(turn, "a"), "b").say(null, "c"),
                    "agent:abc"),
            shows(
                    "shared-id",
                    "CLI-MSG-008",
                    turn -> turn.think("x", "h").say("x", "a").say("x", "b"),
                    "thought:h",
                    "agent:ab"),
            shows(
                    "around-a-tool",
                    "CLI-MSG-009",
                    turn -> turn.say("m1", "a").tool("t1").say("m1", "b"),
                    "agent:ab"),
            shows(
                    "opaque-ids",
                    "CLI-MSG-010",
                    turn -> turn.say("id", "a")
                            .say("ID", "b")
                            .say("id ", "c")
                            .say("é", "d")
                            .say("e\u0301", "e"),
                    "agent:a",
                    "agent:b",
                    "agent:c",
                    "agent:d",
                    "agent:e"),
            shows(
                    "mixed",
                    "CLI-MSG-011",
                    turn -> turn.say("m1", "a").say(null, "warning").say("m1", "b"),
                    "agent:ab",
                    "agent:warning"),
            shows(
                    "order",
                    "CLI-MSG-012",
                    turn -> turn.say("z", "1")
                            .think("y", "2")
                            .say("x", "3")
                            .say("z", "4")
                            .think("y", "5"),
                    "agent:14",
                    "thought:25",
                    "agent:3"),
            shows(
                    "no-text",
                    "CLI-MSG-013",
                    turn -> turn.say("m1", "a")
                            .update(
                                    AGENT,
                                    "messageId",
                                    "m1",
                                    "content",
                                    obj("type", "image", "data", "AAAA", "mimeType", "image/png"))
                            .say("m1", "b"),
                    "agent:ab"),
            Stage.play("message/reported-ids", "CLI-MSG-014", MessageScenarios::ids));

    private MessageScenarios() {}

    private interface Script {
        Turn tell(Turn turn) throws InterruptedException;
    }

    private static Scenario shows(String name, String requirement, Script script, String... messages) {
        return Stage.play("message/" + name, requirement, stage -> {
            List<String> shown =
                    script.tell(stage.prompt(stage.session(), "talk")).endAndShow();
            stage.check(
                    requirement,
                    shown.equals(List.of(messages)),
                    List.of(messages).toString(),
                    shown);
        });
    }

    private static Turn nullId(Turn turn, String text) {
        return turn.update(AGENT, "messageId", null, "content", obj("type", "text", "text", text));
    }

    private static void ids(Stage stage) throws InterruptedException {
        String session = stage.session();
        Turn turn = stage.prompt(session, "talk");
        String strange = "msg ☃ \"1\"/\\";
        turn.say(strange, "a").update(THOUGHT, "messageId", "t1", "content", obj("type", "text", "text", "h"));
        turn.end("end_turn").need("prompt");
        boolean agent = false;
        boolean thought = false;
        JsonNode messages = stage.messages(session);
        for (JsonNode message : messages) {
            agent |= message.path("id").asText().equals(strange);
            thought |= message.path("id").asText().equals("t1");
        }
        stage.check("CLI-MSG-014", agent && thought, "the ids " + strange + " and t1", messages);
    }
}
