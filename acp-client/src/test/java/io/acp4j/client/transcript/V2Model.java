package io.acp4j.client.transcript;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What updates of version 2 come to, by the words of the specification and on plain JSON: slow and simple. */
final class V2Model {

    /** Messages, tool calls, compactions and notices by kind and id, in the order of their first sight. */
    final Map<String, ObjectNode> entries = new LinkedHashMap<>();

    final Map<String, ByteArrayOutputStream> outputs = new LinkedHashMap<>();
    final Map<String, ObjectNode> terminals = new LinkedHashMap<>();
    final Map<String, JsonNode> plans = new LinkedHashMap<>();
    final ObjectNode info = JsonNodeFactory.instance.objectNode();
    JsonNode usage;
    JsonNode cost;
    JsonNode state;
    boolean working;
    int begun;
    int ended;
    private int notices;

    void apply(JsonNode update) {
        String kind = update.get("sessionUpdate").asText();
        switch (kind) {
            case "user_message", "agent_message", "agent_thought" ->
                patch(entry(kind, update.get("messageId").asText()), update, "messageId", "content");
            case "user_message_chunk", "agent_message_chunk", "agent_thought_chunk" -> {
                ObjectNode message = entry(
                        kind.substring(0, kind.length() - "_chunk".length()),
                        update.get("messageId").asText());
                append(message, "content", update.get("content"));
            }
            case "tool_call_update" ->
                patch(
                        entry("tool", update.get("toolCallId").asText()),
                        update,
                        "name",
                        "title",
                        "kind",
                        "status",
                        "content",
                        "capabilities");
            case "tool_call_content_chunk" ->
                append(entry("tool", update.get("toolCallId").asText()), "content", update.get("content"));
            case "terminal_update" -> terminal(update);
            case "terminal_output_chunk" -> output(update.get("terminalId").asText(), false, update.get("data"));
            case "plan_update" -> plans.put(update.at("/plan/planId").asText(), update.at("/plan/entries"));
            case "plan_removed" -> plans.remove(update.get("planId").asText());
            case "session_info_update" -> patch(info, update, "title");
            case "usage_update" -> {
                usage = update;
                cost = update.has("cost") ? update.get("cost") : cost;
            }
            case "notice" -> entry("notice", Integer.toString(notices++)).set("title", update.get("title"));
            case "compaction_update" ->
                patch(entry("compaction", update.get("compactionId").asText()), update, "status", "summary");
            case "compaction_summary_chunk" ->
                append(entry("compaction", update.get("compactionId").asText()), "summary", update.get("content"));
            case "state_update" -> state(update);
            case "subagent_update", "session_message", "session_message_chunk" -> {
                // They are about other sessions.
            }
            default -> throw new AssertionError(kind);
        }
    }

    private ObjectNode entry(String kind, String id) {
        return entries.computeIfAbsent(kind + " " + id, key -> JsonNodeFactory.instance.objectNode());
    }

    private static void patch(ObjectNode target, JsonNode update, String... members) {
        for (String member : members) {
            if (update.has(member) && update.get(member).isNull()) {
                target.remove(member);
            } else if (update.has(member)) {
                target.set(member, update.get(member).deepCopy());
            }
        }
        meta(target, update);
    }

    private static void meta(ObjectNode target, JsonNode update) {
        if (!update.has("_meta")) {
            return;
        }
        if (update.get("_meta").isNull()) {
            target.remove("_meta");
            return;
        }
        ObjectNode meta = target.withObject("/_meta");
        update.get("_meta").properties().forEach(member -> {
            if (member.getValue().isNull()) {
                meta.remove(member.getKey());
            } else {
                meta.set(member.getKey(), member.getValue());
            }
        });
        if (meta.isEmpty()) {
            target.remove("_meta");
        }
    }

    private static void append(ObjectNode target, String member, JsonNode piece) {
        target.withArray(member).add(piece);
    }

    private void terminal(JsonNode update) {
        String id = update.get("terminalId").asText();
        patch(
                terminals.computeIfAbsent(id, key -> JsonNodeFactory.instance.objectNode()),
                update,
                "command",
                "exitStatus",
                "capabilities");
        if (update.has("output")) {
            output(id, true, update.path("output").path("data"));
        }
    }

    private void output(String id, boolean anew, JsonNode data) {
        terminals.computeIfAbsent(id, key -> JsonNodeFactory.instance.objectNode());
        ByteArrayOutputStream bytes = outputs.computeIfAbsent(id, key -> new ByteArrayOutputStream());
        if (anew) {
            bytes.reset();
        }
        if (data.isTextual()) {
            bytes.writeBytes(Base64.getDecoder().decode(data.asText()));
        }
    }

    private void state(JsonNode update) {
        state = update;
        boolean works = !update.get("state").asText().equals("idle");
        begun += works && !working ? 1 : 0;
        ended += !works && working ? 1 : 0;
        working = works;
    }

    /** What is gone when the conversation is told anew: all but what stands beside it. */
    void tellAnew() {
        entries.clear();
        outputs.clear();
        terminals.clear();
        plans.clear();
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        entries.forEach((key, entry) -> lines.add(line(key, entry)));
        return lines;
    }

    private static String line(String key, ObjectNode entry) {
        String kind = key.substring(0, key.indexOf(' '));
        String id = key.substring(kind.length() + 1);
        return switch (kind) {
            case "tool" ->
                key + " " + entry.path("status").asText("pending") + " "
                        + entry.path("kind").asText("other") + ": "
                        + entry.path("title").asText(entry.path("name").asText(id)) + texts(entry.path("content"))
                        + sorted(entry.path("_meta"));
            case "notice" -> "notice: " + entry.path("title").asText();
            case "compaction" -> key + " " + entry.path("status").asText("in_progress") + texts(entry.path("summary"));
            default -> key + texts(entry.path("content")) + sorted(entry.path("_meta"));
        };
    }

    private static String texts(JsonNode blocks) {
        StringBuilder all = new StringBuilder();
        blocks.forEach(block -> all.append(
                block.has("text")
                        ? block.get("text").asText()
                        : block.at("/content/text").asText()));
        return " <" + all + ">";
    }

    private static String sorted(JsonNode meta) {
        Map<String, String> members = new TreeMap<>();
        meta.properties()
                .forEach(
                        member -> members.put(member.getKey(), member.getValue().toString()));
        return members.isEmpty() ? "" : " " + members;
    }
}
