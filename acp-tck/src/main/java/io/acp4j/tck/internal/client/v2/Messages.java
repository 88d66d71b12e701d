package io.acp4j.tck.internal.client.v2;

import static io.acp4j.tck.internal.client.Stage.AGENT;
import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import io.acp4j.tck.internal.client.Stage;
import io.acp4j.tck.internal.client.Turn;
import io.acp4j.tck.internal.probe.Scenario;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of messages that are told in chunks, as a whole, and again. */
final class Messages {

    private static final String WHOLE = "agent_message";

    static final List<Scenario> ALL = List.of(
            shows(
                    "interleaved",
                    "V2-CLI-MSG-001",
                    turn -> turn.say("m1", "a")
                            .say("m2", "x")
                            .say("m1", "b")
                            .say("m2", "y")
                            .say("m1", "c"),
                    "agent:abc",
                    "agent:xy"),
            shows(
                    "shared-id",
                    "V2-CLI-MSG-002",
                    turn -> turn.think("x", "h").say("x", "a").say("x", "b"),
                    "thought:h",
                    "agent:ab"),
            shows(
                    "replaced",
                    "V2-CLI-MSG-003",
                    turn -> whole(turn.say("m1", "secret ").say("m1", "words"), "m1", "public"),
                    "agent:public"),
            shows(
                    "continued",
                    "V2-CLI-MSG-004",
                    turn -> whole(turn.say("m1", "a"), "m1", "b").say("m1", "c").say("m1", "d"),
                    "agent:bcd"),
            shows(
                    "cleared-by-null",
                    "V2-CLI-MSG-005",
                    turn -> turn.say("m1", "gone")
                            .update(WHOLE, "messageId", "m1", "content", null)
                            .say("m2", "b"),
                    "agent:b"),
            shows(
                    "cleared-by-list",
                    "V2-CLI-MSG-006",
                    turn -> turn.say("m1", "gone")
                            .update(WHOLE, "messageId", "m1", "content", arr())
                            .say("m2", "b"),
                    "agent:b"),
            shows(
                    "kept",
                    "V2-CLI-MSG-007",
                    turn -> turn.say("m1", "a")
                            .update(WHOLE, "messageId", "m1", "_meta", obj("example.com/x", 1))
                            .say("m1", "b"),
                    "agent:ab"),
            shows("new-whole", "V2-CLI-MSG-008", turn -> whole(turn.say("m1", "a"), "m2", "b"), "agent:a", "agent:b"),
            shows(
                    "thought",
                    "V2-CLI-MSG-009",
                    turn -> turn.think("t1", "hm")
                            .update("agent_thought", "messageId", "t1", "content", arr(Moves.text("aha")))
                            .say("m1", "a"),
                    "thought:aha",
                    "agent:a"),
            play("v2-message/afterwards", "V2-CLI-MSG-010", Messages::afterwards),
            shows(
                    "place",
                    "V2-CLI-MSG-011",
                    turn -> whole(turn.say("m1", "one").say("m2", "two"), "m1", "ONE"),
                    "agent:ONE",
                    "agent:two"),
            shows(
                    "no-id",
                    "V2-CLI-MSG-012",
                    turn -> turn.say("m1", "one ")
                            .update(AGENT, "content", Moves.text("x"))
                            .update(AGENT, "messageId", null, "content", Moves.text("y"))
                            .say("m1", "two"),
                    "agent:one two"),
            shows(
                    "malformed-block",
                    "V2-CLI-MSG-013",
                    turn -> turn.update(
                            WHOLE,
                            "messageId",
                            "m1",
                            "content",
                            arr(Moves.text("a"), obj("type", "text", "text", 7), Moves.text("b"))),
                    "agent:ab"));

    private Messages() {}

    private interface Script {
        Turn tell(Turn turn);
    }

    private static Turn whole(Turn turn, @Nullable String id, String text) {
        return turn.update(WHOLE, "messageId", id, "content", arr(Moves.text(text)));
    }

    /** Returns what is shown; a message without text is as good as none. */
    private static List<String> visible(List<String> shown) {
        return shown.stream().filter(line -> !line.endsWith(":")).toList();
    }

    private static Scenario shows(String name, String requirement, Script script, String... messages) {
        return play("v2-message/" + name, requirement, stage -> {
            List<String> shown =
                    visible(script.tell(stage.prompt(stage.session(), "talk")).endAndShow());
            stage.check(
                    requirement,
                    shown.equals(List.of(messages)),
                    List.of(messages).toString(),
                    shown);
        });
    }

    private static void afterwards(Stage stage) throws InterruptedException {
        Turn turn = stage.prompt(stage.session(), "talk").say("m1", "password");
        turn.end("end_turn").need("prompt");
        whole(turn, "m1", "********");
        stage.link().settle();
        List<String> shown = visible(stage.shown(turn.session()));
        stage.check("V2-CLI-MSG-010", shown.equals(List.of("agent:********")), "[agent:********]", shown);
    }
}
