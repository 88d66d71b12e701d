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
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Faults in what sessions of version 2 do: prompts, states, updates, permissions. */
final class V2WorkFaults {

    private V2WorkFaults() {}

    static void fill(FaultTable table) {
        prompts(table);
        queues(table);
        cancellation(table);
        updates(table);
        tools(table);
        background(table);
        questions(table);
    }

    private static String text(JsonNode message) {
        return message.at("/params/prompt/0/text").asText();
    }

    private static Faults refuse(Predicate<JsonNode> which) {
        return new Faults().error("session/prompt", which, -32602);
    }

    private static Faults idle(Consumer<ObjectNode> change) {
        return state("idle", change);
    }

    private static Faults state(String state, Consumer<ObjectNode> change) {
        return new Faults().change("update:state_update", message -> {
            ObjectNode update = child(message, "/params/update");
            if (update.path("state").asText().equals(state)) {
                change.accept(update);
            }
        });
    }

    private static void reason(ObjectNode update, String from, String to) {
        if (update.path("stopReason").asText().equals(from)) {
            update.put("stopReason", to);
        }
    }

    private static void prompts(FaultTable table) {
        table.put("V2-PROMPT-001", refuse(message -> text(message).equals("Hello")));
        table.put(
                "V2-PROMPT-002",
                new Faults()
                        .change(
                                "result:session/prompt",
                                message -> child(message, "/result").put("messageId", "")),
                "V2-PROMPT-003",
                "V2-QUEUE-003");
        table.put("V2-PROMPT-003", new Faults().flag("echoes-another-id"));
        table.put(
                "V2-PROMPT-004",
                new Faults().change("update:user_message", message -> {
                    JsonNode block = message.at("/params/update/content/0");
                    if (block.path("text").asText().startsWith("Hello") && block instanceof ObjectNode said) {
                        said.put("text", "HELLO");
                    }
                }),
                "V2-PROMPT-029");
        table.put("V2-PROMPT-029", new Faults().change("update:user_message", message -> {
                    for (JsonNode block : message.at("/params/update/content")) {
                        if (block.path("type").asText().equals("resource_link") && block instanceof ObjectNode link) {
                            link.put("uri", "file:///elsewhere");
                        }
                    }
                }));
        table.another("V2-PROMPT-029", "stores-without-white-space");
        table.another(
                "V2-PROMPT-029",
                "echoes-other-images",
                new Faults().change("update:user_message", V2WorkFaults::changeImages));
        table.another(
                "V2-PROMPT-029",
                "echoes-other-images-beside-divided-texts",
                new Faults().change("update:user_message", V2WorkFaults::divideTextsAndChangeImages));
        table.put("V2-PROMPT-030", new Faults().change("update:user_message", message -> {
                    for (JsonNode block : message.at("/params/update/content")) {
                        if (block.at("/_meta/acp4j.tck~1note").isObject()) {
                            child(block, "/_meta").set("acp4j.tck/note", obj("changed", true));
                        }
                    }
                }));
        table.put("V2-PROMPT-031", new Faults().change("update:user_message", message -> {
                    if (message.at("/params/update/content") instanceof ArrayNode blocks && blocks.size() == 3) {
                        blocks.remove(2);
                    }
                }));
        table.another(
                "V2-PROMPT-031",
                "echoes-no-images",
                new Faults().change("update:user_message", V2WorkFaults::dropImages));
        table.flag("V2-STATE-003", "runs-after-the-end");
        table.flag("V2-PROMPT-005", "never-runs-for-hello");
        table.flag("V2-PROMPT-006", "never-idle-after-hello");
        table.flag("V2-PROMPT-007", "ends-hello-twice");
        table.flag("V2-PROMPT-008", "ends-hello-strangely");
        table.put("V2-PROMPT-009", idle(update -> reason(update, "refusal", "end_turn")));
        table.flag("V2-PROMPT-010", "talks-after-the-end");
        table.put("V2-PROMPT-011", new Faults().flag("answers-wait-when-done"), "V2-CANC-011");
        table.flag("V2-PROMPT-012", "takes-empty-prompts");
        table.put("V2-PROMPT-013", new Faults().flag("takes-what-it-refuses"));
        table.flag("V2-PROMPT-014", "inserts-what-it-refuses");
        table.put("V2-PROMPT-015", refuse(message -> text(message).equals("tck: fail")));
        table.put("V2-PROMPT-016", idle(update -> reason(update, "error", "end_turn")));
        table.put("V2-PROMPT-017", idle(update -> update.remove("error")));
        table.put("V2-PROMPT-018", refuse(message -> has(message, "resource_link")));
        table.put(
                "V2-PROMPT-019", refuse(message -> message.at("/params/prompt").size() == 3));
        table.put("V2-PROMPT-020", refuse(message -> has(message, "image")));
        table.put("V2-PROMPT-021", refuse(message -> has(message, "audio")));
        table.put("V2-PROMPT-022", refuse(message -> has(message, "resource")));
        table.update("V2-PROMPT-023", "agent_message_chunk", update -> {
            ObjectNode content = child(update, "/content");
            if (content.path("text").asText().equals("250 ")) {
                content.put("text", "");
            }
        });
        table.update("V2-PROMPT-024", "agent_message_chunk", update -> {
            ObjectNode content = child(update, "/content");
            String text = content.path("text").asText();
            if (text.length() > 65_536) {
                content.put("text", text.substring(0, 65_536));
            }
        });
        table.put("V2-PROMPT-025", refuse(message -> text(message).equals("Hello again")));
        table.put(
                "V2-PROMPT-026",
                new Faults()
                        .take(
                                "session/prompt",
                                (message, agent) -> has(message, "acp4j_hologram") ? Reaction.silence() : null));
        table.put("V2-PROMPT-027", new Faults().flag("forgets-marzipan"));
        table.flag("V2-PROMPT-028", "forgets-to-end-alone");
        table.put("V2-STATE-001", new Faults().flag("nameless-states"));
        table.put("V2-STATE-002", new Faults().flag("ends-without-reason"));
    }

    static void changeImages(ObjectNode message) {
        for (JsonNode block : message.at("/params/update/content")) {
            if (block.path("type").asText().equals("image") && block instanceof ObjectNode image) {
                image.put("data", "AAAA");
            }
        }
    }

    private static void divideTextsAndChangeImages(ObjectNode message) {
        if (message.at("/params/update/content") instanceof ArrayNode blocks
                && blocks.findValuesAsText("type").contains("image")) {
            String text = blocks.at("/0/text").asText();
            ((ObjectNode) blocks.get(0)).put("text", text.substring(0, 2));
            blocks.insert(1, obj("type", "text", "text", text.substring(2)));
            changeImages(message);
        }
    }

    static void dropImages(ObjectNode message) {
        if (message.at("/params/update/content") instanceof ArrayNode blocks) {
            for (int i = blocks.size() - 1; i >= 0; i--) {
                if (blocks.get(i).path("type").asText().equals("image")) {
                    blocks.remove(i);
                }
            }
        }
    }

    private static void queues(FaultTable table) {
        table.put("V2-QUEUE-001", refuse(message -> text(message).equals("number two")));
        table.flag("V2-QUEUE-002", "newest-first");
        table.put("V2-QUEUE-003", new Faults().flag("numbers-prompts-alike"));
        table.flag("V2-QUEUE-004", "never-idle-after-number-three");
        table.flag("V2-QUEUE-005", "odd-withdrawal");
        table.flag("V2-QUEUE-006", "inserts-what-was-withdrawn");
        table.flag("V2-QUEUE-007", "withdrawal-cancels-all");
        table.flag("V2-QUEUE-008", "odd-code-on-cancel");
        table.flag("V2-QUEUE-009", "inserts-what-was-cancelled");
        table.flag("V2-QUEUE-011", "unusual:ignores-cancelled-requests");
        table.put("V2-QUEUE-010", refuse(message -> text(message).equals("number six")));
    }

    private static void cancellation(FaultTable table) {
        table.flag("V2-CANC-001", "never-idle-after-a-cancelled-wait");
        table.flag("V2-CANC-002", "cancels-wait-with-another-reason");
        table.flag("V2-CANC-003", "ends-cancelled-twice");
        table.flag("V2-CANC-004", "talks-after-cancel");
        table.put("V2-CANC-005", refuse(message -> text(message).equals("Go on")));
        table.put("V2-CANC-006", new Faults().flag("idle-cancel-bears-on-the-next"));
        table.flag("V2-CANC-007", "unknown-cancel-bears-on-the-next");
        table.put("V2-CANC-008", new Faults().flag("cancels-all"), "V2-PERM-010", "V2-FORK-015", "V2-FORK-029");
        table.put(
                "V2-CANC-009",
                new Faults()
                        .take(
                                "session/prompt",
                                (message, agent) -> text(message).equals("Never mind") ? Reaction.silence() : null));
        table.flag("V2-CANC-010", "unknown-withdrawal-bears-on-the-next");
        table.flag("V2-CANC-012", "cancel-forgets-older-turns");
        table.put("V2-CANC-011", new Faults().flag("answers-wait-when-done"), "V2-PROMPT-011");
    }

    private static void updates(FaultTable table) {
        table.put(
                "V2-UPD-001",
                new Faults()
                        .change(
                                "update:session_info_update",
                                message -> child(message, "/params").put("sessionId", 7)));
        table.put(
                "V2-UPD-002",
                new Faults()
                        .rewrite(
                                "update:plan_update",
                                message -> List.of(
                                        message,
                                        changed(
                                                message,
                                                update -> update.removeAll()
                                                        .put("sessionUpdate", "plan")
                                                        .set("entries", arr())))));
        table.put(
                "V2-UPD-003",
                new Faults()
                        .change(
                                "update:agent_thought_chunk",
                                message -> child(message, "/params/update").put("messageId", "")));
        table.put(
                "V2-UPD-004",
                new Faults()
                        .change(
                                "update:agent_thought_chunk",
                                message -> child(message, "/params/update").set("content", arr())));
        table.update(
                "V2-UPD-005",
                "agent_thought_chunk",
                update -> child(update, "/content").put("type", "hologram"));
        table.update("V2-UPD-006", "tool_call_content_chunk", update -> update.put("toolCallId", ""));
        table.flag("V2-UPD-007", "tools-come-back");
        table.update("V2-UPD-008", "tool_call_update", update -> {
            if (update.has("locations")) {
                child(update, "/locations/0").put("path", "a.txt");
            }
        });
        table.update("V2-UPD-009", "tool_call_update", update -> {
            if (update.at("/content/1/changes").isArray()) {
                child(update, "/content/1/changes/0").put("path", "a.txt");
            }
        });
        table.update(
                "V2-UPD-010",
                "available_commands_update",
                update -> child(update, "/availableCommands/0").remove("type"));
        table.update("V2-UPD-011", "session_info_update", update -> update.put("updatedAt", "yesterday"));
        table.update(
                "V2-UPD-012", "usage_update", update -> child(update, "/cost").remove("currency"));
        table.update("V2-UPD-013", "notice", update -> update.put("title", ""));
        table.flag("V2-UPD-014", "plans-change-ids");
        table.flag("V2-UPD-015", "plans-shrink");
        table.update("V2-UPD-016", "compaction_update", update -> {
            if (update.path("status").asText().equals("in_progress")) {
                update.remove("status");
            }
        });
        table.flag("V2-UPD-017", "compacts-for-ever");
        table.flag("V2-UPD-018", "thinks-too-late");
        table.put("V2-UPD-019", new Faults().rewrite("update:agent_thought_chunk", message -> {
                    ObjectNode other = message.deepCopy();
                    child(other, "/params").put("sessionId", "nobodys-session");
                    return List.of(message, other);
                }));
        table.flag("V2-EXT-001", "needs-extension");
        table.update("V2-EXT-002", "tool_call_update", update -> {
            if (update.path("kind").isTextual()) {
                update.put("kind", "peek");
            }
        });
        table.flag("V2-MSG-001", "replaces-by-another");
        table.put("V2-MSG-002", new Faults().change("replay", message -> {
                    JsonNode block = message.at("/params/update/content/0");
                    if (block.path("text").asText().equals("the last word") && block instanceof ObjectNode said) {
                        said.put("text", "a first draft");
                    }
                }));
        table.flag("V2-MSG-003", "never-clears");
        table.flag("V2-MSG-004", "messages-share-ids");
        table.flag("V2-MSG-005", "chunks-have-ids");
        table.flag("V2-MSG-006", "splits-messages");
        table.put("V2-MSG-007", new Faults().change("update:agent_message_chunk", message -> {
                    ObjectNode update = child(message, "/params/update");
                    String text = update.at("/content/text").asText();
                    if (text.endsWith("something to begin with") || text.endsWith("something that comes later")) {
                        update.put("messageId", "m-of-both-turns");
                    }
                }));
    }

    private static ObjectNode changed(ObjectNode message, Consumer<ObjectNode> change) {
        ObjectNode copy = message.deepCopy();
        change.accept(child(copy, "/params/update"));
        return copy;
    }

    private static Faults tool(Consumer<ObjectNode> change) {
        return new Faults()
                .change("update:tool_call_update", message -> change.accept(child(message, "/params/update")));
    }

    private static void tools(FaultTable table) {
        table.put("V2-TOOL-001", new Faults().flag("never-ends-edits"));
        table.put("V2-TOOL-002", new Faults().flag("never-in-progress"));
        table.put("V2-TOOL-003", new Faults().flag("nameless-edits"));
        table.put("V2-TOOL-004", tool(update -> {
            if (update.path("capabilities").isObject()) {
                update.remove("capabilities");
            }
        }));
        table.put(
                "V2-TOOL-005", new Faults().change("result:tool_call/cancel", message -> message.set("result", arr())));
        table.flag("V2-TOOL-006", "never-ends-tools");
        table.put("V2-TOOL-007", cancelled("tool_call/cancel", "toolCallId", true));
        table.put("V2-TOOL-008", cancelled("tool_call/cancel", "toolCallId", false));
        table.flag("V2-TOOL-009", "tools-end-twice");
        table.flag("V2-TOOL-010", "content-before-tools");
        table.update("V2-TERM-001", "terminal_update", update -> update.remove("command"));
        table.put("V2-TERM-002", new Faults().flag("shows-no-output"));
        table.flag("V2-TERM-003", "forgets-the-exit");
        table.put(
                "V2-TERM-004", new Faults().change("result:terminal/cancel", message -> message.set("result", arr())));
        table.flag("V2-TERM-005", "never-exits-when-told");
        table.put("V2-TERM-006", cancelled("terminal/cancel", "terminalId", true));
        table.put("V2-TERM-007", cancelled("terminal/cancel", "terminalId", false));
        table.put("V2-TERM-008", new Faults().flag("plain-output"));
        table.flag("V2-TERM-009", "output-before-terminals");
        table.update("V2-TERM-010", "terminal_update", update -> {
            if (update.has("cwd")) {
                update.put("cwd", "here");
            }
        });
    }

    /** Answers with another code: for what does not exist, or for what is over. */
    private static Faults cancelled(String method, String member, boolean unknown) {
        return new Faults().change("error:" + method, message -> {
            if (message.at("/error/message").asText().equals(unknown ? "Never heard of it" : "It does not run")) {
                child(message, "/error").put("code", -32603);
            }
        });
    }

    private static void background(FaultTable table) {
        table.put("V2-BACK-001", new Faults().flag("lists-nothing"));
        table.flag("V2-BACK-002", "cancels-the-background");
        table.flag("V2-BACK-003", "lists-for-ever");
        table.put("V2-BACK-004", state("running", update -> update.remove("background")));
        table.put("V2-BACK-005", idle(update -> {
            if (update.path("background") instanceof ArrayNode list && !list.isEmpty()) {
                list.add(obj("terminalId", "x"));
            }
        }));
        table.put("V2-BACK-008", idle(update -> {
            if (update.path("background") instanceof ArrayNode list && !list.isEmpty()) {
                list.add(list.get(0));
            }
        }));
        table.put("V2-BACK-006", new Faults().flag("lists-the-unknown"));
        table.put("V2-BACK-007", new Faults().flag("unlists-before-the-end"));
    }

    private static void questions(FaultTable table) {
        table.flag("V2-PERM-001", "takes-yes-for-no");
        table.flag("V2-PERM-020", "sub-agents-do-as-they-like");
        table.put("V2-PERM-002", new Faults().flag("ends-permission-strangely"));
        table.flag("V2-PERM-003", "takes-no-for-yes");
        table.another("V2-PERM-003", "takes-never-for-yes");
        table.flag("V2-PERM-004", "takes-cancelled-for-yes");
        table.flag("V2-PERM-005", "takes-acp4j_perhaps-for-yes");
        table.flag("V2-PERM-006", "needs-an-answer");
        table.flag("V2-PERM-021", "takes-errors-for-yes");
        table.put("V2-PERM-007", new Faults().flag("never-withdraws-permissions"));
        table.put("V2-PERM-008", new Faults().flag("withdraws-another"), "V2-RPC-010", "V2-CLOSE-005", "V2-ELIC-006");
        table.flag("V2-PERM-009", "cancels-permission-with-another-reason");
        table.flag("V2-PERM-010", "withdraws-all");
        table.request("V2-PERM-011", "session/request_permission", params -> {
            if (params.at("/subject/type").asText().equals("command")) {
                child(params, "/subject").put("cwd", "here");
            }
        });
        table.flag("V2-PERM-012", "never-requires-action");
        table.flag("V2-PERM-013", "requires-action-again");
        table.request("V2-PERM-014", "session/request_permission", params -> params.put("title", ""));
        table.put("V2-PERM-015", new Faults().flag("offers-nothing-for-commands"));
        table.request(
                "V2-PERM-016",
                "session/request_permission",
                params -> child(params, "/options/1").remove("name"));
        table.request(
                "V2-PERM-017",
                "session/request_permission",
                params -> ((ArrayNode) params.path("options"))
                        .add(obj("optionId", "yes", "name", "Yes again", "kind", "allow_always")));
        table.put("V2-PERM-018", new Faults().flag("names-no-tool-call"));
        table.flag("V2-ELIC-001", "stuck-after-decline");
        table.flag("V2-ELIC-002", "stuck-after-cancel");
        table.flag("V2-ELIC-003", "stuck-after-acp4j_later");
        table.flag("V2-ELIC-004", "asks-everybody");
        table.put(
                "V2-ELIC-005",
                new Faults()
                        .change(
                                "notification:elicitation/complete",
                                message -> child(message, "/params").put("elicitationId", "another")));
        table.flag("V2-ELIC-006", "never-withdraws-questions");
        table.request("V2-ELIC-007", "elicitation/create", params -> {
            if (params.has("requestedSchema")) {
                child(params, "/requestedSchema").put("type", "list");
            }
        });
        table.request("V2-ELIC-008", "elicitation/create", params -> {
            params.remove("url");
        });
        table.request("V2-ELIC-009", "elicitation/create", params -> params.put("requestId", 1));
    }
}
