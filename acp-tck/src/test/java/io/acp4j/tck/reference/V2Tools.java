package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tool calls of a session, as a reference client of version 2 puts them together. */
final class V2Tools {

    private static final List<String> MEMBERS = List.of("title", "kind", "status", "content", "capabilities");

    private final Faults faults;
    private final Map<String, ObjectNode> byId = new LinkedHashMap<>();
    private final Set<String> everCancellable = new HashSet<>();
    private boolean cancelled;

    V2Tools(Faults faults) {
        this.faults = faults;
    }

    /** The work has been cancelled. */
    void cancelled() {
        cancelled = true;
        if (faults.has("freezes-cancelled-tools")) {
            byId.values().forEach(call -> call.put("status", "cancelled"));
        }
    }

    /** Applies an upsert; returns whether it is the first of its tool call. */
    boolean update(JsonNode update) {
        String id = update.path("toolCallId").asText();
        if (faults.has("knows-plain-ids-only") && id.contains("☃")) {
            return false;
        }
        boolean first = !byId.containsKey(id);
        ObjectNode call = byId.computeIfAbsent(id, any -> obj("status", "pending", "kind", "other"));
        if (update.at("/capabilities/cancel").isObject()) {
            everCancellable.add(id);
        }
        MEMBERS.forEach(member -> patch(call, member, update.path(member)));
        return first;
    }

    private void patch(ObjectNode call, String member, JsonNode value) {
        boolean text = member.equals("title") || member.equals("content");
        if (value.isMissingNode()) {
            if (text && faults.has("forgets-what-is-left-out")) {
                call.remove(member);
            }
        } else if (value.isNull()) {
            boolean keeps = faults.has("keeps-cleared-titles") && member.equals("title")
                    || faults.has("keeps-cleared-contents") && member.equals("content")
                    || faults.has("ignores-cleared-capabilities") && member.equals("capabilities");
            if (!keeps) {
                call.remove(member);
            }
        } else if (member.equals("content") && faults.has("adds-up-contents")) {
            call.withArray("/content").addAll((ArrayNode) value);
        } else if (member.equals("status")) {
            status(call, value.asText());
        } else {
            call.set(member, value);
        }
    }

    private void status(ObjectNode call, String status) {
        if (!(cancelled && faults.has("freezes-cancelled-tools"))) {
            call.put("status", status.equals("paused") && faults.has("knows-old-states") ? "in_progress" : status);
        }
    }

    void chunk(JsonNode update) {
        if (!faults.has("ignores-content-chunks")) {
            byId.computeIfAbsent(update.path("toolCallId").asText(), any -> obj("status", "pending"))
                    .withArray("/content")
                    .add(update.path("content"));
        }
    }

    boolean isCancellable(String id) {
        JsonNode call = byId.containsKey(id) ? byId.get(id) : MissingNode.getInstance();
        return call.at("/capabilities/cancel").isObject()
                || (faults.has("cancels-any-tool") && !everCancellable.contains(id));
    }

    /** The agent has accepted a cancellation. */
    void accepted(String id) {
        ObjectNode call = byId.get(id);
        if (call != null && faults.has("marks-cancelled-at-once")) {
            call.put("status", "cancelled");
        }
    }

    ArrayNode shown() {
        ArrayNode shown = arr();
        byId.forEach((id, call) -> {
            StringBuilder text = new StringBuilder();
            call.path("content")
                    .forEach(item -> text.append(item.at("/content/text").asText("")));
            shown.add(obj(
                    "id",
                    id,
                    "title",
                    call.path("title").asText(null),
                    "kind",
                    call.path("kind").asText(null),
                    "status",
                    call.path("status").asText(null),
                    "text",
                    text.toString()));
        });
        return shown;
    }
}
