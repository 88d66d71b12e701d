package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.text.Normalizer;

/** What a reference client makes of text: nothing, unless it is told to. */
final class ClientText {

    private ClientText() {}

    /** Returns what it says that a whole file has. */
    static String read(String content, Faults faults) {
        String text = content;
        if (faults.has("adds-a-line") && text.startsWith("first")) {
            text += "\n";
        }
        if (faults.has("drops-returns")) {
            text = text.replace("\r", "");
        }
        if (faults.has("drops-last-newlines") && text.endsWith("\n") && !text.endsWith("\r\n")) {
            text = text.substring(0, text.length() - 1);
        }
        if (faults.has("drops-marks") && text.startsWith("\uFEFF")) {
            text = text.substring(1);
        }
        if (faults.has("reads-lines")) {
            text = String.join("\n", text.lines().toList());
        }
        return text;
    }

    /** Returns what it puts into a file. */
    static String written(String content, Faults faults) {
        String text = content;
        if (faults.has("writes-unix-lines")) {
            text = text.replace("\r\n", "\n");
        }
        if (faults.has("ends-files-with-newlines") && !text.endsWith("\n")) {
            text += "\n";
        }
        return text;
    }

    /** Returns the prompt that it makes of what the user has said. */
    static ArrayNode prompt(JsonNode command, Faults faults) {
        if (command.has("blocks")) {
            JsonNode blocks = command.path("blocks");
            return faults.has("sends-one-block") ? arr(blocks.get(0)) : blocks.deepCopy();
        }
        String text = command.path("text").asText();
        if (faults.has("trims")) {
            text = text.strip();
        }
        if (faults.has("normalizes")) {
            text = Normalizer.normalize(text, Normalizer.Form.NFC);
        }
        if (faults.has("unusual:many-blocks")) {
            int half = text.length() / 2;
            return arr(block(text.substring(0, half)), block(text.substring(half)));
        }
        return faults.has("unusual:adds-context")
                ? arr(block("The user looks at a.txt."), block(text))
                : arr(block(text));
    }

    private static JsonNode block(String text) {
        return obj("type", "text", "text", text);
    }
}
