package io.acp4j.tck.internal.agent.v2;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Entry;
import java.time.DateTimeException;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a schema cannot say of session updates. */
final class UpdateRules extends Rules {

    /** Statuses of a tool call that has ended. */
    static final Set<String> FINAL = Set.of("completed", "failed", "cancelled");

    /** What may be told of a session that is not open. */
    private static final Set<String> OF_ANY_SESSION = Set.of("session_info_update", "state_update");

    private final Set<String> ofVersion1 =
            MessageShapes.onlyInVersion1(shapes -> shapes.tags("SessionUpdate", "sessionUpdate"));
    private final Set<String> blocks;

    UpdateRules(MessageShapes shapes) {
        blocks = shapes.tags("ContentBlock", "type");
    }

    @Override
    public List<String> watches() {
        return List.of(
                "V2-UPD-001",
                "V2-UPD-002",
                "V2-UPD-003",
                "V2-UPD-004",
                "V2-UPD-005",
                "V2-UPD-006",
                "V2-UPD-007",
                "V2-UPD-008",
                "V2-UPD-009",
                "V2-UPD-010",
                "V2-UPD-011",
                "V2-UPD-012",
                "V2-UPD-013",
                "V2-UPD-016",
                "V2-UPD-019",
                "V2-UPD-020");
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Map<String, String> statuses = new HashMap<>();
        Set<String> sessions = new HashSet<>(recording.earlierSessions());
        // A session is known from the response that names it, and its updates may come before that.
        recording.entries().forEach(entry -> note(entry, sessions));
        for (Entry entry : recording.entries()) {
            if (entry.sent() && entry.method().equals("session/resume")) {
                // A replay may tell the statuses once more, as they followed each other.
                String session = call(entry, "");
                statuses.keySet().removeIf(call -> call.startsWith(session));
            }
            if (entry.isFromSubject()) {
                differ(entry.at("/result/availableCommands"), findings);
            }
            if (entry.isFromSubject() && entry.method().equals("session/update")) {
                JsonNode update = entry.at("/params/update");
                named(entry, update, sessions, findings);
                message(entry, update, findings);
                tool(entry, update, statuses, findings);
                rest(entry, update, findings);
            }
        }
    }

    /** Sessions are known by what the kit asks for, by the responses to it, and when they are announced as another's. */
    static void note(Entry entry, Set<String> sessions) {
        if (entry.sent() && entry.kind() == Entry.Kind.REQUEST) {
            if (!entry.session().isEmpty()) {
                sessions.add(entry.session());
            }
        } else if (entry.at("/result/sessionId").isTextual()) {
            sessions.add(entry.at("/result/sessionId").asText());
        } else if (entry.update().equals("subagent_update")) {
            sessions.add(entry.at("/params/update/sessionId").asText());
        }
    }

    private void named(Entry entry, JsonNode update, Set<String> sessions, Findings findings) {
        String kind = update.path("sessionUpdate").asText("");
        findings.check(
                "V2-UPD-001",
                !kind.isEmpty()
                        && entry.at("/params/sessionId").isTextual()
                        && !entry.session().isEmpty(),
                "a sessionId and a kind",
                entry);
        findings.check("V2-UPD-002", !ofVersion1.contains(kind), "a kind of version 2", entry);
        findings.check(
                "V2-UPD-019",
                sessions.contains(entry.session()) || OF_ANY_SESSION.contains(kind),
                "a session that was made, resumed or announced",
                entry);
    }

    private void message(Entry entry, JsonNode update, Findings findings) {
        String kind = entry.update();
        if (!kind.startsWith("user_message") && !kind.startsWith("agent_")) {
            return;
        }
        findings.check("V2-UPD-003", !update.path("messageId").asText("").isEmpty(), "a messageId", entry);
        if (kind.endsWith("_chunk")) {
            findings.check("V2-UPD-004", update.path("content").isObject(), "one content block", entry);
            if (!kind.startsWith("user_")) {
                String type = update.at("/content/type").asText("");
                findings.check(
                        "V2-UPD-005",
                        blocks.contains(type) || type.startsWith("_"),
                        "a type that the protocol knows, or one that begins with an underscore",
                        entry);
            }
        }
    }

    private static String call(Entry entry, String id) {
        return entry.at("/params/sessionId") + "/" + id;
    }

    private static void tool(Entry entry, JsonNode update, Map<String, String> statuses, Findings findings) {
        if (!entry.update().startsWith("tool_call_")) {
            return;
        }
        JsonNode id = update.path("toolCallId");
        findings.check("V2-UPD-006", !id.asText("").isEmpty(), "a toolCallId", entry);
        if (update.path("status").isTextual()) {
            String call = call(entry, id.toString());
            String known = statuses.getOrDefault(call, "");
            String now = update.path("status").asText();
            findings.check(
                    "V2-UPD-007", !FINAL.contains(known) || known.equals(now), "the final status " + known, entry);
            statuses.put(call, now);
        }
        for (JsonNode location : update.path("locations")) {
            findings.check(
                    "V2-UPD-008", Permissions.isAbsolute(location.path("path").asText()), "an absolute path", location);
        }
        for (JsonNode content : update.path("content")) {
            for (JsonNode change : content.path("changes")) {
                findings.check(
                        "V2-UPD-009",
                        change.path("operation").isTextual()
                                && Permissions.isAbsolute(change.path("path").asText()),
                        "an operation and an absolute path",
                        change);
            }
        }
    }

    private static void rest(Entry entry, JsonNode update, Findings findings) {
        switch (entry.update()) {
            case "available_commands_update" -> {
                differ(update.path("availableCommands"), findings);
                for (JsonNode command : update.path("availableCommands")) {
                    findings.check(
                            "V2-UPD-010",
                            command.path("type").isTextual()
                                    && command.path("name").isTextual()
                                    && command.path("description").isTextual(),
                            "a type, a name and a description",
                            command);
                }
            }
            case "session_info_update" ->
                findings.check("V2-UPD-011", isTime(update.path("updatedAt")), "a time that is ISO 8601", update);
            case "usage_update" ->
                findings.check(
                        "V2-UPD-012",
                        isCount(update.path("used")) && isCount(update.path("size")) && isCost(update.path("cost")),
                        "counts, and a cost with its currency",
                        update);
            case "notice" ->
                findings.check(
                        "V2-UPD-013",
                        !update.path("title").asText("").isEmpty()
                                && update.path("severity").isTextual(),
                        "a severity and a title",
                        update);
            case "compaction_update" ->
                findings.check(
                        "V2-UPD-016",
                        !update.path("compactionId").asText("").isEmpty()
                                && update.path("status").isTextual(),
                        "a compactionId and a status",
                        update);
            default -> {
                // What may be added later.
            }
        }
    }

    private static void differ(JsonNode commands, Findings findings) {
        Set<JsonNode> names = new HashSet<>();
        for (JsonNode command : commands) {
            findings.check("V2-UPD-020", names.add(command.path("name")), "a name of its own", command);
        }
    }

    private static boolean isCount(JsonNode value) {
        return value.isIntegralNumber() && value.decimalValue().signum() >= 0;
    }

    private static boolean isCost(JsonNode cost) {
        return cost.isMissingNode()
                || cost.isNull()
                || (cost.path("amount").isNumber() && cost.path("currency").isTextual());
    }

    private static boolean isTime(JsonNode time) {
        if (time.isMissingNode() || time.isNull()) {
            return true;
        }
        try {
            DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse(time.asText());
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
