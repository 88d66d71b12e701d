package io.acp4j.tck.internal.client;

import static io.acp4j.tck.internal.client.Stage.play;
import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.internal.probe.Scenario;
import io.acp4j.tck.internal.wire.Entry;
import java.util.ArrayList;
import java.util.List;

/** What the user says reaches the agent as it was said. */
final class PromptTextScenarios {

    private static final List<String> WHITE_SPACE =
            List.of("  two blanks before", "two blanks after  ", "\n\tin the middle\n\n", "\u00A0wide\u00A0");

    private static final List<String> CHARACTERS = List.of(
            "returns\r\nand\rone",
            "\uFEFFa byte-order mark",
            "controls \u0001 \u001B[31m \u007F \u0085 end",
            "separators \u2028 and \u2029 end",
            "composed \u00E9, decomposed e\u0301, a ligature \uFB01",
            "joined \uD83D\uDC69\u200D\uD83D\uDCBB",
            "{\"json\": \"\\u2603 \\n\"}");

    static final List<Scenario> ALL = List.of(
            play("prompt/white-space", "CLI-PROMPT-009", stage -> says(stage, "CLI-PROMPT-009", WHITE_SPACE)),
            play("prompt/characters", "CLI-PROMPT-010", stage -> says(stage, "CLI-PROMPT-010", CHARACTERS)),
            play("prompt/blocks", "CLI-PROMPT-011", PromptTextScenarios::blocks));

    private PromptTextScenarios() {}

    private static void says(Stage stage, String requirement, List<String> texts) throws InterruptedException {
        String session = stage.session();
        for (String text : texts) {
            Turn turn = stage.prompt(session, text);
            JsonNode said = turn.prompt().at("/params/prompt");
            stage.check(requirement, holds(said, text), obj("text", text).toString(), said);
            turn.end("end_turn").need("prompt");
        }
    }

    /** A client may say more than its user, and may cut what the user says into blocks. */
    static boolean holds(JsonNode blocks, String text) {
        StringBuilder all = new StringBuilder();
        for (JsonNode block : blocks) {
            if (block.path("type").asText().equals("text")) {
                if (block.path("text").asText().equals(text)) {
                    return true;
                }
                all.append(block.path("text").asText());
            }
        }
        return all.toString().equals(text);
    }

    private static void blocks(Stage stage) throws InterruptedException {
        List<ObjectNode> blocks = List.of(
                obj("type", "text", "text", "Compare "),
                obj("type", "resource_link", "uri", "file:///tmp/a%20b.txt", "name", "a b.txt"),
                obj("type", "text", "text", " with\r\n"),
                obj("type", "resource_link", "uri", "file:///tmp/c.txt", "name", "c.txt"),
                obj("type", "text", "text", "."));
        String session = stage.session();
        Entry last = stage.last();
        Driver.Command command = stage.driver().start("prompt", "session", session, "blocks", arr(blocks.toArray()));
        Turn turn = new Turn(stage, session, command, stage.needCall(last, "session/prompt"));
        stage.agent().begin(stage.link(), session, turn.prompt());
        JsonNode sent = turn.prompt().at("/params/prompt");
        List<JsonNode> missing = new ArrayList<>(blocks);
        for (JsonNode block : sent) {
            if (!missing.isEmpty() && isSame(missing.get(0), block)) {
                missing.remove(0);
            }
        }
        stage.check(
                "CLI-PROMPT-011",
                missing.isEmpty(),
                "each block, in order",
                sent + (missing.isEmpty() ? "" : ", without " + missing.get(0)));
        turn.end("end_turn");
    }

    private static boolean isSame(JsonNode block, JsonNode sent) {
        return block.properties().stream().allMatch(member -> member.getValue().equals(sent.get(member.getKey())));
    }
}
