package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.wire.Entry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What a client knows when it has applied all updates of a session: live, or replayed. */
final class Replayed {

    private Replayed() {}

    /**
     * A tool call as it was last reported.
     *
     * @param title its title
     * @param status its status
     */
    record ToolCall(String title, String status) {

        ToolCall with(JsonNode update) {
            return new ToolCall(
                    update.path("title").asText(title), update.path("status").asText(status));
        }

        @Override
        public String toString() {
            return title + ", " + status;
        }
    }

    /** The tool calls in the order in which they were first reported; their ids may be others in a replay. */
    static List<ToolCall> toolCalls(List<Entry> updates) {
        Map<String, ToolCall> calls = new LinkedHashMap<>();
        for (Entry entry : updates) {
            JsonNode update = entry.at("/params/update");
            String id = update.path("toolCallId").asText();
            boolean named = Shapes.isId(update.path("toolCallId"));
            if (named && (entry.update().equals("tool_call") || entry.update().equals("tool_call_update"))) {
                calls.put(
                        id, calls.getOrDefault(id, new ToolCall("", "pending")).with(update));
            }
        }
        return List.copyOf(calls.values());
    }

    /** The texts of all thoughts, in one. */
    static String thoughts(List<Entry> updates) {
        return updates.stream()
                .filter(entry -> entry.update().equals("agent_thought_chunk"))
                .map(entry -> entry.at("/params/update/content/text").asText(""))
                .collect(Collectors.joining());
    }

    /** The contents and statuses of the entries of the last plan; empty when there is none. */
    static List<String> plan(List<Entry> updates) {
        List<String> entries = List.of();
        for (Entry entry : updates) {
            if (entry.update().equals("plan")) {
                entries = entry.at("/params/update/entries").findParents("content").stream()
                        .map(each -> each.path("content").asText() + ": "
                                + each.path("status").asText())
                        .toList();
            }
        }
        return entries;
    }

    /** Returns the images of the user. */
    static List<String> images(List<Entry> updates) {
        return updates.stream()
                .filter(entry -> entry.update().equals("user_message_chunk"))
                .map(entry -> entry.at("/params/update/content"))
                .filter(content -> content.path("type").asText().equals("image"))
                .map(content -> image(
                        content.path("mimeType").asText(), content.path("data").asText()))
                .toList();
    }

    /** Returns an image as it is listed by {@link #images}. */
    static String image(String mimeType, String data) {
        return "image of the user: " + mimeType + ", " + data;
    }

    /** Returns the thoughts, images and plans. */
    static Set<String> besidesMessages(List<Entry> updates) {
        Set<String> all = new LinkedHashSet<>();
        if (!thoughts(updates).isEmpty()) {
            all.add("thoughts: " + thoughts(updates));
        }
        plan(updates).forEach(entry -> all.add("plan: " + entry));
        all.addAll(images(updates));
        return all;
    }
}
