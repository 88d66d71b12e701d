package io.acp4j.proxy.internal.bridge.newer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.acp4j.proxy.bridge.BridgeLoss;
import io.acp4j.proxy.internal.bridge.wire.Incoming;
import io.acp4j.proxy.internal.bridge.wire.Json;
import io.acp4j.proxy.internal.bridge.wire.Losses;
import io.acp4j.proxy.internal.bridge.wire.Surroundings;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requests for permission: the older version knows them for tool calls only. */
final class PermissionRequests {

    private static final Set<String> KINDS = Set.of("allow_once", "allow_always", "reject_once", "reject_always");

    private final Surroundings on;
    private final ToolCalls tools;

    PermissionRequests(Surroundings on, ToolCalls tools) {
        this.on = on;
        this.tools = tools;
    }

    void ask(ShownSession session, Incoming request) {
        ObjectNode params = Json.objectOf(request.params());
        String title = Json.text(params, "title", "Permission");
        String description = Json.text(params, "description");
        JsonNode subject = params.path("subject");
        params.remove(List.of("title", "description", "subject"));
        tools.flush(session);
        switch (Json.text(subject, "type", "")) {
            case "tool_call" -> params.set("toolCall", toolCall(session, params, subject, title, description));
            case "command" -> params.set("toolCall", command(subject, title, description));
            default -> params.set("toolCall", other(on.ids().get(), title, "other", description));
        }
        ArrayNode options = options(session, params.path("options"));
        params.set("options", options);
        if (options.isEmpty()) {
            ObjectNode cancelled = Json.object();
            cancelled.putObject("outcome").put("outcome", "cancelled");
            session.losses.tellIn(cancelled);
            on.wire().respond(request, cancelled);
            return;
        }
        session.losses.tellIn(params);
        on.wire().forward(request, request.method(), params, result -> result);
    }

    /** Shows the tool call first, as the newer version applies it before it asks; then asks about it. */
    private ObjectNode toolCall(
            ShownSession session, ObjectNode params, JsonNode subject, String title, @Nullable String description) {
        ObjectNode call = Json.objectOf(subject.path("toolCall"));
        String id = Json.text(call, "toolCallId", "");
        ObjectNode shown = call.deepCopy();
        tools.update(session, Json.object().put("sessionId", session.id), shown);
        shown = shown.deepCopy();
        shown.remove("sessionUpdate");
        ShownTool tool = session.tools.get(id);
        if (tool != null) {
            shown.put("title", tool.title);
        }
        if (description != null || tool == null || !title.equals(tool.title)) {
            ObjectNode own = Losses.own(params).put("title", title);
            if (description != null) {
                own.put("description", description);
            }
            session.losses.add(BridgeLoss.PERMISSION);
        }
        return shown;
    }

    private ObjectNode command(JsonNode subject, String title, @Nullable String description) {
        ObjectNode call = other(Json.text(subject, "toolCallId", on.ids().get()), title, "execute", description);
        ObjectNode input = call.putObject("rawInput").put("command", Json.text(subject, "command", ""));
        String cwd = Json.text(subject, "cwd");
        if (cwd != null) {
            input.put("cwd", cwd);
        }
        return call;
    }

    private static ObjectNode other(String id, String title, String kind, @Nullable String description) {
        ObjectNode call =
                Json.object().put("toolCallId", id).put("title", title).put("kind", kind);
        if (description != null) {
            call.putArray("content").add(Json.textContent(description));
        }
        return call;
    }

    private static ArrayNode options(ShownSession session, JsonNode options) {
        ArrayNode out = Json.array();
        for (JsonNode option : options) {
            if (KINDS.contains(Json.text(option, "kind", ""))) {
                out.add(option);
            } else {
                session.losses.add(BridgeLoss.PERMISSION);
            }
        }
        return out;
    }
}
