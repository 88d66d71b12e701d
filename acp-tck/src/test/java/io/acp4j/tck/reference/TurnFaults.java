package io.acp4j.tck.reference;

import static io.acp4j.tck.internal.wire.Json.arr;
import static io.acp4j.tck.internal.wire.Json.obj;
import static io.acp4j.tck.reference.FaultTable.child;
import static io.acp4j.tck.reference.FaultTable.has;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.tck.reference.Faults.Reaction;
import java.util.List;

/** Faults in prompts, updates and cancellation. */
final class TurnFaults {

    private TurnFaults() {}

    static void fill(FaultTable table) {
        table.flag("UPD-026", "compacts-for-all");
        table.update("UPD-027", "compaction_update", update -> update.remove("status"));
        table.flag("UPD-028", "notices-for-all");
        table.flag("UPD-030", "tools-share-ids");
        table.update("UPD-029", "notice", update -> update.put("title", ""));
        prompts(table);
        updates(table);
        content(table);
        cancellation(table);
    }

    private static Faults refuse(String type) {
        return new Faults().error("session/prompt", message -> has(message, type), -32602);
    }

    private static boolean says(JsonNode message, String text) {
        return message.at("/params/prompt/0/text").asText().equals(text);
    }

    private static void prompts(FaultTable table) {
        table.put("PROMPT-001", new Faults().error("session/prompt", message -> says(message, "Hello"), -32603));
        table.put(
                "PROMPT-002",
                new Faults().result("session/prompt", message -> says(message, "Hello"), obj("stopReason", "done")));
        table.put("PROMPT-003", refuse("resource_link"));
        table.put(
                "PROMPT-004",
                new Faults()
                        .error(
                                "session/prompt",
                                message -> message.at("/params/prompt").size() == 3,
                                -32602));
        table.put("PROMPT-005", refuse("image"));
        table.put("PROMPT-006", refuse("audio"));
        table.put("PROMPT-007", refuse("resource"));
        table.put("PROMPT-008", new Faults().error("session/prompt", message -> says(message, "Hello again"), -32603));
        table.flag("PROMPT-009", "talks-after-turns");
        table.put(
                "PROMPT-010",
                new Faults()
                        .take(
                                "session/prompt",
                                (message, agent) -> has(message, "acp4j_hologram") ? Reaction.silence() : null));
        table.flag("PROMPT-011", "forgets");
        table.put(
                "PROMPT-012",
                new Faults()
                        .take(
                                "session/prompt",
                                (message, agent) -> says(message, "And another thing") ? Reaction.silence() : null));
        table.update("PROMPT-013", "agent_message_chunk", update -> {
            ObjectNode content = child(update, "/content");
            if (content.path("text").asText().equals("250 ")) {
                content.put("text", "");
            }
        });
        table.update("PROMPT-014", "agent_message_chunk", update -> {
            ObjectNode content = child(update, "/content");
            String text = content.path("text").asText();
            if (text.length() > 65_536) {
                content.put("text", text.substring(0, 65_536));
            }
        });
        table.put("PROMPT-015", new Faults().change("result:session/prompt", message -> {
                    if (message.at("/result/stopReason").asText().equals("refusal")) {
                        child(message, "/result").put("stopReason", "end_turn");
                    }
                }));
        table.put(
                "PROMPT-016",
                new Faults()
                        .take(
                                "session/prompt",
                                (message, agent) -> message.at("/params/sessionId")
                                                        .isTextual()
                                                && message.at("/params/prompt").isArray()
                                                && message.at("/params/prompt").isEmpty()
                                        ? Reaction.silence()
                                        : null));
    }

    private static void updates(FaultTable table) {
        table.put("UPD-001", new Faults().rewrite("update:usage_update", message -> {
                    ObjectNode strange = message.deepCopy();
                    child(strange, "/params/update").remove("sessionUpdate");
                    return List.of(message, strange);
                }));
        table.put("UPD-002", new Faults().rewrite("update:usage_update", message -> {
                    ObjectNode strange = message.deepCopy();
                    child(strange, "/params/update").put("sessionUpdate", "weather");
                    return List.of(message, strange);
                }));
        table.update("UPD-003", "agent_message_chunk", update -> {
            if (update.at("/content/text").asText().startsWith("stopping")) {
                update.set("content", arr(update.path("content")));
            }
        });
        table.put("UPD-004", new Faults().rewrite("update:user_message_chunk", message -> {
                    ObjectNode strange = message.deepCopy();
                    child(strange, "/params/update").set("content", arr());
                    return List.of(message, strange);
                }));
        table.update("UPD-005", "agent_thought_chunk", update -> update.remove("content"));
        table.update("UPD-006", "tool_call", update -> update.remove("title"));
        table.update("UPD-007", "tool_call", update -> update.put("kind", "magic"));
        table.put("UPD-008", new Faults().rewrite("update:tool_call_update", message -> {
                    ObjectNode strange = message.deepCopy();
                    child(strange, "/params/update").remove("toolCallId");
                    return List.of(message, strange);
                }));
        table.update(
                "UPD-009",
                "tool_call_update",
                update -> child(update, "/content/1").remove("newText"));
        table.update(
                "UPD-010", "tool_call", update -> child(update, "/locations/0").put("path", "src/Main.java"));
        table.update(
                "UPD-011", "tool_call", update -> child(update, "/locations/0").put("line", 0));
        table.update("UPD-012", "plan", update -> child(update, "/entries/0").put("priority", "urgent"));
        table.flag("UPD-013", "plans-in-part");
        table.update(
                "UPD-014",
                "available_commands_update",
                update -> child(update, "/availableCommands/0").remove("description"));
        table.update("UPD-031", "available_commands_update", update -> {
            ArrayNode commands = (ArrayNode) update.path("availableCommands");
            commands.add(commands.get(0));
        });
        table.update("UPD-015", "session_info_update", update -> update.put("updatedAt", "yesterday"));
        table.update("UPD-016", "usage_update", update -> update.put("used", -1));
        table.put("UPD-022", new Faults().drop("update:tool_call"));
        table.flag("UPD-023", "never-in-progress");
        table.flag("UPD-024", "never-completes");
        table.flag("UPD-032", "tools-end-twice");
        table.flag("PROMPT-017", "hears-the-first-block");
    }

    private static void content(FaultTable table) {
        block(table, "UPD-017", "text", "text");
        block(table, "UPD-018", "image", "mimeType");
        block(table, "UPD-019", "audio", "data");
        block(table, "UPD-020", "resource_link", "uri");
        block(table, "UPD-021", "resource", "resource");
        table.update(
                "UPD-025",
                "tool_call_update",
                update -> child(update, "/content/0/content").put("type", "hologram"));
    }

    private static void block(FaultTable table, String requirement, String type, String member) {
        table.put(requirement, new Faults().rewrite("update:agent_message_chunk", message -> {
                    if (!message.at("/params/update/content/type").asText().equals(type)) {
                        return List.of(message);
                    }
                    ObjectNode strange = message.deepCopy();
                    child(strange, "/params/update/content").remove(member);
                    // Only where content of all types is asked for, so that what the agent says elsewhere stays whole.
                    boolean ask = !type.equals("text")
                            || message.at("/params/update/content/text")
                                    .asText()
                                    .equals("text");
                    return ask ? List.of(strange) : List.of(message);
                }));
    }

    private static void cancellation(FaultTable table) {
        table.flag("CANC-001", "hears-second-cancel");
        table.put("CANC-002", new Faults().flag("cancel-is-an-error"), "CANC-016");
        table.put("CANC-003", new Faults().flag("cancel-is-end-turn"), "CANC-016");
        table.flag("CANC-004", "talks-after-cancel");
        table.put("CANC-005", new Faults().error("session/prompt", message -> says(message, "Go on"), -32603));
        table.flag("CANC-006", "cancel-sticks");
        table.flag("CANC-007", "strange-cancel-sticks");
        table.put("CANC-008", new Faults().flag("cancel-cancels-all"), "FORK-078", "FORK-178");
        table.flag("CANC-009", "permission-cancel-is-end-turn");
        table.put("CANC-010", new Faults().flag("responds-to-each-cancellation"), "RPC-004");
        table.put("CANC-011", new Faults().error("session/prompt", message -> says(message, "Never mind"), -32603));
        table.flag("CANC-012", "cancel-request-fails");
        table.flag("CANC-017", "unusual:ignores-cancelled-requests");
        table.flag("CANC-013", "cancel-request-sticks");
        table.flag("CANC-015", "cancel-forgets");
        table.another("CANC-015", "cancel-forgets-older-turns");
        table.another("CANC-015", "cancel-ends-memory");
        table.flag("CANC-016", "loses-early-cancels");
        table.flag("CANC-014", "cancel-request-cancels-all");
    }
}
