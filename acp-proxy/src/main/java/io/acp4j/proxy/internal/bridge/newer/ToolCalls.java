package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.values.Diffs;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tool calls and terminals. The older version cannot append to content, so it is sent anew when it has grown; at most so often,
 * and always before anything else of the session is sent.
 */
final class ToolCalls {

    private static final Set<String> KINDS =
            Set.of("read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other");
    private static final Set<String> STATUSES = Set.of("pending", "in_progress", "completed", "failed");

    private final Surroundings on;
    private final ClientUpdates client;

    ToolCalls(Surroundings on, ClientUpdates client) {
        this.on = on;
        this.client = client;
    }

    /** Shows a tool call, or what changes of one. */
    void update(ShownSession session, ObjectNode params, ObjectNode update) {
        String id = Json.text(update, "toolCallId", "");
        boolean known = session.tools.has(id);
        ShownTool tool = session.tools.get(id, ShownTool::new);
        JsonNode content = update.path("content");
        if (!content.isMissingNode()) {
            tool.replace(content);
            session.stale.remove(id);
        }
        update.put("sessionUpdate", known ? "tool_call_update" : "tool_call");
        clear(session, update, known);
        state(session, update);
        if (!known) {
            String name = Json.text(update, "name", Json.text(update, "kind", tool.title));
            update.put("title", Json.text(update, "title", name));
        }
        tool.title = Json.text(update, "title", tool.title);
        if (!content.isMissingNode()) {
            update.set("content", shown(session, tool));
        }
        client.send(session, params, update);
    }

    /** Takes out what was cleared: lists become empty, the rest cannot be told. */
    private static void clear(ShownSession session, ObjectNode update, boolean known) {
        update.remove("capabilities");
        for (String list : List.of("content", "locations")) {
            if (update.path(list).isNull()) {
                update.putArray(list);
            }
        }
        for (String member : List.of("name", "title", "kind", "status", "rawInput", "rawOutput", "_meta")) {
            if (update.path(member).isNull()) {
                update.remove(member);
                if (known) {
                    session.losses.add(BridgeLoss.TOOL_CALL_CLEARED);
                }
            }
        }
    }

    private static void state(ShownSession session, ObjectNode update) {
        String kind = Json.text(update, "kind");
        if (kind != null && !KINDS.contains(kind)) {
            update.put("kind", "other");
            session.losses.add(BridgeLoss.TOOL_CALL_STATE);
        }
        String status = Json.text(update, "status");
        if (status != null && !STATUSES.contains(status)) {
            update.put("status", status.equals("cancelled") ? "failed" : "in_progress");
            session.losses.add(BridgeLoss.TOOL_CALL_STATE);
        }
    }

    /** Returns a tool call's content as the client is to see it. */
    private ArrayNode shown(ShownSession session, ShownTool tool) {
        if (tool.fit(on.limits().maxText())) {
            session.losses.add(BridgeLoss.CONTENT_TRUNCATED);
        }
        ArrayNode out = Json.array();
        for (JsonNode item : tool.content()) {
            String type = Json.text(item, "type", "");
            if (type.equals("diff")) {
                Diffs.forOlder((ObjectNode) item.deepCopy(), out, session.losses);
            } else if (type.equals("terminal")) {
                TerminalText terminal = session.terminals.get(Json.text(item, "terminalId", ""));
                session.losses.add(BridgeLoss.TERMINAL);
                if (terminal != null && terminal.isTruncated()) {
                    session.losses.add(BridgeLoss.CONTENT_TRUNCATED);
                }
                out.add(Json.textContent(terminal == null ? "" : terminal.text()));
            } else if (type.equals("content")) {
                out.add(item.deepCopy());
            } else {
                session.losses.add(BridgeLoss.UPDATE_DROPPED);
            }
        }
        return out;
    }

    void chunk(ShownSession session, ObjectNode update) {
        String id = Json.text(update, "toolCallId", "");
        if (!session.tools.has(id)) {
            update(
                    session,
                    Json.object().put("sessionId", session.id),
                    Json.object().put("toolCallId", id));
        }
        ShownTool tool = session.tools.get(id, ShownTool::new);
        tool.add(update.path("content"));
        if (tool.fit(on.limits().maxText())) {
            session.losses.add(BridgeLoss.CONTENT_TRUNCATED);
        }
        changed(session, id);
    }

    void terminal(ShownSession session, ObjectNode update) {
        String id = Json.text(update, "terminalId", "");
        TerminalText terminal =
                session.terminals.get(id, () -> new TerminalText(on.limits().maxText()));
        JsonNode output = update.path("output");
        if (output.isMissingNode()) {
            return;
        }
        terminal.clear();
        String data = Json.text(output, "data");
        if (data != null && !terminal.append(data)) {
            session.losses.add(BridgeLoss.TERMINAL);
        }
        terminalChanged(session, id);
    }

    void terminalChunk(ShownSession session, ObjectNode update) {
        String id = Json.text(update, "terminalId", "");
        TerminalText terminal =
                session.terminals.get(id, () -> new TerminalText(on.limits().maxText()));
        if (!terminal.append(Json.text(update, "data", ""))) {
            session.losses.add(BridgeLoss.TERMINAL);
        }
        terminalChanged(session, id);
    }

    private void terminalChanged(ShownSession session, String terminalId) {
        List<String> showing = session.tools.all().entrySet().stream()
                .filter(tool -> tool.getValue().shows(terminalId))
                .map(Map.Entry::getKey)
                .toList();
        showing.forEach(id -> changed(session, id));
    }

    private void changed(ShownSession session, String id) {
        session.stale.add(id);
        if (!session.resting) {
            flush(session);
            rest(session);
        }
    }

    private void rest(ShownSession session) {
        session.resting = true;
        on.timers().after(on.limits().refreshInterval(), () -> {
            session.resting = false;
            if (!session.stale.isEmpty()) {
                flush(session);
                rest(session);
            }
        });
    }

    /** Sends the content that has changed. */
    void flush(ShownSession session) {
        if (session.stale.isEmpty()) {
            return;
        }
        List<String> ids = List.copyOf(session.stale);
        session.stale.clear();
        for (String id : ids) {
            ShownTool tool = session.tools.get(id);
            if (tool != null) {
                ObjectNode update =
                        Json.object().put("sessionUpdate", "tool_call_update").put("toolCallId", id);
                update.set("content", shown(session, tool));
                client.send(session, update);
            }
        }
    }
}
