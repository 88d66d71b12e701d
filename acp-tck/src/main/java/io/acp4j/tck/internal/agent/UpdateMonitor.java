package io.acp4j.tck.internal.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Outcome;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Judges the shape of every session update. */
final class UpdateMonitor implements Monitor {

    /** How earlier drafts of the proposal for sub-agents call their updates: to clients that have asked for them. */
    private static final Set<String> DRAFTED_KINDS = Set.of("subagent_spawned", "subagent_state_update");

    private final Set<String> kinds;
    private final Set<String> toolKinds;
    private final Set<String> toolStatuses;
    private final Set<String> toolContents;
    private final Set<String> priorities;
    private final Set<String> planStatuses;
    private final ContentShape contents;

    /** Judges by the words of a schema. */
    UpdateMonitor(MessageShapes shapes) {
        kinds = kinds(shapes);
        toolKinds = shapes.words("ToolKind");
        toolStatuses = shapes.words("ToolCallStatus");
        toolContents = shapes.tags("ToolCallContent", "type");
        priorities = shapes.words("PlanEntryPriority");
        planStatuses = shapes.words("PlanEntryStatus");
        contents = new ContentShape(shapes);
    }

    /** Returns the kinds of updates. */
    static Set<String> kinds(MessageShapes shapes) {
        return shapes.tags("SessionUpdate", "sessionUpdate");
    }

    @Override
    public List<String> watches() {
        return List.of(
                "UPD-001", "UPD-002", "UPD-003", "UPD-004", "UPD-005", "UPD-006", "UPD-007", "UPD-008", "UPD-009",
                "UPD-010", "UPD-011", "UPD-012", "UPD-014", "UPD-015", "UPD-016", "UPD-017", "UPD-018", "UPD-019",
                "UPD-020", "UPD-021", "UPD-022", "UPD-025");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Set<String> toolCalls = new HashSet<>();
        for (Entry entry : recording.received("session/update")) {
            JsonNode update = entry.at("/params/update");
            boolean named = entry.at("/params/sessionId").isTextual()
                    && update.path("sessionUpdate").isTextual();
            findings.check("UPD-001", named, "a sessionId and an update with its kind", entry);
            if (!named) {
                continue;
            }
            boolean drafted = recording.capabilities().has("subagents") && DRAFTED_KINDS.contains(entry.update());
            findings.check(
                    "UPD-002", drafted || kinds.contains(entry.update()), "a kind of the protocol", entry.update());
            switch (entry.update()) {
                case "agent_message_chunk" -> chunk(update, "UPD-003", findings);
                case "user_message_chunk" -> chunk(update, "UPD-004", findings);
                case "agent_thought_chunk" -> chunk(update, "UPD-005", findings);
                case "tool_call" -> {
                    toolCalls.add(
                            entry.session() + " " + update.path("toolCallId").asText());
                    findings.check(
                            "UPD-006",
                            Shapes.isId(update.path("toolCallId"))
                                    && update.path("title").isTextual(),
                            "a toolCallId and a title",
                            update);
                    toolCall(update, findings);
                }
                case "tool_call_update" -> {
                    boolean identified = Shapes.isId(update.path("toolCallId"));
                    findings.check(
                            "UPD-008",
                            identified && Shapes.isTextOrAbsent(update.path("title")),
                            "a toolCallId, and a title only as text",
                            update);
                    if (identified) {
                        findings.check(
                                "UPD-022",
                                toolCalls.contains(entry.session() + " "
                                        + update.path("toolCallId").asText()),
                                "a tool_call before it",
                                update);
                    }
                    toolCall(update, findings);
                }
                case "plan" -> plan(update, findings);
                case "available_commands_update" -> commands(update, findings);
                case "session_info_update" -> info(update, findings);
                case "usage_update" -> usage(update, findings);
                default -> {
                    // Modes and options are judged with those of the session; what is unstable is not judged.
                }
            }
        }
    }

    private void chunk(JsonNode update, String requirement, Findings findings) {
        JsonNode content = update.path("content");
        findings.check(requirement, Shapes.isId(content.path("type")), "content that is one block", update);
        // What the user has said is what the kit has sent, faulty blocks included.
        if (content.isObject() && !requirement.equals("UPD-004")) {
            contents.check(content, findings);
        }
    }

    private void toolCall(JsonNode update, Findings findings) {
        findings.check(
                "UPD-007",
                Shapes.isOneOfOrAbsent(update.path("kind"), toolKinds)
                        && Shapes.isOneOfOrAbsent(update.path("status"), toolStatuses),
                "a kind and a status of the protocol",
                update);
        findings.check("UPD-009", isArrayOrAbsent(update.path("content")), "an array", update);
        findings.check("UPD-010", isArrayOrAbsent(update.path("locations")), "an array", update);
        for (JsonNode shown : update.path("content")) {
            boolean complete = switch (shown.path("type").asText()) {
                case "content" -> shown.path("content").isObject();
                case "diff" ->
                    shown.path("path").isTextual()
                            && shown.path("newText").isTextual()
                            && Shapes.isTextOrAbsent(shown.path("oldText"));
                case "terminal" -> Shapes.isId(shown.path("terminalId"));
                default -> toolContents.contains(shown.path("type").asText());
            };
            findings.check("UPD-009", complete, "a content block, a diff or a terminal, complete", shown);
            if (shown.path("content").isObject()) {
                contents.check(shown.path("content"), findings);
            }
            if (shown.path("path").isTextual()) {
                findings.check("UPD-010", Shapes.isAbsolutePath(shown.path("path")), "an absolute path", shown);
            }
        }
        for (JsonNode location : update.path("locations")) {
            findings.check("UPD-010", Shapes.isAbsolutePath(location.path("path")), "an absolute path", location);
            JsonNode line = location.path("line");
            if (!Shapes.isAbsent(line)) {
                findings.check("UPD-011", line.isIntegralNumber() && line.asLong() >= 1, "1 or more", location);
            } else {
                findings.open("UPD-011", Outcome.SKIPPED, "a location without a line");
            }
        }
    }

    private static boolean isArrayOrAbsent(JsonNode value) {
        return Shapes.isAbsent(value) || value.isArray();
    }

    private void plan(JsonNode update, Findings findings) {
        boolean complete = update.path("entries").isArray();
        for (JsonNode entry : update.path("entries")) {
            complete &= entry.path("content").isTextual()
                    && Shapes.isOneOf(entry.path("priority"), priorities)
                    && Shapes.isOneOf(entry.path("status"), planStatuses);
        }
        findings.check("UPD-012", complete, "entries with content, priority and status", update);
    }

    private static void commands(JsonNode update, Findings findings) {
        boolean complete = update.path("availableCommands").isArray();
        for (JsonNode command : update.path("availableCommands")) {
            JsonNode input = command.path("input");
            complete &= Shapes.isId(command.path("name"))
                    && command.path("description").isTextual()
                    && (Shapes.isAbsent(input) || input.path("hint").isTextual());
        }
        findings.check("UPD-014", complete, "commands with name and description", update);
    }

    private static void info(JsonNode update, Findings findings) {
        JsonNode time = update.path("updatedAt");
        findings.check(
                "UPD-015",
                Shapes.isTextOrAbsent(update.path("title")) && (Shapes.isAbsent(time) || Shapes.isTimestamp(time)),
                "a title that is text or null, a time that is ISO 8601 or null",
                update);
    }

    private static void usage(JsonNode update, Findings findings) {
        JsonNode cost = update.path("cost");
        boolean priced = Shapes.isAbsent(cost)
                || (cost.path("amount").isNumber()
                        && cost.path("currency").asText().matches("[A-Z]{3}"));
        findings.check(
                "UPD-016",
                Shapes.isCount(update.path("used")) && Shapes.isCount(update.path("size")) && priced,
                "used and size as counts, a cost with amount and currency",
                update);
    }
}
