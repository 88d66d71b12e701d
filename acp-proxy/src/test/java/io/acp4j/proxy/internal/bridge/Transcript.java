package io.acp4j.proxy.internal.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.internal.bridge.wire.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a user sees at last of a session: a model of a client of either version, which knows nothing of the bridge. Ids of messages
 * are left out, as agents of the older version need give none.
 */
final class Transcript {

    private final Map<String, StringBuilder> messages = new LinkedHashMap<>();
    private final Map<String, ObjectNode> tools = new LinkedHashMap<>();
    private final List<String> order = new ArrayList<>();
    private JsonNode plan = Json.array();
    private String lastKind = "";
    private int run;
    final List<String> ends = new ArrayList<>();

    void apply(JsonNode update) {
        String kind = update.path("sessionUpdate").asText();
        switch (kind) {
            case "user_message_chunk", "agent_message_chunk", "agent_thought_chunk" -> {
                String id = update.path("messageId").asText("");
                boolean named = !id.isEmpty();
                if (!named && !kind.equals(lastKind)) {
                    run++;
                }
                message(kind, named ? id : "run " + run)
                        .append(update.path("content").path("text").asText());
                lastKind = kind;
            }
            case "user_message", "agent_message", "agent_thought" -> {
                StringBuilder text =
                        message(kind + "_chunk", update.path("messageId").asText());
                text.setLength(0);
                update.path("content")
                        .forEach(block -> text.append(block.path("text").asText()));
                lastKind = kind + "_chunk";
            }
            case "tool_call", "tool_call_update" -> tool(update);
            case "tool_call_content_chunk" -> {
                lastKind = "";
                ObjectNode tool = tool(update.path("toolCallId").asText());
                ArrayNode content = tool.path("content") instanceof ArrayNode known ? known : tool.putArray("content");
                content.add(update.path("content"));
            }
            case "plan", "plan_update" -> {
                lastKind = "";
                plan = (kind.equals("plan") ? update : update.path("plan")).path("entries");
            }
            case "state_update" -> {
                if (update.has("stopReason")) {
                    ends.add(update.path("stopReason").asText());
                }
            }
            default -> {
                // What is no part of the conversation.
            }
        }
    }

    private StringBuilder message(String kind, String id) {
        String key = kind + ' ' + id;
        if (!messages.containsKey(key)) {
            order.add(key);
        }
        return messages.computeIfAbsent(key, unused -> new StringBuilder());
    }

    private ObjectNode tool(String id) {
        if (!tools.containsKey(id)) {
            order.add("tool " + id);
        }
        return tools.computeIfAbsent(id, unused -> Json.object());
    }

    private void tool(JsonNode update) {
        lastKind = "";
        ObjectNode tool = tool(update.path("toolCallId").asText());
        for (String member : List.of("title", "kind", "status", "rawInput", "content", "locations")) {
            if (update.has(member)) {
                tool.set(member, update.path(member).deepCopy());
            }
        }
    }

    /** Returns all that can be seen, in order. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (String key : order) {
            StringBuilder text = messages.get(key);
            if (text != null) {
                lines.add(key.substring(0, key.indexOf(' ')) + ": " + text);
            } else {
                ObjectNode tool = tools.getOrDefault(key.substring(5), Json.object());
                List<String> members = new ArrayList<>();
                tool.properties().forEach(member -> members.add(member.getKey() + "=" + member.getValue()));
                members.sort(null);
                lines.add(key + " " + members);
            }
        }
        lines.add("plan: " + plan);
        return lines;
    }
}
