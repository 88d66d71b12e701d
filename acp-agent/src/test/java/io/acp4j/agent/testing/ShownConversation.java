package io.acp4j.agent.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What the updates of a session come to, by the rules of version 2 for upserts, clears and chunks; updates of version 1 are read as
 * the same. States, usage, commands and options are not part of it.
 */
final class ShownConversation {

    private static final List<String> CALL =
            List.of("name", "title", "kind", "status", "content", "locations", "rawInput", "rawOutput");

    private final Map<String, ObjectNode> entries = new LinkedHashMap<>();
    private final Map<String, ByteArrayOutputStream> outputs = new LinkedHashMap<>();

    static ShownConversation of(List<JsonNode> updates) {
        ShownConversation shown = new ShownConversation();
        updates.forEach(shown::apply);
        return shown;
    }

    /** Each message, tool call, terminal, plan and compaction by its kind and id. */
    Map<String, JsonNode> entries() {
        outputs.forEach((key, output) ->
                entries.get(key).put("output", Base64.getEncoder().encodeToString(output.toByteArray())));
        return new LinkedHashMap<>(entries);
    }

    /** The same with those entries only whose keys are as told. */
    Map<String, JsonNode> entries(Predicate<String> keys) {
        Map<String, JsonNode> some = entries();
        some.keySet().removeIf(keys.negate());
        return some;
    }

    void apply(JsonNode update) {
        String kind = update.path("sessionUpdate").asText();
        switch (kind) {
            case "user_message_chunk", "agent_message_chunk", "agent_thought_chunk" ->
                append(
                        entry(kind.substring(0, kind.indexOf("_chunk")), update, "messageId"),
                        "content",
                        update.get("content"));
            case "user_message", "agent_message", "agent_thought" ->
                patch(entry(kind, update, "messageId"), update, List.of("content"));
            case "tool_call", "tool_call_update" -> {
                ObjectNode call = entry("tool", update, "toolCallId");
                patch(call, update, CALL);
                forget(call, "kind", "other");
                forget(call, "status", "pending");
            }
            case "tool_call_content_chunk" ->
                append(entry("tool", update, "toolCallId"), "content", update.get("content"));
            case "terminal_update" -> terminal(update);
            case "terminal_output_chunk" -> {
                entry("terminal", update, "terminalId");
                output(update, update.get("data").asText());
            }
            case "plan" -> plan("main", update.get("entries"));
            case "plan_update" ->
                plan(
                        update.at("/plan/planId").asText(),
                        update.at("/plan/type").asText().equals("items")
                                ? update.at("/plan/entries")
                                : update.get("plan"));
            case "plan_removed" -> entries.remove("plan " + update.get("planId").asText());
            case "compaction_update" ->
                patch(entry("compaction", update, "compactionId"), update, List.of("status", "summary", "error"));
            case "compaction_summary_chunk" ->
                append(entry("compaction", update, "compactionId"), "summary", update.get("content"));
            default -> {}
        }
    }

    private ObjectNode entry(String kind, JsonNode update, String id) {
        return entries.computeIfAbsent(
                kind + " " + update.get(id).asText(), any -> JsonNodeFactory.instance.objectNode());
    }

    private void plan(String id, JsonNode plan) {
        entries.computeIfAbsent("plan " + id, any -> JsonNodeFactory.instance.objectNode())
                .set("plan", plan);
    }

    private void terminal(JsonNode update) {
        patch(entry("terminal", update, "terminalId"), update, List.of("command", "cwd", "exitStatus", "size"));
        if (update.has("output")) {
            outputs.remove("terminal " + update.get("terminalId").asText());
            output(update, update.at("/output/data").asText());
        }
    }

    private void output(JsonNode update, String data) {
        outputs.computeIfAbsent("terminal " + update.get("terminalId").asText(), any -> new ByteArrayOutputStream())
                .writeBytes(Base64.getDecoder().decode(data));
    }

    private static void patch(ObjectNode entry, JsonNode update, List<String> members) {
        for (String member : members) {
            JsonNode value = update.get(member);
            if (value == null) {
                continue;
            }
            entry.remove(member);
            if (value.isArray() && (member.equals("content") || member.equals("summary"))) {
                value.forEach(piece -> append(entry, member, piece));
            } else if (!value.isNull() && !(value.isArray() && value.isEmpty())) {
                entry.set(member, value);
            }
        }
        meta(entry, update.get("_meta"));
    }

    private static void meta(ObjectNode entry, JsonNode patch) {
        if (patch == null) {
            return;
        }
        ObjectNode meta = entry.withObject("/_meta");
        if (patch.isNull()) {
            meta.removeAll();
        }
        patch.properties().forEach(member -> {
            if (member.getValue().isNull()) {
                meta.remove(member.getKey());
            } else {
                meta.set(member.getKey(), member.getValue());
            }
        });
        if (meta.isEmpty()) {
            entry.remove("_meta");
        }
    }

    private static void forget(ObjectNode entry, String member, String usual) {
        if (entry.path(member).asText().equals(usual)) {
            entry.remove(member);
        }
    }

    /** Adds a piece of content; text that follows text is one piece. */
    private static void append(ObjectNode entry, String member, JsonNode piece) {
        ArrayNode all = entry.withArray("/" + member);
        JsonNode last = all.isEmpty() ? null : all.get(all.size() - 1);
        if (isText(piece) && last != null && isText(last)) {
            ((ObjectNode) last)
                    .put("text", last.get("text").asText() + piece.get("text").asText());
        } else {
            all.add(piece.deepCopy());
        }
    }

    private static boolean isText(JsonNode piece) {
        return piece.path("type").asText().equals("text") && piece.size() == 2;
    }
}
