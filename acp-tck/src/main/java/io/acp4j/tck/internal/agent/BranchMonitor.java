package io.acp4j.tck.internal.agent;

import static io.acp4j.tck.internal.wire.Json.obj;

import com.fasterxml.jackson.databind.JsonNode;
import io.acp4j.tck.internal.probe.Findings;
import io.acp4j.tck.internal.probe.Monitor;
import io.acp4j.tck.internal.probe.Recording;
import io.acp4j.tck.internal.shape.MessageShapes;
import io.acp4j.tck.internal.wire.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judges what trees, paths and comparisons say of a message: it is complete, and the same each time. */
final class BranchMonitor implements Monitor {

    private static final String ID = "FORK-161";
    private static final Set<String> ROLES = Set.of("user", "agent");

    private final Set<String> kinds;

    /** Judges by the kinds of updates of a schema. */
    BranchMonitor(MessageShapes shapes) {
        kinds = UpdateMonitor.kinds(shapes);
    }

    @Override
    public List<String> watches() {
        return List.of(ID);
    }

    @Override
    public void inspect(Recording recording, Findings findings) {
        Map<String, JsonNode> known = new HashMap<>();
        for (Entry entry : recording.received()) {
            Entry request = entry.kind() == Entry.Kind.RESPONSE ? recording.requestOf(entry) : null;
            String method = request == null ? "" : request.method();
            String session = request == null ? "" : request.session();
            switch (method) {
                case "_acp4j/session/tree" -> all(entry.at("/result/messages"), session, known, findings);
                case "_acp4j/session/compare" -> {
                    all(entry.at("/result/left"), session, known, findings);
                    all(entry.at("/result/right"), session, known, findings);
                }
                case "_acp4j/session/path" -> {
                    for (JsonNode each : entry.at("/result/messages")) {
                        message(each.path("message"), session, known, findings);
                        updates(each, findings);
                    }
                }
                case "_acp4j/session/branches" -> {
                    for (JsonNode leaf : entry.at("/result/leaves")) {
                        findings.check(
                                ID,
                                Shapes.isId(leaf.path("messageId"))
                                        && leaf.path("depth").isIntegralNumber()
                                        && leaf.path("active").isBoolean()
                                        && isTimeOrAbsent(leaf.path("createdAt")),
                                "an id, a depth, a time, and whether it is active",
                                leaf);
                    }
                }
                default -> {
                    // Says nothing of messages.
                }
            }
        }
    }

    private static void all(JsonNode messages, String session, Map<String, JsonNode> known, Findings findings) {
        messages.forEach(message -> message(message, session, known, findings));
    }

    private static void message(JsonNode message, String session, Map<String, JsonNode> known, Findings findings) {
        JsonNode depth = message.path("depth");
        JsonNode parent = message.path("parentId");
        boolean complete = Shapes.isId(message.path("messageId"))
                && Shapes.isOneOf(message.path("role"), ROLES)
                && depth.isIntegralNumber()
                && depth.asLong() >= 1
                && (depth.asLong() == 1 ? Shapes.isAbsent(parent) : Shapes.isId(parent))
                && Shapes.isTextOrAbsent(message.path("label"))
                && isTimeOrAbsent(message.path("createdAt"));
        findings.check(
                ID, complete, "an id, a role, a time, a depth from 1 on, and a parent unless it is the first", message);
        JsonNode lasting = obj(
                "role", message.path("role").asText(),
                "depth", depth.asText(),
                "parentId", parent.asText(""),
                "createdAt", message.path("createdAt").asText(""));
        JsonNode before =
                known.putIfAbsent(session + " " + message.path("messageId").asText(), lasting);
        findings.check(ID, before == null || before.equals(lasting), "the same as before: " + before, message);
    }

    private static boolean isTimeOrAbsent(JsonNode time) {
        return Shapes.isAbsent(time) || Shapes.isTimestamp(time);
    }

    private void updates(JsonNode entry, Findings findings) {
        String id = entry.at("/message/messageId").asText();
        for (JsonNode update : entry.path("updates")) {
            boolean chunk = update.path("sessionUpdate").asText().endsWith("_message_chunk");
            findings.check(
                    ID,
                    kinds.contains(update.path("sessionUpdate").asText())
                            && (!chunk
                                    || (update.path("content").path("type").isTextual()
                                            && (Shapes.isAbsent(update.path("messageId"))
                                                    || update.path("messageId")
                                                            .asText()
                                                            .equals(id)))),
                    "updates of the message",
                    update);
        }
    }
}
